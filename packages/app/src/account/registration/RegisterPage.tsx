/** Registration, behind its gate: only with an invitation that the server still knows. */
import { isRefusal } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { useEffect, useReducer } from "react";
import { useSearchParams } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Waiting } from "../../frame/Waiting.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { isUnreachable, messageOf } from "../../ui/message.ts";
import { AccountCard, CardFoot } from "../AccountCard.tsx";
import { TextLink } from "../TextButton.tsx";
import { Assurance } from "./Assurance.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { gate, gateStart, RESTRICTED } from "./registration.ts";

export function RegisterPage() {
  const client = useClient();
  const [parameters] = useSearchParams();
  const [state, dispatch] = useReducer(gate, parameters.get("token"), gateStart);
  const token = state.step === "validating" ? state.token : null;
  useEffect(() => {
    if (token === null) return;
    client.account.invitation({ token }).then(
      (invitation) => dispatch({ type: "welcome", invitation }),
      (error: unknown) =>
        dispatch(
          isRefusal(error, "invalid_invitation")
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
    >
      {state.step === "validating" && <Waiting />}
      {state.step === "restricted" && <ErrorNote>{state.message}</ErrorNote>}
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
      {state.step === "allowed" && <RegisterForm token={state.token} email={state.invitation.email} />}
      <CardFoot>
        Already have an account?{" "}
        <TextLink to="/login" inline>
          Sign in
        </TextLink>
      </CardFoot>
    </AccountCard>
  );
}
