/** Roles that every server has (decision N-02), and the rule by which nobody climbs. */
import { PERMISSION_FLAGS, type PermissionSet } from "./permissions.ts";

/** May everything everywhere; is never given, changed or deleted through the product, and never listed. */
export const SUPER_ADMIN = 1;
export const TEAM_ADMIN = 2;
/** Of whoever was given none. */
export const MEMBER = 3;
/** What a form sends in which no role was chosen. */
export const NO_ROLE = 0;

export const isSystemRole = (id: number): boolean => id === SUPER_ADMIN || id === TEAM_ADMIN || id === MEMBER;

/** As the server's first migration calls those that stand in a team's log. */
export const SYSTEM_ROLE_NAMES: Readonly<Record<number, string>> & { readonly 3: string } = {
  [TEAM_ADMIN]: "Team Admin",
  [MEMBER]: "Member",
};

/** Whether whoever has `mine` may give, change and take `theirs`: nobody deals in a permission they lack (decision C-10). */
export const isWithin = (theirs: PermissionSet, mine: PermissionSet): boolean =>
  PERMISSION_FLAGS.every((flag) => mine[flag] || !theirs[flag]);

/** Characters. */
export const TEAM_NAME_MAX_LENGTH = 80;
export const ROLE_NAME_MAX_LENGTH = 60;
export const DESCRIPTION_MAX_LENGTH = 500;

/** What a team's storage is shown against (specification 3 §9); nothing is refused beyond it (decision C-17). */
export const TEAM_STORAGE_BYTES = 52_428_800;
