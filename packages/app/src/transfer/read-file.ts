/** From a file to what the review shows: finds its source, parses it, finds what is twice in it and what the vault already holds. All of it on this device. */
import { type Client, type Contents, DecryptError, isSealedBackup, openBackup } from "@coffer/client";
import {
  compareWhole,
  type ExistingItem,
  type Known,
  markExisting,
  type Review,
  reviewOf,
  suspectedExisting,
} from "@coffer/core/transfer/duplicates";
import { type Candidate, detectSource, IMPORT_UNREADABLE, readImport } from "@coffer/core/transfer/import";
import { checkImportFile } from "@coffer/core/transfer/import-file";
import { maxBytesOf, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import type { ImportAction, ReadFile } from "./import-state.ts";

export const WRONG_FILE_PASSWORD = "This password does not open the backup. Please try again.";

/** The largest file that any source takes. */
export const LARGEST_FILE_BYTES = Math.max(...SOURCE_IDS.map(maxBytesOf));

type Found = Extract<ImportAction, { type: "read" | "sealed" | "unreadable" }>;

const UNREADABLE: Found = { type: "unreadable", problem: IMPORT_UNREADABLE };

/** @param chosen - null for a file dropped before a source was chosen: its content says which one it is from. */
export async function readFile(client: Client, chosen: SourceId | null, file: File): Promise<Found> {
  const text = await file.text();
  if (isSealedBackup(text)) {
    const sourceId = chosen ?? SOURCE_IDS.find(readsBackups);
    return sourceId && readsBackups(sourceId) ? { type: "sealed", sourceId, sealed: text } : UNREADABLE;
  }
  const fitting = SOURCE_IDS.filter((id) => file.size <= maxBytesOf(id));
  const sourceId = chosen ?? detectSource(text, fitting);
  if (sourceId !== null) return readText(client, sourceId, text);
  const tooLarge = checkImportFile(file);
  return tooLarge ? { type: "unreadable", problem: tooLarge } : UNREADABLE;
}

const readsBackups = (id: SourceId): boolean => sourceOf(id).read === "backup";

/** Opens a backup that has a password of its own, and reads what is in it. */
export async function unlockFile(client: Client, sourceId: SourceId, sealed: string, password: string): Promise<Found> {
  try {
    const text = await openBackup(sealed, password);
    return text === null ? UNREADABLE : await readText(client, sourceId, text);
  } catch (error) {
    if (error instanceof DecryptError) return { type: "unreadable", problem: WRONG_FILE_PASSWORD };
    throw error;
  }
}

async function readText(client: Client, sourceId: SourceId, text: string): Promise<Found> {
  const { candidates, vaults, errors } = readImport({ sourceId, text });
  if (candidates.length === 0 && errors.some(({ message }) => message === IMPORT_UNREADABLE)) return UNREADABLE;
  return { type: "read", file: { sourceId, text, vaults, errors, review: await reviewAnew(client, sourceId, candidates) } };
}

/** What is twice in the file, and what the vault has of it now: something may have been added on another device. */
export async function reviewAnew(client: Client, sourceId: ReadFile["sourceId"], candidates: readonly Candidate[]): Promise<Review> {
  const contents = await client.vault.pull();
  const existing = await openSuspects(client, contents, candidates);
  const known: Known = sourceOf(sourceId).exact
    ? compareWhole(candidates, existing)
    : { existing: markExisting(candidates, existing), differing: new Set() };
  return reviewOf(candidates, known);
}

/** Lists hold overviews; whether a password is the same is seen only in the opened item, and only few can be the same. */
async function openSuspects(client: Client, { items, vaults }: Contents, candidates: readonly Candidate[]): Promise<ExistingItem[]> {
  const names = new Map(vaults.map(({ id, name }) => [id, name]));
  const opened = await client.vault.openMany({ ids: suspectedExisting(candidates, items, names) });
  return opened.map(({ kind, fields, categoryId }) => ({ kind, fields, folder: (categoryId && names.get(categoryId)) || "" }));
}
