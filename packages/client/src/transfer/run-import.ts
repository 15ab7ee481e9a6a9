/** Imports what was read and reviewed on this device. The server gets sealed records, and the sealed file. */
import { api } from "@coffer/contract/api";
import { AppError, isErrorCode, isRefusal } from "@coffer/contract/errors";
import { IMPORT_MAX_BYTES, IMPORT_POLL_MS, MAX_ITEMS } from "@coffer/core/constants";
import { withDerived } from "@coffer/core/items/derived-fields";
import { titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import { context as bindingOf, generateId, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import type { Call } from "../call.ts";
import { ClientError, NoKeysError } from "../errors.ts";
import { headOf } from "../sync/scope-deps.ts";
import { commit, loadedScope, type VaultContext } from "../vault/context.ts";
import { type SealedWrite, sealWrite } from "../vault/record-writes.ts";
import { chunksOf } from "./chunks.ts";
import { type ImportSession, rowId } from "./created-ids.ts";
import { type PlaceOf, planFolders } from "./import-folders.ts";

export interface ImportRun {
  readonly sourceId: string;
  /** The text of the file; stored sealed on the server until the import ends. */
  readonly fileText: string;
  readonly candidates: readonly Candidate[];
  /** Vaults that the file describes: created even if empty. */
  readonly vaults?: readonly BackupVault[];
  /** Of an earlier attempt at this file, so that no row is written twice; absent for the first attempt. */
  readonly seed?: string;
  /** Called with what will be created before anything is: needed to undo the import whatever happens next. */
  readonly onBegin?: (session: ImportSession) => Promise<void>;
  /** Whole percents, from 0 to 100, and how many rows of this run have been written. */
  readonly onProgress: (percent: number, written: number) => void;
  /** Stops before the next chunk; what is written stays. */
  readonly signal?: AbortSignal;
}

export interface ImportOutcome {
  /** Rows of this run that exist now, including those of an earlier attempt. */
  readonly created: number;
  /** Vaults that this import created, in any of its attempts. */
  readonly vaultIds: readonly string[];
  readonly isStopped: boolean;
}

/**
 * Writes the candidates in chunks, each completely or not at all.
 * @throws the error of the chunk that failed; earlier chunks stay. AppError too_many_items before anything is written, or the network's
 * error.
 */
export const run = (context: VaultContext, job: ImportRun): Promise<ImportOutcome> =>
  write(context, job).catch((cause: unknown) => {
    // Locked or signed out since the review; the specification has this wording (3 §8; decision I-09).
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

interface RunRequest extends Pick<ImportRun, "candidates"> {
  readonly seed: string;
  /** Vaults to be created. */
  readonly more: number;
}

/** Rows of an earlier attempt need no room; they are counted only when room is scarce. */
async function refuseTooMany(records: ReadonlyMap<string, unknown>, { candidates, seed, more }: RunRequest): Promise<void> {
  if (records.size + candidates.length + more <= MAX_ITEMS) return;
  const ids = await inBatches(candidates, ({ row }) => rowId(seed, row));
  const fresh = ids.filter((id) => !records.has(id)).length;
  if (records.size + fresh + more > MAX_ITEMS) throw new AppError("too_many_items");
}

/** @returns the import's id. */
async function begin({ call, keyring }: VaultContext, { sourceId, fileText }: ImportRun): Promise<string> {
  const { id } = await call(api.transfer.initialize, { source_type: sourceId });
  if (fileText.length > IMPORT_MAX_BYTES) return id; // checked first: encoding a large text blocks the page
  const bytes = utf8(fileText);
  if (bytes.length > IMPORT_MAX_BYTES) return id; // a large backup stays on this device; the server does not need it
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

/** Few enough that the page stays responsive. */
const SEALED_AT_ONCE = 10;

/** One commit. A row that exists already, even in the trash, is left alone: an earlier attempt wrote it. */
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
      send: (write) => {
        const data = items.map(({ candidate: { kind, row }, put }) => ({ type: kindOf(kind).csvType, row, data: put.change }));
        const sending = context.call(api.transfer.batch, { importId, scope: scope.keys.scopeId, total, items: data, ...headOf(write) });
        return sending.catch(naming(items));
      },
    };
  });
}

/** A chunk is small enough as a whole: one row of it is not. Which one, the server cannot say in words that a person knows. */
const naming =
  (items: readonly { readonly candidate: Candidate; readonly put: SealedWrite }[]) =>
  (error: unknown): never => {
    const [largest] = items.toSorted((one, other) => charsOf(other.put) - charsOf(one.put));
    if (!largest || !isRefusal(error, "too_large")) throw error;
    const { candidate } = largest;
    throw new ClientError(
      `Row ${candidate.row}, "${titleOf(candidate)}", is too large to be kept as one item. Leave it out, or shorten it in the file.`,
      { cause: error },
    );
  };

const charsOf = ({ change: { fields } }: SealedWrite): number => Object.values(fields).reduce((sum, { length }) => sum + length, 0);

type Target = Pick<Chunk, "placeOf"> & { readonly id: string; readonly scope: Parameters<typeof sealWrite>[1] };

function sealCandidate(context: VaultContext, candidate: Candidate, { id, scope, placeOf }: Target): Promise<SealedWrite> {
  const { kind, favourite = false, createdAt, updatedAt } = candidate;
  const fields = withDerived(kind, { fields: candidate.fields, before: null, now: context.now() });
  return sealWrite(context, scope, id, { kind, fields, favourite, categoryId: placeOf(candidate), createdAt, updatedAt });
}

interface Watch {
  readonly ask: () => Promise<void>;
  /** @throws ClientError with the reason when the server says that the import has failed; AppError if it gives none. */
  readonly refuseFailed: () => void;
  readonly stop: () => void;
}

/** Asks every second, as specified, until the import has ended, so that a second tab or a slow chunk is noticed too. */
function watchProgress(call: Call, id: string, onProgress: (percent: number) => void): Watch {
  let failure: string | null = null;
  const ask = (): Promise<void> =>
    call(api.transfer.progress, { id }).then(
      ({ status, progress, error_details: details }) => {
        if (status === "failed") failure = reasonIn(details);
        else onProgress(progress);
      },
      () => undefined, // the write itself reports the error
    );
  const timer = setInterval(() => void ask(), IMPORT_POLL_MS);
  const refuseFailed = (): void => {
    if (failure !== null) throw failure === "" ? new AppError("unexpected") : new ClientError(failure);
  };
  return { ask, refuseFailed, stop: () => clearInterval(timer) };
}

/** A code, in English in every language and never shown: the page recognises the reason by these words and says its own (specification 3 §8; decision I-10). */
const FILE_TOO_LARGE = "Import file size exceeds the limit";

/**
 * Reads `{"code":"…","message":"…"}`. The server's text is never shown (security design §8): the result is our own sentence for its code,
 * or that the file is too large if that is what it says; empty for anything else.
 */
function reasonIn(details: string | null): string {
  try {
    const { code, message } = JSON.parse(details ?? "{}") as { code?: unknown; message?: unknown };
    if (isErrorCode(code) && code !== "unexpected") return new AppError(code).message;
    return /file size/i.test(String(message)) ? FILE_TOO_LARGE : "";
  } catch {
    return ""; // not JSON: no reason to show
  }
}
