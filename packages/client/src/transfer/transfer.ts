/** The transfer room: imports what was read and reviewed on this device. The server sees sealed records, and the file sealed. */
import { api } from "@coffer/contract/api";
import { withDerived } from "@coffer/core/items/derive";
import { kindOf } from "@coffer/core/items/kinds";
import { IMPORT_CHUNK_ITEMS, IMPORT_MAX_BYTES, IMPORT_POLL_MS } from "@coffer/core/product";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import { context, generateId, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { Contents } from "../types.ts";
import { sealPut } from "../vault/put.ts";
import type { VaultDeps } from "../vault/vault.ts";
import { importFolders, type PlaceOf } from "./import-folders.ts";

export interface ImportRun {
  readonly sourceId: string;
  /** The file as it was read; kept sealed on the server until the import ends. */
  readonly fileText: string;
  readonly candidates: readonly Candidate[];
  /** Those of the reading: made as the file describes them, also when empty. */
  readonly vaults?: readonly BackupVault[];
  readonly onProgress: (percent: number) => void;
}

export interface ImportReceipt {
  readonly created: number;
  /** What the import made, so that it can be undone. Vaults that were there before are not among these. */
  readonly itemIds: readonly string[];
  readonly vaultIds: readonly string[];
}

export interface TransferDeps extends VaultDeps {
  readonly keyring: () => Keyring;
  /** Opens what was written, so that lists show it. */
  readonly refresh: () => Promise<Contents>;
}

export type TransferRoom = ReturnType<typeof transferRoom>;

export function transferRoom(deps: TransferDeps) {
  const { call } = deps;

  async function begin({ sourceId, fileText }: ImportRun): Promise<string> {
    const { id } = await call(api.transfer.initialize, { source_type: sourceId });
    const bytes = utf8(fileText);
    if (bytes.length > IMPORT_MAX_BYTES) return id; // a large backup stays on this device; the server needs none of it
    const file = await wrap({
      key: deps.keyring().vaultKey,
      bytes,
      purpose: "importFile",
      epoch: deps.keyring().keyEpoch,
      context: context("import", uuidToBytes(id)),
    });
    await call(api.transfer.upload, { importId: id, sourceType: sourceId, file });
    return id;
  }

  /** One commit; the same rows sent again are written once. @returns the ids of what it made. */
  async function writeChunk(importId: string, total: number, rows: readonly Candidate[], placeOf: PlaceOf): Promise<string[]> {
    const scope = await deps.scope();
    const ids = rows.map(() => generateId(deps.random));
    await scope.commit(async () => {
      const items = await Promise.all(
        rows.map(async (candidate, index) => {
          const { kind, row, favourite = false, createdAt, updatedAt } = candidate;
          const fields = withDerived(kind, { fields: candidate.fields, before: null, now: deps.now() });
          const content = { kind, fields, favourite, categoryId: placeOf(candidate), createdAt, updatedAt };
          return { type: kindOf(kind).csvType, row, data: await sealPut(deps, scope, ids[index] ?? "", content) };
        }),
      );
      const changes = items.map(({ data }) => data);
      return {
        changes,
        send: ({ baseSeq, head }) => call(api.transfer.batch, { importId, scope: scope.keys.scopeId, total, items, baseSeq, head }),
      };
    });
    return ids;
  }

  async function run(job: ImportRun): Promise<ImportReceipt> {
    const importId = await begin(job);
    const { placeOf, made } = await importFolders(deps, await deps.refresh(), job.candidates, job.vaults ?? []);
    const itemIds: string[] = [];
    const stopWatching = watchProgress(importId, job.onProgress);
    try {
      for (const rows of chunksOf(job.candidates)) {
        itemIds.push(...(await writeChunk(importId, job.candidates.length, rows, placeOf)));
        job.onProgress(Math.round((itemIds.length / job.candidates.length) * 100));
      }
    } finally {
      stopWatching();
      await deps.refresh();
    }
    return { created: itemIds.length, itemIds, vaultIds: made };
  }

  /** Asks every second, as specified, so that a second tab or a slow chunk shows too. */
  function watchProgress(id: string, onProgress: (percent: number) => void): () => void {
    const timer = setInterval(() => {
      call(api.transfer.progress, { id }).then(
        ({ progress }) => onProgress(progress),
        () => undefined, // the write itself reports what is wrong
      );
    }, IMPORT_POLL_MS);
    return () => clearInterval(timer);
  }

  return { run };
}

/** Characters of one chunk: at three bytes each and in base64 they are 12 MB, less than a batch may have. */
const CHUNK_MAX_CHARACTERS = 3_000_000;

/** In the order of the file, each small enough for one call. */
function chunksOf(candidates: readonly Candidate[]): Candidate[][] {
  const chunks: Candidate[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const length = Object.values(candidate.fields).reduce((sum, value) => sum + value.length, 0);
    const last = chunks.at(-1);
    if (last && last.length < IMPORT_CHUNK_ITEMS && size + length <= CHUNK_MAX_CHARACTERS) {
      last.push(candidate);
      size += length;
    } else {
      chunks.push([candidate]);
      size = length;
    }
  }
  return chunks;
}
