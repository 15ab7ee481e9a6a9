/** Who is invited and has not come yet. */
import type { TeamInvitation } from "@coffer/client";
import { inWordsOfTheApp } from "@coffer/core/team/roles";
import { shortDate } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { confirm } from "../ui/confirm.ts";
import { DangerButton } from "../ui/DangerButton.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { toast } from "../ui/toast.ts";
import { LinkDialog } from "./LinkDialog.tsx";
import { useTeamChange } from "./queries.ts";
import { Cell, Email, MainCell, Table } from "./Table.tsx";
import { useIncrementalRows } from "./use-incremental-rows.ts";

interface Props {
  readonly invitations: readonly TeamInvitation[];
  /** Null: of no team. */
  readonly teamId: string | null;
  readonly mayRevoke: boolean;
  readonly mayInvite: boolean;
  /** Not to plain members: an empty list does not mean that no one is invited. */
  readonly isShown?: boolean;
  /** Only what matches a search is here. */
  readonly isSearched: boolean;
}

const COLUMNS = ["Email", "Invited by", "Role", "Invited at"];

export function InvitationTable({ invitations, teamId, mayRevoke, mayInvite, isShown = true, isSearched }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const [shown, end] = useIncrementalRows(invitations.length);
  const hasActions = mayRevoke || mayInvite;
  if (invitations.length === 0 && isSearched && isShown)
    return <EmptyState icon={<IconMail />} title="Nothing found" text="No invitations match your search." />;
  if (invitations.length === 0)
    return (
      <EmptyState
        icon={<IconMail />}
        title={isShown ? "No pending invitations" : "Not for members"}
        text={
          isShown
            ? "People who are invited are listed here for seven days, or until they join."
            : "Those who manage the team see here who is invited."
        }
      />
    );
  return (
    <>
      <Table label="Pending invitations" columns={hasActions ? [...COLUMNS, "Actions"] : COLUMNS}>
        {invitations.slice(0, shown).map((invitation) => (
          <tr key={invitation.id}>
            <MainCell note={noteOf(invitation)}>
              <Email>{invitation.email}</Email>
            </MainCell>
            <Cell label="Invited by">
              <Email>{invitation.invited_by_email ?? "The operator"}</Email>
            </Cell>
            <Cell label="Role">{inWordsOfTheApp(invitation.role_name)}</Cell>
            <Cell label="Invited at">
              <time dateTime={invitation.created_at}>{shortDate(Date.parse(invitation.created_at))}</time>
            </Cell>
            {hasActions && (
              <Cell>
                {mayInvite && invitation.isInLog && <SendAgain invitation={invitation} teamId={teamId} onLink={setLink} />}
                {mayRevoke && <Revoke invitation={invitation} teamId={teamId} />}
              </Cell>
            )}
          </tr>
        ))}
      </Table>
      <div ref={end} />
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

const noteOf = ({ expires_at: end, isInLog }: TeamInvitation): string =>
  isInLog
    ? `Valid until ${shortDate(Date.parse(end))}`
    : "Not in the team's log: a person who joins by it has to be confirmed. Revoke it if you know nothing of it.";

interface AgainProps {
  readonly invitation: TeamInvitation;
  readonly teamId: string | null;
  readonly onLink: (link: string) => void;
}

/** The server keeps no link, so both make a new one in place of the one that was sent. */
function SendAgain({ invitation: { email, role_id: roleId }, teamId, onLink }: AgainProps) {
  const { mutate: invite, isPending } = useTeamChange((team, by: "mail" | "link") => team.invite({ email, roleId, teamId, by }));
  const failed = (error: unknown) => toast.failed(error, "Failed to send invitation");
  const resend = () => invite("mail", { onSuccess: () => toast.done("Invitation sent successfully"), onError: failed });
  const copy = async () => {
    const message = `A new link for ${email} replaces the one that was sent. Where they have no account yet, anyone who has it can open one in their name, so give it only to them.`;
    if (!(await confirm({ title: "Copy link", message, confirmLabel: "Make a new link" }))) return;
    invite("link", { onSuccess: (link) => link !== null && onLink(link), onError: failed });
  };
  return (
    <>
      <Button variant="default" size="compact-md" disabled={isPending} aria-label={`Resend the invitation of ${email}`} onClick={resend}>
        Resend
      </Button>
      <Button variant="default" size="compact-md" disabled={isPending} aria-label={`Copy a link for ${email}`} onClick={() => void copy()}>
        Copy link
      </Button>
    </>
  );
}

function Revoke({ invitation: { id, email }, teamId }: Omit<AgainProps, "onLink">) {
  const { mutate: revoke, isPending } = useTeamChange((team, _: null) => team.revokeInvitation({ id, email, teamId }));
  const ask = async () => {
    const message = `Are you sure you want to revoke the invitation of ${email}? Its link stops working immediately.`;
    if (!(await confirm({ title: "Revoke invitation", message, confirmLabel: "Revoke", danger: true }))) return;
    revoke(null, {
      onSuccess: () => toast.done("Invitation revoked successfully"),
      onError: (error) => toast.failed(error, "Failed to revoke invitation"),
    });
  };
  return (
    <DangerButton size="compact-md" disabled={isPending} aria-label={`Revoke the invitation of ${email}`} onClick={() => void ask()}>
      Revoke
    </DangerButton>
  );
}
