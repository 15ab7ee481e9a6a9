/**
 * Edits that wait on this device for the server: one for each item, with what it was changed from and what it became. A later edit of the same item joins the one that
 * waits, so that the server gets what was wanted last, as an edit of what the first one began from.
 */
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeItems } from "@coffer/core/items/merge-items";
import { OTHERS_FIELD } from "@coffer/core/items/other-values";
import type { Contents } from "../../types.ts";

export interface WaitingEdit {
  /** Of the item; of a new one, the one that it will have. */
  readonly id: string;
  /** What the edit began from, as the server had it; null for a new item. */
  readonly base: Item | null;
  /** Null where it is deleted and nothing else. */
  readonly draft: Draft | null;
  readonly isDeleted: boolean;
  /** When it was pressed last, in milliseconds since 1970. */
  readonly at: number;
  /** How many presses are in it. */
  readonly count: number;
  /** Where it is, or will be. */
  readonly scopeId: string;
  /** What its presses are saved as, the newest last: one of them may have landed though no answer came. */
  readonly saveIds: readonly string[];
  /** Of the item that it becomes where there is none to put it into. */
  readonly apartId: string;
  /** Why the server, or this client, did not take it; null while it only waits. */
  readonly refused: string | null;
}

/** @param next - begun from what is shown, so from `before` where the screen had it */
export function joined(before: WaitingEdit | undefined, next: WaitingEdit): WaitingEdit {
  if (!before) return next;
  const { id, scopeId, base, apartId } = before;
  const saveIds = [...before.saveIds, ...next.saveIds].slice(-KEPT_SAVES);
  const { isDeleted, at } = next;
  const both = next.draft && before.draft && next.base;
  const draft = both ? bothOf(before.draft, next.draft, next.base) : (next.draft ?? before.draft);
  return { id, scopeId, base, draft, isDeleted, at, count: before.count + 1, saveIds, apartId, refused: null };
}

/** Of many presses without a connection none was sent but the newest at that time. */
const KEPT_SAVES = 20;

/** Vault and mark too stay as the earlier one made them where the later one, of a form that was open all the while perhaps, did not touch them. */
function bothOf(before: Draft, next: Draft, base: Item): Draft {
  return {
    kind: next.kind,
    categoryId: next.categoryId === base.categoryId ? before.categoryId : next.categoryId,
    favourite: next.favourite === base.favourite ? before.favourite : next.favourite,
    fields: fieldsOfBoth(before, next, base),
  };
}

/** By name, as two edits at once (merge-items.ts): what the later one did not touch stays as the earlier one made it. */
function fieldsOfBoth(before: Draft, next: Draft, base: Item): FieldValues {
  const saved = { at: 0 };
  const mine = { fields: { ...base.fields, ...next.fields }, saved };
  const theirs = { fields: { ...base.fields, ...before.fields }, saved };
  // What both changed is not to be chosen from: it was one person, and the later press counts.
  const { fields, conflicts } = mergeItems(next.kind, { base: base.fields, mine, theirs });
  const later = conflicts.length === 0 ? [] : [...conflicts, OTHERS_FIELD];
  return { ...fields, ...Object.fromEntries(later.map((name) => [name, mine.fields[name] ?? ""])) };
}

/** The item with an edit that waits. @param held - as the server had it last, with the fields that are wanted; null for a new one. */
export function itemWith({ id, scopeId, base, draft, at, count }: WaitingEdit, held: Item | null): Item | null {
  const under = held ?? base;
  if (draft === null) return under;
  const { kind, categoryId, favourite, fields } = draft;
  const all = { ...under?.fields, ...fields };
  return {
    ...(under ?? { ...NEW, id, scopeId, createdAt: at }),
    ...{ kind, categoryId, favourite },
    fields: all,
    // Between two saves of the server's, and another for each press: what was opened of an earlier one is not shown.
    revision: (under?.revision ?? 0) + Math.min(count, MOST) / (MOST + 1),
    holds: [...new Set([...(under?.holds ?? []), ...Object.keys(fields)])].filter((name) => all[name] !== ""),
    updatedAt: at,
    waits: true,
  };
}

const MOST = 1_023;
const NEW = { state: "intact", lastUsedAt: null, isOwner: true, permission: "write", sharedBy: null } as const;

/** What lists show, with the edits that wait. */
export function contentsWith(contents: Contents, edits: readonly WaitingEdit[]): Contents {
  const waiting = new Map(edits.map((edit) => [edit.id, edit]));
  const there = contents.items.flatMap((item): Item[] => {
    const edit = waiting.get(item.id);
    if (!edit) return [item];
    waiting.delete(item.id);
    return edit.isDeleted ? [] : overviewOf(itemWith(edit, item));
  });
  const added = [...waiting.values()].filter((edit) => edit.base === null && isAnything(edit));
  const items = [...there, ...added.flatMap((edit) => overviewOf(itemWith(edit, null)))];
  const vaults = new Set<string | null>(contents.vaults.map(({ id }) => id));
  // Its vault may have gone since.
  return { ...contents, items: items.map((item) => (item.waits && !vaults.has(item.categoryId) ? { ...item, categoryId: null } : item)) };
}

/** Of what was made and deleted again, no one has to hear. */
export const isAnything = ({ base, isDeleted }: WaitingEdit): boolean => base !== null || !isDeleted;

function overviewOf(item: Item | null): Item[] {
  if (!item) return [];
  const names = new Set<string>(kindOf(item.kind).overview);
  return [{ ...item, fields: Object.fromEntries(Object.entries(item.fields).filter(([name]) => names.has(name))) }];
}
