/** Imports what was read and reviewed on this device. The server sees sealed records, and the file sealed. */
import { api } from "@coffer/contract/api";
import { AppError, isErrorCode } from "@coffer/contract/errors";
import { IMPORT_MAX_BYTES, IMPORT_POLL_MS, MAX_ITEMS } from "@coffer/core/constants";
import { withDerived } from "@coffer/core/items/derived-fields";
import { kindOf } from "@coffer/core/items/kinds";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import { context as bindingOf, generateId, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import type { Call } from "../call.ts";
import { ClientError, NoKeysError } from "../errors.ts";
import { commit, loadedScope, type VaultContext } from "../vault/context.ts";
import { type SealedWrite, sealWrite } from "../vault/record-writes.ts";
import { chunksOf } from "./chunks.ts";
import { type ImportSession, rowId } from "./created-ids.ts";
import { type PlaceOf, planFolders } from "./import-folders.ts";

export interface ImportRun {
  readonly sourceId: string;
  /** The file as it was read; kept sealed on the server until the import ends. */
  readonly fileText: string;
  readonly candidates: readonly Candidate[];
  /** Those of the reading: made as the file describes them, also when empty. */
  readonly vaults?: readonly BackupVault[];
  /** That of an earlier attempt at this file, so that no row is written twice; a new one where there was none. */
  readonly seed?: string;
  /** What will be made, told before anything is: whoever keeps it can undo the import whatever happens next. */
  readonly onBegin?: (session: ImportSession) => Promise<void>;
  /** Whole percents, from 0 to 100, and how many rows of this run are there. */
  readonly onProgress: (percent: number, written: number) => void;
  /** Stops before the next chunk; what is written stays. */
  readonly signal?: AbortSignal;
}

export interface ImportOutcome {
  /** Rows of this run that are there, also those that an earlier attempt had written. */
  readonly created: number;
  /** Vaults this import made, in any of its attempts. */
  readonly vaultIds: readonly string[];
  readonly isStopped: boolean;
}

/**
 * Writes the candidates in chunks, each whole or not at all.
 * @throws what the chunk met that could not be written, with those before it kept: AppError too_many_items before anything is written, or the network's error.
 */
export const run = (context: VaultContext, job: ImportRun): Promise<ImportOutcome> =>
  write(context, job).catch((cause: unknown) => {
    // Locked since the review, or signed out: in the words of the specification (3 §8; decision I-09).
    throw cause instanceof NoKeysError ? new ClientError("Master key not found", { cause }) : cause;
  });

async function write(context: VaultContext, job: ImportRun): Promise<ImportOutcome> {
  const { candidates, vaults = [], seed = generateId(context.random), signal } = job;
  const { records } = await loadedScope(context);
  const contents = await context.shown.refresh();
  const folders = await planFolders(context, { contents, candidates, described: vaults, seed });
  await refuseTooMany(records, { candidates, seed, more: folders.missing });
  const lastRow = candidates.reduce((last, { row }) => Math.max(last, row), 0);
  await job.onBegin?.({ seed, lastRow, vaultIds: folders.createdIds });
  const importId = await begin(context, job);
  await folders.make();
  const total = candidates.length;
  let created = 0;
  const watch = watchProgress(context.call, importId, (percent) => job.onProgress(percent, created));
  try {
    for (const rows of chunksOf(candidates)) {
      watch.refuseFailed();
      if (signal?.aborted) return { created, vaultIds: folders.createdIds, isStopped: true };
      await writeChunk(context, { importId, total, rows, seed, placeOf: folders.placeOf });
      created += rows.length;
      job.onProgress(Math.round((created / total) * 100), created);
    }
    await watch.ask();
    watch.refuseFailed();
  } finally {
    watch.stop();
  }
  return { created, vaultIds: folders.createdIds, isStopped: false };
}

interface Asked extends Pick<ImportRun, "candidates"> {
  readonly seed: string;
  /** Vaults to be made. */
  readonly more: number;
}

/** Rows that an earlier attempt has written need no room; they are looked for only where the room is scarce. */
async function refuseTooMany(records: ReadonlyMap<string, unknown>, { candidates, seed, more }: Asked): Promise<void> {
  if (records.size + candidates.length + more <= MAX_ITEMS) return;
  const ids = await inBatches(candidates, ({ row }) => rowId(seed, row));
  const fresh = ids.filter((id) => !records.has(id)).length;
  if (records.size + fresh + more > MAX_ITEMS) throw new AppError("too_many_items");
}

/** @returns the import's id. */
async function begin({ call, keyring }: VaultContext, { sourceId, fileText }: ImportRun): Promise<string> {
  const { id } = await call(api.transfer.initialize, { source_type: sourceId });
  if (fileText.length > IMPORT_MAX_BYTES) return id; // looked at first: taking a large text apart holds up the page
  const bytes = utf8(fileText);
  if (bytes.length > IMPORT_MAX_BYTES) return id; // a large backup stays on this device; the server needs none of it
  const { vaultKey, keyEpoch } = keyring();
  const binding = { purpose: "importFile", epoch: keyEpoch, context: bindingOf("import", uuidToBytes(id)) } as const;
  const file = await wrap({ key: vaultKey, bytes, ...binding });
  await call(api.transfer.upload, { importId: id, sourceType: sourceId, file }).catch((cause: unknown) => {
    throw cause instanceof AppError && cause.code === "too_large" ? new ClientError(FILE_TOO_LARGE, { cause }) : cause;
  });
  return id;
}

interface Chunk {
  readonly importId: string;
  /** Rows of the whole import. */
  readonly total: number;
  readonly rows: readonly Candidate[];
  readonly seed: string;
  readonly placeOf: PlaceOf;
}

/** So few that the page has its turn in between. */
const SEALED_AT_ONCE = 10;

/** One commit. A row that is there is left alone, also in the trash: an earlier attempt has written it, whatever became of the answer. */
async function writeChunk(context: VaultContext, { importId, total, rows, seed, placeOf }: Chunk): Promise<void> {
  const planned = await Promise.all(rows.map(async (candidate) => ({ candidate, id: await rowId(seed, candidate.row) })));
  await commit(context, async (scope) => {
    const missing = planned.filter(({ id }) => !scope.records.has(id) && !scope.trashed.has(id));
    const seal = async ({ candidate, id }: (typeof missing)[number]) => ({
      candidate,
      put: await sealCandidate(context, candidate, { id, scope, placeOf }),
    });
    const items = await inBatches(missing, seal, SEALED_AT_ONCE);
    return {
      changes: items.map(({ put }) => put.change),
      saved: items.map(({ put }) => put.saved),
      send: ({ baseSeq, head, signature }) => {
        const data = items.map(({ candidate: { kind, row }, put }) => ({ type: kindOf(kind).csvType, row, data: put.change }));
        const write = { baseSeq, head, signature };
        return context.call(api.transfer.batch, { importId, scope: scope.keys.scopeId, total, items: data, ...write });
      },
    };
  });
}

type Target = Pick<Chunk, "placeOf"> & { readonly id: string; readonly scope: Parameters<typeof sealWrite>[1] };

function sealCandidate(context: VaultContext, candidate: Candidate, { id, scope, placeOf }: Target): Promise<SealedWrite> {
  const { kind, favourite = false, createdAt, updatedAt } = candidate;
  const fields = withDerived(kind, { fields: candidate.fields, before: null, now: context.now() });
  return sealWrite(context, scope, id, { kind, fields, favourite, categoryId: placeOf(candidate), createdAt, updatedAt });
}

interface Watch {
  readonly ask: () => Promise<void>;
  /** @throws ClientError where the server says that the import has failed, with what we say of its reason; AppError where it gives none. */
  readonly refuseFailed: () => void;
  readonly stop: () => void;
}

/** Asks every second, as specified, until the import has ended, so that a second tab or a slow chunk shows too. */
function watchProgress(call: Call, id: string, onProgress: (percent: number) => void): Watch {
  let failure: string | null = null;
  const ask = (): Promise<void> =>
    call(api.transfer.progress, { id }).then(
      ({ status, progress, error_details: details }) => {
        if (status === "failed") failure = reasonIn(details);
        else onProgress(progress);
      },
      () => undefined, // the write itself reports what is wrong
    );
  const timer = setInterval(() => void ask(), IMPORT_POLL_MS);
  const refuseFailed = (): void => {
    if (failure !== null) throw failure === "" ? new AppError("unexpected") : new ClientError(failure);
  };
  return { ask, refuseFailed, stop: () => clearInterval(timer) };
}

/** The reason the page knows by these words (specification 3 §8; decision I-10). */
const FILE_TOO_LARGE = "Import file size exceeds the limit";

/**
 * Of `{"code":"…","message":"…"}`. The server's prose is never repeated (security design §8): what is said is our own sentence for its code, or that the file is too
 * large, if that is what it speaks of; empty for anything else.
 */
function reasonIn(details: string | null): string {
  try {
    const { code, message } = JSON.parse(details ?? "{}") as { code?: unknown; message?: unknown };
    if (isErrorCode(code) && code !== "unexpected") return new AppError(code).message;
    return /file size/i.test(String(message)) ? FILE_TOO_LARGE : "";
  } catch {
    return ""; // no JSON: there is nothing to say
  }
}
