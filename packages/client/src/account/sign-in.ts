/**
 * Turns an email address, a master password and the server's answer into a session; the only place that decides whether the answer is
 * trusted (security design §8).
 */
import type { SessionData } from "@coffer/contract/account";
import { api } from "@coffer/contract/api";
import { DecryptError, deriveCredentials, fromHex, KDF_ID, normaliseEmail, type SecretKey } from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import { type Keyring, openKeyring } from "../keyring.ts";
import { type AccountPin, readAccountPin, writeAccountPin } from "../sync/pins.ts";
import type { SignedIn } from "../types.ts";
import type { AccountContext, Derived } from "./context.ts";
import { unwrapIdentity, unwrapVaultKey } from "./credentials.ts";
import { noteDevice } from "./device-token.ts";
import { noteCode } from "./second-factor-check.ts";

interface Typed {
  readonly email: string;
  readonly password: string;
}

/** @throws ClientError when the server names other parameters than this device has pinned. */
export async function askSalt({ call, keys, origin }: AccountContext, email: string): Promise<Pick<Derived, "address" | "salt" | "pin">> {
  const address = normaliseEmail(email);
  const { kdfId, salt } = await call(api.account.prelogin, { email: address });
  const pin = await readAccountPin(keys, origin, address);
  if (kdfId !== KDF_ID || (pin && (pin.salt !== salt || pin.kdfId !== kdfId))) {
    throw new ClientError("The server asked for other key parameters than before. Sign-in was stopped to protect your password.");
  }
  return { address, salt, pin };
}

/** Asks for the salt and derives. @throws ClientError as `askSalt`. */
export async function deriveForSignIn(context: AccountContext, { email, password }: Typed): Promise<Derived> {
  const asked = await askSalt(context, email);
  const { address, salt } = asked;
  return { ...(await deriveCredentials({ password, email: address, salt: fromHex(salt), kdfId: KDF_ID })), ...asked };
}

/** What was presented to sign in. */
interface Proofs {
  readonly derived: Derived;
  /** Whether a second factor was sent too. */
  readonly codeSent: boolean;
}

/**
 * Verifies the server's answer, pins it and starts the session.
 * @throws ClientError when it is incomplete, for another account, or does not open; IntegrityError when this device has seen its keys
 * replaced.
 */
export async function beginSession(context: AccountContext, data: SessionData, { derived, codeSent }: Proofs): Promise<SignedIn> {
  if (!data.encryptedVaultKey) throw new ClientError("Server response missing encrypted vault key");
  if (normaliseEmail(data.user.email) !== derived.address) throw new ClientError("Login failed");
  refuseOlder(derived.pin, data);
  const keyring = await openSession(data, derived).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new ClientError("Failed to decrypt vault key", { cause });
    throw cause;
  });
  await enter(context, data, { salt: derived.salt, keyring, encryptedVaultKey: data.encryptedVaultKey, codeSent });
  return { isDeletionTakenBack: data.deletion_taken_back === true };
}

async function openSession(data: SessionData, { encryptionKey, effSalt }: Derived): Promise<Keyring> {
  const binding = { accountId: data.user.id, effSalt, credEpoch: data.credEpoch };
  return verifiedKeyring(data, encryptionKey, await unwrapVaultKey(encryptionKey, data.encryptedVaultKey ?? "", binding));
}

type Owned = Pick<SessionData, "personal_vault_id" | "keyEpoch" | "encryptedPrivateKey"> & { readonly user: { readonly id: string } };

/**
 * The keys of a session, once the account's own identity has opened under them: that proves account and key epoch. @throws DecryptError
 * otherwise.
 */
export async function verifiedKeyring(data: Owned, encryptionKey: SecretKey | null, vaultKey: SecretKey): Promise<Keyring> {
  const account = { accountId: data.user.id, personalScopeId: data.personal_vault_id, keyEpoch: data.keyEpoch };
  const keyring = await openKeyring(account, encryptionKey, vaultKey);
  (await unwrapIdentity(keyring, data.encryptedPrivateKey)).fill(0);
  return keyring;
}

/** @throws ClientError for another account, IntegrityError for keys that this device has seen replaced. */
export function refuseOlder(pin: AccountPin | null, data: { user: { id: string }; credEpoch: number; keyEpoch: number }): void {
  if (!pin) return;
  if (pin.accountId !== data.user.id) throw new ClientError("Login failed");
  if (data.credEpoch < pin.credEpoch || data.keyEpoch < pin.keyEpoch) throw new IntegrityError("rollback");
}

interface Entry {
  readonly salt: string;
  readonly encryptedVaultKey: string;
  readonly keyring: Keyring;
  /** Null where no code was asked for, and none is missing. */
  readonly codeSent: boolean | null;
  /** What the server knows this device by from now on, where that was not kept by the email. */
  readonly deviceToken?: string;
}

/** Pins what was verified and starts the session. */
export async function enter(context: AccountContext, data: SessionData, entry: Entry): Promise<void> {
  const { keys, origin, sessions } = context;
  const { credEpoch, keyEpoch, user } = data;
  const { salt, keyring, encryptedVaultKey } = entry;
  const address = normaliseEmail(user.email);
  await writeAccountPin(keys, origin, address, { accountId: user.id, salt, kdfId: KDF_ID, credEpoch, keyEpoch });
  await noteDevice(context, { email: address, accountId: user.id }, entry.deviceToken);
  await noteCode(context, entry.codeSent);
  await sessions.begin(data, { salt, credEpoch, encryptedVaultKey }, keyring);
}
