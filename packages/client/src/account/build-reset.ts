/**
 * Builds the body of a reset without changing anything: the old vault is opened and verified completely, then sealed under new keys
 * (new-keys.ts).
 */
import type { api } from "@coffer/contract/api";
import type { InputOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { fromWire } from "@coffer/contract/record";
import {
  DecryptError,
  derivePublicKey,
  deriveRecoveryAuth,
  deriveSymmetricKey,
  generateIdentity,
  openSigner,
  parseRecoveryKey,
  toHex,
} from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import { scopeKeys } from "../keyring.ts";
import type { Head } from "../sync/head.ts";
import { readPin } from "../sync/pins.ts";
import { trustWithKey } from "../sync/version-keys.ts";
import { withWaitingKey } from "../sync/waiting-keys.ts";
import { hashTrust, unwrapTrust } from "../sync/wrapped-trust.ts";
import { unwrapIdentity, unwrapRecoveryCopy } from "./credentials.ts";
import { generateNewKeys, type NewKeys, type NewKeysDeps, wipeNewKeys } from "./new-keys.ts";
import { type Opened, openWholeScope, refuseOlderHead } from "./reseal-scope.ts";

/** The account before the reset, as the server shows it to the holder of the recovery key. */
export interface Before {
  readonly accountId: string;
  readonly scopeId: string;
  readonly kdfId: 1;
  /** Hex; stays, because it is bound to the address. */
  readonly salt: string;
  readonly credEpoch: number;
  readonly keyEpoch: number;
  /** The epoch under which `encryptedKey` was wrapped: identifies the recovery copy. */
  readonly recoveryEpoch: number;
  readonly encryptedKey: string;
  readonly publicKey: string;
  readonly encryptedPrivateKey: string;
}

type Body = Omit<InputOf<typeof api.account.resetPassword>, "email">;

export interface Reset extends Omit<NewKeys, "body" | "secret"> {
  readonly body: Body;
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

/** What is carried over to the new keys. */
interface KeptParts {
  readonly all: readonly Opened[];
  readonly flags: number;
  /** 64 bytes; a new identity when starting with an empty vault. */
  readonly identity: Uint8Array;
  readonly trust: Uint8Array | null;
  readonly keepsVersions: boolean;
  readonly proof: Pick<Body, "recoveryAuth" | "discardItems">;
}

/** Opening everything is about as much work as sealing it again; then it is sent. */
export const OPENED_PERCENT = 45;
export const SEALED_PERCENT = 90;

/** @throws AppError invalid_recovery_key; IntegrityError or ClientError when something does not verify. */
export async function buildReset(deps: NewKeysDeps, input: ResetInput): Promise<Reset> {
  const { before, whole, email, password, onProgress } = input;
  const { head, scope } = whole;
  const { accountId, scopeId, salt, keyEpoch } = before;
  await refuseOlderHead(await readPin(deps.keys, scopeId), head, keyEpoch);
  if (scope.id !== scopeId || scope.epoch !== keyEpoch || scope.seq !== head.seq || scope.generation !== head.generation)
    throw new IntegrityError("fork");
  const { proof, ...kept } = input.discard ? await keepNothing(deps) : await openBefore(deps, input);
  const made = await generateNewKeys(deps, {
    ...kept,
    ...{ accountId, scopeId, email, password, salt, keyEpoch, head },
    epochs: { cred: before.credEpoch, recovery: before.recoveryEpoch },
    onDone: (count) => onProgress(share(count, kept.all.length, OPENED_PERCENT, SEALED_PERCENT)),
  });
  wipeNewKeys(made);
  const { secret: _, body, ...reset } = made;
  return { ...reset, body: { ...body, ...proof } };
}

async function keepNothing({ random }: NewKeysDeps): Promise<KeptParts> {
  const { secret } = await generateIdentity(random);
  return { all: [], flags: 0, identity: secret, trust: null, keepsVersions: false, proof: { discardItems: true } };
}

async function openBefore({ now }: NewKeysDeps, { before, whole, recoveryKey, onProgress }: ResetInput): Promise<KeptParts> {
  const { accountId, keyEpoch, scopeId } = before;
  const { vaultKey, bytes } = await openWithRecoveryKey(recoveryKey, before);
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, keyEpoch);
  const own = { accountId, keyEpoch, symmetricKey };
  const identity = await unwrapIdentity(own, before.encryptedPrivateKey).catch(refuseTampered);
  if ((await derivePublicKey(identity)) !== before.publicKey) throw new IntegrityError("fork");
  const records = whole.entries.map((wire) => fromWire(wire.itemType, wire));
  const keys = await scopeKeys({ key: vaultKey, scopeId, epoch: keyEpoch, signer: await openSigner(identity) });
  const onDone = (count: number): void => onProgress(share(count, records.length, 0, OPENED_PERCENT));
  const { all, head } = await openWholeScope(keys, { head: whole.head, records }, { now: now(), onDone }).catch(refuseTampered);
  refuseOlderCopy(head, before.recoveryEpoch);
  if (head.epochs && head.epochs.cred !== before.credEpoch) throw new IntegrityError("rollback");
  // An older trust store would bring back other people's keys that were found to be false.
  if ((await hashTrust(whole.trust)) !== head.trust) throw new IntegrityError("rollback");
  const store = whole.trust === null ? null : await unwrapTrust(own, whole.trust).catch(refuseTampered);
  const trust = trustWithKey(await withWaitingKey(store, own).catch(refuseTampered), { scopeId, epoch: keyEpoch }, vaultKey);
  for (const key of [vaultKey, symmetricKey]) key.fill(0);
  return {
    all,
    trust,
    keepsVersions: true,
    flags: head.flags,
    identity,
    proof: { recoveryAuth: toHex(await deriveRecoveryAuth(bytes, accountId)) },
  };
}

/** An old recovery key opens an old recovery copy, which a server may have kept: the head knows which copy is the newest. @throws IntegrityError */
export function refuseOlderCopy({ epochs }: Head, recoveryEpoch: number): void {
  if (epochs && epochs.recovery !== recoveryEpoch) throw new IntegrityError("rollback");
}

/** @throws AppError invalid_recovery_key when it is mistyped, belongs to another account, or was renewed. */
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

function refuseTampered(cause: unknown): never {
  throw cause instanceof DecryptError ? new ClientError("Password reset failed", { cause }) : cause;
}

/** Whole percents. */
export const share = (done: number, total: number, from: number, to: number): number =>
  Math.round(from + ((to - from) * done) / Math.max(total, 1));
