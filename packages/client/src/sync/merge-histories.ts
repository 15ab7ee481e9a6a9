/**
 * Compares and merges two histories of one scope: the one this device has seen and the server's (security design §4, "Repair"). Makes no
 * calls and stores nothing.
 */
import type { SealedRecord } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import type { KnownRecord } from "../types.ts";

/**
 * `behind`: the server's newest head is one this device has seen, as after a restored backup. `parted`: it is verified, and a different
 * one.
 * `unproven`: it does not verify under this account's keys and signature.
 */
export type Relation = "behind" | "parted" | "unproven";

/** The server's answer, trusted or not. */
export interface ServerHistory {
  readonly records: ReadonlyMap<string, SealedRecord>;
  /** Ids changed or purged there since the last common head; null when this device remembers no common head. */
  readonly since: { readonly changed: ReadonlySet<string>; readonly purged: ReadonlySet<string> } | null;
}

export interface DeviceHistory {
  readonly records: ReadonlyMap<string, KnownRecord>;
  /** Whether they are all that this device's head lists; if not, the lost ones are taken from the server. */
  readonly isWhole: boolean;
  /** The seq of the last common head; 0 if there is none. */
  readonly common: number;
}

/** A record that the server's history does not have in this version. */
export interface DeviceOnlyRecord {
  readonly record: KnownRecord;
  /** Whether the server has another save under its id. */
  readonly isConflict: boolean;
}

interface Merged {
  readonly records: ReadonlyMap<string, SealedRecord>;
  /** To be kept as copies next to them. */
  readonly deviceOnly: readonly DeviceOnlyRecord[];
}

/** The merged history. */
export function mergeHistories(relation: Relation, device: DeviceHistory, server: ServerHistory): Merged {
  if (relation !== "parted") {
    const lost = device.isWhole ? [] : [...server.records].filter(([id]) => !device.records.has(id));
    return { records: new Map<string, SealedRecord>([...lost, ...device.records]), deviceOnly: [] };
  }
  const records = new Map<string, SealedRecord>();
  const deviceOnly: DeviceOnlyRecord[] = [];
  for (const id of new Set([...server.records.keys(), ...device.records.keys()])) {
    const [own, theirs] = [device.records.get(id), server.records.get(id)];
    const kept = choose(id, own, theirs, device, server);
    if (kept) records.set(id, kept);
    if (own && theirs && kept === theirs && isChangedHere(own, device) && own.saveId !== theirs.saveId)
      deviceOnly.push({ record: own, isConflict: true });
  }
  return { records, deviceOnly };
}

/** A change on one side only wins; if both changed it, the server's version wins. In doubt the record is kept. */
function choose(
  id: string,
  own: KnownRecord | undefined,
  theirs: SealedRecord | undefined,
  device: DeviceHistory,
  server: ServerHistory,
): SealedRecord | null {
  if (own && theirs) return isChangedHere(own, device) && !isChangedThere(id, server) ? own : theirs;
  if (own) return isChangedHere(own, device) || server.since?.purged.has(id) !== true ? own : null;
  // Only on the server: new or changed there, or purged here since.
  return theirs && (isChangedThere(id, server) || !device.isWhole) ? theirs : null;
}

const isChangedHere = ({ learned }: KnownRecord, { common }: DeviceHistory): boolean => learned > common;
const isChangedThere = (id: string, { since }: ServerHistory): boolean => since === null || since.changed.has(id);

/** What the restarted history lacks: live here, and changed after the last common head. */
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

/** Compares what a head vouches for. */
export function isSameSave(one: SealedRecord, other: SealedRecord): boolean {
  const part = (record: SealedRecord) =>
    JSON.stringify([record.saveId, record.revision, record.kind, record.trashedAt, record.seal, columnsOf(record)]);
  return part(one) === part(other) && Object.keys(one.fields).every((name) => one.fields[name] === other.fields[name]);
}
