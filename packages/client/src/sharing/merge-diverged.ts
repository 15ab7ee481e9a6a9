/**
 * Makes one of what this device has of an own shared scope, and what the server has of it under another key. What was changed on one side only is kept as it is there; what
 * was changed on both is kept twice.
 */
import { columnsOf } from "@coffer/contract/record-columns";
import { isItemKind } from "@coffer/core/items/kinds";
import { headsFrom, lastCommon, readWith } from "../sync/common-head.ts";
import type { Scope } from "../sync/scope.ts";
import { type OpenedRecord, openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import { sealCopies } from "../vault/device-only-copies.ts";
import { conflictCopy } from "../vault/merge-edit.ts";
import { resealForScope } from "../vault/move-records.ts";
import { create } from "../vault/save.ts";
import { readersOf } from "./accept-new-key.ts";
import type { SharingContext } from "./context.ts";
import { readTrust } from "./trust-store.ts";

/** When both last agreed, by the clock of the device that wrote the newest head that both have; 0 when this device remembers none. */
export async function divergedAt(context: SharingContext, { keys: { scopeId }, held }: Scope, server: Scope): Promise<number> {
  const newest = server.held?.hashes.at(-1);
  if (!held || !server.held || newest === undefined) return 0;
  const heads = await headsFrom(context.call, scopeId, Math.max(held.seq - held.hashes.length, 0), server.held.seq);
  const readers = await readersOf(await readTrust(context), scopeId);
  const common = await lastCommon(heads, { newest, seen: held.hashes, readers });
  return (common && (await readWith(readers, common))?.time) ?? 0;
}

interface Sides {
  readonly device: Scope;
  /** Open, under the key that both get. */
  readonly server: Scope;
  readonly divergedAt: number;
}

/** @returns what takes its place among the server's records, sealed under their key */
export async function mergeDiverged(context: SharingContext, sides: Sides): Promise<KnownRecord[]> {
  const { device, server } = sides;
  const [put, twice]: [KnownRecord[], KnownRecord[]] = [[], []];
  for (const record of [...device.records.values(), ...device.trashed.values()]) {
    const kept = record.seal === "" ? "there" : await judge(sides, record);
    if (kept === "here") put.push(record);
    if (kept === "twice") twice.push(record);
  }
  const there = (id: string) => server.records.get(id) ?? server.trashed.get(id);
  const between = { from: device.keys, to: server.keys, revisionThere: (id: string) => there(id)?.revision ?? 0 };
  const sealed = async (records: readonly KnownRecord[]) => (await resealForScope(context, records, between)).map(({ known }) => known);
  return [...(await sealed(put)), ...(await copies(context, sides, await sealed(twice)))];
}

async function judge({ device, server, divergedAt }: Sides, record: KnownRecord): Promise<"here" | "there" | "twice"> {
  const other = server.records.get(record.id) ?? server.trashed.get(record.id);
  if (!other || other.seal === "") return "here";
  const [own, theirs] = await Promise.all([openRecord(device.keys, record), openRecord(server.keys, other)]);
  if (theirs.state === "tampered" || own.state === "tampered") return own.state === "tampered" ? "there" : "here";
  const isChanged = (one: KnownRecord, { updatedAt }: OpenedRecord): boolean => Math.max(updatedAt ?? 0, one.trashedAt ?? 0) > divergedAt;
  const isSame = JSON.stringify(Object.entries(own.fields).sort()) === JSON.stringify(Object.entries(theirs.fields).sort());
  if (isSame && placeOf(record) === placeOf(other)) return "there";
  if (!isChanged(other, theirs)) return "here";
  if (!isChanged(record, own)) return "there";
  return isSame ? "here" : "twice";
}

const placeOf = (record: KnownRecord): string => JSON.stringify([columnsOf(record), record.trashedAt]);

/** The scope of an item holds that item alone: its copy goes into the personal scope. @param records - under the server's key */
async function copies(
  context: SharingContext,
  { server: { keys, records } }: Sides,
  twice: readonly KnownRecord[],
): Promise<KnownRecord[]> {
  if (keys.rights.kind !== "vault") {
    for (const { kind, ...record } of twice) {
      if (!isItemKind(kind)) continue;
      const { fields } = await openRecord(keys, { ...record, kind });
      await create(context, { draft: conflictCopy({ kind, fields, categoryId: null, favourite: false }, context.now()) });
    }
    return [];
  }
  const items = twice.filter(({ kind }) => kind !== "category").map((record) => ({ record, isConflict: true }));
  const sealed = await sealCopies(context, keys, items, (id) => records.has(id));
  const now = context.now();
  const times = { scopeId: keys.scopeId, createdAt: now, updatedAt: now, lastUsedAt: null, learned: 0 };
  return sealed.map(({ change: { op: _, ...content }, trashedAt }) => ({ ...content, ...times, trashedAt }));
}
