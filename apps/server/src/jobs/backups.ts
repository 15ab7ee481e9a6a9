/**
 * A backup every night, by one process of all. It is restored into a database of its own and verified (operator/drill.ts); if that fails, the log says so, and
 * the operator gets one email.
 */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { type LastBackup, lastBackupAt, readLast, takeLast, writeLast } from "../operator/last-backup.ts";
import { HOUR_MS, isDue, workHourly } from "./hourly.ts";
import { runApart } from "./own-process.ts";
import { learn, tell } from "./shared-results.ts";

type Drill = () => Promise<{ readonly isGood: boolean }>;

/** As long as its job lasts (jobs.ts). */
const WITHIN_MS = 6 * HOUR_MS;
const inOwnProcess: Drill = () => runApart(["drill"], WITHIN_MS);

/** @returns what stops it */
export async function backUpNightly(deps: Deps, drill: Drill = inOwnProcess): Promise<() => void> {
  if (deps.config.backupDir === null) return () => undefined;
  return workHourly(
    deps,
    "backup",
    () => backUpIfDue(deps, drill),
    () => learn(deps, kept(deps)),
  );
}

/** What another machine has told leaves where this one's own are. */
const kept = ({ config: { backupDir, dataDir } }: Pick<Deps, "config">) => ({
  name: "last-backup" as const,
  read: () => readLast({ backupDir, dataDir }),
  take: (told: LastBackup) => takeLast({ backupDir, dataDir }, told),
});

/** @param now - in milliseconds since 1970 */
export const isBackupDue = (place: Parameters<typeof lastBackupAt>[0], now: number): boolean => isDue(lastBackupAt(place), new Date(now));

export async function backUpIfDue(deps: Deps, drill: Drill): Promise<void> {
  const { config, log, now } = deps;
  const place = { dataDir: config.dataDir, backupDir: config.backupDir ?? "" };
  await learn(deps, kept(deps));
  try {
    const last = readLast(place);
    if (!isBackupDue(place, now())) return;
    const began = new Date(now()).toISOString();
    const { isGood } = await drill();
    if (isGood) await tell(deps, kept(deps));
    if (isGood) return log.info("backup.done");
    // One that was killed has left no word: without one it would be tried, and told, every hour.
    const said = readLast(place);
    const failed =
      said && said.at !== last?.at ? said : { at: began, good: last?.good ?? null, text: "It ended without a word.", isGood: false };
    if (failed !== said) writeLast(place, failed);
    await tell(deps, kept(deps));
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
