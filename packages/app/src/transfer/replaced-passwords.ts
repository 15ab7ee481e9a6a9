/**
 * Passwords that an import replaces. What each was is sealed on this device before the first of them is replaced, and read again only when the import is undone: it is in no list
 * and in no cache.
 */
import type { Client } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import type { PasswordUpdate } from "@coffer/core/transfer/password-updates";
import { isLastingRefusal } from "../ui/lasting-refusal.ts";

interface Replaced {
  /** Of the item. */
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

const PLACE = "import/receipt-passwords";

interface Replacing {
  /** Of the file: what is kept of another import does not count. */
  readonly fileKey: string;
  readonly updates: readonly PasswordUpdate[];
  /** Of an earlier attempt at the same file, what it replaced stays known. */
  readonly isGoingOn: boolean;
  /** @param restorable - how many of them can be put back */
  readonly onReplaced: (count: number, restorable: number) => Promise<void>;
}

/** In the order of the file. An item that is gone, or cannot be opened, is left alone; its row is still in the file. */
export async function replacePasswords(client: Client, { fileKey, updates, isGoingOn, onReplaced }: Replacing): Promise<void> {
  const opened = updates.length === 0 ? [] : await client.vault.openMany({ ids: updates.map(({ itemId }) => itemId) });
  const found = updates.flatMap(({ itemId, password }) => {
    const base = opened.find(({ id }) => id === itemId);
    return base ? { base, after: password } : [];
  });
  const now = found.map(({ base: { id, fields }, after }): Replaced => ({ id, before: fields.password ?? "", after }));
  const earlier = isGoingOn ? await replacedBy(client, fileKey) : [];
  const again = earlier.map((one) => ({ ...one, after: now.find(({ id }) => id === one.id)?.after ?? one.after }));
  const all = [...again, ...now.filter(({ id }) => !earlier.some((one) => one.id === id))];
  // A device without room must not stop the import: the earlier password is in the item's history.
  const isKept = await client.drafts.keep({ place: PLACE, value: { fileKey, all } }).then(
    () => true,
    () => false,
  );
  for (const [index, { base, after }] of found.entries()) {
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password: after } } });
    await onReplaced(index + 1, isKept ? index + 1 : 0);
  }
}

async function replacedBy({ drafts }: Client, fileKey: string): Promise<Replaced[]> {
  const kept = await drafts.find({ place: PLACE });
  const { fileKey: own, all } = (typeof kept === "object" && kept !== null ? kept : {}) as {
    readonly fileKey?: unknown;
    readonly all?: unknown;
  };
  return own === fileKey && Array.isArray(all) ? (all as Replaced[]) : [];
}

export const forgetReplaced = ({ drafts }: Client): Promise<void> => drafts.discard({ place: PLACE });

/** Puts back what each was. @returns those that were changed since, which stay */
export async function putPasswordsBack(client: Client, fileKey: string): Promise<Item[]> {
  const replaced = await replacedBy(client, fileKey);
  const opened = replaced.length === 0 ? [] : await client.vault.openMany({ ids: replaced.map(({ id }) => id) });
  const staying: Item[] = [];
  for (const base of opened) {
    const one = replaced.find(({ id }) => id === base.id);
    // Put back already, or never replaced, where an attempt was cut off.
    const now = base.fields.password ?? "";
    if (!one || now === one.before) continue;
    const draft = { ...base, fields: { ...base.fields, password: one.before } };
    const isBack = now === one.after && (await client.vault.update({ base, draft, isUndo: true }).then(isDone, orStays));
    if (!isBack) staying.push(base);
  }
  return staying;
}

const isDone = (): boolean => true;

/** Someone was quicker. */
function orStays(error: unknown): boolean {
  if (isLastingRefusal(error)) return false;
  throw error;
}
