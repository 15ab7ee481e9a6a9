/**
 * The ids of what an import creates follow from a seed that is drawn before anything is written: a row of the file, or a vault it needs,
 * is the same record in every attempt. So a lost answer, a broken network or a reload writes nothing twice, and an undo finds everything.
 */
import type { Item } from "@coffer/core/items/item";
import { inBatches } from "../batches.ts";
import { loadedScope, type VaultContext } from "../vault/context.ts";
import { idFrom } from "../vault/device-only-copies.ts";
import { pull } from "../vault/read.ts";
import { remove } from "../vault/save.ts";

/** An import of one file, over all its attempts. */
export interface ImportSession {
  readonly seed: string;
  /** The highest of the file's rows to be written. */
  readonly lastRow: number;
  /** Vaults to be created. */
  readonly vaultIds: readonly string[];
}

/** Removals in one commit: below the server's limit, whatever the ids. */
const REMOVED_AT_ONCE = 5_000;

/** The id of a row's record. A hash, so that no one can tell which records came from one file. */
export const rowId = (seed: string, row: number): Promise<string> => idFrom(`import row ${seed} ${row}`);

/** The id of a vault that an import creates. @param key - the import's name for it. */
export const folderId = (seed: string, key: string): Promise<string> => idFrom(`import vault ${seed} ${key}`);

/** Ids of the items that an import created and that still exist. */
export async function createdIds(context: VaultContext, { seed, lastRow }: Pick<ImportSession, "seed" | "lastRow">): Promise<string[]> {
  const { records } = await loadedScope(context);
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1);
  return (await inBatches(rows, (row) => rowId(seed, row))).filter((id) => records.has(id));
}

export interface Undone {
  /** Items of the import that were changed since; they stay. */
  readonly kept: readonly Item[];
}

/** Removes what an import created, and nothing else: changed items stay, and so does a created vault with something in it. */
export async function undo(context: VaultContext, session: ImportSession): Promise<Undone> {
  const { items, vaults } = await pull(context);
  const rows = new Set(await createdIds(context, session));
  const kept = items.filter(({ id, revision }) => rows.has(id) && revision > 1);
  const own = new Set([...rows, ...session.vaultIds]);
  for (const { id } of kept) own.delete(id);
  const inUse = new Set(items.filter(({ id }) => !own.has(id)).map(({ categoryId }) => categoryId));
  const ids = [...items, ...vaults].map(({ id }) => id).filter((id) => own.has(id) && !inUse.has(id));
  for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) await remove(context, { ids: ids.slice(at, at + REMOVED_AT_ONCE) });
  return { kept };
}
