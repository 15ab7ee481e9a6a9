/** Which fields a record has, by name: what lists offer to copy, and what Health need not open. */
import type { SealedRecord } from "@coffer/contract/record";
import { type KindName, wireFields } from "@coffer/core/items/kinds";

/** Most records of a kind hold the same: ten thousand lists of the same names are not made, or kept. */
const heldByFields = new WeakMap<SealedRecord["fields"], readonly string[]>();
const heldByWhich = new Map<string, readonly string[]>();
const wiresOf = new Map<KindName, ReturnType<typeof wireFields>>();

export function heldFields(kind: KindName, { fields, seal }: SealedRecord): readonly string[] {
  const known = heldByFields.get(fields);
  if (known) return known;
  const wires = wiresOf.get(kind) ?? wireFields(kind);
  wiresOf.set(kind, wires);
  // Which of them it has: the names are put together for the first that has these, and no list for each record.
  let which = `${kind} `;
  for (const [, wire] of wires) which += wire in fields ? 1 : 0;
  const held = heldByWhich.get(which) ?? wires.flatMap(([name, wire]) => (wire in fields ? name : []));
  heldByWhich.set(which, held);
  // Blank records share theirs (overview.ts).
  if (seal === "") heldByFields.set(fields, held);
  return held;
}
