/**
 * What a head lists: an entry for each record, live or in the trash, in 256 buckets by the first byte of the id, so that a
 * save recomputes one bucket and not ten
 * thousand entries (security design §4).
 *
 *   entry  = id 16 │ kind u8 │ state u8 (0 live, 1 in the trash; 2 more where the save's id covers its texts) │ revision u64 │ saveId 16, or 48 │ place 16
 *   place  = the first 16 bytes of SHA-256(context("place", vault, favourite, auto-login, colour, icon, trashedAt))
 *   digest = SHA-256 over the entries of a bucket, sorted by id; 32 zeros for an empty one
 *   root   = SHA-256 over the 256 digests
 */
import type { RecordColumns } from "@coffer/contract/record-columns";
import type { AnyKind } from "@coffer/core/items/kinds";
import { recordCode } from "@coffer/core/items/record-code";
import { concat, context, fromHex, sha256, toHex, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import { nextTurn } from "../batches.ts";

/** What an entry is made of. */
export interface Listed extends RecordColumns {
  readonly id: string;
  readonly kind: AnyKind;
  readonly revision: number;
  readonly saveId: string;
  readonly trashedAt: number | null;
}

export const BUCKETS = 256;
/** Where many of them change, the page has its turn after about so many. */
const AT_ONCE = 32;
const SAVE_AT = 16 + 1 + 1 + 8;
const SAVE_BYTES = 16;
const PLACE_BYTES = 16;
const EMPTY = new Uint8Array(32);

/** Digests of the 256 buckets, in order. */
export type Digests = readonly Uint8Array[];

export const NO_ENTRIES: Digests = Array.from({ length: BUCKETS }, () => EMPTY);

export const bucketOf = (id: string): number => Number.parseInt(id.slice(0, 2), 16);

/** Many records share few places: each place is hashed once. */
export type Places = Map<string, Uint8Array>;

/** Records with the same name have the same place. */
const placeName = ({ categoryId, favourite, autoLogin, color, icon, trashedAt }: Listed): string =>
  `${categoryId} ${favourite} ${autoLogin} ${trashedAt} ${color?.length} ${color} ${icon}`;

/** Hashes the places that are not known yet. */
async function learnPlaces(records: Iterable<Listed>, places: Places): Promise<void> {
  for (const record of records) {
    const name = placeName(record);
    if (!places.has(name)) places.set(name, await hashPlace(record));
  }
}

async function hashPlace({ categoryId, favourite, autoLogin, color, icon, trashedAt }: Listed): Promise<Uint8Array> {
  const parts = [
    categoryId === null ? utf8("") : uuidToBytes(categoryId),
    u8(Number(favourite)),
    u8(Number(autoLogin)),
    utf8(color ?? ""),
    utf8(icon ?? ""),
    trashedAt === null ? utf8("") : u64(trashedAt),
  ];
  return (await sha256(context("place", ...parts))).slice(0, PLACE_BYTES);
}

/** @param places - of all these records. */
async function digestOf(records: readonly Listed[], places: Places): Promise<Uint8Array> {
  if (records.length === 0) return EMPTY;
  const sorted = [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
  const bytes = new Uint8Array(sorted.reduce((sum, { saveId }) => sum + SAVE_AT + saveId.length / 2 + PLACE_BYTES, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const record of sorted) {
    const save = fromHex(record.saveId);
    bytes.set(uuidToBytes(record.id), at);
    bytes[at + 16] = recordCode(record.kind);
    bytes[at + 17] = (record.trashedAt === null ? 0 : 1) + (save.length > SAVE_BYTES ? 2 : 0);
    view.setBigUint64(at + 18, BigInt(record.revision));
    bytes.set(save, at + SAVE_AT);
    at += SAVE_AT + save.length;
    bytes.set(places.get(placeName(record)) ?? EMPTY, at);
    at += PLACE_BYTES;
  }
  return sha256(bytes);
}

/** Of all records of a scope, including those in the trash. */
export async function digestsOf(records: Iterable<Listed>, places: Places = new Map()): Promise<Digests> {
  const all = [...records];
  await learnPlaces(all, places);
  const buckets = Array.from({ length: BUCKETS }, (): Listed[] => []);
  for (const record of all) buckets[bucketOf(record.id)]?.push(record);
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
  for (const [index, entries] of touched) {
    if (index % AT_ONCE === 0) await nextTurn();
    await learnPlaces(entries.values(), places);
    next[index] = await digestOf([...entries.values()], places);
  }
  return next;
}

/** @returns hex. */
export const rootOf = async (digests: Digests): Promise<string> => toHex(await sha256(concat(...digests)));
