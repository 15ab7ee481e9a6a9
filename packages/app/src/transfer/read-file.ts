/** From a file to what the review shows: finds its source, parses it once, finds what is twice in it and what the vault already holds. All of it on this device. */
import { type Client, ClientError, type Contents, DecryptError, isSealedBackup, openBackup } from "@coffer/client";
import {
  compareWhole,
  type ExistingItem,
  type Known,
  markExisting,
  type Review,
  reviewOf,
  suspectedExisting,
} from "@coffer/core/transfer/duplicates";
import { type Candidate, IMPORT_UNREADABLE, type ImportReading, readImport, recognise } from "@coffer/core/transfer/import";
import { checkImportFile } from "@coffer/core/transfer/import-file";
import { maxBytesOf, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { messageOf } from "../ui/message.ts";
import type { ImportAction, ReadFile } from "./import-state.ts";

const WRONG_FILE_PASSWORD = "This password does not open the backup. Please try again.";

/** The largest file that any source takes. */
export const LARGEST_FILE_BYTES = Math.max(...SOURCE_IDS.map(maxBytesOf));

type Found = Extract<ImportAction, { type: "read" | "sealed" }>;

const unreadable = (message: string = IMPORT_UNREADABLE): ClientError => new ClientError(message);

/**
 * Throws a message for people when the file cannot be read.
 * @param chosen - null for a file dropped before a source was chosen: its content says which one it is from.
 */
export async function readFile(client: Client, chosen: SourceId | null, file: File): Promise<Found> {
  const text = await file.text();
  if (isSealedBackup(text)) {
    const sourceId = chosen ?? SOURCE_IDS.find(readsBackups);
    if (!sourceId || !readsBackups(sourceId)) throw unreadable();
    return { type: "sealed", sourceId, sealed: text };
  }
  const found = recognise(
    text,
    SOURCE_IDS.filter((id) => file.size <= maxBytesOf(id)),
    chosen,
  );
  if (found === null) throw unreadable(checkImportFile(file) ?? IMPORT_UNREADABLE);
  return review(client, { ...found, text });
}

const readsBackups = (id: SourceId): boolean => sourceOf(id).read === "backup";

/** Opens a backup that has a password of its own, and reads what is in it. */
export async function unlockFile(client: Client, { sourceId, sealed }: SealedFile, password: string): Promise<Found> {
  const text = await openBackup(sealed, password);
  if (text === null) throw unreadable();
  return review(client, { sourceId, text, reading: readImport({ sourceId, text }) });
}

interface SealedFile {
  readonly sourceId: SourceId;
  readonly sealed: string;
}

/** What is said of a sealed backup that did not open. */
export const whyLocked = (error: unknown): string =>
  error instanceof DecryptError ? WRONG_FILE_PASSWORD : messageOf(error, IMPORT_UNREADABLE);

interface ReadText {
  readonly sourceId: SourceId;
  readonly text: string;
  readonly reading: ImportReading;
}

async function review(client: Client, { sourceId, text, reading }: ReadText): Promise<Found> {
  const { candidates, vaults, errors } = reading;
  if (candidates.length === 0 && errors.some(({ message }) => message === IMPORT_UNREADABLE)) throw unreadable();
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
