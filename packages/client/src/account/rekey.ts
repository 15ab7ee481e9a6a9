/**
 * A whole scope opened and sealed anew under other keys. Everything is verified before anything is sealed: the head, the list of records in it, every field of
 * every record. One that does not open stops it all (security design §5, §8).
 */
import type { SealedRecord } from "@coffer/contract/record";
import type { Resealed } from "@coffer/contract/resealed";
import type { HeadText } from "@coffer/contract/vault";
import { DecryptError, type Random, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { hashHead, openHead, verifyRoot } from "../sync/head.ts";
import type { Pin } from "../sync/pins.ts";
import { type OpenedRecord, openRecord, sealRecord } from "../sync/seal-record.ts";

export interface WholeScope {
  readonly head: HeadText;
  readonly records: readonly SealedRecord[];
}

export interface OpenedScope {
  readonly all: readonly Opened[];
  /** Of HEAD_FLAGS. */
  readonly flags: number;
}
export type Opened = { readonly record: SealedRecord; readonly opened: OpenedRecord };

/** So many at once keep the page alive in between: WebCrypto's promises alone do not yield to the browser. */
const BATCH = 100;

/** @throws IntegrityError when this device has seen a later state than `head`, or another one at its seq. */
export async function refuseOlderHead(pin: Pin | null, head: HeadText, epoch: number): Promise<void> {
  if (!pin) return;
  const least = pin.epoch < epoch ? pin.seq + 1 : pin.seq;
  if (pin.epoch > epoch || head.seq < least) throw new IntegrityError("rollback");
  if (pin.epoch === epoch && head.seq === pin.seq && toHex(await hashHead(head.head)) !== pin.hash) throw new IntegrityError("fork");
}

/**
 * @param onDone - gets how many records have been opened so far.
 * @throws IntegrityError when head and records contradict each other, DecryptError when a record is tampered.
 */
export async function openWhole(keys: ScopeKeys, { head, records }: WholeScope, onDone: (count: number) => void): Promise<OpenedScope> {
  const listed = await openHead(keys, head.seq, head.head).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new IntegrityError("fork", { cause });
    throw cause;
  });
  if (records.some(({ scopeId }) => scopeId !== keys.scopeId)) throw new IntegrityError("unlisted");
  await verifyRoot(listed, records);
  const all = await inBatches(records, onDone, async (record) => {
    const opened = await openRecord(keys, record);
    if (opened.state !== "intact") throw new DecryptError();
    return { record, opened };
  });
  return { all, flags: listed.flags };
}

/** Each record as its next revision, under a new save id; when it was made and changed stays. */
export async function resealWhole(
  keys: ScopeKeys,
  all: readonly Opened[],
  { random, device }: { readonly random: Random; readonly device: string },
  onDone: (count: number) => void,
): Promise<Resealed[]> {
  return inBatches(all, onDone, async ({ record: { id, kind, revision }, opened: { fields, createdAt, updatedAt } }) => {
    const next = { id, kind, revision: revision + 1, saveId: toHex(random(16)) };
    const sealed = await sealRecord(keys, { ...next, fields, createdAt, updatedAt, device });
    return { ...sealed.fields, ...next, seal: sealed.seal, vault_id: keys.scopeId };
  });
}

async function inBatches<T, R>(all: readonly T[], onDone: (count: number) => void, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < all.length; start += BATCH) {
    if (start > 0) await new Promise((resume) => setTimeout(resume));
    results.push(...(await Promise.all(all.slice(start, start + BATCH).map(work))));
    onDone(results.length);
  }
  return results;
}
