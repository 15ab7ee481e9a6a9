/** Account endpoints: sign-in, registration, the session. */
import { PERMISSION_FLAGS, type PermissionFlag } from "@coffer/core/team/permissions";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  Base64Url,
  CodeSent,
  DeviceToken,
  Done,
  Email,
  Hex16,
  Hex32,
  Hint,
  Id,
  MailedCode,
  Nothing,
  RequestId,
  Signature,
  Wrapped,
} from "./schemas.ts";

const flags = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, z.boolean()])) as Record<PermissionFlag, z.ZodBoolean>;
export const Permissions = z.strictObject(flags);
export type Permissions = z.infer<typeof Permissions>;

export const User = z.strictObject({ id: Id, email: z.string(), name: z.string(), two_factor_enabled: z.boolean() });
export type User = z.infer<typeof User>;

/**
 * The result of a sign-in. Its keys are wrapped for the client (security design §2).
 *
 * Note: Strict. Replies that carry keys, heads, identities or sessions are refused when they hold unknown names: a name the client does not understand could change what the
 * rest means (§8). Other replies drop unknown names, so that an older client and a newer server can talk.
 */
export const SessionData = z.strictObject({
  encryptedVaultKey: Wrapped.nullish(),
  user: User,
  token: z.string(),
  role_id: z.int(),
  permissions: Permissions,
  team_id: Id.nullable(),
  personal_vault_id: Id,
  credEpoch: z.int().min(1),
  keyEpoch: z.int().min(1),
  publicKey: Base64Url,
  encryptedPrivateKey: Wrapped,
  /** The account was scheduled for deletion, and this sign-in canceled it. */
  deletion_taken_back: z.literal(true).optional(),
});
export type SessionData = z.infer<typeof SessionData>;

/** Sent for every new account: ids and keys made by the client, the keys wrapped. */
export const newAccountBody = {
  email: Email,
  authKey: Hex32,
  encryptedVaultKey: Wrapped,
  encryptedKey: Wrapped,
  masterPasswordHint: Hint.optional(),
  accountId: Id,
  kdfId: z.literal(1),
  salt: Hex16,
  recoveryAuthHash: Hex32,
  publicKey: Base64Url,
  encryptedPrivateKey: Wrapped,
  personalVaultId: Id,
  /** The first head of the personal scope, and its signature by the new identity. */
  head: Wrapped,
  signature: Signature,
};

/** Sent in addition for a linked profile. */
export const linkBody = {
  linkToUserId: Id,
  linkId: Id,
  /** The new profile's vault key and the link's proof, under the caller's symmetricKey. */
  forExisting: Wrapped,
  /** The caller's vault key and the link's proof, under the new profile's symmetricKey. */
  forNew: Wrapped,
  linkAuthHash: Hex32,
};

export const account = {
  prelogin: endpoint({
    method: "POST",
    path: "/users/prelogin",
    access: "public",
    summary: "The salt to derive the keys with. Answers alike for known and unknown emails.",
    input: () => z.strictObject({ email: Email }),
    reply: () => z.strictObject({ kdfId: z.int(), salt: Hex16 }),
    refuses: ["rate_limited"],
  }),
  login: endpoint({
    method: "POST",
    path: "/users/login",
    access: "public",
    summary: "Signs in with the auth key that the client derived from the master password.",
    declined: "Login failed",
    input: () => z.strictObject({ email: Email, authKey: Hex32, deviceToken: DeviceToken }),
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        data: SessionData.optional(),
        requiresMfa: z.boolean().optional(),
        tempToken: z.string().optional(),
        message: z.string().optional(),
      }),
    refuses: ["invalid_credentials", "account_disabled", "sign_in_queued", "rate_limited"],
  }),
  register: endpoint({
    method: "POST",
    path: "/users/register",
    access: "public",
    summary:
      "Creates an account with an invitation. All ids and keys are made by the client; the server stores them wrapped. With `linkToUserId` and a session: a linked profile.",
    input: () =>
      z.strictObject({
        ...newAccountBody,
        ...z.object(linkBody).partial().shape,
        is_invited: z.boolean().optional(),
        token: z.string().min(1).max(200).optional(),
        /** From the mailbox, where the invitation needs it. */
        code: MailedCode.optional(),
        requestId: RequestId.optional(),
      }),
    reply: () => Done,
    refuses: [
      "invalid_invitation",
      "invitation_email_mismatch",
      "email_not_proven",
      "invalid_code",
      "email_taken",
      "id_taken",
      "bad_signature",
      "forbidden",
      "fresh_proof_needed",
      "rate_limited",
    ],
  }),
  logout: endpoint({
    method: "POST",
    path: "/users/logout",
    access: "signed-in",
    summary: "Ends the session of this token.",
    whileLocked: true,
    input: () => Nothing,
    reply: () => Done,
    refuses: [],
  }),
  verifyMasterPassword: endpoint({
    method: "POST",
    path: "/export/verify-master-password",
    access: "signed-in",
    summary:
      "Whether this auth key belongs to the account. Called before an export and before calls marked `fresh`; a correct one counts for ten minutes.",
    whileLocked: true,
    input: () => z.strictObject({ authKey: Hex32, reason: z.enum(["export", "change"]).default("export") }),
    reply: () => z.object({ success: z.literal(true), isValid: z.boolean(), message: z.string().optional() }),
    refuses: ["rate_limited"],
  }),
  validateInvitation: endpoint({
    method: "POST",
    path: "/team/validate-invitation",
    access: "public",
    summary: "What an invitation is for. `email` is null for an open invitation.",
    input: () => z.strictObject({ token: z.string().min(1).max(200) }),
    reply: () =>
      z.object({
        success: z.literal(true),
        invitation: z.object({
          email: z.string().nullable(),
          team_name: z.string().nullable(),
          role_name: z.string(),
          /** Null: by the operator of the server. */
          invited_by_email: z.string().nullable(),
          expires_at: z.string(),
          userExists: z.boolean(),
          /** Whether the link was sent only to the mailbox; otherwise the invited person has to prove who they are before using it. */
          is_mailed: z.boolean(),
          /** Whether registering takes a code that is mailed to the address: the link has passed through other hands. */
          needs_code: z.boolean().optional(),
        }),
      }),
    refuses: ["invalid_invitation", "invitation_unbacked", "rate_limited"],
  }),
  sendInvitationCode: endpoint({
    method: "POST",
    path: "/team/invitation-code",
    access: "public",
    summary: "Mails a code to the address of an invitation that was handed over, for the registration.",
    failure: "Failed to send verification code",
    input: () => z.strictObject({ token: z.string().min(1).max(200) }),
    reply: () => CodeSent,
    refuses: ["invalid_invitation", "invitation_unbacked", "rate_limited"],
  }),
  status: endpoint({
    method: "GET",
    path: "/status",
    access: "public",
    summary: "Whether the service is up, and its current notice.",
    input: () => Nothing,
    reply: () =>
      z.object({
        success: z.literal(true),
        maintenance: z.boolean(),
        message: z.string(),
        version: z.string(),
        breachCheckUrl: z.string().nullable().optional(),
      }),
    refuses: [],
  }),
};
