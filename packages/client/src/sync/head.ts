/**
 * Heads: the sealed table of contents of a scope at one seq (security design §4).
 *
 * Layout of the wrapped bytes:
 *   seq u64 │ SHA-256 of the previous head's text 32 (zeros before the first) │ root 32 │ count u32 │ epoch u32 │ flags u8 │ deviceId 16 │ time u64 (ms)
 * root = SHA-256 over the records sorted by id, each: id 16 │ kind u8 │ revision u64 │ saveId 16.
 */
import { type RecordKind, recordCode } from "@coffer/core/items/kinds";
import { concat, context, DecryptError, fromHex, sha256, toHex, u8, u32, u64, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";

/** What a head says beside the records, one bit each. `twoFactorExpected`: the server has to ask for a second factor (security design §7). */
export const HEAD_FLAGS = { twoFactorExpected: 1 } as const;

const HEAD_BYTES = 8 + 32 + 32 + 4 + 4 + 1 + 16 + 8;
const ENTRY_BYTES = 16 + 1 + 8 + 16;

export interface HeadEntry {
  readonly id: string;
  readonly kind: RecordKind;
  readonly revision: number;
  readonly saveId: string;
}

export interface Head {
  readonly seq: number;
  /** Hex of the hash of the head before. */
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly epoch: number;
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  readonly time: number;
}

/** SHA-256 of a head's text; 32 zeros stand for "none before". */
export async function hashHead(text: string | null): Promise<Uint8Array> {
  return text === null ? new Uint8Array(32) : sha256(utf8(text));
}

/** @returns hex. */
async function rootOf(entries: Iterable<HeadEntry>): Promise<string> {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
  const bytes = new Uint8Array(sorted.length * ENTRY_BYTES);
  sorted.forEach(({ id, kind, revision, saveId }, index) => {
    bytes.set(concat(uuidToBytes(id), u8(recordCode(kind)), u64(revision), fromHex(saveId)), index * ENTRY_BYTES);
  });
  return toHex(await sha256(bytes));
}

const headContext = (scopeId: string, seq: number): Uint8Array => context("head", uuidToBytes(scopeId), u64(seq));

export interface NewHead {
  readonly keys: ScopeKeys;
  readonly seq: number;
  /** Text of the head before; null for the first. */
  readonly previous: string | null;
  readonly entries: readonly HeadEntry[];
  /** Of HEAD_FLAGS; none when absent. */
  readonly flags?: number;
  readonly deviceId: Uint8Array;
  readonly now: number;
}

/** @returns text as `wrap` gives it; see Layout above. */
export async function sealHead({ keys, seq, previous, entries, flags = 0, deviceId, now }: NewHead): Promise<string> {
  const root = fromHex(await rootOf(entries));
  const bytes = concat(u64(seq), await hashHead(previous), root, u32(entries.length), u32(keys.epoch), u8(flags), deviceId, u64(now));
  return wrap({ key: keys.headKey, bytes, purpose: "head", epoch: keys.epoch, context: headContext(keys.scopeId, seq) });
}

/** @throws DecryptError when the text is not the head of this scope at this seq. */
export async function openHead(keys: ScopeKeys, seq: number, wrapped: string): Promise<Head> {
  const bytes = await unwrap({ key: keys.headKey, wrapped, purpose: "head", epoch: keys.epoch, context: headContext(keys.scopeId, seq) });
  if (bytes.length !== HEAD_BYTES) throw new DecryptError();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = {
    seq: Number(view.getBigUint64(0)),
    previous: toHex(bytes.subarray(8, 40)),
    root: toHex(bytes.subarray(40, 72)),
    count: view.getUint32(72),
    epoch: view.getUint32(76),
    flags: view.getUint8(80),
    time: Number(view.getBigUint64(97)),
  };
  if (head.seq !== seq || head.epoch !== keys.epoch) throw new DecryptError();
  return head;
}

/** @throws IntegrityError when these are not exactly the records that the head lists. */
export async function verifyRoot(head: Head, records: Iterable<HeadEntry>): Promise<void> {
  const entries = [...records];
  if ((await rootOf(entries)) === head.root) return;
  if (entries.length === head.count) throw new IntegrityError("stale");
  throw new IntegrityError(entries.length < head.count ? "omitted" : "unlisted");
}
