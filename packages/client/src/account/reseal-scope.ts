/**
 * Opens a whole scope and seals it again under other keys. Everything is verified before anything is sealed: the head, the list of
 * records in it, every field of every record, live or in the trash. One that does not open stops everything (security design §5, §8).
 */
import { fieldsToBody, type SealedRecord } from "@coffer/contract/record";
import type { Resealed } from "@coffer/contract/resealed";
import type { HeadText } from "@coffer/contract/vault";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { DecryptError, type Random, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { type Head, hashHead, openHead, verifyRoot } from "../sync/head.ts";
import { digestsOf, rootOf } from "../sync/head-entries.ts";
import { firstRootOf } from "../sync/head-v1.ts";
import { isLater, type Pin } from "../sync/pins.ts";
import { type OpenedRecord, openRecord, sealRecord } from "../sync/seal-record.ts";

export interface WholeScope {
  readonly head: HeadText;
  /** Live records and those in the trash. */
  readonly records: readonly SealedRecord[];
}

export interface OpenedScope {
  readonly all: readonly Opened[];
  readonly head: Head;
}
export type Opened = { readonly record: SealedRecord; readonly opened: OpenedRecord };

/** Small enough to keep the page responsive: WebCrypto's promises alone do not yield to the browser. */
const BATCH = 100;

/** @throws IntegrityError when this device has seen a later state than `head`, or a different one at its place. */
export async function refuseOlderHead(pin: Pin | null, head: HeadText, epoch: number): Promise<void> {
  if (!pin) return;
  const isBehind = pin.epoch < epoch ? !isLater(head, pin) : isLater(pin, head);
  if (pin.epoch > epoch || isBehind) throw new IntegrityError("rollback");
  const isSamePlace = pin.epoch === epoch && !isLater(head, pin);
  if (isSamePlace && toHex(await hashHead(head.head)) !== pin.hash) throw new IntegrityError("fork");
}

/**
 * @param now - milliseconds since 1970.
 * @param onDone - gets how many records have been opened so far.
 * @throws IntegrityError when head and records contradict each other, DecryptError when a record is tampered.
 */
export async function openWholeScope(
  keys: ScopeKeys,
  { head: text, records }: WholeScope,
  { now, onDone }: { readonly now: number; readonly onDone: (count: number) => void },
): Promise<OpenedScope> {
  const head = await openHead(keys, text).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new IntegrityError("fork", { cause });
    throw cause;
  });
  if (records.some(({ scopeId }) => scopeId !== keys.scopeId)) throw new IntegrityError("unlisted");
  await verifyList(head, records);
  const all = await inBatches(
    records.filter((record) => !isEmptied(record, now)),
    onDone,
    async (record) => {
      const opened = await openRecord(keys, record);
      if (opened.state !== "intact") throw new DecryptError();
      return { record, opened };
    },
  );
  return { all, head };
}

/** Heads of the first version list live records only. @throws IntegrityError */
async function verifyList(head: Head, records: readonly SealedRecord[]): Promise<void> {
  const listed = head.version === 1 ? records.filter(({ trashedAt }) => trashedAt === null) : records;
  const root = head.version === 1 ? await firstRootOf(listed) : await rootOf(await digestsOf(listed));
  verifyRoot(head, root, listed.length);
}

/** The largest accepted difference between the clocks of devices and server. */
const CLOCKS_DIFFER_MS = 48 * 3_600_000;

/** The server may empty a record after this time in the trash; only its entry in the head is left, and that ends with the old keys. */
const isEmptied = ({ seal, trashedAt }: SealedRecord, now: number): boolean =>
  seal === "" && trashedAt !== null && trashedAt + DELETED_KEPT_MS <= now + CLOCKS_DIFFER_MS;

export interface ResealedScope {
  /** In wire form. */
  readonly entries: readonly Resealed[];
  /** What the new head lists. */
  readonly records: readonly SealedRecord[];
}

/** Each record as its next revision, under a new save id; place, times and trash state stay. */
export async function resealWholeScope(
  keys: ScopeKeys,
  all: readonly Opened[],
  { random, device }: { readonly random: Random; readonly device: string },
  onDone: (count: number) => void,
): Promise<ResealedScope> {
  const records = await inBatches(all, onDone, async ({ record, opened: { fields, createdAt, updatedAt, again = 0, ...by } }) => {
    const { id, kind, revision } = record;
    const next = { id, kind, revision: revision + 1, saveId: toHex(random(16)) };
    const same = { fields, createdAt, updatedAt, device: by.device ?? device, again: again + 1 };
    return { ...record, ...next, ...(await sealRecord(keys, { ...next, ...same })) };
  });
  const entries = records.map(({ id, kind, revision, saveId, seal, fields }) => {
    return { ...fieldsToBody(fields), id, kind, revision, saveId, seal, vault_id: keys.scopeId };
  });
  return { entries, records };
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
