/** The roles that can be chosen. The first one, and those that allow more than the user may, are not offered; the server refuses them. */
import type { Role } from "@coffer/client";
import { PERMISSIONS } from "@coffer/core/team/permission-words";
import { flagsOf, type PermissionSet } from "@coffer/core/team/permissions";
import { isWithin, NO_ROLE } from "@coffer/core/team/roles";

export const assignable = (roles: readonly Role[], mine: PermissionSet): readonly Role[] =>
  roles.filter(({ permissions }) => isWithin(permissions, mine));

/** It is what gets signed into the team's log where the log does not have the role yet. */
export function allowsText(role: Role | undefined): string {
  if (!role) return "Without a choice they become a Member, who may manage nothing.";
  const { name, permissions } = role;
  const labels = flagsOf(permissions).map((flag) => PERMISSIONS[flag].label);
  return labels.length === 0 ? `${name} allows to manage nothing.` : `${name} allows: ${labels.join(", ")}.`;
}

export const roleWith = (roles: readonly Role[], id: number): Role | undefined => roles.find((role) => role.id === id);

/** As a form offers them: without a choice it is the role of a member. */
export const roleOptions = (roles: readonly Role[], mine: PermissionSet) => [
  { value: String(NO_ROLE), label: "Select Role" },
  ...assignable(roles, mine).map(({ id, name }) => ({ value: String(id), label: name })),
];
