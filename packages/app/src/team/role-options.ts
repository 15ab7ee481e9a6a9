/** The roles that can be chosen. The first one, and those that allow more than the user may, are not offered; the server refuses them. */
import type { Role } from "@coffer/client";
import type { PermissionSet } from "@coffer/core/team/permissions";
import { isWithin, NO_ROLE } from "@coffer/core/team/roles";

export const assignable = (roles: readonly Role[], mine: PermissionSet): readonly Role[] =>
  roles.filter(({ permissions }) => isWithin(permissions, mine));

/** As a form offers them: without a choice it is the role of a member. */
export const roleOptions = (roles: readonly Role[], mine: PermissionSet) => [
  { value: String(NO_ROLE), label: "Select Role" },
  ...assignable(roles, mine).map(({ id, name }) => ({ value: String(id), label: name })),
];
