/**
 * What a head lists: an entry for each record that is live or in the trash, in 256 buckets by the first byte of the id, so that a save computes one bucket anew
 * and not ten thousand entries (security design §4).
 *
 *   entry  = id 16 │ kind u8 │ state u8 (0 live, 1 in the trash) │ revision u64 │ saveId 16 │ place 16
 *   place  = the first 16 bytes of SHA-256(context("place", vault, favourite, auto-login, colour, icon, trashedAt))
 *   digest = SHA-256 over the entries of a bucket, sorted by id; 32 zeros for an empty one
 *   root   = SHA-256 over the 256 digests
 */
import type { RecordColumns } from "@coffer/contract/record-columns";
import { type RecordKind, recordCode } from "@coffer/core/items/kinds";
import { concat, context, fromHex, sha256, toHex, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";

/** What an entry is made of. */
export interface Listed extends RecordColumns {
  readonly id: string;
  readonly kind: RecordKind;
  readonly revision: number;
  readonly saveId: string;
  readonly trashedAt: number | null;
}

export const BUCKETS = 256;
const ENTRY_BYTES = 16 + 1 + 1 + 8 + 16 + 16;
const PLACE_BYTES = 16;
const EMPTY = new Uint8Array(32);

/** Digests of the 256 buckets, in order. */
export type Digests = readonly Uint8Array[];

export const NO_ENTRIES: Digests = Array.from({ length: BUCKETS }, () => EMPTY);

export const bucketOf = (id: string): number => Number.parseInt(id.slice(0, 2), 16);

/** Many records lie in few places: each place is hashed once for all that share it. */
export type Places = Map<string, Uint8Array>;

async function placeOf({ categoryId, favourite, autoLogin, color, icon, trashedAt }: Listed, places: Places): Promise<Uint8Array> {
  const name = JSON.stringify([categoryId, favourite, autoLogin, color, icon, trashedAt]);
  const known = places.get(name);
  if (known) return known;
  const parts = [
    categoryId === null ? utf8("") : uuidToBytes(categoryId),
    u8(Number(favourite)),
    u8(Number(autoLogin)),
    utf8(color ?? ""),
    utf8(icon ?? ""),
    trashedAt === null ? utf8("") : u64(trashedAt),
  ];
  const place = (await sha256(context("place", ...parts))).slice(0, PLACE_BYTES);
  places.set(name, place);
  return place;
}

async function digestOf(records: readonly Listed[], places: Places): Promise<Uint8Array> {
  if (records.length === 0) return EMPTY;
  const sorted = [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
  const bytes = new Uint8Array(sorted.length * ENTRY_BYTES);
  for (const [index, record] of sorted.entries()) {
    const { id, kind, revision, saveId, trashedAt } = record;
    const state = u8(trashedAt === null ? 0 : 1);
    const entry = concat(uuidToBytes(id), u8(recordCode(kind)), state, u64(revision), fromHex(saveId), await placeOf(record, places));
    bytes.set(entry, index * ENTRY_BYTES);
  }
  return sha256(bytes);
}

/** Of all records of a scope, those in the trash among them. */
export async function digestsOf(records: Iterable<Listed>, places: Places = new Map()): Promise<Digests> {
  const buckets = Array.from({ length: BUCKETS }, (): Listed[] => []);
  for (const record of records) buckets[bucketOf(record.id)]?.push(record);
  const digests: Uint8Array[] = [];
  for (const bucket of buckets) digests.push(await digestOf(bucket, places));
  return digests;
}

/**
 * The digests after a change.
 * @param changed - what is under each changed id afterwards; null for nothing.
 * @param bucket - the ids of a bucket and what was under them before.
 */
export async function digestsAfter(
  digests: Digests,
  changed: ReadonlyMap<string, Listed | null>,
  bucket: (index: number) => ReadonlyMap<string, Listed>,
  places: Places,
): Promise<Digests> {
  const touched = new Map<number, Map<string, Listed>>();
  for (const [id, record] of changed) {
    const index = bucketOf(id);
    const entries = touched.get(index) ?? new Map(bucket(index));
    touched.set(index, entries);
    if (record) entries.set(id, record);
    else entries.delete(id);
  }
  const next = [...digests];
  for (const [index, entries] of touched) next[index] = await digestOf([...entries.values()], places);
  return next;
}

/** @returns hex. */
export const rootOf = async (digests: Digests): Promise<string> => toHex(await sha256(concat(...digests)));
