/** The body of a reset, made without changing anything: the old vault opened and verified whole, then all of it under new keys. */
import type { api } from "@coffer/contract/api";
import type { InputOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { fromWire } from "@coffer/contract/record";
import {
  DecryptError,
  deriveCredentials,
  derivePublicKey,
  deriveRecoveryAuth,
  deriveSymmetricKey,
  fromHex,
  generateIdentity,
  generateKey,
  parseRecoveryKey,
  type Random,
  toHex,
} from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import { scopeKeys } from "../keyring.ts";
import { hashHead, sealHead } from "../sync/head.ts";
import { ownDeviceId, type Pin, readPin } from "../sync/pins.ts";
import type { KeyStore } from "../types.ts";
import { generateRecovery, unwrapIdentity, unwrapRecoveryCopy, wrapIdentity, wrapVaultKey } from "./credentials.ts";
import { type OpenedScope, openWhole, refuseOlderHead, resealWhole } from "./rekey.ts";

/** The account as it was, for whoever has the recovery key. */
export interface Before {
  readonly accountId: string;
  readonly scopeId: string;
  readonly kdfId: 1;
  /** Hex; stays, for it is bound to the address. */
  readonly salt: string;
  readonly credEpoch: number;
  readonly keyEpoch: number;
  /** The credential epoch under which `encryptedKey` was wrapped. */
  readonly recoveryEpoch: number;
  readonly encryptedKey: string;
  readonly publicKey: string;
  readonly encryptedPrivateKey: string;
}

type Body = Omit<InputOf<typeof api.account.resetPassword>, "email">;

export interface Reset {
  readonly body: Body;
  readonly recoveryKey: string;
  readonly credEpoch: number;
  readonly keyEpoch: number;
  /** The head that the reset ends with. */
  readonly pin: Pin;
  /** Whether it was made for this password. Derives, so it is slow. */
  readonly isFor: (password: string) => Promise<boolean>;
}

export interface ResetInput {
  readonly email: string;
  readonly password: string;
  readonly recoveryKey: string | null;
  readonly discard: boolean;
  readonly onProgress: (percent: number) => void;
  readonly before: Before;
  readonly whole: ReplyOf<typeof api.account.entriesForReset>;
}

export interface ResetDeps {
  readonly keys: KeyStore;
  readonly random: Random;
  readonly now: () => number;
  readonly device: string;
}

/** What is taken over into the new keys. */
interface Kept extends OpenedScope {
  /** 64 bytes; null when starting with an empty vault. */
  readonly identity: Uint8Array | null;
  readonly proof: Pick<Body, "recoveryAuth" | "discardItems">;
}

const NOTHING_KEPT: Kept = { all: [], flags: 0, identity: null, proof: { discardItems: true } };

/** Opening everything is about as much work as sealing it anew; the sending follows. */
const OPENED_PERCENT = 45;
const SEALED_PERCENT = 90;

/** @throws AppError invalid_recovery_key; IntegrityError or ClientError when something does not verify. */
export async function buildReset(deps: ResetDeps, input: ResetInput): Promise<Reset> {
  const { before, whole } = input;
  await refuseOlderHead(await readPin(deps.keys, before.scopeId), whole.head, before.keyEpoch);
  if (whole.scope.id !== before.scopeId || whole.scope.epoch !== before.keyEpoch || whole.scope.seq !== whole.head.seq)
    throw new IntegrityError("fork");
  return underNewKeys(deps, input, input.discard ? NOTHING_KEPT : await openBefore(input));
}

async function openBefore({ before, whole, recoveryKey, onProgress }: ResetInput): Promise<Kept> {
  const { accountId, keyEpoch, scopeId } = before;
  const { vaultKey, bytes } = await openWithRecoveryKey(recoveryKey, before);
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, keyEpoch);
  const identity = await unwrapIdentity({ accountId, keyEpoch, symmetricKey }, before.encryptedPrivateKey).catch(refuseTampered);
  if ((await derivePublicKey(identity)) !== before.publicKey) throw new IntegrityError("fork");
  const records = whole.entries.map((wire) => fromWire(wire.itemType, wire));
  const keys = await scopeKeys(vaultKey, scopeId, keyEpoch);
  const onDone = (count: number): void => onProgress(share(count, records.length, 0, OPENED_PERCENT));
  const opened = await openWhole(keys, { head: whole.head, records }, onDone).catch(refuseTampered);
  for (const key of [vaultKey, symmetricKey]) key.fill(0);
  return { ...opened, identity, proof: { recoveryAuth: toHex(await deriveRecoveryAuth(bytes, accountId)) } };
}

/** @throws AppError invalid_recovery_key when it is mistyped, another account's, or was renewed. */
export async function openWithRecoveryKey(
  typed: string | null,
  { accountId, encryptedKey, recoveryEpoch }: Pick<Before, "accountId" | "encryptedKey" | "recoveryEpoch">,
) {
  const bytes = parseRecoveryKey(typed ?? "");
  if (!bytes) throw new ClientError("This is not a whole recovery key. Please check it for typing errors.");
  const vaultKey = await unwrapRecoveryCopy(bytes, encryptedKey, accountId, recoveryEpoch).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new AppError("invalid_recovery_key", undefined, { cause });
    throw cause;
  });
  return { bytes, vaultKey };
}

async function underNewKeys(deps: ResetDeps, input: ResetInput, { all, flags, identity, proof }: Kept): Promise<Reset> {
  const { before, whole, email, onProgress } = input;
  const { accountId, salt, kdfId, scopeId } = before;
  const [credEpoch, keyEpoch] = [before.credEpoch + 1, before.keyEpoch + 1];
  const derive = (password: string) => deriveCredentials({ password, email, salt: fromHex(salt), kdfId });
  const { authKey, encryptionKey, effSalt } = await derive(input.password);
  const vaultKey = generateKey(deps.random);
  const recovery = await generateRecovery(deps.random, vaultKey, { accountId, credEpoch });
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, keyEpoch);
  const person = identity ? { secret: identity, public: before.publicKey } : await generateIdentity(deps.random);
  const keys = await scopeKeys(vaultKey, scopeId, keyEpoch);
  const entries = await resealWhole(keys, all, deps, (count) => onProgress(share(count, all.length, OPENED_PERCENT, SEALED_PERCENT)));
  const seq = whole.head.seq + 1;
  const deviceId = await ownDeviceId(deps.keys, deps.random);
  const head = await sealHead({ keys, seq, previous: whole.head.head, entries, flags, deviceId, now: deps.now() });
  const body: Body = {
    authKey,
    encryptedVaultKey: await wrapVaultKey(encryptionKey, vaultKey, { accountId, effSalt, credEpoch }),
    encryptionKey: recovery.encryptedKey,
    recoveryAuthHash: recovery.authHash,
    reEncryptedEntries: entries,
    encryptedPrivateKey: await wrapIdentity({ accountId, keyEpoch, symmetricKey }, person.secret),
    publicKey: person.public,
    ...proof,
    baseSeq: whole.head.seq,
    head,
  };
  const pin = { seq, hash: toHex(await hashHead(head)), epoch: keyEpoch };
  for (const key of [vaultKey, symmetricKey, encryptionKey, person.secret]) key.fill(0);
  const isFor = async (password: string) => (await derive(password)).authKey === authKey;
  return { body, recoveryKey: recovery.text, credEpoch, keyEpoch, pin, isFor };
}

function refuseTampered(cause: unknown): never {
  throw cause instanceof DecryptError ? new ClientError("Password reset failed", { cause }) : cause;
}

const share = (done: number, total: number, from: number, to: number): number => Math.round(from + ((to - from) * done) / total);
