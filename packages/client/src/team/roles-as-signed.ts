/**
 * Roles as a person may choose them. The number of a role is what gets signed, and a role that the log has allows what the log says, so the server's words for both count only
 * where nothing else is known: it could call administrators "Member", who may manage nothing.
 */
import type { ActiveMember, Role } from "@coffer/contract/team-schemas";
import type { LogMember, TeamState } from "@coffer/core/team/log-state";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { inWordsOfTheApp, MEMBER, SYSTEM_ROLE_NAMES } from "@coffer/core/team/roles";

/** As a reader takes it: case, width and signs make no other name. */
const asRead = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
const SYSTEM_NAMES = new Set(Object.values(SYSTEM_ROLE_NAMES).flatMap((name) => [name, inWordsOfTheApp(name)].map(asRead)));

/** A colleague can call a role of her own "Member", and a server any: then its number goes with the name, so that no one gives it for the other. */
const ownName = (id: number, name: string): string => (SYSTEM_NAMES.has(asRead(name)) ? `${name} (${id})` : name);

/** The roles that every server has, by their own names. */
export const byTheirNames = (roles: readonly Role[]): Role[] =>
  roles.map((role) => ({ ...role, name: SYSTEM_ROLE_NAMES[role.id] ?? ownName(role.id, role.name) }));

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
  const name = told === undefined ? SYSTEM_ROLE_NAMES[MEMBER] : ownName(roleId, told);
  return { role_id: roleId, role_name: SYSTEM_ROLE_NAMES[roleId] ?? name };
}
