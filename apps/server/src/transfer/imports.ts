/** Import sessions in the database: their owner, progress, and which rows are written. The file is sealed and deleted at the end of the import. */
import { randomUUID } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { importRow, importSession } from "../db/tables.ts";

export type ImportRow = typeof importSession.$inferSelect;
const KEPT_MS = 24 * 3_600_000;

/** Of an account, whichever sessions began them: each may hold a sealed file. */
const MAX_UNFINISHED = 50;

/** It is never refused for others that were not finished: the oldest of these make room. */
export async function beginImport(db: Db, viewer: Viewer, sourceType: string, at: Date): Promise<string> {
  const id = randomUUID();
  const { accountId } = viewer;
  await db.insert(importSession).values({ id, account_id: accountId, source_type: sourceType, state: "idle", created_at: at });
  const isUnfinished = and(eq(importSession.account_id, accountId), ne(importSession.state, "completed"));
  const unfinished = db.select({ id: importSession.id }).from(importSession).where(isUnfinished);
  const left = unfinished.orderBy(desc(sql`${importSession.id} = ${id}`), desc(importSession.created_at)).offset(MAX_UNFINISHED);
  await db.delete(importSession).where(inArray(importSession.id, left));
  return id;
}

/** @throws AppError not_found, for foreign, purged and unknown ones alike */
export async function getImport(db: Db | Tx, viewer: Viewer, id: string, mode: "read" | "lock"): Promise<ImportRow> {
  const query = db
    .select()
    .from(importSession)
    .where(and(eq(importSession.id, id), eq(importSession.account_id, viewer.accountId)));
  const [row] = mode === "lock" ? await query.for("update") : await query;
  if (!row) throw new AppError("not_found");
  return row;
}

export async function keepFile(tx: Tx, id: string, file: string): Promise<void> {
  await tx.update(importSession).set({ file, state: "processing" }).where(eq(importSession.id, id));
}

/** Notes the rows as written. @returns those that were not yet */
export async function claimRows(tx: Tx, id: string, rows: readonly number[]): Promise<ReadonlySet<number>> {
  const values = rows.map((row) => ({ import_id: id, row }));
  const claimed = await tx.insert(importRow).values(values).onConflictDoNothing().returning({ row: importRow.row });
  return new Set(claimed.map(({ row }) => row));
}

/** @param count - rows written now; the import ends with the last of `total` */
export async function advance(tx: Tx, current: ImportRow, count: number, total: number): Promise<void> {
  const written = current.written + count;
  const ended = written >= total;
  const progress = { written, total, state: ended ? "completed" : "processing", error_details: null } as const;
  await tx
    .update(importSession)
    .set(ended ? { ...progress, file: null } : progress)
    .where(eq(importSession.id, current.id));
}

export interface ImportFailure {
  readonly code: string;
  /** For people; holds no content. */
  readonly message: string;
}

/** The next batch that is accepted continues it. */
export async function failImport(db: Db, viewer: Viewer, id: string, reason: ImportFailure): Promise<void> {
  const own = and(eq(importSession.id, id), eq(importSession.account_id, viewer.accountId), ne(importSession.state, "completed"));
  await db
    .update(importSession)
    .set({ state: "failed", error_details: JSON.stringify(reason) })
    .where(own);
}

export async function purgeImports(db: Db, now: number): Promise<void> {
  await db.delete(importSession).where(lt(importSession.created_at, new Date(now - KEPT_MS)));
}
