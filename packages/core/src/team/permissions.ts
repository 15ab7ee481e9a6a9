/**
 * What a role can allow. The wire format, the role's columns, guards and the page of roles are derived from these names; to add a permission, add one here, a row
 * to PERMISSIONS (permission-words.ts) and a column of the same name to the table of roles. None of them gives access to anyone's content: only owning and sharing do.
 */
export const PERMISSION_FLAGS = ["manage_team", "manage_teams", "manage_roles", "invite_members", "remove_members"] as const;
export type PermissionFlag = (typeof PERMISSION_FLAGS)[number];

/** Every flag, on or off. */
export type PermissionSet = Readonly<Record<PermissionFlag, boolean>>;
export const flagsOf = (permissions: PermissionSet | undefined): PermissionFlag[] => PERMISSION_FLAGS.filter((flag) => permissions?.[flag]);
export const permissionsWhere = (isOn: (flag: PermissionFlag) => boolean): PermissionSet =>
  Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, isOn(flag)])) as PermissionSet;

export const NO_PERMISSIONS: PermissionSet = permissionsWhere(() => false);
