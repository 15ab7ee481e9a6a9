/** /accept-invitation?token=…: joins a team with the account that is there already. */
import { isRefusal } from "@coffer/contract/errors";
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { AccountCard, CardStack } from "../account/AccountCard.tsx";
import { useClient } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { messageFor } from "../ui/message.ts";
import { Note } from "../ui/Note.tsx";

type State =
  | { readonly step: "asking" }
  | { readonly step: "joined"; readonly message: string }
  | { readonly step: "refused"; readonly message: string; readonly mayRegister: boolean };

const NO_TOKEN = "Invalid invitation link.";
const SAID = { refused: "Failed to accept invitation", threw: "An error occurred while accepting the invitation" };

/** Drawn twice in development, a page must not use an invitation up twice: what is on its way is waited for. */
const underway = new Map<string, Promise<string>>();

function useAcceptance(token: string, fragment: string): State {
  const client = useClient();
  const [state, setState] = useState<State>(token === "" ? { step: "refused", message: NO_TOKEN, mayRegister: false } : { step: "asking" });
  useEffect(() => {
    if (token === "") return;
    const asked = underway.get(token) ?? client.team.acceptInvitation({ token, fragment });
    underway.set(token, asked);
    asked
      .then(
        (message) => setState({ step: "joined", message }),
        (error: unknown) =>
          setState({ step: "refused", message: messageFor(error, SAID), mayRegister: isRefusal(error, "register_first") }),
      )
      .finally(() => underway.delete(token));
  }, [client, token, fragment]);
  return state;
}

export function AcceptInvitationPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get("token")?.trim() ?? "";
  return <Acceptance key={token} token={token} />;
}

function Acceptance({ token }: { token: string }) {
  // The secret of a link that was handed over, which no server sees.
  const { hash } = useLocation();
  const state = useAcceptance(token, hash);
  return (
    <AccountCard title="Accept invitation" subtitle="Join a team with the account that you have.">
      {state.step === "asking" && <Waiting />}
      {state.step === "joined" && (
        <CardStack>
          <Note tone="success" role="status">
            {state.message || "The invitation was accepted."}
          </Note>
          <Button component={Link} to="/login" size="md" fullWidth>
            Go to Login
          </Button>
        </CardStack>
      )}
      {state.step === "refused" && (
        <CardStack>
          <ErrorNote>{state.message}</ErrorNote>
          {state.mayRegister && (
            <Button component={Link} to={`/register?token=${encodeInvitation({ token })}${hash}`} size="md" fullWidth>
              Create your account
            </Button>
          )}
          <Button component={Link} to="/" variant="default" size="md" fullWidth>
            Return to Homepage
          </Button>
        </CardStack>
      )}
    </AccountCard>
  );
}
