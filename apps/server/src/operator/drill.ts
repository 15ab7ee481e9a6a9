/** `drill`: makes a backup now, restores it into a database of its own and verifies it there, as the server does every night. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "../config.ts";
import type { Database } from "../db/connect.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { actAs, OWNER } from "../db/row-level-security.ts";
import { withScratchDatabase } from "../db/scratch.ts";
import type { Log } from "../log.ts";
import { deriveSecrets } from "../secrets.ts";
import { writeBackup } from "./backup.ts";
import { nameAt, removeSuperfluous, unverified } from "./backup-folder.ts";
import type { Context, Outcome } from "./command.ts";
import { onOneConnection, withSharedDatabase } from "./database.ts";
import { prepareFolder, readLast, writeLast } from "./last-backup.ts";
import { renameDurably } from "./rename-durably.ts";
import { checkForRestore, restoreRows } from "./restore.ts";
import { draftOf, seal } from "./sealed.ts";
import { refuseFullDisk } from "./space.ts";
import { sealedText } from "./told.ts";

/** The newest one that was restored and verified stays, also while later ones fail. */
export async function runDrill(_: readonly string[], context: Context): Promise<Outcome> {
  const place = placeOf(context.config);
  const began = new Date();
  try {
    prepareFolder(place);
    const { path, breaks } = await backUpAndTry(context, join(place.backupDir, nameAt(began, context.config.backupRecipient !== null)));
    const seconds = Math.round((Date.now() - began.getTime()) / 100) / 10;
    const text = [
      `${path}\nMade, restored into a database of its own and verified there, in ${seconds} seconds.`,
      ...sealedText(context.config),
      ...(breaks.length > 0 ? [`What the database holds does not add up:\n  ${breaks.join("\n  ")}`] : []),
    ].join("\n");
    const isGood = breaks.length === 0;
    note(place, { began, text, isGood });
    return { text, isGood };
  } catch (error) {
    const text =
      error instanceof ConfigError ? error.message : `It failed (${(error as { code?: string }).code ?? (error as Error).name}).`;
    note(place, { began, text, isGood: false });
    throw error;
  }
}

interface Place {
  readonly backupDir: string;
  readonly dataDir: string;
}

function placeOf({ backupDir, dataDir }: Config): Place {
  if (backupDir !== null) return { backupDir, dataDir };
  throw new ConfigError("BACKUP_DIR must be a folder for backups; there is none by default with DATABASE_URL.");
}

interface Came {
  readonly began: Date;
  readonly text: string;
  readonly isGood: boolean;
}

/** For doctor, the metrics and readiness. */
function note(place: Place, { began, text, isGood }: Came): void {
  const at = began.toISOString();
  const good = isGood ? at : (readLast(place)?.good ?? null);
  try {
    writeLast(place, { at, good, text, isGood });
    removeSuperfluous(place.backupDir, good);
  } catch {
    // The command says it.
  }
}

/** It has its name once it is verified: one that is left by a drill that was killed takes no place of a good one. */
async function backUpAndTry({ config, log, isOfServer }: Context, name: string): Promise<{ path: string; breaks: readonly string[] }> {
  const key = deriveSecrets(config.serverSecret).backup;
  const { backupRecipient: recipient } = config;
  const draft = recipient === null ? unverified(name) : draftOf(config.dataDir, name);
  return withSharedDatabase({ ...config, isOfServer }, log, async (database) => {
    const space = { path: name, draft: recipient === null ? null : draft, isTriedOut: true };
    await onOneConnection(database, (client) => writeBackup(client, draft, key, new Date(), () => refuseFullDisk(client, config, space)));
    try {
      const breaks = await verify(database, { path: draft, key }, log);
      const path = breaks.length > 0 ? unverified(name) : name;
      if (recipient !== null) await seal(draft, path, recipient);
      else if (path !== draft) await renameDurably(draft, path);
      return { path, breaks };
    } finally {
      if (recipient !== null) rmSync(draft, { force: true });
    }
  });
}

/** @returns what is inconsistent in it, a sentence each. @throws when it cannot be restored */
async function verify({ owner }: Database, { path, key }: { path: string; key: Buffer }, log: Log): Promise<readonly string[]> {
  const checked = await checkForRestore(path, key);
  return withScratchDatabase(owner, log, async (pool) => {
    await migrateDatabase(pool);
    const client = await actAs(OWNER, () => pool.connect());
    try {
      return await restoreRows(client, { path, key, isAcceptingBreaks: true }, checked);
    } finally {
      client.release(true);
    }
  });
}
