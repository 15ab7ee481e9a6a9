/** Endpoints of the settings page: devices, master password, email, recovery key, audit log, the end of an account. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CodeSent, Done, Email, Hex32, Hint, Id, MailedCode, Nothing, RequestId, Seq, Time, Wrapped } from "./shapes.ts";

/** The epoch of the credentials that the vault key was wrapped for; of two who change them at once one is refused. */
const next = { credEpoch: z.int().min(2) };

export const settings = {
  listSessions: endpoint({
    method: "GET",
    path: "/users/sessions",
    access: "signed-in",
    summary: "Devices that are signed in.",
    input: Nothing,
    reply: z.strictObject({
      success: z.literal(true),
      sessions: z.array(
        z.strictObject({ id: Id, device: z.string(), createdAt: Time, lastUsedAt: Time, expiresAt: Time, isCurrent: z.boolean() }),
      ),
    }),
    refuses: [],
  }),
  revokeSession: endpoint({
    method: "DELETE",
    path: "/users/sessions/:id",
    access: "signed-in",
    fresh: true,
    summary: "Signs one device out.",
    input: z.strictObject({ id: Id }),
    reply: Done,
    refuses: ["not_found"],
  }),
  revokeOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/sessions",
    access: "signed-in",
    fresh: true,
    summary: "Signs every other device out.",
    input: Nothing,
    reply: Done,
    refuses: [],
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/users/change-password",
    access: "signed-in",
    fresh: true,
    summary: "Wraps the vault key anew; other devices are signed out and links to other profiles end.",
    input: z.strictObject({ ...next, authKey: Hex32, encryptedVaultKey: Wrapped, masterPasswordHint: Hint }),
    reply: Done.extend({ credEpoch: z.int().min(1) }),
    refuses: ["stale_credentials"],
  }),
  requestEmailChange: endpoint({
    method: "POST",
    path: "/users/request-email-change",
    access: "signed-in",
    fresh: true,
    summary: "Mails a code to the new address.",
    input: z.strictObject({ email: Email }),
    reply: CodeSent,
    refuses: ["rate_limited"],
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/users/change-email",
    access: "signed-in",
    fresh: true,
    summary: "Both keys depend on the email: the new auth key and the vault key wrapped anew come along.",
    input: z.strictObject({
      ...next,
      email: Email,
      code: MailedCode,
      requestId: RequestId.optional(),
      authKey: Hex32,
      encryptedVaultKey: Wrapped,
    }),
    reply: Done.extend({ credEpoch: z.int().min(1) }),
    refuses: ["stale_credentials", "invalid_code", "email_taken", "rate_limited"],
  }),
  renewRecoveryKey: endpoint({
    method: "PUT",
    path: "/users/keys",
    access: "signed-in",
    fresh: true,
    summary: "A new recovery copy of the vault key; the old recovery key opens nothing any more.",
    input: z.strictObject({ credEpoch: z.int().min(1), encryptedKey: Wrapped, recoveryAuthHash: Hex32 }),
    reply: Done,
    refuses: ["stale_credentials"],
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/users/delete-account",
    access: "signed-in",
    fresh: true,
    summary: "Ends every session; the data is purged after 7 business days. Signing in before that keeps the account.",
    input: z.strictObject({ authKey: Hex32 }),
    reply: Done.extend({ purgedAt: Time }),
    refuses: ["wrong_master_password", "last_admin", "rate_limited"],
  }),
  keepAccount: endpoint({
    method: "POST",
    path: "/users/keep-account",
    access: "signed-in",
    summary: "Takes the deletion back.",
    input: Nothing,
    reply: Done,
    refuses: [],
  }),
  listAudit: endpoint({
    method: "GET",
    path: "/users/audit",
    access: "signed-in",
    summary:
      "What happened to one's account, newest first, each row with all that its hash is made of; and what was refused, counted by day.",
    input: Nothing,
    reply: z.object({
      success: z.literal(true),
      events: z.array(z.object({ seq: Seq, at: Time, event: z.string(), device: z.string(), previous: Hex32, hash: Hex32 })),
      refused: z.array(z.object({ day: Time, event: z.string(), count: Seq, lastAt: Time })),
    }),
    refuses: [],
  }),
};
