/** Roles that every server has (decision N-02), and the rule that prevents privilege escalation. */
import { PERMISSION_FLAGS, type PermissionSet } from "./permissions.ts";

/** May do everything everywhere; is never given, changed, deleted or listed through the product. */
export const SUPER_ADMIN = 1;
export const TEAM_ADMIN = 2;
/** The default role. */
export const MEMBER = 3;
/** Sent by a form in which no role was chosen. */
export const NO_ROLE = 0;

/** Of a role at the server. */
export const isAdministrator = (id: number): boolean => id === SUPER_ADMIN || id === TEAM_ADMIN;

export const isSystemRole = (id: number): boolean => isAdministrator(id) || id === MEMBER;

/** Names of the roles that occur in a team's log, as in the server's first migration. */
export const SYSTEM_ROLE_NAMES: Readonly<Record<number, string>> & { readonly 3: string } = {
  [TEAM_ADMIN]: "Team Admin",
  [MEMBER]: "Member",
};

/**
 * A server has the names and descriptions of its first migrations, in English; what is returned is replaced by the build of another language, what is
 * compared is not (tools/words). Other texts are people's own.
 */
export function inWordsOfTheApp(text: string): string {
  if (text === "Team Admin") return "Team Admin";
  if (text === "Member") return "Member";
  if (text === "Looks after the members of one team.") return "Looks after the members of one team.";
  if (text === "Uses what the team shares.") return "Uses what the team shares.";
  return text;
}

/** Whether a user with `mine` may give, change and take `theirs`: only permissions the user has too (decision C-10). */
export const isWithin = (theirs: PermissionSet, mine: PermissionSet): boolean =>
  PERMISSION_FLAGS.every((flag) => mine[flag] || !theirs[flag]);

/** In characters. */
export const TEAM_NAME_MAX_LENGTH = 80;
export const ROLE_NAME_MAX_LENGTH = 60;
export const DESCRIPTION_MAX_LENGTH = 500;

/** The total shown for a team's storage (specification 3 §9); not enforced (decision C-17). */
export const TEAM_STORAGE_BYTES = 52_428_800;
