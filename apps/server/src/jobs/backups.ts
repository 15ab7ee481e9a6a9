/**
 * A backup every night, by one process of all. It is restored into a database of its own and verified (operator/drill.ts); if that fails, the log says so, and
 * the operator gets one email.
 */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { makeFolder, readLast, writeLast } from "../operator/backup-folder.ts";
import { HOUR_MS, isDue, workHourly } from "./hourly.ts";
import { runApart } from "./own-process.ts";

type Drill = () => Promise<{ readonly isGood: boolean }>;

/** As long as its job lasts (jobs.ts). */
const WITHIN_MS = 6 * HOUR_MS;
const inOwnProcess: Drill = () => runApart(["drill"], WITHIN_MS);

/** @returns what stops it */
export async function backUpNightly(deps: Deps, drill: Drill = inOwnProcess): Promise<() => void> {
  if (deps.config.backupDir === null) return () => undefined;
  return workHourly(deps, "backup", () => backUpIfDue(deps, drill));
}

/** Makes the folder. @param now - in milliseconds since 1970 */
export function isBackupDue(folder: string, now: number): boolean {
  const since = makeFolder(folder);
  const last = readLast(folder);
  return isDue(last ? Date.parse(last.at) : since.getTime(), new Date(now));
}

export async function backUpIfDue(deps: Deps, drill: Drill): Promise<void> {
  const { config, log, now } = deps;
  const folder = config.backupDir ?? "";
  try {
    const last = readLast(folder);
    if (!isBackupDue(folder, now())) return;
    const began = new Date(now()).toISOString();
    if ((await drill()).isGood) return log.info("backup.done");
    // One that was killed has left no word: without one it would be tried, and told, every hour.
    const said = readLast(folder);
    const failed =
      said && said.at !== last?.at ? said : { at: began, good: last?.good ?? null, text: "It ended without a word.", isGood: false };
    if (failed !== said) writeLast(folder, failed);
    log.error("backup.failed", { text: failed.text });
    if (last?.isGood ?? true) await tellOperator(deps, failed.text);
  } catch (error) {
    log.error("backup.failed", errorFields(error));
  }
}

/** Once: the next email is due after a good one. */
async function tellOperator(deps: Deps, reason: string): Promise<void> {
  const to = deps.config.operatorEmail;
  if (to === null) return;
  await deps.db.transaction((tx) => queueEmail(deps, tx, { name: "backupFailed", to, values: { reason } }));
}
