/** A complete item for tests; only the relevant properties have to be given. */
import { blankDraft, type Item } from "../item.ts";
import type { KindName } from "../kinds.ts";

export function anItem(kind: KindName, fields: Record<string, string> = {}, rest: Partial<Omit<Item, "kind" | "fields">> = {}): Item {
  return {
    id: "00000000-0000-4000-8000-000000000000",
    kind,
    scopeId: "00000000-0000-4000-8000-000000000001",
    revision: 1,
    categoryId: null,
    favourite: false,
    fields: { ...blankDraft(kind).fields, ...fields },
    state: "intact",
    createdAt: 0,
    updatedAt: 0,
    lastUsedAt: null,
    isOwner: true,
    permission: "write",
    ...rest,
  };
}
