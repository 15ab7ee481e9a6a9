/** What differs between an earlier moment and now, in words without secrets, and in what order. */
import type { Difference, NotShown } from "@coffer/client";
import { summaryOf } from "@coffer/core/items/display";
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { LOCALE, plural } from "@coffer/core/text";

export const GROUPS = [
  { what: "changed", title: "Changed since", says: "Taken back, they have what they had." },
  { what: "added", title: "Added since", says: "Taken back, they go to the trash." },
  { what: "gone", title: "In the trash since", says: "Taken back, they come out of the trash as they were." },
] as const;

export const inOrder = (all: readonly Difference[]): Difference[] =>
  all.toSorted((one, other) => titleThen(one).localeCompare(titleThen(other), LOCALE));

/** By the name it had. */
export const titleThen = ({ now, was }: Difference): string => titleOf(was ? { ...now, fields: was.fields } : now);

export function wordsOf({ what, now, was, fields, isMoved, isMarked }: Difference, vaults: readonly Vault[]): string {
  if (was === null) return summaryOf(now) || "—";
  const nameOf = (id: string | null): string => vaults.find((vault) => vault.id === id)?.name ?? "Unassigned";
  const labels = fields.map((name) => kindOf(now.kind).fields[name]?.label ?? name);
  const parts = [
    ...(labels.length > 0 ? [what === "gone" ? `Also changed: ${labels.join(", ")}.` : `Changed: ${labels.join(", ")}.`] : []),
    ...(isMoved ? [`It was in ${nameOf(was.categoryId)}, now in ${nameOf(now.categoryId)}.`] : []),
    ...(isMarked ? [was.favourite ? "It was a favorite." : "It was no favorite."] : []),
  ];
  if (what === "gone" && !isMoved) parts.push(`It was in ${nameOf(was.categoryId)}.`);
  return parts.join(" ");
}

const NAMED = 5;

/** "Bank", "Shop" and 3 more */
function namesOf(items: readonly Item[]): string {
  const names = items.slice(0, NAMED).map((item) => `"${titleOf(item)}"`);
  const more = items.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more.toLocaleString(LOCALE)} more` : names.join(", ");
}

/** Why some are left out, a sentence for each reason. */
export function notShownWords(all: readonly NotShown[]): string[] {
  const of = (why: NotShown["why"]): Item[] => all.flatMap((one) => (one.why === why ? one.item : []));
  const sentence = (items: readonly Item[], why: string): string[] =>
    items.length === 0
      ? []
      : [`${plural(items.length, "item cannot be shown as it was", "items cannot be shown as they were")}: ${namesOf(items)}. ${why}`];
  return [...sentence(of("missing"), MISSING), ...sentence(of("tampered"), TAMPERED)];
}

const MISSING =
  "The server does not have what was there, or does not give it. Moving or sharing an item deletes its earlier versions; after new keys they come back once they are encrypted again.";
const TAMPERED = "What the server gave does not open: it is something else, or it is damaged. It cannot be taken back.";

export const NOT_HERE = "Not here: what was deleted for good since then, and items of other people. Vaults stay as they are now.";
