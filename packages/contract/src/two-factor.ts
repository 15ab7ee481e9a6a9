/** Endpoints of the second factor: setting it up, signing in with it, asking an administrator for help (specification 1 §7). */
import { SECOND_FACTOR_FORM } from "@coffer/core/account/codes";
import { HELP_MESSAGE_MAX_LENGTH } from "@coffer/core/constants";
import { z } from "zod";
import { SessionData } from "./account.ts";
import { endpoint, NO_TOKEN } from "./endpoint.ts";
import { Code, DeviceToken, Done, Email, Id, TempToken } from "./schemas.ts";

/** Six digits of an authenticator, or one of the ten recovery codes. */
const SecondFactor = z.string().regex(SECOND_FACTOR_FORM, "must be a code");

export const twoFactor = {
  verifyMfa: endpoint({
    method: "POST",
    path: "/users/verify-mfa",
    access: "public",
    summary: "Second step of the sign-in: a code of the authenticator, or a recovery code.",
    failure: "MFA verification failed",
    input: () => z.strictObject({ code: SecondFactor, tempToken: TempToken, deviceToken: DeviceToken }),
    reply: () => z.strictObject({ success: z.literal(true), data: SessionData, message: z.string().optional() }),
    refuses: ["invalid_mfa_code", "account_disabled", "temp_token_expired", "rate_limited"],
  }),
  requestMfaHelp: endpoint({
    method: "POST",
    path: "/users/mfa-help-request",
    access: "public",
    summary:
      "Mails a request for help to the administrators. A caller who has not entered the master password gets the same reply, but nothing is sent.",
    failure: "Failed to send MFA help request",
    declined: "Failed to send request",
    input: () =>
      z.strictObject({
        email: Email,
        message: z.string().trim().min(1).max(HELP_MESSAGE_MAX_LENGTH),
        tempToken: TempToken.optional(),
      }),
    reply: () => Done,
    refuses: ["nobody_to_help", "rate_limited"],
  }),
  setupMfa: endpoint({
    method: "POST",
    path: "/users/2fa/setup",
    access: "signed-in",
    fresh: true,
    summary: "Creates a secret, pending until it is verified. A secret in the body is only accepted as base32 of at least 160 bits.",
    noToken: NO_TOKEN,
    failure: "Failed to setup MFA",
    input: () => z.strictObject({ secret: z.string().max(128).optional() }),
    reply: () => z.object({ success: z.literal(true), qrCodeUrl: z.string().startsWith("data:image/"), secret: z.string() }),
    refuses: ["mfa_already_on"],
  }),
  verifyMfaSetup: endpoint({
    method: "POST",
    path: "/users/2fa/verify",
    access: "signed-in",
    fresh: true,
    summary: "Turns the second factor on and returns ten recovery codes, once. Ends the other sessions; a mailed link undoes it for a day.",
    noToken: NO_TOKEN,
    failure: "Failed to verify MFA code",
    input: () => z.strictObject({ code: Code }),
    reply: () => z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()), message: z.string().optional() }),
    refuses: ["invalid_code", "mfa_not_pending", "rate_limited"],
  }),
  disableMfa: endpoint({
    method: "POST",
    path: "/users/2fa/disable",
    access: "signed-in",
    fresh: true,
    summary: "Turns the second factor off, with one of its codes.",
    noToken: NO_TOKEN,
    failure: "Failed to disable MFA",
    input: () => z.strictObject({ code: SecondFactor }),
    reply: () => Done,
    refuses: ["invalid_code", "mfa_not_on", "rate_limited"],
  }),
  undoMfa: endpoint({
    method: "POST",
    path: "/users/2fa/undo",
    access: "public",
    summary: "Turns off a second factor that was just set up, with the link mailed at that time. Every session ends.",
    input: () => z.strictObject({ undoToken: TempToken }),
    reply: () => Done,
    refuses: ["undo_link_invalid", "rate_limited"],
  }),
  removeMfa: endpoint({
    method: "POST",
    path: "/users/2fa/remove",
    access: "signed-in",
    fresh: true,
    summary: "An administrator removes another user's second factor: they are mailed, it is audited, and their sessions end.",
    noToken: NO_TOKEN,
    failure: "Failed to remove MFA",
    input: () => z.strictObject({ userId: Id }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "beyond_own_permissions", "added_unasked"],
  }),
};
