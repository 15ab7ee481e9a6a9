/**
 * A backup every night, by one process of all, in a process of its own: it reads everything, and people at work must not wait for that. It is restored into
 * a database of its own and verified (operator/drill.ts); if that fails, the log says so, and the operator gets one email.
 */
import { spawn } from "node:child_process";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { makeFolder, readLast, writeLast } from "../operator/backup-folder.ts";
import { HOUR_MS, workHourly } from "./hourly.ts";

/** By the clock of this machine: when few are at work. */
const NIGHT_HOURS: readonly number[] = [2, 3, 4];
/** Not twice in one night. */
const APART_MS = 12 * HOUR_MS;
/** A machine that is off at night backs up at whatever hour. */
const LATE_MS = 26 * HOUR_MS;

/** @param last - when the last one began, or else since when there is a folder for them; in milliseconds since 1970 */
export function isDue(last: number, now: Date): boolean {
  const age = now.getTime() - last;
  return age > LATE_MS || (age > APART_MS && NIGHT_HOURS.includes(now.getHours()));
}

type Drill = () => Promise<{ readonly isGood: boolean }>;

/** The command of this program, with its environment. */
const inOwnProcess: Drill = () =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", "drill"], { stdio: "ignore" });
    child.once("error", () => resolve({ isGood: false }));
    child.once("exit", (code) => resolve({ isGood: code === 0 }));
  });

/** @returns what stops it */
export async function backUpNightly(deps: Deps, drill: Drill = inOwnProcess): Promise<() => void> {
  if (deps.config.backupDir === null) return () => undefined;
  return workHourly(deps, "backup", () => backUpIfDue(deps, drill));
}

export async function backUpIfDue(deps: Deps, drill: Drill): Promise<void> {
  const { config, log, now } = deps;
  const folder = config.backupDir ?? "";
  try {
    const since = makeFolder(folder);
    const last = readLast(folder);
    if (!isDue(last ? Date.parse(last.at) : since.getTime(), new Date(now()))) return;
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
