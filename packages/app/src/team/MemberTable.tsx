/** Who is in a team, with the role of each and what may be done to them. */
import type { Role, TeamMember } from "@coffer/client";
import { NO_PERMISSIONS } from "@coffer/core/team/permissions";
import { isWithin, SUPER_ADMIN } from "@coffer/core/team/roles";
import { shortDate } from "@coffer/core/text";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { DeleteMemberDialog } from "./DeleteMemberDialog.tsx";
import { MemberActions } from "./MemberActions.tsx";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { Badge, Cell, Email, MainCell, Table } from "./Table.tsx";
import { useIncrementalRows } from "./use-incremental-rows.ts";

interface Props {
  readonly members: readonly TeamMember[];
  /** Null: the user's own team. */
  readonly teamId: string | null;
  readonly roles: readonly Role[];
  /** Whether roles may be given here, and members removed. */
  readonly mayGiveRoles: boolean;
  readonly mayRemove: boolean;
}

const NOT_PROVEN =
  "Their invitation link was handed over, and no email has shown that the address is theirs. Compare safety numbers with them before you share.";
const KEY_PENDING =
  "They get the team's key as soon as a member who has it is online. Until then they cannot open what is shared with the team.";
const COLUMNS = ["Email", "Team", "Joined", "Role"];

export function MemberTable({ members, teamId, roles, mayGiveRoles, mayRemove }: Props) {
  const session = useSession();
  const [shown, end] = useIncrementalRows(members.length);
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const [deleting, setDeleting] = useState<TeamMember | null>(null);
  const mine = session?.permissions ?? NO_PERMISSIONS;
  const permissionsOf = new Map(roles.map(({ id, permissions }) => [id, permissions]));
  const isBelow = (roleId: number): boolean => {
    const theirs = permissionsOf.get(roleId);
    return roleId === SUPER_ADMIN ? session?.roleId === SUPER_ADMIN : theirs !== undefined && isWithin(theirs, mine);
  };
  /** No one changes themselves here, nor a member who may do more: by the log, or by what the server refuses. */
  const isMine = ({ user_id, role_id, serverRoleId }: TeamMember): boolean =>
    user_id !== session?.user.id && isBelow(role_id) && isBelow(serverRoleId);
  return (
    <>
      <Table label="Active members" columns={mayRemove ? [...COLUMNS, "Actions"] : COLUMNS}>
        {members.slice(0, shown).map((member) => (
          <tr key={member.id}>
            <MainCell note={<MemberNote member={member} isSelf={member.user_id === session?.user.id} />}>
              <Email>{member.email}</Email>
            </MainCell>
            <Cell label="Team">{member.team_name}</Cell>
            <Cell label="Joined">
              <time dateTime={member.joined_at}>{shortDate(Date.parse(member.joined_at))}</time>
            </Cell>
            <Cell label="Role">
              {mayGiveRoles && isMine(member) && member.serverRoleId !== SUPER_ADMIN ? (
                <RoleSelect member={member} teamId={teamId} roles={roles} mine={mine} />
              ) : (
                member.role_name
              )}
            </Cell>
            {mayRemove && (
              <Cell>
                {isMine(member) && (
                  <MemberActions member={member} onRemove={() => setRemoving(member)} onDelete={() => setDeleting(member)} />
                )}
              </Cell>
            )}
          </tr>
        ))}
      </Table>
      <div ref={end} />
      {removing && <RemoveMemberDialog member={removing} teamId={teamId} onClose={() => setRemoving(null)} />}
      {deleting && <DeleteMemberDialog member={deleting} teamId={teamId} onClose={() => setDeleting(null)} />}
    </>
  );
}

function MemberNote({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { two_factor_enabled, last_active_at, isKeyPending, isVerified, address_proven } = member;
  return (
    <>
      {isSelf && <Badge quiet>You</Badge>}
      {isKeyPending && (
        <Badge warns title={KEY_PENDING}>
          Key pending
        </Badge>
      )}
      {address_proven === false && !isVerified && (
        <Badge warns title={NOT_PROVEN}>
          Address not proven
        </Badge>
      )}
      {!isSelf && isVerified && (
        <Badge quiet title="Their key was verified by their invitation link, or by comparing safety numbers.">
          Verified
        </Badge>
      )}
      {two_factor_enabled && <Badge title="Two-factor authentication is on">2FA</Badge>}
      {last_active_at !== undefined && (
        <span>{last_active_at === null ? "Never active" : `Active ${shortDate(Date.parse(last_active_at))}`}</span>
      )}
    </>
  );
}
