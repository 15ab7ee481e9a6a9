/** Seals records that only this device has as new ones, so that a history that continues without them does not lose them (security design §4). */
import { isItemKind } from "@coffer/core/items/kinds";
import { shortDate } from "@coffer/core/text";
import { generateId, sha256, utf8 } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { DeviceOnlyRecord } from "../sync/merge-histories.ts";
import type { SealedCopy } from "../sync/scope-deps.ts";
import { openRecord } from "../sync/seal-record.ts";
import { conflictCopy } from "./merge-edit.ts";
import { type RecordContent, type SealingDeps, sealWrite } from "./record-writes.ts";

/**
 * @param hasVault - whether the other history has a vault with this id.
 * @param ids - of the copies, by the id of the record; random ones when absent
 * @returns one copy per record, in order; records that do not open are left out.
 */
export async function sealCopies(
  sealing: SealingDeps,
  keys: ScopeKeys,
  left: readonly DeviceOnlyRecord[],
  hasVault: (id: string) => boolean,
  ids: ReadonlyMap<string, string> = new Map(left.map(({ record }) => [record.id, generateId(sealing.random)])),
): Promise<SealedCopy[]> {
  const vaultOf = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? (hasVault(id) ? id : null)));
  const copies = await inBatches(left, async ({ record, isConflict }): Promise<SealedCopy[]> => {
    const { fields, state, createdAt, updatedAt } = await openRecord(keys, record);
    if (state === "tampered") return [];
    const { kind, favourite, color, icon, trashedAt } = record;
    const whole: RecordContent = { kind, fields, favourite, color, icon, createdAt, updatedAt, categoryId: vaultOf(record.categoryId) };
    const content = isConflict ? { ...whole, fields: renamed(whole, sealing.now()) } : whole;
    const { change } = await sealWrite(sealing, { keys }, ids.get(record.id) ?? "", content);
    return [{ change, trashedAt }];
  });
  return copies.flat();
}

/** The name explains the copy. */
function renamed({ kind, fields, categoryId, favourite }: RecordContent, now: number): RecordContent["fields"] {
  if (kind === "category") return { ...fields, name: `${fields.name ?? ""} (conflict copy, ${shortDate(now)})` };
  // A kind this version does not know has no name to change.
  if (!isItemKind(kind)) return fields;
  return conflictCopy({ kind, fields, categoryId, favourite }, now).fields;
}

/** Where a device stops before it has stored that its copies are there, it finds them by these. @param from - names the device, and the attempt */
export const copyIds = async (left: readonly DeviceOnlyRecord[], from: string): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(left.map(async ({ record: { id, saveId } }) => [id, await idFrom(`copy ${from} ${id} ${saveId}`)] as const)));

/** An id that is random to anyone who does not know the text, and the same on each device and in each attempt. @param text - begins with what it is for */
export async function idFrom(text: string): Promise<string> {
  const hash = await sha256(utf8(text));
  return generateId(() => hash.subarray(0, 16));
}
