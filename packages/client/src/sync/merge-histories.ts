/**
 * Two histories of one scope: the one this device has seen and the one the server tells, and what becomes of them (security design §4, "Repair").
 * Nothing is asked, sent or kept here.
 */
import type { SealedRecord } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import type { HeadText } from "@coffer/contract/vault";
import { toHex } from "@coffer/crypto";
import type { KnownRecord } from "../types.ts";
import { hashHead } from "./head.ts";

/**
 * `behind`: the server's newest head is one that this device has seen, as after a restored backup. `parted`: it is proved, and another one.
 * `unproven`: it does not verify under the keys and the signature of this account.
 */
export type Relation = "behind" | "parted" | "unproven";

/** What the server says, whether or not it is believed. */
export interface ServerHistory {
  readonly records: ReadonlyMap<string, SealedRecord>;
  /** Ids of what was changed or purged there since the last common head; null when there is none that this device remembers. */
  readonly since: { readonly changed: ReadonlySet<string>; readonly purged: ReadonlySet<string> } | null;
}

export interface DeviceHistory {
  readonly records: ReadonlyMap<string, KnownRecord>;
  /** Whether they are all that the head of this device lists; a record lost here alone is then taken from there. */
  readonly isWhole: boolean;
  /** The seq of the last common head; 0 when there is none. */
  readonly common: number;
}

/** A record that the other history does not have as this device has it. */
export interface DeviceOnlyRecord {
  readonly record: KnownRecord;
  /** Whether there is another save of it under its id. */
  readonly isConflict: boolean;
}

interface Merged {
  readonly records: ReadonlyMap<string, SealedRecord>;
  /** To be kept beside them as copies. */
  readonly deviceOnly: readonly DeviceOnlyRecord[];
}

/** The newest of these heads that this device has seen; null when there is none. */
export async function lastCommon(hashes: readonly string[], heads: readonly HeadText[]): Promise<HeadText | null> {
  const seen = new Set(hashes);
  for (const head of heads.toReversed()) if (seen.has(toHex(await hashHead(head.head)))) return head;
  return null;
}

/** The history that goes on. */
export function mergeHistories(relation: Relation, ours: DeviceHistory, told: ServerHistory): Merged {
  if (relation !== "parted") {
    const lost = ours.isWhole ? [] : [...told.records].filter(([id]) => !ours.records.has(id));
    return { records: new Map<string, SealedRecord>([...lost, ...ours.records]), deviceOnly: [] };
  }
  const records = new Map<string, SealedRecord>();
  const deviceOnly: DeviceOnlyRecord[] = [];
  for (const id of new Set([...told.records.keys(), ...ours.records.keys()])) {
    const [own, theirs] = [ours.records.get(id), told.records.get(id)];
    const kept = choose(id, own, theirs, ours, told);
    if (kept) records.set(id, kept);
    if (own && theirs && kept === theirs && isChangedHere(own, ours) && own.saveId !== theirs.saveId)
      deviceOnly.push({ record: own, isConflict: true });
  }
  return { records, deviceOnly };
}

/** Changed on one side only: that side's; on both: the server's. In doubt it is kept. */
function choose(
  id: string,
  own: KnownRecord | undefined,
  theirs: SealedRecord | undefined,
  ours: DeviceHistory,
  told: ServerHistory,
): SealedRecord | null {
  if (own && theirs) return isChangedHere(own, ours) && !isChangedThere(id, told) ? own : theirs;
  if (own) return isChangedHere(own, ours) || told.since?.purged.has(id) !== true ? own : null;
  // Only there: made or changed there, or purged here since.
  return theirs && (isChangedThere(id, told) || !ours.isWhole) ? theirs : null;
}

const isChangedHere = ({ learned }: KnownRecord, { common }: DeviceHistory): boolean => learned > common;
const isChangedThere = (id: string, { since }: ServerHistory): boolean => since === null || since.changed.has(id);

/** What of this device the history that was begun anew does not have: live, and newer here than the last common head. */
export function onlyOnThisDevice(
  before: Iterable<KnownRecord>,
  common: number,
  after: ReadonlyMap<string, SealedRecord>,
): DeviceOnlyRecord[] {
  return [...before].flatMap((record) => {
    const now = after.get(record.id);
    if (record.learned <= common || now?.saveId === record.saveId) return [];
    return { record, isConflict: now !== undefined };
  });
}

/** By what a head vouches for. */
export function isSameSave(one: SealedRecord, other: SealedRecord): boolean {
  const part = (record: SealedRecord) =>
    JSON.stringify([record.saveId, record.revision, record.kind, record.trashedAt, record.seal, columnsOf(record)]);
  return part(one) === part(other) && Object.keys(one.fields).every((name) => one.fields[name] === other.fields[name]);
}
