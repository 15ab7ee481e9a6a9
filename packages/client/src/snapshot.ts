/** A pull's answer as it came, and the records in it. */
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { fromWire, type SealedRecord } from "@coffer/contract/record";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";

export type Snapshot = ReplyOf<typeof api.vault.pull>;

/** Their kind is the list they stand in. */
export function recordsOf({ data }: Snapshot): SealedRecord[] {
  const items = KIND_NAMES.flatMap((kind) => (data[kindOf(kind).list] ?? []).map((wire) => fromWire(kind, wire)));
  return [...items, ...(data.categories ?? []).map((wire) => fromWire("category", wire))];
}
