/** Imports what was read and reviewed on this device. The server sees sealed records, and the file sealed. */
import { api } from "@coffer/contract/api";
import { withDerived } from "@coffer/core/items/derive";
import { kindOf } from "@coffer/core/items/kinds";
import { IMPORT_MAX_BYTES, IMPORT_POLL_MS } from "@coffer/core/product";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import { context as bindingOf, generateId, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { commit, loadedScope, type VaultContext } from "../vault/context.ts";
import { type SealedPut, sealPut } from "../vault/put.ts";
import { chunksOf } from "./chunks.ts";
import { importFolders, type PlaceOf } from "./import-folders.ts";

export interface ImportRun {
  readonly sourceId: string;
  /** The file as it was read; kept sealed on the server until the import ends. */
  readonly fileText: string;
  readonly candidates: readonly Candidate[];
  /** Those of the reading: made as the file describes them, also when empty. */
  readonly vaults?: readonly BackupVault[];
  /** Whole percents, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

export interface ImportReceipt {
  readonly created: number;
  /** What the import made, so that it can be undone. Vaults that were there before are not among these. */
  readonly itemIds: readonly string[];
  readonly vaultIds: readonly string[];
}

/**
 * Writes the candidates in chunks, each whole or not at all.
 * @throws what the chunk met that could not be written, with those before it kept: AppError too_many_items, or the network's error.
 */
export async function run(context: VaultContext, job: ImportRun): Promise<ImportReceipt> {
  const importId = await begin(context, job);
  await loadedScope(context); // the vaults that are there are found by their names
  const { placeOf, made } = await importFolders(context, await context.shown.refresh(), job.candidates, job.vaults ?? []);
  const total = job.candidates.length;
  const itemIds: string[] = [];
  const stopWatching = watchProgress(context.call, importId, job.onProgress);
  try {
    for (const rows of chunksOf(job.candidates)) {
      itemIds.push(...(await writeChunk(context, { importId, total, rows, placeOf })));
      job.onProgress(Math.round((itemIds.length / total) * 100));
    }
  } finally {
    stopWatching();
  }
  return { created: itemIds.length, itemIds, vaultIds: made };
}

/** @returns the import's id. */
async function begin({ call, keyring }: VaultContext, { sourceId, fileText }: ImportRun): Promise<string> {
  const { id } = await call(api.transfer.initialize, { source_type: sourceId });
  const bytes = utf8(fileText);
  if (bytes.length > IMPORT_MAX_BYTES) return id; // a large backup stays on this device; the server needs none of it
  const { vaultKey, keyEpoch } = keyring();
  const binding = { purpose: "importFile", epoch: keyEpoch, context: bindingOf("import", uuidToBytes(id)) } as const;
  const file = await wrap({ key: vaultKey, bytes, ...binding });
  await call(api.transfer.upload, { importId: id, sourceType: sourceId, file });
  return id;
}

interface Chunk {
  readonly importId: string;
  /** Rows of the whole import. */
  readonly total: number;
  readonly rows: readonly Candidate[];
  readonly placeOf: PlaceOf;
}

/** One commit; the same rows sent again are written once. @returns the ids of what it made. */
async function writeChunk(context: VaultContext, { importId, total, rows, placeOf }: Chunk): Promise<string[]> {
  const planned = rows.map((candidate) => ({ candidate, id: generateId(context.random) }));
  await commit(context, async (scope) => {
    const items = await Promise.all(
      planned.map(async ({ candidate, id }) => ({ candidate, put: await sealCandidate(context, candidate, { id, scope, placeOf }) })),
    );
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
  return planned.map(({ id }) => id);
}

type Target = Pick<Chunk, "placeOf"> & { readonly id: string; readonly scope: Parameters<typeof sealPut>[1] };

function sealCandidate(context: VaultContext, candidate: Candidate, { id, scope, placeOf }: Target): Promise<SealedPut> {
  const { kind, favourite = false, createdAt, updatedAt } = candidate;
  const fields = withDerived(kind, { fields: candidate.fields, before: null, now: context.now() });
  return sealPut(context, scope, id, { kind, fields, favourite, categoryId: placeOf(candidate), createdAt, updatedAt });
}

/** Asks every second, as specified, so that a second tab or a slow chunk shows too. */
function watchProgress(call: Call, id: string, onProgress: (percent: number) => void): () => void {
  const timer = setInterval(() => {
    call(api.transfer.progress, { id }).then(
      ({ progress }) => onProgress(progress),
      () => undefined, // the write itself reports what is wrong
    );
  }, IMPORT_POLL_MS);
  return () => clearInterval(timer);
}
