/**
 * Every night, after the backup, one process of all has everything read that is stored (operator/nightly-check.ts), so that a damaged page or a broken history
 * is told before a person needs it, and before the last good backup is gone.
 */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { inEnglish } from "../mail/recipient.ts";
import { readDatabaseState } from "../operator/database-state.ts";
import { type LastCheck, lastCheckAt, noteCheck, readLastCheck, writeLastCheck } from "../operator/last-check.ts";
import { isBackupDue } from "./backups.ts";
import { HOUR_MS, isDue, workHourly } from "./hourly.ts";
import { runApart } from "./own-process.ts";
import { learn, tell } from "./shared-results.ts";

/** A database that takes longer is looked at by a hand: `npm run doctor -- --deep`. */
const WITHIN_MS = 2 * HOUR_MS;
/** A start waits for it. */
const TOLD_WITHIN_MS = 3_000;

type Look = () => Promise<unknown>;
const inOwnProcess: Look = () => runApart(["doctor", "--nightly"], WITHIN_MS);

/** @returns what stops it */
export async function checkNightly(deps: Deps, look: Look = inOwnProcess): Promise<() => void> {
  if (!deps.config.isCheckingNightly) return () => undefined;
  return workHourly(
    deps,
    "check",
    () => checkIfDue(deps, look),
    async () => {
      await learn(deps, kept(deps));
      // What PostgreSQL has met since is noted, also where no monitor asks.
      await readDatabaseState(deps, TOLD_WITHIN_MS);
    },
  );
}

const kept = ({ config: { dataDir } }: Pick<Deps, "config">) => ({
  name: "last-check" as const,
  read: () => readLastCheck(dataDir),
  take: (told: LastCheck) => writeLastCheck(dataDir, told),
});

export async function checkIfDue(deps: Deps, look: Look): Promise<void> {
  const { config, log, now } = deps;
  await learn(deps, kept(deps));
  try {
    const last = readLastCheck(config.dataDir);
    if (!isDue(lastCheckAt(config.dataDir), new Date(now())) || isWaitingForBackup(deps)) return;
    const began = new Date(now()).toISOString();
    await look();
    const said = readLastCheck(config.dataDir);
    const found =
      said && said.at !== last?.at
        ? said
        : noteCheck(config.dataDir, { at: began, state: "unfinished", text: "What is stored was not read to the end." });
    await tell(deps, kept(deps));
    if (found.state === "ok") return log.info("check.done");
    if (found.state === "partial") return log.warn("check.partial", { text: found.text });
    log.error(found.state === "damaged" ? "check.damage-found" : "check.failed", { text: found.text });
    if (found.state === "damaged" && last?.state !== "damaged") await tellOperator(deps, found.text);
  } catch (error) {
    log.error("check.failed", errorFields(error));
  }
}

/** Both read everything: one after the other, and the backup first. */
const isWaitingForBackup = ({ config: { backupDir, dataDir }, now }: Pick<Deps, "config" | "now">): boolean =>
  backupDir !== null && isBackupDue({ backupDir, dataDir }, now());

/** Once: the next email is due after a night without damage. */
async function tellOperator(deps: Deps, reason: string): Promise<void> {
  const to = deps.config.operatorEmail;
  if (to === null) return;
  await deps.db.transaction((tx) => queueEmail(deps, tx, { name: "damageFound", to: inEnglish(to), values: { reason } }));
}
