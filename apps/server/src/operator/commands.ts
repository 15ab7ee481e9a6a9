/** COMMANDS: what the operator can run instead of the server. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { plural } from "@coffer/core/text";
import { type Config, ConfigError } from "../config.ts";
import { MIGRATION_LOCK, migrateDatabase } from "../db/migrate.ts";
import { setClusterAside } from "../db/postgres-files.ts";
import { DamagedClusterError } from "../db/start-problem.ts";
import { NewerDatabaseError, readVersions } from "../db/versions.ts";
import { deriveSecrets } from "../secrets.ts";
import { ADMIN_USAGE, runAdmin } from "./admin.ts";
import { type Written, writeBackup } from "./backup.ts";
import type { Checked } from "./backup-file.ts";
import type { Command, Context, Outcome } from "./command.ts";
import { onOneConnection, refuseOtherConnections, withExclusiveDatabase, withSharedDatabase } from "./database.ts";
import { DOCTOR_USAGE, runDoctor } from "./doctor.ts";
import { runDrill } from "./drill.ts";
import { restoreBeforeUpgrade } from "./go-back.ts";
import { runNightlyCheck } from "./nightly-check.ts";
import { checkForRestore, restoreRows } from "./restore.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { usage: "backup -- FILE    writes everything that the server keeps into one file; it may go on running", run: backup },
  restore: {
    usage: `restore -- FILE    puts a backup into an empty place, while no server runs
  --replace         puts it in place of what is there, which is backed up into DATA_DIR first
  --accept-breaks   also when its content was not consistent when it was made
restore -- --before-upgrade    puts the bundled database back to what it was before a new version changed it`,
    run: restore,
  },
  drill: {
    usage: "drill    makes a backup in BACKUP_DIR now, restores it into a database of its own and verifies it there",
    run: runDrill,
  },
  doctor: {
    usage: DOCTOR_USAGE,
    run: (words, context) => (words.join() === "--nightly" ? runNightlyCheck(context) : runDoctor(words, context)),
  },
  admin: { usage: ADMIN_USAGE, run: runAdmin },
};

/** @throws ConfigError with a message for the operator when it cannot be done */
export async function runCommand(name: string, words: readonly string[], context: Context): Promise<Outcome> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new ConfigError(
      `There is no command ${name}. There are:\n\n${Object.values(COMMANDS)
        .map(({ usage }) => `npm run ${usage}`)
        .join("\n")}`,
    );
  return command.run(words, context);
}

/** The one word that is no flag, and the flags. @throws ConfigError */
function readWords(name: string, words: readonly string[], known: readonly string[] = []): { file: string; flags: ReadonlySet<string> } {
  const flags = new Set(words.filter((word) => word.startsWith("--")));
  const [file, ...rest] = words.filter((word) => !flags.has(word));
  if (file === undefined || rest.length > 0 || [...flags].some((flag) => !known.includes(flag)))
    throw new ConfigError(`npm run ${COMMANDS[name]?.usage ?? name}`);
  return { file, flags };
}

async function backup(words: readonly string[], { config, log, folder }: Context): Promise<Outcome> {
  const path = resolve(folder, readWords("backup", words).file);
  const written = await withSharedDatabase(config, log, (database) =>
    onOneConnection(database, (client) => writeBackup(client, path, keyOf(config), new Date())),
  );
  const secret = `It does not hold the server secret. Keep a copy of that elsewhere (SERVER_SECRET, or the file ${join(config.dataDir, "server-secret")}): without it no one can open a backup.`;
  const text = `${path}\n${contents(written)}, ${Math.ceil(statSync(path).size / 1024)} KB, read back and checked.\n${secret}`;
  return { text: [text, ...brokenText(written)].join("\n"), isGood: written.breaks.length === 0 };
}

const brokenText = ({ breaks }: Pick<Written, "breaks">): string[] =>
  breaks.length === 0 ? [] : [`What the database holds does not add up; the backup holds it as it is:\n  ${breaks.join("\n  ")}`];

const contents = ({ rows }: Checked): string =>
  [
    plural(rows.account ?? 0, "account"),
    plural(rows.record ?? 0, "record"),
    plural(rows.head ?? 0, "head"),
    `${plural(rows.audit ?? 0, "entry", "entries")} of the activity log`,
  ].join(", ");

async function restore(words: readonly string[], { config, log, folder }: Context): Promise<Outcome> {
  if (words.join() === "--before-upgrade") return restoreBeforeUpgrade({ config, log });
  const { file, flags } = readWords("restore", words, ["--replace", "--accept-breaks"]);
  const [path, key] = [resolve(folder, file), keyOf(config)];
  const checked = await checkForRestore(path, key);
  const [isReplacing, isAcceptingBreaks] = [flags.has("--replace"), flags.has("--accept-breaks")];
  const unusable = await setUnusableAside({ config, log, isReplacing });
  return withExclusiveDatabase(config, log, async (database) => {
    await migrateDatabase(database.pool);
    return onOneConnection(database, async (client) => {
      // A server that starts now waits here until this is done.
      await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
      await refuseOtherConnections(client);
      const { rowCount } = await client.query("select from account limit 1");
      const isEmpty = rowCount === 0;
      if (!isEmpty && !isReplacing)
        throw new ConfigError(
          `There are accounts in ${database.where}. Restore into an empty place, or say --replace: what is there is backed up into DATA_DIR first. Nothing was changed.`,
        );
      const aside = isEmpty ? null : join(config.dataDir, `before-restore-${new Date().toISOString().replaceAll(":", "-")}.backup`);
      if (aside) await writeBackup(client, aside, key, new Date());
      const breaks = await restoreRows(client, { path, key, isAcceptingBreaks }, checked);
      return { text: restoredText(checked, aside ?? unusable, breaks), isGood: breaks.length === 0 };
    });
  });
}

/** A bundled database that cannot start, or is of a newer version, gives way to a new one. @returns where its files are now; null where there is no such database */
async function setUnusableAside({
  config,
  log,
  isReplacing,
}: Pick<Context, "config" | "log"> & { readonly isReplacing: boolean }): Promise<string | null> {
  if (!isReplacing || config.databaseUrl !== null) return null;
  try {
    await withExclusiveDatabase(config, log, (database) => onOneConnection(database, (client) => readVersions(client)));
    return null;
  } catch (error) {
    if (error instanceof DamagedClusterError) return setClusterAside(config.dataDir, "damaged");
    if (error instanceof NewerDatabaseError) return setClusterAside(config.dataDir, "newer");
    throw error;
  }
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

const keyOf = ({ serverSecret }: Config): Buffer => deriveSecrets(serverSecret).backup;
