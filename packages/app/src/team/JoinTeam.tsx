/**
 * No one joins a team by opening a page: it says who invites and what a team may do, and the invited person presses to join. A mailed link proves the mailbox; one
 * that was handed over has passed through other hands, so the invited account signs in here first. Nothing of a link, least of all its secret, goes to another address.
 */
import { isRefusal } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { CardStack, Lead } from "../account/AccountCard.tsx";
import { SignIn } from "../account/sign-in/SignIn.tsx";
import { TeamTerms } from "../account/TeamTerms.tsx";
import { useClient, useSession } from "../frame/client-context.tsx";
import { signOut } from "../ui/may-sign-out.ts";
import { Note } from "../ui/Note.tsx";
import { type Acceptance, refusedBy, type TeamInvitation } from "./use-acceptance.ts";

interface Props {
  readonly token: string;
  readonly fragment: string;
  readonly invitation: TeamInvitation;
  readonly mustSignIn: boolean;
  readonly onState: (state: Acceptance) => void;
}

export function JoinTeam({ token, fragment, invitation, mustSignIn, onState }: Props) {
  const { team } = useClient();
  const session = useSession();
  const { email } = invitation;
  if (session === null && mustSignIn)
    return (
      <CardStack>
        <Lead>
          You are invited to <strong>{invitation.team_name}</strong>. Sign in as <strong>{email}</strong>, and then join.
        </Lead>
        <SignIn email={email} />
      </CardStack>
    );
  if (session !== null && session.user.email !== email) return <WrongAccount email={email} own={session.user.email} />;
  const join = async () => {
    try {
      const message = await (mustSignIn ? team.joinInvited({ token, fragment }) : team.acceptInvitation({ token, fragment }));
      onState({ step: "joined", message });
    } catch (error) {
      // Its account is shut, as the server alone knows: only its owner's sign-in opens it again.
      onState(isRefusal(error, "sign_in_to_join") ? { step: "invited", invitation, mustSignIn: true } : refusedBy(error));
    }
  };
  return <Consent invitation={invitation} isSignedIn={session !== null} onJoin={join} />;
}

function Consent({ invitation, isSignedIn, onJoin }: { invitation: TeamInvitation; isSignedIn: boolean; onJoin: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    await onJoin();
    setBusy(false);
  };
  return (
    <CardStack>
      <TeamTerms invitation={invitation} />
      <Lead>
        {isSignedIn ? (
          <>
            You are signed in as <strong>{invitation.email}</strong>.
          </>
        ) : (
          <>
            You join with the account <strong>{invitation.email}</strong>.
          </>
        )}
      </Lead>
      <Button size="md" fullWidth disabled={busy} onClick={() => void join()}>
        Join Team
      </Button>
      <Button component={Link} to={isSignedIn ? "/vaults" : "/"} variant="default" size="md" fullWidth>
        Not Now
      </Button>
    </CardStack>
  );
}

/** After logging out the user is still on this page, which then asks for the right account. */
function WrongAccount({ email, own }: { email: string; own: string }) {
  const { account } = useClient();
  return (
    <CardStack>
      <Note tone="warning" role="status">
        This invitation is for <strong>{email}</strong>, and you are signed in as <strong>{own}</strong>. Log out to go on with the invited
        account; this page stays open.
      </Note>
      <Button size="md" fullWidth onClick={() => void signOut(account)}>
        Logout
      </Button>
      <Button component={Link} to="/vaults" variant="default" size="md" fullWidth>
        Go to Your Vault
      </Button>
    </CardStack>
  );
}
