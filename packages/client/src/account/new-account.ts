/** Generates all keys of a new account and the body that creates it: the same for an invited account and a linked profile. */
import type { InputOf } from "@coffer/contract/endpoint";
import type { profiles } from "@coffer/contract/profiles";
import {
  deriveCredentials,
  deriveSymmetricKey,
  equalBytes,
  generateId,
  generateIdentity,
  generateKey,
  KDF_ID,
  normaliseEmail,
  openSigner,
  type Random,
  type SecretKey,
  toHex,
} from "@coffer/crypto";
import { scopeKeys } from "../keyring.ts";
import { sealHead } from "../sync/head.ts";
import { NO_ENTRIES } from "../sync/head-entries.ts";
import { ownDeviceId } from "../sync/pins.ts";
import type { KeyStore } from "../types.ts";
import { FIRST_EPOCH, generateRecovery, wrapIdentity, wrapVaultKey } from "./credentials.ts";
import { type SealedKit, sealKit } from "./sealed-kit.ts";

export interface AccountForm {
  readonly email: string;
  readonly password: string;
  readonly hint: string | null;
}

type LinkFields = "linkToUserId" | "linkId" | "forExisting" | "forNew" | "linkAuthHash";
type NewAccountBody = Omit<InputOf<typeof profiles.createProfile>, LinkFields>;

export interface NewAccount {
  readonly body: NewAccountBody;
  readonly recoveryKey: string;
  readonly kit: SealedKit;
  readonly vaultKey: SecretKey;
  readonly symmetricKey: SecretKey;
}

interface NewAccountDeps {
  readonly random: Random;
  readonly keys: KeyStore;
  readonly now: () => number;
}

/** Contents of the first head of an empty vault. */
const BEGINNING = {
  generation: 1,
  seq: 1,
  previous: null,
  digests: NO_ENTRIES,
  count: 0,
  epochs: { cred: FIRST_EPOCH, recovery: FIRST_EPOCH },
  flags: 0,
  trust: null,
} as const;

/**
 * Generates every key of an account; nothing is sent. The vault begins with an empty head at seq 1.
 * @throws Error when the random source repeats itself: every key would be predictable
 * @returns the body for the server; the recovery key to be shown once; and the open keys, which the caller wipes.
 */
export async function generateAccount({ random, keys, now }: NewAccountDeps, { email, password, hint }: AccountForm): Promise<NewAccount> {
  if (equalBytes(random(32), random(32))) throw new Error("The randomness of this device repeats itself");
  const address = normaliseEmail(email);
  const [accountId, personalVaultId] = [generateId(random), generateId(random)];
  const salt = random(16);
  const { authKey, encryptionKey, effSalt } = await deriveCredentials({ password, email: address, salt, kdfId: KDF_ID });
  const vaultKey = generateKey(random);
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, FIRST_EPOCH);
  const account = { accountId, keyEpoch: FIRST_EPOCH };
  const recovery = await generateRecovery(random, vaultKey, { accountId, epoch: FIRST_EPOCH });
  const identity = await generateIdentity(random);
  const own = { key: vaultKey, scopeId: personalVaultId, epoch: FIRST_EPOCH };
  const deviceId = await ownDeviceId(keys, random);
  const body: NewAccountBody = {
    email: address,
    authKey,
    accountId,
    personalVaultId,
    kdfId: KDF_ID,
    salt: toHex(salt),
    masterPasswordHint: hint,
    encryptedVaultKey: await wrapVaultKey(encryptionKey, vaultKey, { accountId, effSalt, credEpoch: FIRST_EPOCH }),
    encryptedKey: recovery.encryptedKey,
    recoveryAuthHash: recovery.authHash,
    publicKey: identity.public,
    encryptedPrivateKey: await wrapIdentity({ ...account, symmetricKey }, identity.secret),
    ...(await sealHead({
      keys: await scopeKeys({ ...own, signer: await openSigner(identity.secret) }),
      ...BEGINNING,
      deviceId,
      now: now(),
    })),
  };
  identity.secret.fill(0);
  const kit = await sealKit({ ...account, symmetricKey }, { email: address, recoveryKey: recovery.text, epoch: FIRST_EPOCH });
  return { body, recoveryKey: recovery.text, kit, vaultKey, symmetricKey };
}
