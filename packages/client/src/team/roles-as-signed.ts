/**
 * Roles as a person may choose them. The number of a role is what gets signed, and a role that the log has allows what the log says, so the server's words for both count only
 * where nothing else is known: it could call administrators "Member", who may manage nothing.
 */
import type { ActiveMember, Role } from "@coffer/contract/team-schemas";
import type { LogMember, TeamState } from "@coffer/core/team/log-state";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { MEMBER, SYSTEM_ROLE_NAMES } from "@coffer/core/team/roles";

/** The roles that every server has, by their own names. */
export const byTheirNames = (roles: readonly Role[]): Role[] =>
  roles.map((role) => ({ ...role, name: SYSTEM_ROLE_NAMES[role.id] ?? role.name }));

/** With what the log says that each allows. */
export const asSigned = (roles: readonly Role[], { roles: signed }: Pick<TeamState, "roles">): Role[] =>
  byTheirNames(roles).map((role) => {
    const allowed = signed.get(role.id);
    return allowed ? { ...role, permissions: permissionsWhere((flag) => allowed.includes(flag)) } : role;
  });

type WithRole = Pick<ActiveMember, "role_id" | "role_name">;

/** The signed role, with the server's name for it where it has no other; a role the server does not name counts as a plain member. */
export function roleOf(row: WithRole, { roleId }: Pick<LogMember, "roleId">, roles: readonly Role[]): WithRole {
  // Plain members are not told the roles.
  const told = roles.find(({ id }) => id === roleId)?.name ?? (row.role_id === roleId ? row.role_name : undefined);
  return { role_id: roleId, role_name: SYSTEM_ROLE_NAMES[roleId] ?? told ?? SYSTEM_ROLE_NAMES[MEMBER] };
}
