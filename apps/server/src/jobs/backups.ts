/**
 * A backup every night, by one process of all. It is restored into a database of its own and verified (operator/drill.ts); if that fails, the log says so, and
 * the operator gets one email.
 */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { inEnglish } from "../mail/recipient.ts";
import { damagedIn, keptIn } from "../operator/kept-backups.ts";
import { type LastBackup, lastBackupAt, readLast, takeLast, writeLast } from "../operator/last-backup.ts";
import { HOUR_MS, isDue, workHourly } from "./hourly.ts";
import { runApart } from "./own-process.ts";
import { learn, tell } from "./shared-results.ts";

type Drill = () => Promise<{ readonly isGood: boolean }>;

/** As long as its job lasts (jobs.ts). */
const WITHIN_MS = 6 * HOUR_MS;
const inOwnProcess: Drill = () => runApart(["drill"], WITHIN_MS);

type Reread = () => Promise<unknown>;
/** Before it is the turn of the next one. */
const REREAD_WITHIN_MS = 0.9 * HOUR_MS;
const rereadApart: Reread = () => runApart(["doctor", "--hourly"], REREAD_WITHIN_MS);

/** @returns what stops it */
export async function backUpNightly(deps: Deps, drill: Drill = inOwnProcess, reread: Reread = rereadApart): Promise<() => void> {
  if (deps.config.backupDir === null) return () => undefined;
  return workHourly(
    deps,
    "backup",
    async () => void ((await backUpIfDue(deps, drill)) || (await readKeptAgain(deps, reread))),
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

/** @returns whether one was due */
export async function backUpIfDue(deps: Deps, drill: Drill): Promise<boolean> {
  const { config, log, now } = deps;
  const place = { dataDir: config.dataDir, backupDir: config.backupDir ?? "" };
  await learn(deps, kept(deps));
  try {
    const last = readLast(place);
    if (!isBackupDue(place, now())) return false;
    const began = new Date(now()).toISOString();
    const { isGood } = await drill();
    if (isGood) await tell(deps, kept(deps));
    if (isGood) {
      log.info("backup.done");
      return true;
    }
    // One that was killed has left no word: without one it would be tried, and told, every hour.
    const said = readLast(place);
    const failed =
      said && said.at !== last?.at ? said : { at: began, good: last?.good ?? null, text: "It ended without a word.", isGood: false };
    if (failed !== said) writeLast(place, failed);
    await tell(deps, kept(deps));
    log.error("backup.failed", { text: failed.text });
    // Once: the next email is due after a good one.
    if (last?.isGood ?? true) await tellOperator(deps, "backupFailed", failed.text);
  } catch (error) {
    log.error("backup.failed", errorFields(error));
  }
  return true;
}

/** Those that are kept, in an hour in which none is made. What is damaged is told once. */
export async function readKeptAgain(deps: Deps, reread: Reread): Promise<void> {
  const { config, log } = deps;
  if (keptIn(config).length === 0) return;
  try {
    const known = new Set(damagedIn(config));
    await reread();
    const text = damagedIn(config)
      .filter((one) => !known.has(one))
      .join(" ");
    if (text === "") return;
    log.error("backup.damaged", { text });
    await tellOperator(deps, "backupDamaged", text);
  } catch (error) {
    log.error("backup.not-read", errorFields(error));
  }
}

async function tellOperator(deps: Deps, name: "backupFailed" | "backupDamaged", reason: string): Promise<void> {
  const to = deps.config.operatorEmail;
  if (to === null) return;
  await deps.db.transaction((tx) => queueEmail(deps, tx, { name, to: inEnglish(to), values: { reason } }));
}
