/**
 * Endpoints of passkeys that open the vault itself. A passkey's secret output (PRF) never leaves the client: no body has a place for what its extensions say, and
 * the copy of the vault key under it is opened there (passkeys design §2).
 */
import { z } from "zod";
import { SessionData } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { Base64Url, DeviceToken, Done, Id, Nothing, RequestId, Time, Wrapped } from "./schemas.ts";

/** 16 to 1023 bytes, as WebAuthn allows. */
const CredentialId = z.string().regex(/^[A-Za-z0-9_-]{22,1364}$/, "must be the id of a passkey");
/** 16 bytes: the id of an account, as the passkey keeps it. */
const UserHandle = z.string().regex(/^[A-Za-z0-9_-]{22}$/, "must be the id of an account");
/** For one ceremony: both work once, for five minutes. */
const Challenge = z.strictObject({ success: z.literal(true), requestId: RequestId, challenge: Base64Url });

/** More devices than a person keeps passkeys on. */
export const MAX_PASSKEYS = 20;

export const passkeys = {
  passkeyToAdd: endpoint({
    method: "POST",
    path: "/users/passkeys/options",
    access: "signed-in",
    fresh: true,
    summary: "A challenge for a new passkey of this account.",
    input: () => Nothing,
    reply: () => Challenge,
    refuses: [],
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/users/passkeys",
    access: "signed-in",
    fresh: true,
    summary: "Stores a passkey and the vault key wrapped under it. The owner is mailed.",
    input: () =>
      z.strictObject({
        requestId: RequestId,
        id: CredentialId,
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        copy: Wrapped,
        keyEpoch: z.int().min(1),
      }),
    reply: () => Done,
    refuses: ["stale_credentials"],
  }),
  listPasskeys: endpoint({
    method: "GET",
    path: "/users/passkeys",
    access: "signed-in",
    summary: "Passkeys of this account. Their names are in the vault.",
    input: () => Nothing,
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        passkeys: z.array(
          z.strictObject({
            id: CredentialId,
            device: z.string(),
            createdAt: Time,
            lastUsedAt: Time.nullable(),
            /** Live sessions on the device that it was added on, and those that it began. */
            sessions: z.array(Id),
          }),
        ),
      }),
    refuses: [],
  }),
  removePasskey: endpoint({
    method: "POST",
    path: "/users/passkeys/remove",
    access: "signed-in",
    fresh: true,
    summary: "Deletes a passkey and its copy of the vault key. The owner is mailed.",
    input: () => z.strictObject({ id: CredentialId }),
    reply: () => Done,
    refuses: ["not_found"],
  }),
  reportLost: endpoint({
    method: "POST",
    path: "/users/sessions/lost",
    access: "signed-in",
    fresh: true,
    summary:
      "Signs a lost device out, in every session of that device, and deletes the passkeys that are named with their copies. The owner is mailed.",
    input: () => z.strictObject({ id: Id, passkeys: z.array(CredentialId).max(MAX_PASSKEYS) }),
    reply: () => Done,
    refuses: ["not_found"],
  }),
  passkeyCopy: endpoint({
    method: "POST",
    path: "/users/passkeys/copy",
    access: "signed-in",
    whileLocked: true,
    summary: "The vault key wrapped under a passkey.",
    input: () => z.strictObject({ id: CredentialId }),
    reply: () => z.strictObject({ success: z.literal(true), copy: Wrapped }),
    refuses: ["not_found"],
  }),
  passkeyToSignIn: endpoint({
    method: "POST",
    path: "/users/passkeys/challenge",
    access: "public",
    summary: "A challenge for a sign-in.",
    input: () => Nothing,
    reply: () => Challenge,
    refuses: ["rate_limited"],
  }),
  signInByPasskey: endpoint({
    method: "POST",
    path: "/users/passkeys/sign-in",
    access: "public",
    summary: "Signs in with a passkey whose user was verified: that is a second factor. Results of extensions are refused.",
    declined: "Login failed",
    input: () =>
      z.strictObject({
        requestId: RequestId,
        id: CredentialId,
        clientDataJSON: Base64Url,
        authenticatorData: Base64Url,
        signature: Base64Url,
        userHandle: UserHandle,
        deviceToken: DeviceToken,
      }),
    reply: () => z.strictObject({ success: z.literal(true), data: SessionData, copy: Wrapped }),
    refuses: ["invalid_credentials", "account_disabled", "rate_limited"],
  }),
};
