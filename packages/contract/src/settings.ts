/** Endpoints of the settings page: devices, master password, email, recovery key, audit log, deleting the account. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { NEW_KEYS_MAX_BYTES, newKeysBody } from "./new-keys.ts";
import { write } from "./record.ts";
import { CodeSent, Done, Email, Hex32, Hint, Id, MailedCode, Nothing, RequestId, Seq, Time, Wrapped } from "./schemas.ts";
import { Leaving } from "./team-log.ts";

/** The epoch of the credentials that the vault key was wrapped for; of two simultaneous changes one is refused. */
const next = { credEpoch: z.int().min(2) };

export const settings = {
  listSessions: endpoint({
    method: "GET",
    path: "/users/sessions",
    access: "signed-in",
    summary: "Devices that are signed in.",
    input: () => Nothing,
    reply: () =>
      z.strictObject({
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
    input: () => z.strictObject({ id: Id }),
    reply: () => Done,
    refuses: ["not_found"],
  }),
  revokeOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/sessions",
    access: "signed-in",
    fresh: true,
    summary: "Signs every other device out.",
    input: () => Nothing,
    reply: () => Done,
    refuses: [],
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/users/change-password",
    access: "signed-in",
    fresh: true,
    summary: "Wraps the vault key again; other devices are signed out and links to other profiles end.",
    /** The head contains the new epoch of the credentials, so that an older copy of the vault key is recognized. */
    input: () => z.strictObject({ ...next, authKey: Hex32, encryptedVaultKey: Wrapped, masterPasswordHint: Hint, ...write }),
    reply: () => Done.extend({ credEpoch: z.int().min(1) }),
    refuses: ["stale_credentials", "stale_head", "bad_signature"],
  }),
  requestEmailChange: endpoint({
    method: "POST",
    path: "/users/request-email-change",
    access: "signed-in",
    fresh: true,
    summary: "Mails a code to the new address.",
    input: () => z.strictObject({ email: Email }),
    reply: () => CodeSent,
    refuses: ["rate_limited"],
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/users/change-email",
    access: "signed-in",
    fresh: true,
    summary: "Both keys depend on the email, so the body carries the new auth key and the re-wrapped vault key.",
    input: () =>
      z.strictObject({
        ...next,
        email: Email,
        code: MailedCode,
        requestId: RequestId.optional(),
        authKey: Hex32,
        encryptedVaultKey: Wrapped,
        ...write,
      }),
    reply: () => Done.extend({ credEpoch: z.int().min(1) }),
    refuses: ["stale_credentials", "invalid_code", "email_taken", "stale_head", "bad_signature", "rate_limited"],
  }),
  renewRecoveryKey: endpoint({
    method: "PUT",
    path: "/users/keys",
    access: "signed-in",
    fresh: true,
    summary: "A new recovery copy of the vault key; the old recovery key is no longer accepted. The vault key stays.",
    /** The copy is wrapped under the next recovery epoch, which the head contains. */
    input: () => z.strictObject({ credEpoch: z.int().min(1), encryptedKey: Wrapped, recoveryAuthHash: Hex32, ...write }),
    reply: () => Done.extend({ recoveryEpoch: z.int().min(1) }),
    refuses: ["stale_credentials", "stale_head", "bad_signature"],
  }),
  recoveryCopy: endpoint({
    method: "GET",
    path: "/users/keys",
    access: "signed-in",
    fresh: true,
    summary: "The recovery copy of the caller's vault key, so that the recovery key can be tried on the device.",
    failure: "Failed to get the recovery copy",
    input: () => Nothing,
    reply: () => z.strictObject({ success: z.literal(true), encryptedKey: Wrapped }),
    refuses: [],
  }),
  renewKeys: endpoint({
    method: "POST",
    path: "/users/change-keys",
    access: "signed-in",
    fresh: true,
    summary:
      "New keys and everything re-sealed under them, in one transaction, with a new recovery key and, optionally, a new master password; other devices are signed out and links to other profiles end. The ids and revisions must be exactly those stored.",
    failure: "Failed to renew the keys",
    /** Without a hint, the previous one stays. */
    input: () => z.strictObject({ ...newKeysBody, masterPasswordHint: Hint.optional() }),
    maxBytes: NEW_KEYS_MAX_BYTES,
    reply: () => Done,
    refuses: ["stale_head", "bad_signature", "stale_revision"],
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/users/delete-account",
    access: "signed-in",
    fresh: true,
    summary: "Ends every session; the data is purged after 7 business days. Signing in before that keeps the account.",
    /** With the entry by which they leave their team, if the log of it has them; older clients sign none. */
    input: () => z.strictObject({ authKey: Hex32, leaving: Leaving.optional() }),
    reply: () => Done.extend({ purgedAt: Time }),
    refuses: ["wrong_master_password", "last_admin", "rate_limited", "administrator_stays", "stale_head", "bad_signature", "forbidden"],
  }),
  keepAccount: endpoint({
    method: "POST",
    path: "/users/keep-account",
    access: "signed-in",
    summary: "Cancels the deletion.",
    input: () => Nothing,
    reply: () => Done,
    refuses: [],
  }),
  listAudit: endpoint({
    method: "GET",
    path: "/users/audit",
    access: "signed-in",
    summary: "Events of the caller's account, newest first, each with everything its hash covers; refused attempts are counted by day.",
    input: () => Nothing,
    reply: () =>
      z.object({
        success: z.literal(true),
        events: z.array(z.object({ seq: Seq, at: Time, event: z.string(), device: z.string(), previous: Hex32, hash: Hex32 })),
        refused: z.array(z.object({ day: Time, event: z.string(), count: Seq, lastAt: Time })),
      }),
    refuses: [],
  }),
};
