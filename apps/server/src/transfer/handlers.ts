/** The handlers of the transfer feature. The file was read in the client; here it is sealed, and the rows are records like any other (decision Z-08). */
import type { api } from "@coffer/contract/api";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import { SOURCES } from "@coffer/core/transfer/sources";
import { getOwnScope, type Viewer } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { writeRecords } from "../vault/records.ts";
import { advance, beginImport, claimRows, failImport, getImport, type ImportFailure, type ImportRow, keepFile } from "./imports.ts";

type Feature = typeof api.transfer;
type Batch = ParsedOf<Feature["batch"]>;

export function transferHandlers(deps: Deps): Handlers<Feature> {
  return {
    sources: async () => ({
      success: true,
      sources: Object.entries(SOURCES).map(([id, { name, group, supportedFormats, icon }]) => ({
        id,
        name,
        type: group,
        supportedFormats: [...supportedFormats],
        icon,
      })),
    }),
    initialize: async ({ source_type }, viewer) => {
      if (!Object.hasOwn(SOURCES, source_type)) throw new AppError("invalid_input", "This source is not known.");
      await deps.limits.count("import", viewer.sessionId);
      return { success: true, id: await beginImport(deps.db, viewer, source_type, new Date(deps.now())) };
    },
    upload: async ({ file, importId, sourceType }, viewer) => {
      await deps.db.transaction(async (tx) => {
        const current = await getImport(tx, viewer, importId, "lock");
        if (current.state === "completed") throw new AppError("import_finished");
        if (current.source_type !== sourceType) throw new AppError("invalid_input", "The source is not the one this import began with.");
        await keepFile(tx, importId, file);
      });
      return { success: true, items: file };
    },
    progress: async ({ id }, viewer) => progressOf(await getImport(deps.db, viewer, id, "read")),
    batch: async (input, viewer) => {
      try {
        return await writeBatch(deps, viewer, input);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== null) await failImport(deps.db, viewer, input.importId, reason).catch(() => undefined); // the first error is the one to tell
        throw error;
      }
    },
  };
}

/** Another device was faster, or the import is over: neither makes the import fail. */
const GOES_ON: readonly string[] = ["stale_head", "import_finished", "not_found"];

/** What is stored of an error; null where the import has not failed. Clients go by the code. */
function reasonOf(error: unknown): ImportFailure | null {
  const { code, message } = error instanceof AppError ? error : new AppError("unexpected");
  return GOES_ON.includes(code) ? null : { code, message };
}

function progressOf({ id, state, written, total, file, error_details }: ImportRow): ReplyOf<Feature["progress"]> {
  const share = total === 0 ? 0 : Math.min(100, Math.floor((100 * written) / total));
  return { success: true, id, status: state, progress: state === "completed" ? 100 : share, parsed_data: file, error_details };
}

/** A repeated batch, in whole or in part, writes only what is missing; when nothing is missing, the head it came with is not used. */
function writeBatch(deps: Deps, viewer: Viewer, input: Batch): Promise<ReplyOf<Feature["batch"]>> {
  checkRows(input.items);
  const at = new Date(deps.now());
  return deps.db.transaction(async (tx) => {
    const current = await getImport(tx, viewer, input.importId, "lock");
    const fresh = await claimRows(
      tx,
      current.id,
      input.items.map(({ row }) => row),
    );
    const changes = input.items.filter(({ row }) => fresh.has(row)).map(({ data }) => data);
    const created = input.items.length;
    if (changes.length === 0) return { success: true, seq: (await getOwnScope(tx, viewer, input.scope, "read")).seq, created, failed: [] };
    if (current.state === "completed") throw new AppError("import_finished");
    const { scope: scopeId, baseSeq, head, signature, own, keyWaits } = input;
    const seq = await writeRecords(tx, viewer, { scopeId, baseSeq, head, signature, own, keyWaits, changes }, at);
    await advance(tx, current, changes.length, input.total);
    return { success: true, seq, created, failed: [] };
  });
}

/** The head covers all rows of a batch, so one wrong row refuses all. */
function checkRows(items: Batch["items"]): void {
  if (new Set(items.map(({ row }) => row)).size !== items.length) throw new AppError("invalid_input", "The same row comes twice.");
  for (const { type, data } of items)
    if (!typesOf(data.kind).includes(type)) throw new AppError("invalid_input", "A row is not of the kind it says.");
}

/** What `type` may say of a kind: its name, or its word in the CSV. */
const typesOf = (kind: AnyKind): readonly string[] => (isItemKind(kind) ? [kind, kindOf(kind).csvType] : [kind]);
