/** Items in an own shared vault that others made. */
import type { Named } from "@coffer/core/items/item";
import { inBatches } from "../batches.ts";
import { makerOf, mayHaveMaker } from "../sync/makers.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";

export interface ForeignItem {
  readonly record: KnownRecord;
  /** Who made it. */
  readonly owner: Named;
}

/** Deleted ones too: only the person they belong to can restore them. */
export async function foreignItemsIn({ keys, records, trashed }: Scope): Promise<ForeignItem[]> {
  if (keys.rights.kind === "personal" || !keys.rights.isOwner) return [];
  const all = [...records.values(), ...trashed.values()].filter((one) => one.seal !== "" && one.kind !== "category");
  const made = await inBatches(all.filter(mayHaveMaker), async (record) => ({
    record,
    owner: makerOf(record, (await openRecord(keys, record, [])).owner),
  }));
  return made.flatMap(({ record, owner }) => (owner && owner.id !== keys.rights.self?.id ? [{ record, owner }] : []));
}
