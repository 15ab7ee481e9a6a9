/**
 * The receipt of the last import: what it makes, so that it can be undone, how far it came, and what it could not take. It is written before the import writes
 * anything, and kept sealed on this device until it is closed: a failure, a reload or an ended session loses neither it nor the way back.
 */
import type { Client, ImportSession } from "@coffer/client";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { readCustomFields } from "@coffer/core/items/structured-fields";
import type { ImportRefusal } from "@coffer/core/transfer/candidate";
import { writeCsv } from "@coffer/core/transfer/csv";
import type { Candidate, ImportError } from "@coffer/core/transfer/import";
import type { PasswordUpdate, passwordUpdates } from "@coffer/core/transfer/password-updates";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useClient, useSession } from "../frame/client-context.tsx";
import { forgetReplaced } from "./replaced-passwords.ts";

export interface Receipt extends ImportSession {
  readonly source: string;
  /** Says which file it was, so that the same one goes on where it was. */
  readonly fileKey: string;
  /** How many items of it are there, over all its attempts. */
  readonly written: number;
  /** How many passwords of logins that were there it has replaced (replaced-passwords.ts). */
  readonly updated: number;
  /** How many of these can be put back: this device may have had no room for the earlier ones. */
  readonly restorable: number;
  /** `open`: it ended before its last row. */
  readonly state: "running" | "open" | "done";
  readonly errors: readonly ImportError[];
  /** What became of each row, as `rowsOf` says it. */
  readonly rows: readonly ReceiptRow[];
}

/** Row of the file, name, what became of it, and how. Holds no other value of it. */
export type ReceiptRow = readonly [row: number, name: string, outcome: string, detail: string];

/** More would fill the device: of a larger import only what was not simply taken over is kept. */
const ROWS_MAX = 20_000;

/** What became of a row whose password replaces the one in the vault. */
export const REPLACED = "password updated";

/** Rows whose password replaces the one in the vault. */
export function updatedRows({ candidates, changed }: Reviewed, updates: readonly PasswordUpdate[]): ReceiptRow[] {
  const taken = new Map(updates.map(({ itemId, password }) => [itemId, password]));
  const isTaken = ({ id, password }: Candidate): boolean => taken.get(changed.get(id) ?? "") === password;
  return candidates.filter(isTaken).map(({ row, name }): ReceiptRow => [row, name, REPLACED, ""]);
}

type Reviewed = Parameters<typeof passwordUpdates>[0];

/**
 * What becomes of each row: taken over, kept in fields of its own, or left out.
 * @param candidates - those that are written. @param updated - rows that only change what is there
 */
export function rowsOf(
  candidates: readonly Candidate[],
  errors: readonly ImportError[],
  refused: readonly ImportRefusal[],
  updated: readonly ReceiptRow[] = [],
): ReceiptRow[] {
  const said = new Map(errors.map(({ line, message }) => [line, message]));
  const taken = candidates.map(({ row, name, status, fields }): ReceiptRow => {
    const labels = readCustomFields(fields.custom_fields ?? "").map(({ label }) => label);
    if (labels.length > 0) return [row, name, "kept, with fields of its own", labels.join(", ")];
    return [row, name, status === "complete" ? "mapped" : "mapped, incomplete", ""];
  });
  const left = refused.map(({ row, message }): ReceiptRow => [row, "", "refused", message]);
  const told = new Set(refused.map(({ message }) => message));
  const notes = [...said]
    .filter(([, message]) => !told.has(message))
    .map(([line, message]): ReceiptRow => [line, "", "remark on this line", message]);
  const rows = [...taken, ...updated, ...left, ...notes].toSorted((a, b) => a[0] - b[0]);
  return rows.length <= ROWS_MAX ? rows : rows.filter(([, , outcome]) => outcome !== "mapped").slice(0, ROWS_MAX);
}

/** In the cache, because that is emptied when the session ends. */
const RECEIPT_KEY = ["transfer", "receipt"] as const;
const PLACE = "import/receipt";
/** What is as long as the file. It is sealed once, where the rest is sealed again with every step of the import. */
const ROWS_PLACE = "import/receipt-rows";

