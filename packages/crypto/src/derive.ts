/** From the master password to the two keys of an account: Argon2id makes every guess expensive, PBKDF2 separates the two. */
import { context } from "./context.ts";
import { toHex, utf8 } from "./encoding.ts";
import { type SecretKey, secretKey } from "./keys.ts";
import { argon2id, pbkdf2, sha256 } from "./primitives.ts";

/** The only key derivation there is. Its costs are constants here and never fields of a reply (security design §2). */
export const KDF_ID = 1;
/** Rounds of PBKDF2-HMAC-SHA-256 for each of the two keys (specification 1 §9). */
export const KEY_ROUNDS = 100_000;

const ARGON2_MEMORY_KIB = 65_536;
const ARGON2_PASSES = 3;
/** For the salt of an account and of a backup. */
const SALT_BYTES = 16;
const KEY_BYTES = 32;

export interface Credentials {
  /** Lower-case hex of 32 bytes; sent to the server instead of the password. */
  authKey: string;
  /** Wraps the vault key; never leaves the client. */
  encryptionKey: SecretKey;
  /** 32 bytes: the account's salt bound to its e-mail; part of the vault key's context. */
  effSalt: Uint8Array;
}

/** The form in which two spellings of one address are equal: NFKC, trimmed, lower case. */
export function normaliseEmail(email: string): string {
  return email.normalize("NFKC").trim().toLowerCase();
}

/**
 * Takes about a third of a second of CPU time and 64 MiB: do not call it during animations.
 * @param salt 16 bytes, the account's own.
 * @param kdfId as sent by the server.
 * @throws RangeError, before anything is computed, when `kdfId` is not `KDF_ID`, the salt is not 16 bytes or the password is empty.
 */
export async function deriveCredentials(input: { password: string; email: string; salt: Uint8Array; kdfId: number }): Promise<Credentials> {
  const { password, email, salt, kdfId } = input;
  if (kdfId !== KDF_ID) throw new RangeError("Unknown key derivation");
  if (salt.length !== SALT_BYTES) throw new RangeError("The salt has 16 bytes");
  if (password === "") throw new RangeError("The master password is empty");
  const effSalt = await sha256(context("kdf-salt", utf8(normaliseEmail(email)), salt));
  const masterKey = await hardened(password, effSalt);
  const [authKey, encryptionKey] = await Promise.all([
    pbkdf2(masterKey, context("auth-key", effSalt), KEY_ROUNDS, KEY_BYTES),
    pbkdf2(masterKey, context("encryption-key", effSalt), KEY_ROUNDS, KEY_BYTES),
  ]);
  masterKey.fill(0);
  return { authKey: toHex(authKey), encryptionKey: secretKey(encryptionKey), effSalt };
}

/**
 * The key for data with its own password, outside of any account: derivation `KDF_ID` on a random salt that is stored next to the data.
 * An account's salt goes in hashed to 32 bytes, so no account's key can come out here. As slow as `deriveCredentials`.
 * @param salt 16 random bytes.
 * @throws RangeError when the salt is not 16 bytes or the password is empty.
 */
export async function derivePasswordKey({ password, salt }: { password: string; salt: Uint8Array }): Promise<SecretKey> {
  if (salt.length !== SALT_BYTES) throw new RangeError("The salt has 16 bytes");
  if (password === "") throw new RangeError("The password is empty");
  return secretKey(await hardened(password, salt));
}

/** The expensive part of every guess. */
const hardened = (password: string, salt: Uint8Array): Promise<Uint8Array> =>
  argon2id(utf8(password.normalize("NFKC")), salt, ARGON2_MEMORY_KIB, ARGON2_PASSES);
