/** Endpoints about invitations into teams. What a link is for, and registering with it, stand in the account room. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Email, Id } from "./shapes.ts";
import { FAILED_TEAM_DATA, PendingInvitation, RoleChoice } from "./team-shapes.ts";

export const invitations = {
  listInvitations: endpoint({
    method: "GET",
    path: "/teams/:id/invitations",
    access: "signed-in",
    summary: "Those that can still be used.",
    input: z.strictObject({ id: Id }),
    reply: z.object({ success: z.literal(true), invitations: z.array(PendingInvitation) }),
    refuses: ["forbidden", "not_found"],
    failure: FAILED_TEAM_DATA,
  }),
  invite: endpoint({
    method: "POST",
    path: "/team/invite",
    access: "signed-in",
    fresh: true,
    summary:
      "Mails a link that works once, for seven days, and voids the earlier ones of that address; or answers it instead, to be handed over.",
    input: z.strictObject({ email: Email, roleId: RoleChoice, teamId: Id.nullish(), by: z.enum(["mail", "link"]).default("mail") }),
    reply: Done.extend({ link: z.string().optional() }),
    refuses: ["forbidden", "not_found", "already_in_team", "beyond_own_permissions", "role_not_assignable", "email_taken", "rate_limited"],
    failure: "Failed to send invitation",
  }),
  revokeInvitation: endpoint({
    method: "DELETE",
    path: "/team/invite/:id",
    access: "signed-in",
    fresh: true,
    summary: "The link is void at once.",
    input: z.strictObject({ id: Id }),
    reply: Done,
    refuses: ["forbidden", "not_found"],
    failure: "Failed to revoke invitation",
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "/team/accept-invitation",
    access: "public",
    summary: "Joins the team with the account of the invited address; whoever has none registers with the same token.",
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: Done,
    refuses: ["invalid_invitation", "register_first", "already_in_team", "rate_limited"],
    failure: "An error occurred while accepting the invitation",
    declined: "Failed to accept invitation",
  }),
};
