/** `restore FILE`: which place a backup goes to, and what becomes of what is there. How its rows get in is in restore.ts. */
import { join, resolve } from "node:path";
import type { PoolClient } from "pg";
import { ConfigError } from "../config.ts";
import type { Database } from "../db/connect.ts";
import { databaseError, databaseErrorCode } from "../db/database-errors.ts";
import { MIGRATION_LOCK, migrateDatabase } from "../db/migrate.ts";
import { setClusterAside } from "../db/postgres-files.ts";
import { DamagedClusterError } from "../db/start-problem.ts";
import { isThere, NewerDatabaseError, readVersions } from "../db/versions.ts";
import { writeBackup } from "./backup.ts";
import type { Checked } from "./backup-file.ts";
import { type Context, type Outcome, readWords, takeOption } from "./command.ts";
import { onOneConnection, refuseOtherConnections, withExclusiveDatabase } from "./database.ts";
import { checkForRestore, restoreRows } from "./restore.ts";
import { readIdentity } from "./sealed.ts";
import { brokenText, contents, keyOf } from "./told.ts";
import { restoreBeforeUpgrade } from "./undo-upgrade.ts";

export const RESTORE_USAGE = `restore -- FILE    puts a backup into an empty place, while no server runs
  --replace         puts it in place of what is there, which is backed up into DATA_DIR first
  --identity KEY    opens a sealed one: KEY is a file with the key, as age-keygen writes it
  --accept-breaks   also when its content was not consistent when it was made
restore -- --before-upgrade    puts the bundled database back to what it was before a new version changed it`;

interface Restoring extends Pick<Context, "config" | "log"> {
  readonly path: string;
  readonly identity: string | null;
  readonly checked: Checked;
  readonly isReplacing: boolean;
  readonly isAcceptingBreaks: boolean;
}

export async function runRestore(words: readonly string[], { config, log, folder }: Context): Promise<Outcome> {
  if (words.join() === "--before-upgrade") return restoreBeforeUpgrade({ config, log });
  const { value: keyFile, rest } = takeOption(RESTORE_USAGE, words, "--identity");
  const { file, flags } = readWords(RESTORE_USAGE, rest, ["--replace", "--accept-breaks"]);
  const path = resolve(folder, file);
  const identity = keyFile === null ? null : readIdentity(resolve(folder, keyFile));
  const checked = await checkForRestore(path, keyOf(config), identity);
  const [isReplacing, isAcceptingBreaks] = [flags.has("--replace"), flags.has("--accept-breaks")];
  const restoring = { config, log, path, identity, checked, isReplacing, isAcceptingBreaks };
  try {
    return await putInPlace(restoring);
  } catch (error) {
    const why = isReplacing ? unusable(error) : null;
    if (why === null) throw error;
    if (config.databaseUrl !== null) throw why === "damaged" ? damagedElsewhere(error) : error;
    return await putInPlace(restoring, setClusterAside(config.dataDir, why));
  }
}

/** A file of a table that is missing, and a disk that does not give what is on it. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set(["58P01", "58030"]);

/** Why a database cannot be backed up before it is replaced. Its files are kept instead. Null: it can, or that is not what failed */
function unusable(error: unknown): "damaged" | "newer" | "older" | null {
  if (error instanceof OlderDatabaseError) return "older";
  if (error instanceof NewerDatabaseError) return "newer";
  const isDamaged =
    error instanceof DamagedClusterError || databaseErrorCode(error) === "damaged" || UNREADABLE.has(databaseError(error)?.code);
  return isDamaged ? "damaged" : null;
}

const damagedElsewhere = (cause: unknown): ConfigError =>
  new ConfigError(
    "A part of the database that DATABASE_URL names is damaged, so it cannot be backed up before it is replaced. Nothing was changed. Make another database, name it in DATABASE_URL, and restore into that one.",
    { cause },
  );

/** @param unusable - where the files of a bundled database are by now that could not be used */
async function putInPlace(restoring: Restoring, unusable: string | null = null): Promise<Outcome> {
  const { config, log, checked } = restoring;
  return withExclusiveDatabase(config, log, async (database) => {
    await onOneConnection(database, (client) => refuseUnasked(client, database, restoring));
    await migrateDatabase(database.pool);
    return onOneConnection(database, async (client) => {
      // A server that starts now waits here until this is done.
      await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
      await refuseOtherConnections(client);
      const aside = await keepWhatIsThere(client, restoring);
      const breaks = await restoreRows(client, { ...restoring, key: keyOf(config) }, checked);
      return { text: restoredText(checked, aside ?? unusable, breaks), isGood: breaks.length === 0 };
    });
  });
}

const hasAccounts = async (client: PoolClient): Promise<boolean> => ((await client.query("select from account limit 1")).rowCount ?? 0) > 0;

/** Before tables are changed. @throws ConfigError when what is there may not be replaced; OlderDatabaseError when it is set aside as it is */
async function refuseUnasked(client: PoolClient, { where }: Database, { config, isReplacing }: Restoring): Promise<void> {
  if (!isReplacing && (await isThere(client, "account")) && (await hasAccounts(client)))
    throw new ConfigError(
      `There are accounts in ${where}. Restore into an empty place, or say --replace: what is there is backed up into DATA_DIR first. Nothing was changed.`,
    );
  await refuseOtherConnections(client);
  const { applied, missing } = await readVersions(client);
  if (config.databaseUrl === null && isReplacing && applied.length > 0 && missing.length > 0) throw new OlderDatabaseError();
}

/** This version could back it up only after it has changed its tables. */
class OlderDatabaseError extends Error {}

/** @returns where it is now; null when nothing was there */
async function keepWhatIsThere(client: PoolClient, { config }: Restoring): Promise<string | null> {
  if (!(await hasAccounts(client))) return null;
  const aside = join(config.dataDir, `before-restore-${new Date().toISOString().replaceAll(":", "-")}.backup`);
  await writeBackup(client, aside, keyOf(config), new Date());
  return aside;
}

function restoredText(checked: Checked, aside: string | null, breaks: readonly string[]): string {
  return [
    `Restored: what the server held at ${checked.header.at}.`,
    `${contents(checked)}. Checked: the number of rows in every table, and the chains of heads and of the activity log.`,
    ...(aside ? [`What was here before is in ${aside}`] : []),
    "Start the server now. Every user has to sign in again; a device that has seen newer data says so, and offers to bring it back.",
    ...brokenText({ breaks }),
  ].join("\n");
}
