/** Endpoints for the members of a team. Both families of paths have one implementation. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Id, Nothing, Signature, Time } from "./schemas.ts";
import { Leaving } from "./team-log.ts";
import { FAILED_TEAM_DATA, RoleChoice, TeamData } from "./team-schemas.ts";

export const members = {
  ownTeamMembers: endpoint({
    method: "GET",
    path: "/team/members",
    access: "signed-in",
    summary: "Members, pending invitations and roles of the caller's team; empty for the first role without one.",
    input: () => Nothing,
    reply: () => TeamData,
    refuses: ["forbidden"],
    failure: FAILED_TEAM_DATA,
  }),
  teamMembers: endpoint({
    method: "GET",
    path: "/teams/:teamId/members",
    access: "signed-in",
    summary: "The same for one team. Members without permissions see who is in it, and their roles.",
    input: () => z.strictObject({ teamId: Id }),
    reply: () => TeamData,
    refuses: ["forbidden", "not_found"],
    failure: FAILED_TEAM_DATA,
  }),
  availableUsers: endpoint({
    method: "GET",
    path: "/teams/users/available",
    access: "signed-in",
    summary:
      "Accounts without a team: all for callers who manage teams; for a team admin, those of the same mail domain and former members.",
    input: () => Nothing,
    reply: () => z.object({ success: z.literal(true), users: z.array(z.object({ id: Id, email: z.string() })) }),
    refuses: ["forbidden"],
    failure: "Failed to load available users",
  }),
  addMember: endpoint({
    method: "POST",
    path: "/teams/:teamId/members",
    access: "signed-in",
    fresh: true,
    summary: "Adds an account that has no team; its owner is mailed and can leave.",
    input: () => z.strictObject({ teamId: Id, memberUserId: Id, roleId: RoleChoice }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "already_in_team", "beyond_own_permissions", "role_not_assignable"],
    failure: "Failed to add member",
  }),
  updateMemberRole: endpoint({
    method: "PUT",
    path: "/team/update-role/:userId",
    access: "signed-in",
    fresh: true,
    summary: "Changes a member's role: never the caller's own, never to the first role, never beyond the caller's permissions.",
    input: () => z.strictObject({ userId: Id, roleId: RoleChoice }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "own_membership", "beyond_own_permissions", "role_not_assignable", "administrator_stays"],
    failure: "Error updating role",
  }),
  removeMember: endpoint({
    method: "DELETE",
    path: "/teams/remove-member/:id",
    access: "signed-in",
    fresh: true,
    summary: "Removes a member, by the id of the membership: the person keeps the account and loses what the team shares.",
    input: () => z.strictObject({ id: Id }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "own_membership", "beyond_own_permissions", "administrator_stays"],
    failure: "Failed to remove member from team",
  }),
  removeTeamMember: endpoint({
    method: "DELETE",
    path: "/teams/:teamId/members/:userId",
    access: "signed-in",
    fresh: true,
    summary: "The same, by team and person.",
    input: () => z.strictObject({ teamId: Id, userId: Id }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "own_membership", "beyond_own_permissions", "administrator_stays"],
    failure: "Failed to remove member from team",
  }),
  leaveTeam: endpoint({
    method: "POST",
    path: "/team/leave",
    access: "signed-in",
    fresh: true,
    summary:
      "Leaves the caller's team; the account stays. With the entry of the team's log in which the caller signs their own leaving, or, where the log does not have the caller, with a signature.",
    /** `signature`: over `leavingMessage`. */
    input: () => z.strictObject({ leaving: Leaving.optional(), signature: Signature.optional() }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "stale_head", "bad_signature", "leaving_unsigned", "administrator_stays"],
  }),
  deleteUser: endpoint({
    method: "DELETE",
    path: "/team/delete-user/:userId",
    access: "signed-in",
    fresh: true,
    summary: "Deletes an account that the team created: no one can sign in to it from now on, and it is purged after seven business days.",
    input: () => z.strictObject({ userId: Id }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "own_membership", "beyond_own_permissions", "not_managed"],
    failure: "Failed to delete member",
  }),
  leftAccess: endpoint({
    method: "GET",
    path: "/team/left-access",
    access: "signed-in",
    summary:
      "What former team members, or people whose accounts a team deleted, could read of the caller's data: items, and vaults that contained items of the caller.",
    input: () => Nothing,
    reply: () => z.strictObject({ success: z.literal(true), left: z.array(z.strictObject({ item_id: Id, email: z.string(), at: Time })) }),
    refuses: [],
  }),
};
