/**
 * A link that was handed over has passed through other hands, so it takes nobody's account by itself: whoever was invited signs in here and presses that they join. Nothing
 * of the link, its secret the least, goes to another address meanwhile.
 */
import type { Invitation } from "@coffer/client";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { CardStack, Lead } from "../account/AccountCard.tsx";
import { SignIn } from "../account/sign-in/SignIn.tsx";
import { useClient, useSession } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { Note } from "../ui/Note.tsx";
import { type Acceptance, refusedBy } from "./acceptance.ts";

interface Props {
  readonly token: string;
  readonly fragment: string;
  readonly onState: (state: Acceptance) => void;
}

export function HandedOver({ token, fragment, onState }: Props) {
  const client = useClient();
  const session = useSession();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  useEffect(() => {
    client.account.invitation({ token }).then(setInvitation, (error: unknown) => onState(refusedBy(error)));
  }, [client, token, onState]);
  if (invitation === null) return <Waiting />;
  const email = invitation.email ?? "";
  if (session === null)
    return (
      <CardStack>
        <Lead>
          You are invited to <strong>{invitation.team_name}</strong>. Sign in as <strong>{email}</strong>, and then join.
        </Lead>
        <SignIn email={email} />
      </CardStack>
    );
  if (session.user.email !== email) return <OfSomebodyElse email={email} own={session.user.email} />;
  const join = () =>
    client.team.joinInvited({ token, fragment }).then(
      (message) => onState({ step: "joined", message }),
      (error: unknown) => onState(refusedBy(error)),
    );
  return <Consent invitation={invitation} onJoin={join} />;
}

function Consent({ invitation, onJoin }: { invitation: Invitation; onJoin: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    await onJoin();
    setBusy(false);
  };
  return (
    <CardStack>
      <Lead>
        You are invited to <strong>{invitation.team_name}</strong>, with the role <strong>{invitation.role_name}</strong>. You are signed in
        as <strong>{invitation.email}</strong>.
      </Lead>
      <Note tone="info">
        Nobody in the team can open what you keep to yourself. Its administrators see your email and when you were active, and can turn off
        your two-factor authentication.
      </Note>
      <Button size="md" fullWidth disabled={busy} onClick={() => void join()}>
        Join Team
      </Button>
      <Button component={Link} to="/vaults" variant="default" size="md" fullWidth>
        Not Now
      </Button>
    </CardStack>
  );
}

const OfSomebodyElse = ({ email, own }: { email: string; own: string }) => (
  <CardStack>
    <Note tone="warning" role="status">
      This invitation is for <strong>{email}</strong>, and you are signed in as <strong>{own}</strong>. Log out, sign in with the invited
      account, and open the link again.
    </Note>
    <Button component={Link} to="/vaults" variant="default" size="md" fullWidth>
      Go to Your Vault
    </Button>
  </CardStack>
);
