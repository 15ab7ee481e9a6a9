/** Registration, behind its gate: only with an invitation that the server still knows. */
import { isRefusal } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { useEffect, useReducer } from "react";
import { useSearchParams } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Waiting } from "../../frame/Waiting.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { isUnreachable, messageOf } from "../../ui/error-message.ts";
import { AccountCard, CardFoot, CardStack } from "../AccountCard.tsx";
import { TeamTerms } from "../TeamTerms.tsx";
import { TextLink } from "../TextButton.tsx";
import { VoidLink } from "../VoidLink.tsx";
import { Assurance } from "./Assurance.tsx";
import { InvitationHelp } from "./InvitationHelp.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { gate, gateStart, RESTRICTED } from "./registration.ts";

export function RegisterPage() {
  const [parameters] = useSearchParams();
  const parameter = parameters.get("token");
  // Another link starts the gate again.
  return <Gate key={parameter} parameter={parameter} />;
}

function Gate({ parameter }: { parameter: string | null }) {
  const client = useClient();
  const [state, dispatch] = useReducer(gate, parameter, gateStart);
  const token = state.step === "validating" ? state.token : null;
  useEffect(() => {
    if (token === null) return;
    client.account.invitation({ token }).then(
      (invitation) => dispatch({ type: "welcome", invitation }),
      (error: unknown) =>
        dispatch(
          isRefusal(error, "invalid_invitation") || isRefusal(error, "invitation_unbacked")
            ? { type: "refused", message: messageOf(error, RESTRICTED.refused) }
            : { type: "unanswered", message: isUnreachable(error) ? error.message : messageOf(error, RESTRICTED.refused) },
        ),
    );
  }, [client, token]);
  return (
    <AccountCard
      title="Create your account"
      subtitle="Your secure password manager"
      {...(state.step === "allowed" ? { aside: <Assurance /> } : {})}
      {...(parameter ? {} : { picture: <CofferPicture state="key" /> })}
    >
      {state.step === "validating" && <Waiting />}
      {state.step === "restricted" && (parameter ? <Void>{state.message}</Void> : <InvitationHelp />)}
      {state.step === "unanswered" && (
        <ErrorNote
          action={
            <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: "retry" })}>
              Try again
            </Button>
          }
        >
          {state.message}
        </ErrorNote>
      )}
      {state.step === "allowed" && (
        <CardStack>
          <TeamTerms invitation={state.invitation} isNew />
          <RegisterForm token={state.token} email={state.invitation.email} needsCode={state.invitation.needs_code === true} />
        </CardStack>
      )}
      <CardFoot>
        Already have an account?{" "}
        <TextLink to="/login" inline>
          Sign in
        </TextLink>
      </CardFoot>
    </AccountCard>
  );
}

const Void = ({ children }: { children: string }) => (
  <CardStack>
    <ErrorNote>{children}</ErrorNote>
    {children === RESTRICTED.refused && <VoidLink />}
  </CardStack>
);
