/**
 * Generates new keys for everything of an account without changing anything: a new vault key, a new recovery key, and the whole vault
 * sealed again. Reset and renewal share this code, so that they cannot differ (security design §5).
 */
import type { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import type { HeadText } from "@coffer/contract/vault";
import {
  deriveCredentials,
  derivePublicKey,
  deriveSymmetricKey,
  fromHex,
  generateKey,
  KDF_ID,
  openSigner,
  type Random,
  type SecretKey,
  toHex,
} from "@coffer/crypto";
import { scopeKeys } from "../keyring.ts";
import { type Epochs, hashHead, sealHead } from "../sync/head.ts";
import { digestsOf } from "../sync/head-entries.ts";
import { ownDeviceId, type Pin } from "../sync/pins.ts";
import { hashTrust, wrapTrust } from "../sync/wrapped-trust.ts";
import type { KeyStore } from "../types.ts";
import { generateRecovery, wrapIdentity, wrapVaultKey } from "./credentials.ts";
import { type Opened, type ResealedScope, resealWholeScope } from "./reseal-scope.ts";
import { type SealedKit, sealKit } from "./sealed-kit.ts";

export interface NewKeysDeps {
  readonly keys: KeyStore;
  readonly random: Random;
  readonly now: () => number;
  readonly device: string;
}

export interface NewKeysInput {
  readonly accountId: string;
  readonly scopeId: string;
  readonly email: string;
  readonly password: string;
  /** Hex; stays, because it is bound to the address. */
  readonly salt: string;
  /** The current epochs; each becomes the next. */
  readonly epochs: Epochs;
  readonly keyEpoch: number;
  /** The newest head. */
  readonly head: HeadText;
  /** Records to be sealed again, opened. */
  readonly all: readonly Opened[];
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  /** 64 bytes; the identity does not change. Wiped after it is wrapped again. */
  readonly identity: Uint8Array;
  /** The trust store's bytes, to be wrapped again; null if there is none. */
  readonly trust: Uint8Array | null;
  /** Whether the key of before is in it, for the earlier versions; they are deleted otherwise. */
  readonly keepsVersions: boolean;
  /** How many records have been sealed so far. */
  readonly onDone: (count: number) => void;
}

type NewKeysBody = Omit<InputOf<typeof api.account.resetPassword>, "email" | "recoveryAuth" | "discardItems">;

export interface NewKeys {
  readonly body: NewKeysBody & { readonly publicKey: string };
  readonly recoveryKey: string;
  readonly kit: SealedKit;
  readonly epochs: Epochs;
  readonly keyEpoch: number;
  /** The head that the new keys begin with. */
  readonly pin: Pin;
  /** For the caller that goes on with them; others wipe them. */
  readonly secret: { readonly vaultKey: SecretKey; readonly symmetricKey: SecretKey; readonly encryptionKey: SecretKey };
  /** Whether they were made for this password. Derives, so it is slow. */
  readonly isFor: (password: string) => Promise<boolean>;
}

export async function generateNewKeys(deps: NewKeysDeps, input: NewKeysInput): Promise<NewKeys> {
  const { accountId, scopeId, email, salt, identity } = input;
  const epochs = { cred: input.epochs.cred + 1, recovery: input.epochs.recovery + 1 };
  const keyEpoch = input.keyEpoch + 1;
  const derive = (password: string) => deriveCredentials({ password, email, salt: fromHex(salt), kdfId: KDF_ID });
  const { authKey, encryptionKey, effSalt } = await derive(input.password);
  const vaultKey = generateKey(deps.random);
  const recovery = await generateRecovery(deps.random, vaultKey, { accountId, epoch: epochs.recovery });
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, keyEpoch);
  const keys = await scopeKeys({ key: vaultKey, scopeId, epoch: keyEpoch, signer: await openSigner(identity) });
  const resealed = await resealWholeScope(keys, input.all, deps, input.onDone);
  const own = { accountId, keyEpoch, symmetricKey };
  const trust = input.trust && (await wrapTrust(own, input.trust));
  const write = await firstWrite(deps, input, { keys, epochs, resealed, trust });
  const body = {
    authKey,
    encryptedVaultKey: await wrapVaultKey(encryptionKey, vaultKey, { accountId, effSalt, credEpoch: epochs.cred }),
    encryptionKey: recovery.encryptedKey,
    recoveryAuthHash: recovery.authHash,
    reEncryptedEntries: [...resealed.entries],
    encryptedPrivateKey: await wrapIdentity(own, identity),
    ...(trust !== null && { trust }),
    ...(input.keepsVersions && { keepsVersions: true as const }),
    publicKey: await derivePublicKey(identity),
    baseSeq: input.head.seq,
    head: write.head,
    signature: write.signature,
  };
  identity.fill(0);
  const isFor = async (password: string) => (await derive(password)).authKey === authKey;
  const secret = { vaultKey, symmetricKey, encryptionKey };
  const kit = await sealKit(own, { email, recoveryKey: recovery.text, epoch: epochs.recovery });
  return { body, recoveryKey: recovery.text, kit, epochs, keyEpoch, pin: write.pin, secret, isFor };
}

export function wipeNewKeys({ secret }: NewKeys): void {
  for (const key of Object.values(secret)) key.fill(0);
}

interface FirstWrite {
  readonly keys: Awaited<ReturnType<typeof scopeKeys>>;
  readonly epochs: Epochs;
  readonly resealed: ResealedScope;
  readonly trust: string | null;
}

/** The first head under the new keys, on top of the earlier history. */
async function firstWrite(deps: NewKeysDeps, { head: before, flags }: NewKeysInput, { keys, epochs, resealed, trust }: FirstWrite) {
  const seq = before.seq + 1;
  const generation = Math.max(1, before.generation);
  const { head, signature } = await sealHead({
    keys,
    generation,
    seq,
    previous: before.head,
    digests: await digestsOf(resealed.records),
    count: resealed.records.length,
    epochs,
    flags,
    trust: await hashTrust(trust),
    deviceId: await ownDeviceId(deps.keys, deps.random),
    now: deps.now(),
  });
  return { head, signature, pin: { seq, generation, hash: toHex(await hashHead(head)), epoch: keys.epoch } };
}
