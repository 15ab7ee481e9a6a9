/** The transfer room: imports what was read and reviewed on this device. The server sees sealed records, and the file sealed. */
import { api } from "@coffer/contract/api";
import { withDerived } from "@coffer/core/items/derive";
import { kindOf } from "@coffer/core/items/kinds";
import { DEFAULT_VAULT_ICON, IMPORT_CHUNK_ITEMS, IMPORT_POLL_MS } from "@coffer/core/product";
import type { Candidate } from "@coffer/core/transfer/import";
import { context, generateId, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import type { Keyring } from "./keyring.ts";
import { sealPut } from "./put.ts";
import type { Scope } from "./scope.ts";
import type { Contents } from "./types.ts";
import type { VaultDeps } from "./vault.ts";

export interface ImportRun {
  readonly sourceId: string;
  /** The file as it was read; kept sealed on the server until the import ends. */
  readonly fileText: string;
  readonly candidates: readonly Candidate[];
  readonly onProgress: (percent: number) => void;
}

export interface ImportReceipt {
  readonly created: number;
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
    const file = await wrap({
      key: deps.keyring().vaultKey,
      bytes: utf8(fileText),
      purpose: "importFile",
      epoch: deps.keyring().keyEpoch,
      context: context("import", uuidToBytes(id)),
    });
    await call(api.transfer.upload, { importId: id, sourceType: sourceId, file });
    return id;
  }

  /** One commit; the same rows sent again are written once. */
  async function writeChunk(
    importId: string,
    total: number,
    rows: readonly Candidate[],
    vaultIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const scope = await deps.scope();
    const ids = rows.map(() => generateId(deps.random));
    await scope.commit(async () => {
      const items = await Promise.all(
        rows.map(async ({ kind, fields, folder, row }, index) => {
          const content = {
            kind,
            fields: withDerived(kind, fields),
            favourite: false,
            categoryId: vaultIds.get(folderKey(folder)) ?? null,
          };
          return { type: kindOf(kind).csvType, row, data: await sealPut(deps, scope, ids[index] ?? "", content) };
        }),
      );
      const changes = items.map(({ data }) => data);
      return {
        changes,
        send: ({ baseSeq, head }) => call(api.transfer.batch, { importId, scope: scope.keys.scopeId, total, items, baseSeq, head }),
      };
    });
  }

  async function run(job: ImportRun): Promise<ImportReceipt> {
    const importId = await begin(job);
    const vaultIds = await folderVaults(deps, await deps.refresh(), job.candidates);
    const stopWatching = watchProgress(importId, job.onProgress);
    try {
      for (let start = 0; start < job.candidates.length; start += IMPORT_CHUNK_ITEMS) {
        const rows = job.candidates.slice(start, start + IMPORT_CHUNK_ITEMS);
        await writeChunk(importId, job.candidates.length, rows, vaultIds);
        job.onProgress(Math.round(((start + rows.length) / job.candidates.length) * 100));
      }
    } finally {
      stopWatching();
      await deps.refresh();
    }
    return { created: job.candidates.length };
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

/** Folders and vaults are the same when only case and outer spaces differ (decision I-08). */
const folderKey = (folder: string): string => folder.trim().toLowerCase();

/** For every folder of the import the own vault of that name, made if there is none (decision I-08). @returns vault id by folded folder name. */
async function folderVaults(deps: TransferDeps, { vaults }: Contents, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const ids = new Map(vaults.filter(({ isOwner }) => isOwner).map(({ id, name }) => [folderKey(name), id]));
  const missing = new Map<string, string>();
  for (const { folder } of candidates) if (folder.trim() && !ids.has(folderKey(folder))) missing.set(folderKey(folder), folder.trim());
  if (missing.size === 0) return ids;
  const scope = await deps.scope();
  for (const key of missing.keys()) ids.set(key, generateId(deps.random));
  await scope.commit(async () => {
    const changes = await Promise.all([...missing].map(([key, name]) => newFolder(deps, scope, ids.get(key) ?? "", name)));
    return { changes, send: (write) => deps.call(api.vault.commit, { ...write, changes }) };
  });
  return ids;
}

const newFolder = (deps: TransferDeps, scope: Scope, id: string, name: string) =>
  sealPut(deps, scope, id, {
    kind: "category",
    fields: { name, description: `Imported from folder: ${name}` },
    categoryId: null,
    favourite: false,
    color: randomColor(deps),
    icon: DEFAULT_VAULT_ICON,
  });

/** Colours that carry white text in both themes. */
const FOLDER_COLORS = ["#3B82F6", "#0E7490", "#047857", "#4D7C0F", "#B45309", "#C2410C", "#BE123C", "#A21CAF", "#7C3AED", "#4338CA"];
const randomColor = ({ random }: TransferDeps): string => FOLDER_COLORS[(random(1)[0] ?? 0) % FOLDER_COLORS.length] ?? "#3B82F6";
