/** From a file to what the review shows: parses it, finds what is twice in it and what the vault already holds. All of it on this device. */
import type { Client, Contents } from "@coffer/client";
import { type ExistingItem, markExisting, reviewOf, suspectedExisting } from "@coffer/core/transfer/duplicates";
import { type Candidate, IMPORT_UNREADABLE, readImport } from "@coffer/core/transfer/import";
import type { SourceId } from "@coffer/core/transfer/sources";
import type { ReadFile } from "./import-state.ts";

/** @returns null when nothing of the file can become an item. */
export async function readFile(client: Client, sourceId: SourceId, file: File): Promise<ReadFile | null> {
  const text = await file.text();
  const { candidates, problems } = readImport({ sourceId, text });
  if (candidates.length === 0 && problems.some(({ message }) => message === IMPORT_UNREADABLE)) return null;
  // The vault as it is now: something may have been added on another device.
  const contents = await client.vault.pull();
  const existing = markExisting(candidates, await openSuspects(client, contents, candidates));
  return { text, problems, review: reviewOf(candidates, existing) };
}

/** Lists hold overviews; whether a password is the same is seen only in the opened item, and only few can be the same. */
async function openSuspects(client: Client, { items, vaults }: Contents, candidates: readonly Candidate[]): Promise<ExistingItem[]> {
  const names = new Map(vaults.map(({ id, name }) => [id, name]));
  const ids = suspectedExisting(candidates, items, names);
  const opened = await Promise.all(ids.map((id) => client.vault.open({ id })));
  return opened.map(({ kind, fields, categoryId }) => ({ kind, fields, folder: (categoryId && names.get(categoryId)) || "" }));
}
