/**
 * What an import makes, known by a seed that the device drew before anything was written: a row of the file, and a vault it needs, are the same record in every
 * attempt. So nothing is written twice after a lost answer, a broken network or a reload, and an undo finds everything, whatever happened.
 */
import type { Item } from "@coffer/core/items/item";
import { generateId, sha256, utf8 } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { loadedScope, type VaultContext } from "../vault/context.ts";
import { pull } from "../vault/read.ts";
import { remove } from "../vault/save.ts";

/** An import of one file, over all its attempts. */
export interface ImportSession {
  readonly seed: string;
  /** Of the file's rows the highest that was to be written. */
  readonly lastRow: number;
  /** Vaults that were to be made. */
  readonly vaultIds: readonly string[];
}

/** Removals in one commit: below what the server takes, whatever the ids. */
const REMOVED_AT_ONCE = 5_000;

const idFrom = async (text: string): Promise<string> => {
  const hash = await sha256(utf8(text));
  return generateId(() => hash.subarray(0, 16));
};

/** The id of a row's record. The hash tells nobody which records came of one file. */
export const rowId = (seed: string, row: number): Promise<string> => idFrom(`import row ${seed} ${row}`);

/** The id of a vault that an import makes. @param key - what the import calls it. */
export const folderId = (seed: string, key: string): Promise<string> => idFrom(`import vault ${seed} ${key}`);

/** Ids of the items that an import made and that are there still. */
export async function createdIds(context: VaultContext, { seed, lastRow }: Pick<ImportSession, "seed" | "lastRow">): Promise<string[]> {
  const { records } = await loadedScope(context);
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1);
  return (await inBatches(rows, (row) => rowId(seed, row))).filter((id) => records.has(id));
}

export interface Undone {
  /** Items of the import that somebody has changed since: they are still there. */
  readonly kept: readonly Item[];
}

/** Removes what an import made, and nothing else: an item that was changed since stays, and a vault it made when something is in it. */
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
