/** Endpoints of a forgotten master password: the hint, the mailed code, and the reset that re-seals everything (security design §5). */
import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import { z } from "zod";
import { User } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { NEW_KEYS_MAX_BYTES, newKeysBody } from "./new-keys.ts";
import { anyRecordReply } from "./resealed.ts";
import {
  Base64Url,
  CodeSent,
  DeviceToken,
  Done,
  Email,
  Hex16,
  Hex32,
  Id,
  MailedCode,
  Nothing,
  RequestId,
  Time,
  TrustText,
  Wrapped,
} from "./schemas.ts";
import { HeadText, ScopeState } from "./vault.ts";

export const recovery = {
  forgotPassword: endpoint({
    method: "POST",
    path: "/users/forgot-password",
    access: "public",
    summary: "Mails a code for a new request. Answers alike for known and unknown emails.",
    failure: "Failed to initiate password reset",
    input: () => z.strictObject({ email: Email, deviceToken: DeviceToken }),
    reply: () => CodeSent,
    refuses: ["rate_limited"],
  }),
  requestReset: endpoint({
    method: "POST",
    path: "/users/request-reset",
    access: "public",
    summary: "The same under a second name.",
    failure: "Failed to initiate password reset",
    input: () => z.strictObject({ email: Email, deviceToken: DeviceToken }),
    reply: () => CodeSent,
    refuses: ["rate_limited"],
  }),
  passwordHint: endpoint({
    method: "POST",
    path: "/users/password-hint",
    access: "public",
    summary: "Mails the hint. Answers alike for known and unknown emails.",
    failure: "Failed to get password hint",
    input: () => z.strictObject({ email: Email, deviceToken: DeviceToken }),
    reply: () => Done,
    refuses: ["rate_limited"],
  }),
  verifyRecovery: endpoint({
    method: "POST",
    path: "/users/verify-recovery",
    access: "public",
    summary:
      "Proves the mailbox with the mailed code, and the second factor where there is one. Returns a token that is valid only for the reset.",
    failure: "Invalid recovery code",
    input: () =>
      z.strictObject({
        email: Email,
        token: MailedCode,
        requestId: RequestId.optional(),
        mfaCode: z.string().max(11).optional(),
        deviceToken: DeviceToken,
      }),
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        requiresMfa: z.boolean().optional(),
        user: User.optional(),
        tempToken: z.string().optional(),
        /** Always null: it would only help offline guessing (decision Z-12). */
        encryptedVaultKey: z.null().optional(),
        /** The vault key under the recovery key. */
        encryptedKey: Wrapped.optional(),
        personal_vault_id: Id.optional(),
        credEpoch: z.int().min(1).optional(),
        keyEpoch: z.int().min(1).optional(),
        recoveryEpoch: z.int().min(1).optional(),
        salt: Hex16.optional(),
        publicKey: Base64Url.optional(),
        encryptedPrivateKey: Wrapped.optional(),
        message: z.string().optional(),
      }),
    refuses: ["invalid_recovery_code", "invalid_mfa_code", "account_disabled", "rate_limited"],
  }),
  entriesForReset: endpoint({
    method: "GET",
    path: "/vault/entries-for-reset",
    access: "recovery",
    summary: "All of the caller's own records, of every kind and including the trash, with the newest head.",
    failure: "Failed to fetch entries",
    input: () => Nothing,
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        entries: z.array(anyRecordReply),
        scope: ScopeState,
        head: HeadText,
        trust: TrustText.nullable(),
      }),
    refuses: ["account_disabled"],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/users/reset-password",
    access: "recovery",
    summary: "New keys and everything re-sealed, in one transaction; the ids and revisions must be exactly those stored.",
    failure: "Failed to reset password",
    input: () =>
      z.strictObject({
        email: Email,
        ...newKeysBody,
        publicKey: Base64Url.optional(),
        /** Proof of the old recovery key; absent when starting with an empty vault. */
        recoveryAuth: Hex32.optional(),
        /** Starts with an empty vault; the old ciphertext is kept for `DELETED_KEPT_DAYS` in case the recovery key is found later. */
        discardItems: z.boolean().optional(),
        /** All devices are forgotten; this token makes this device known again under the new credentials. */
        deviceToken: DeviceToken,
      }),
    maxBytes: NEW_KEYS_MAX_BYTES,
    reply: () => Done,
    refuses: ["forbidden", "account_disabled", "stale_head", "bad_signature", "stale_revision", "invalid_recovery_key", "rate_limited"],
  }),
  discardedVaults: endpoint({
    method: "GET",
    path: "/vault/discarded",
    access: "signed-in",
    summary: `Vaults left behind in a reset, for ${DELETED_KEPT_DAYS} days. A user who finds the old recovery key can open them and write the records again.`,
    input: () => Nothing,
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        vaults: z.array(
          z.strictObject({
            discardedAt: Time,
            /** The old vault key under the old recovery key; `recoveryEpoch` is in its context. */
            encryptedKey: Wrapped,
            recoveryEpoch: z.int().min(1),
            /** Epoch of the old vault key, and of the scope. */
            keyEpoch: z.int().min(1),
            publicKey: Base64Url,
            encryptedPrivateKey: Wrapped,
            head: HeadText,
            /** Unchanged; a record is restored by a write with the next revision. */
            entries: z.array(anyRecordReply),
          }),
        ),
      }),
    refuses: [],
  }),
};