/** Shows a receipt and keeps it on this device; null forgets it. A device without room must not stop the import: then it lasts as long as the page. */
export async function keepReceipt(client: Client, cache: QueryClient, receipt: Receipt | null): Promise<void> {
  const shown = cache.getQueryData<Receipt | null>(RECEIPT_KEY);
  cache.setQueryData<Receipt | null>(RECEIPT_KEY, receipt);
  await write(client, receipt, shown?.rows !== receipt?.rows).catch(() => undefined);
}

async function write(client: Client, receipt: Receipt | null, hasNewRows: boolean): Promise<void> {
  const { drafts } = client;
  if (!receipt) return void (await Promise.all([...[PLACE, ROWS_PLACE].map((place) => drafts.discard({ place })), forgetReplaced(client)]));
  const { rows, errors, ...head } = receipt;
  // The head first: without room for the rows there is still a way back.
  await drafts.keep({ place: PLACE, value: head });
  if (hasNewRows) await drafts.keep({ place: ROWS_PLACE, value: { seed: head.seed, rows, errors } });
}

async function keptOn({ drafts }: Client): Promise<Receipt | null> {
  const [head, long] = await Promise.all([PLACE, ROWS_PLACE].map((place) => drafts.find({ place })));
  return asReceipt(head, long);
}

/** That of this page, or what an earlier one left: an import that was running then is not running any more. */
export async function findReceipt(client: Client, cache: QueryClient): Promise<Receipt | null> {
  const shown = cache.getQueryData<Receipt | null>(RECEIPT_KEY);
  return shown !== undefined ? shown : keptOn(client).catch(() => null);
}

export function useReceipt(): Receipt | null {
  const client = useClient();
  const session = useSession();
  const query = useQuery<Receipt | null>({
    queryKey: RECEIPT_KEY,
    queryFn: async () => recounted(client, await keptOn(client)),
    enabled: session !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return query.data ?? null;
}

/** An attempt that was cut off knows of less than it wrote: the last answer never came. */
async function recounted({ transfer }: Client, receipt: Receipt | null): Promise<Receipt | null> {
  if (!receipt || receipt.state === "done") return receipt;
  const there = await transfer.createdIds(receipt).catch(() => []);
  return { ...receipt, written: Math.max(receipt.written, there.length) };
}

/** Rows of another import do not count: there was no room for those of this one. */
function longOf(long: unknown, seed: string | undefined): Pick<Receipt, "rows" | "errors"> {
  const { seed: own, rows, errors } = (typeof long === "object" && long !== null ? long : {}) as Partial<Receipt>;
  return own === seed && Array.isArray(rows) && Array.isArray(errors) ? { rows, errors } : { rows: [], errors: [] };
}

/** What this device kept, or null when it is no receipt of this version. */
function asReceipt(kept: unknown, long: unknown): Receipt | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { source, fileKey, seed, lastRow, vaultIds, written, updated = 0, restorable = updated, state } = kept as Partial<Receipt>;
  const isWhole = typeof source === "string" && typeof fileKey === "string" && typeof seed === "string" && Array.isArray(vaultIds);
  const { rows, errors } = longOf(long, seed);
  if (!isWhole || typeof lastRow !== "number" || typeof written !== "number") return null;
  return {
    source,
    fileKey,
    seed,
    lastRow,
    vaultIds,
    written,
    updated,
    restorable,
    errors,
    rows,
    state: state === "done" ? "done" : "open",
  };
}

export const receiptCsv = ({ rows }: Receipt): string =>
  writeCsv(
    ["row", "name", "outcome", "detail"],
    rows.map(([row, ...texts]) => [String(row), ...texts]),
  );

/** @param now - milliseconds since 1970. */
export const receiptFileName = (now: number): string =>
  `${PRODUCT_NAME.toLowerCase()}-import-receipt-${new Date(now).toISOString().slice(0, 10)}.csv`;

/** The lines that were not or not wholly taken. Holds no value of them. */
export const refusedCsv = ({ errors }: Receipt): string =>
  writeCsv(
    ["line", "reason"],
    errors.map(({ line, message }) => [String(line), message]),
  );

/** @param now - milliseconds since 1970. */
export const refusedFileName = (now: number): string =>
  `${PRODUCT_NAME.toLowerCase()}-import-refused-${new Date(now).toISOString().slice(0, 10)}.csv`;
