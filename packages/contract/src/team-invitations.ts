/** Endpoints for team invitations. Looking up a link and registering with it are account endpoints (account.ts). */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Email, Id } from "./schemas.ts";
import { FAILED_TEAM_DATA, PendingInvitation, RoleChoice } from "./team-schemas.ts";

const Accepting = z.strictObject({ token: z.string().min(1).max(200) });
const FAILED_ACCEPTING = {
  failure: "An error occurred while accepting the invitation",
  declined: "Failed to accept invitation",
} as const;

export const invitations = {
  listInvitations: endpoint({
    method: "GET",
    path: "/teams/:id/invitations",
    access: "signed-in",
    summary: "Invitations that can still be used.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), invitations: z.array(PendingInvitation) }),
    refuses: ["forbidden", "not_found"],
    failure: FAILED_TEAM_DATA,
  }),
  invite: endpoint({
    method: "POST",
    path: "/team/invite",
    access: "signed-in",
    fresh: true,
    summary:
      "Mails a link that works once, for seven days, and voids the team's earlier links for that address; or returns the link instead, to be handed over.",
    input: () => z.strictObject({ email: Email, roleId: RoleChoice, teamId: Id.nullish(), by: z.enum(["mail", "link"]).default("mail") }),
    reply: () => Done.extend({ link: z.string().optional() }),
    refuses: [
      "forbidden",
      "not_found",
      "already_in_team",
      "beyond_own_permissions",
      "invited_with_more",
      "role_not_assignable",
      "email_taken",
      "rate_limited",
    ],
    failure: "Failed to send invitation",
  }),
  revokeInvitation: endpoint({
    method: "DELETE",
    path: "/team/invite/:id",
    access: "signed-in",
    fresh: true,
    summary: "Revokes an invitation: its link stops working immediately.",
    input: () => z.strictObject({ id: Id }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "invited_with_more"],
    failure: "Failed to revoke invitation",
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "/team/accept-invitation",
    access: "public",
    summary:
      "Joins the team with the account of the invited address, which a mailed link proves; a person without an account registers with the same token. A link that was handed over proves nothing.",
    input: () => Accepting,
    reply: () => Done,
    refuses: ["invalid_invitation", "invitation_unbacked", "register_first", "already_in_team", "sign_in_to_join", "rate_limited"],
    ...FAILED_ACCEPTING,
  }),
  joinInvited: endpoint({
    method: "POST",
    path: "/team/join-invited",
    access: "signed-in",
    fresh: true,
    summary: "The same, called by the signed-in invited account, however it received the link.",
    input: () => Accepting,
    reply: () => Done,
    refuses: ["invalid_invitation", "invitation_unbacked", "invitation_email_mismatch", "already_in_team", "rate_limited"],
    ...FAILED_ACCEPTING,
  }),
};
