/** /accept-invitation?token=…: joins a team with the account that is there already, once its owner says so. */
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { Button } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "react-router";
import { AccountCard, CardStack } from "../account/AccountCard.tsx";
import { VoidLink } from "../account/VoidLink.tsx";
import { useSession } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Note } from "../ui/Note.tsx";
import { JoinTeam } from "./JoinTeam.tsx";
import { useAcceptance } from "./use-acceptance.ts";

export function AcceptInvitationPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get("token")?.trim() ?? "";
  return <Accepting key={token} token={token} />;
}

function Accepting({ token }: { token: string }) {
  // The secret of a link that was handed over, which no server sees.
  const { hash } = useLocation();
  const [state, setState] = useAcceptance(token);
  return (
    <AccountCard title="Accept invitation" subtitle="Join a team with the account that you have.">
      {state.step === "asking" && <Waiting />}
      {state.step === "invited" && (
        <JoinTeam token={token} fragment={hash} invitation={state.invitation} mustSignIn={state.mustSignIn} onState={setState} />
      )}
      {state.step === "joined" && (
        <CardStack>
          <Note tone="success" role="status">
            {state.message || "The invitation was accepted."}
          </Note>
          <Onward />
        </CardStack>
      )}
      {state.step === "refused" && (
        <CardStack>
          <ErrorNote>{state.message}</ErrorNote>
          {state.why === "void" && <VoidLink />}
          {state.why === "must-register" && (
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

const Onward = () =>
  useSession() === null ? (
    <Button component={Link} to="/login" size="md" fullWidth>
      Go to Login
    </Button>
  ) : (
    <Button component={Link} to="/team" size="md" fullWidth>
      Go to Your Team
    </Button>
  );
