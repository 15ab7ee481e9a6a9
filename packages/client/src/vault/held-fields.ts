/** Which fields a record has, by name: what lists offer to copy, and what Health need not open. */
import type { SealedRecord } from "@coffer/contract/record";
import { type KindName, wireFields } from "@coffer/core/items/kinds";

/** Most records of a kind hold the same: ten thousand lists of the same names are not made, or kept. */
const heldByFields = new WeakMap<SealedRecord["fields"], readonly string[]>();
const heldByWhich = new Map<string, readonly string[]>();

export function heldFields(kind: KindName, { fields, seal }: SealedRecord): readonly string[] {
  const known = heldByFields.get(fields);
  if (known) return known;
  // The names are put together for the first that has these.
  const which = kind + Object.keys(fields).join();
  const held = heldByWhich.get(which) ?? wireFields(kind).flatMap(([name, wire]) => (wire in fields ? name : []));
  heldByWhich.set(which, held);
  // Blank records share theirs (overview.ts).
  if (seal === "") heldByFields.set(fields, held);
  return held;
}
