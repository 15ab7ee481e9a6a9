/** Keeps a form up to date while someone else saves its item: what happened, and what is to be chosen. The rules are in take-over.ts. */
import { type Draft, type Item, isSameVersion } from "@coffer/core/items/item";
import { shortDateTime } from "@coffer/core/text";
import { useEffect, useMemo, useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { useContents, useItem } from "../queries.ts";
import { applyChoice, askedFields, type Editing, takeOver } from "./take-over.ts";

export interface OthersEdit {
  /** What came into the form, a sentence for each save. */
  readonly said: readonly string[];
  /** Names of fields. */
  readonly asked: readonly string[];
  /** The item as someone else saved it last; null while no one has. */
  readonly theirs: Item | null;
  /** "Saved by bob@example.com, 28 Nov 2026, 13:40". */
  readonly saved: string;
  readonly choose: (name: string, choice: "theirs" | "mine") => void;
  /** Takes the edit of an earlier time into the form, as one that met what the item is now. */
  readonly restore: (kept: Editing) => void;
}

/**
 * @param base - what the edit is an edit of; null for a new item.
 * @param rebase - makes it an edit of something else.
 */
export function useOthersEdit(form: FormApi<Draft>, base: Item | null, rebase: (base: Item) => void): OthersEdit {
  const [theirs, setTheirs] = useState<Item | null>(null);
  const [said, say] = useState<readonly string[]>([]);
  const who = useWho();
  const { data: contents } = useContents();
  // Not with every letter: there may be ten thousand.
  const listed = useMemo(() => contents?.items.find(({ id }) => id === base?.id), [contents, base?.id]);
  const isNewer = (item: Item): boolean => [base, theirs].every((known) => known === null || isAfter(item, known));
  const { data: newer } = useItem(base && listed && isNewer(listed) ? listed : null);
  const take = (editing: Editing): void => {
    const { kind, categoryId, favourite, fields } = editing.base;
    rebase(editing.base);
    form.restart({ kind, categoryId, favourite, fields });
    form.change(editing.draft);
  };
  const meet = (editing: Editing, saved: Item, isKept = false): void => {
    const { changed, ...met } = takeOver(editing, saved);
    setTheirs(saved);
    take(met);
    if (changed.length > 0) say([...said, changedWords(who(saved), changed.join(", "), isKept)]);
  };
  useEffect(() => {
    // While it is sent, the newer save may be its own.
    if (!base || !newer || !isNewer(newer) || newer.state === "tampered" || form.busy) return;
    meet({ base, draft: form.values }, newer);
  });
  return {
    said,
    theirs,
    asked: base && theirs ? askedFields({ base, draft: form.values }, theirs) : [],
    saved: theirs ? savedWords(who(theirs), shortDateTime(theirs.updatedAt)) : "",
    choose: (name, choice) => base && theirs && take(applyChoice({ base, draft: form.values }, theirs, name, choice)),
    restore: (kept) => base && meet(kept, base, true),
  };
}

/** After a repair another save may have the same number. */
const isAfter = (item: Item, known: Item): boolean =>
  item.revision > known.revision || (item.revision === known.revision && !isSameVersion(item, known));

/** @returns the email of another person; null for another device of the user's own. */
function useWho(): ({ author }: Item) => string | null {
  const self = useSession()?.user.id;
  return ({ author }) => (author && author.id !== self ? author.email : null);
}

const savedWords = (email: string | null, moment: string): string =>
  email === null ? `Saved on another device, ${moment}` : `Saved by ${email}, ${moment}`;

/** @param isKept - of a draft that was kept, rather than while the form is open. */
function changedWords(email: string | null, labels: string, isKept: boolean): string {
  if (email === null)
    return isKept
      ? `Changed on another device since you typed this: ${labels}. It is in this form now.`
      : `Changed on another device while you edit: ${labels}. It is in this form now.`;
  return isKept
    ? `Changed by ${email} since you typed this: ${labels}. It is in this form now.`
    : `Changed by ${email} while you edit: ${labels}. It is in this form now.`;
}
