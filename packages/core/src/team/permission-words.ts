/** PERMISSIONS: each in words, for the pages where roles are made and given. Apart from the names: the sign-in does not load it. */
import type { PermissionFlag } from "./permissions.ts";

export interface PermissionRow {
  /** On badges and checkboxes. */
  readonly label: string;
  /** Below the checkbox. */
  readonly description: string;
  /** What the holder may do, within the role's team; the first role may do everything everywhere. */
  readonly allows: readonly string[];
}

export const PERMISSIONS = {
  manage_team: {
    label: "Manage Team",
    description: "See the members and change their roles.",
    allows: ["open /manage-members", "list members", "list invitations", "list roles", "change the role of a member"],
  },
  manage_teams: {
    label: "Manage Teams",
    description: "Create, edit and delete teams, and see how much they store.",
    allows: [
      "open /teams",
      "list every team",
      "create, edit and delete teams",
      "refresh what a team stores",
      "add and invite members of any team",
    ],
  },
  manage_roles: {
    label: "Manage Roles",
    description: "Create, edit and delete the roles of the team.",
    allows: ["open /roles", "list roles", "create, edit and delete roles of the team, with no permission one lacks oneself"],
  },
  invite_members: {
    label: "Invite Members",
    description: "Invite people to the team.",
    allows: ["list roles", "invite by email, with no permission one lacks oneself"],
  },
  remove_members: {
    label: "Remove Members",
    description: "Remove members, take back invitations, and turn off a member's two-factor authentication.",
    allows: [
      "remove a member",
      "delete an account that the team manages",
      "take back an invitation",
      "turn off the two-factor authentication of a member",
    ],
  },
} as const satisfies Record<PermissionFlag, PermissionRow>;
