/** From a file to what the review shows: finds its source, parses it once, finds duplicates in it and what the vault already holds. All of it on this device. */
import { type Client, ClientError, type Contents, DecryptError } from "@coffer/client";
import { isSealedBackup, openBackup } from "@coffer/client/backup";
import { MAX_ITEMS } from "@coffer/core/constants";
import { isOthers } from "@coffer/core/items/item";
import {
  duplicateFinder,
  type ExistingItem,
  existingFinder,
  type Known,
  type Review,
  reviewOf,
  suspectFinder,
} from "@coffer/core/transfer/duplicates";
import type { EncodingId } from "@coffer/core/transfer/encoding";
import type { FileAnswer } from "@coffer/core/transfer/file-reading";
import { type Candidate, IMPORT_UNREADABLE } from "@coffer/core/transfer/import";
import { maxBytesOf, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { messageOf } from "../ui/error-message.ts";
import { askFileWorker } from "./ask-file-worker.ts";
import type { FileTask } from "./file-worker-messages.ts";
import type { ImportAction } from "./import-state.ts";

const WRONG_FILE_PASSWORD = "This password does not open the backup. Please try again.";

/** The largest file that any source takes. */
export const LARGEST_FILE_BYTES = Math.max(...SOURCE_IDS.map(maxBytesOf));

type Found = Extract<ImportAction, { type: "read" | "sealed" | "unsure" }>;

const unreadable = (message: string = IMPORT_UNREADABLE): ClientError => new ClientError(message);

interface ToRead {
  readonly file: File;
  /** Null for a file dropped before a source was chosen: its content says which one it is from. */
  readonly chosen: SourceId | null;
  readonly encoding?: EncodingId;
}

/** Throws a message for people when the file cannot be read. */
export async function readFile(client: Client, { file, chosen, encoding }: ToRead): Promise<Found> {
  if (await mayBeSealed(file)) {
    const sealed = await file.text();
    const sourceId = chosen ?? SOURCE_IDS.find(readsBackups);
    if (isSealedBackup(sealed) && (!sourceId || !readsBackups(sourceId))) throw unreadable();
    if (isSealedBackup(sealed) && sourceId) return { type: "sealed", chosen, sourceId, sealed };
  }
  const found = await readRows(client, { name: file.name, content: file, chosen, encoding: encoding ?? null });
  if (found === null) return { type: "unsure", chosen, file };
  return found.type === "locked" ? { type: "sealed", chosen, sourceId: found.sourceId, sealed: file } : found;
}

const readsBackups = (id: SourceId): boolean => sourceOf(id).read === "backup";

/** A sealed backup says so at once; any other file is not read on this page, where a large one would hold everything up. */
const mayBeSealed = async (file: File): Promise<boolean> => (await file.slice(0, HEAD_BYTES).text()).includes("sealed");
const HEAD_BYTES = 512;

/** Opens a file that has a password of its own, and reads what is in it. */
export async function unlockFile(client: Client, { sourceId, sealed }: SealedFile, { password, keyFile }: FileKey): Promise<Found> {
  const isOurs = typeof sealed === "string";
  const content = isOurs ? await openBackup(sealed, password) : sealed;
  if (content === null) throw unreadable();
  const secret = isOurs ? null : { password, keyFile: keyFile && new Uint8Array(await keyFile.arrayBuffer()) };
  const name = isOurs ? "backup.json" : sealed.name;
  const found = await readRows(client, { name, content, chosen: sourceId, encoding: null, secret });
  if (found === null) throw unreadable();
  if (found.type === "locked") throw unreadable(found.message ?? WRONG_FILE_PASSWORD);
  return found;
}

/** What a person has for a sealed file. */
export interface FileKey {
  readonly password: string;
  readonly keyFile: File | null;
}

interface SealedFile {
  readonly sourceId: SourceId;
  /** Our own backup as its text, or the file of another program. */
  readonly sealed: string | File;
}

/** What is said of a sealed backup that did not open. */
export const whyLocked = (error: unknown): string =>
  error instanceof DecryptError ? WRONG_FILE_PASSWORD : messageOf(error, IMPORT_UNREADABLE);

type Locked = Extract<FileAnswer, { type: "locked" }>;

/** @returns null where a person has to say which encoding the file is in. */
async function readRows(client: Client, task: FileTask): Promise<Extract<Found, { type: "read" }> | Locked | null> {
  const answer = await askFileWorker(task);
  if (answer.type === "unsure") return null;
  if (answer.type === "locked") return answer;
  if (answer.type === "unreadable") throw unreadable(answer.message);
  const { reading, sourceId, text, fileKey } = answer;
  const { candidates, vaults, errors, refused } = reading;
  const { review, room } = await reviewAgain(client, sourceId, candidates);
  return { type: "read", file: { sourceId, chosen: task.chosen, text, fileKey, vaults, errors, refused, review, room } };
}

interface ReviewOfNow {
  readonly review: Review;
  readonly room: number;
}

/** Duplicates in the file, and what the vault has of it now: something may have been added on another device. */
export async function reviewAgain(client: Client, sourceId: SourceId, candidates: readonly Candidate[]): Promise<ReviewOfNow> {
  const contents = await client.vault.pull();
  const existing = existingFinder(sourceOf(sourceId).exact === true);
  await inSlices(await openSuspects(client, contents, candidates), existing.add);
  const duplicates = duplicateFinder();
  const found: Known[] = [];
  await inSlices(candidates, (rows) => {
    duplicates.add(rows);
    found.push(existing.among(rows));
  });
  const known: Known = {
    existing: new Set(found.flatMap(({ existing }) => [...existing])),
    differing: new Set(found.flatMap(({ differing }) => [...differing])),
    changed: new Map(found.flatMap(({ changed = [] }) => [...changed])),
  };
  const room = MAX_ITEMS - contents.items.length - contents.vaults.length;
  return { review: reviewOf(candidates, known, duplicates.groups()), room };
}

/** Lists hold overviews; whether a password is the same is seen only in the opened item, and only few can be the same. */
async function openSuspects(client: Client, { items, vaults }: Contents, candidates: readonly Candidate[]): Promise<ExistingItem[]> {
  const names = new Map(vaults.map(({ id, name }) => [id, name]));
  const suspects = suspectFinder(names);
  await inSlices(candidates, suspects.add);
  const ids: string[] = [];
  await inSlices(items, (some) => void ids.push(...suspects.among(some)));
  const opened = await client.vault.openMany({ ids });
  return opened.map((item) => {
    const { id, kind, fields, categoryId } = item;
    return { id, kind, fields, folder: (categoryId && names.get(categoryId)) || "", isOthers: isOthers(item) };
  });
}

const COMPARED_AT_ONCE = 50;
/** In milliseconds: below what a person notices, on any machine. */
const BREATH_AFTER_MS = 12;

/** Works on very many rows and lets the page respond in between. */
async function inSlices<T>(all: readonly T[], work: (some: readonly T[]) => void): Promise<void> {
  let since = performance.now();
  for (let at = 0; at < all.length; at += COMPARED_AT_ONCE) {
    work(all.slice(at, at + COMPARED_AT_ONCE));
    if (performance.now() - since < BREATH_AFTER_MS) continue;
    await new Promise((resume) => setTimeout(resume));
    since = performance.now();
  }
}
