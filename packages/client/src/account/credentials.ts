/**
 * The keys that the master password and the recovery key open: each wrapped under another, with the context that binds it (security
 * design §2). Every wrap and unwrap of an account key is here, so that registration, sign-in, password change and recovery cannot differ.
 */
import {
  context,
  DecryptError,
  deriveRecoveryAuth,
  deriveRecoveryWrap,
  generateRecoveryKey,
  KDF_ID,
  openSigner,
  type Random,
  type SecretKey,
  type Signer,
  secretKey,
  sha256,
  toHex,
  u8,
  u32,
  unwrap,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";

/** Epochs of a new account's credentials and keys; each rotation adds one. */
export const FIRST_EPOCH = 1;
/** Ed25519 seed and X-Wing seed. */
const IDENTITY_BYTES = 64;

/** What `encryptedVaultKey` is bound to in addition to its key. */
export interface PasswordBinding {
  readonly accountId: string;
  /** The account's salt bound to its email address. */
  readonly effSalt: Uint8Array;
  readonly credEpoch: number;
}

const underPassword = ({ accountId, effSalt, credEpoch }: PasswordBinding) => ({
  purpose: "vaultKey" as const,
  epoch: credEpoch,
  context: context("vault-key", uuidToBytes(accountId), u8(KDF_ID), effSalt, u32(credEpoch)),
});

export const wrapVaultKey = (encryptionKey: SecretKey, vaultKey: SecretKey, binding: PasswordBinding): Promise<string> =>
  wrap({ key: encryptionKey, bytes: vaultKey, ...underPassword(binding) });

/** @throws DecryptError when password, account or epoch are wrong. */
export async function unwrapVaultKey(encryptionKey: SecretKey, wrapped: string, binding: PasswordBinding): Promise<SecretKey> {
  return asKey(await unwrap({ key: encryptionKey, wrapped, ...underPassword(binding) }));
}

const underRecovery = (accountId: string, epoch: number) => ({
  purpose: "recovery" as const,
  epoch,
  context: context("recovery", uuidToBytes(accountId), u32(epoch)),
});

/** A new recovery key: its text, shown once; the vault key wrapped under it; and what the server checks it by. */
export interface NewRecovery {
  readonly text: string;
  readonly encryptedKey: string;
  /** Hex; the server stores this hash, and a reset shows it the preimage. */
  readonly authHash: string;
}

/** Draws a recovery key and wraps the vault key. The copy is bound to this account and to the number of earlier copies. */
export async function generateRecovery(
  random: Random,
  vaultKey: SecretKey,
  { accountId, epoch }: { readonly accountId: string; readonly epoch: number },
): Promise<NewRecovery> {
  const { bytes, text } = generateRecoveryKey(random);
  const key = await deriveRecoveryWrap(bytes, accountId);
  return {
    text,
    encryptedKey: await wrap({ key, bytes: vaultKey, ...underRecovery(accountId, epoch) }),
    authHash: toHex(await sha256(await deriveRecoveryAuth(bytes, accountId))),
  };
}

/**
 * @param recoveryKey its 20 bytes.
 * @param epoch which copy of the account it is, as in the head.
 * @throws DecryptError when it belongs to another account, or was renewed since.
 */
export async function unwrapRecoveryCopy(recoveryKey: Uint8Array, wrapped: string, accountId: string, epoch: number): Promise<SecretKey> {
  const key = await deriveRecoveryWrap(recoveryKey, accountId);
  try {
    return asKey(await unwrap({ key, wrapped, ...underRecovery(accountId, epoch) }));
  } finally {
    key.fill(0);
  }
}

/** The account's symmetric key at one key epoch. */
interface OwnKey {
  readonly accountId: string;
  readonly keyEpoch: number;
  readonly symmetricKey: SecretKey;
}

const underSymmetric = ({ accountId, keyEpoch }: OwnKey) => ({
  purpose: "identity" as const,
  epoch: keyEpoch,
  context: context("identity", uuidToBytes(accountId), u32(keyEpoch)),
});

/** @param secret the 64 bytes of an identity. */
export const wrapIdentity = (own: OwnKey, secret: Uint8Array): Promise<string> =>
  wrap({ key: own.symmetricKey, bytes: secret, ...underSymmetric(own) });

/** @throws DecryptError for another account, key or epoch; so success also proves that this vault key has this key epoch. */
export async function unwrapIdentity(own: OwnKey, wrapped: string): Promise<Uint8Array> {
  const secret = await unwrap({ key: own.symmetricKey, wrapped, ...underSymmetric(own) });
  if (secret.length !== IDENTITY_BYTES) throw new DecryptError();
  return secret;
}

/** Signs the heads of this account. @throws DecryptError as `unwrapIdentity`. */
export async function openOwnSigner(own: OwnKey, wrapped: string): Promise<Signer> {
  const secret = await unwrapIdentity(own, wrapped);
  const signer = await openSigner(secret);
  secret.fill(0);
  return signer;
}

function asKey(bytes: Uint8Array): SecretKey {
  if (bytes.length !== 32) throw new DecryptError();
  const key = secretKey(bytes);
  bytes.fill(0);
  return key;
}
