/** /accept-invitation?token=…: joins a team with the account that is there already. A mailed link says whose it is; of one that was handed over its owner has to say it. */
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { Button } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "react-router";
import { AccountCard, CardStack } from "../account/AccountCard.tsx";
import { useSession } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Note } from "../ui/Note.tsx";
import { useAcceptance } from "./acceptance.ts";
import { HandedOver } from "./HandedOver.tsx";

export function AcceptInvitationPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get("token")?.trim() ?? "";
  return <Accepting key={token} token={token} />;
}

function Accepting({ token }: { token: string }) {
  // The secret of a link that was handed over, which no server sees.
  const { hash } = useLocation();
  const [state, setState] = useAcceptance(token, hash);
  return (
    <AccountCard title="Accept invitation" subtitle="Join a team with the account that you have.">
      {state.step === "asking" && <Waiting />}
      {state.step === "handed-over" && <HandedOver token={token} fragment={hash} onState={setState} />}
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
