/** COMMANDS: what the operator can run instead of the server. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "../config.ts";
import { ADMIN_USAGE, runAdmin } from "./admin.ts";
import { writeBackup } from "./backup.ts";
import { type Command, type Context, type Outcome, readWords } from "./command.ts";
import { onOneConnection, withSharedDatabase } from "./database.ts";
import { DOCTOR_USAGE, runDoctor } from "./doctor.ts";
import { runDrill } from "./drill.ts";
import { readKept } from "./kept-backups.ts";
import { runNightlyCheck } from "./nightly-check.ts";
import { RESTORE_USAGE, runRestore } from "./restore-command.ts";
import { draftOf, seal } from "./sealed.ts";
import { refuseFullDisk } from "./space.ts";
import { brokenText, contents, keyOf, sealedText } from "./told.ts";

const BACKUP_USAGE =
  "backup -- FILE    writes everything that the server keeps into one file, compressed where its name ends in .gz; it may go on running";

/** What the server has doctor do by itself. */
const BY_ITSELF = new Map<string, (context: Context) => Promise<Outcome>>([
  ["--nightly", runNightlyCheck],
  ["--hourly", readKept],
]);

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { usage: BACKUP_USAGE, run: backup },
  restore: { usage: RESTORE_USAGE, run: runRestore },
  drill: {
    usage: "drill    makes a backup in BACKUP_DIR now, restores it into a database of its own and verifies it there",
    run: runDrill,
  },
  doctor: {
    usage: DOCTOR_USAGE,
    run: (words, context) => BY_ITSELF.get(words.join())?.(context) ?? runDoctor(words, context),
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

async function backup(words: readonly string[], { config, log, folder }: Context): Promise<Outcome> {
  const path = resolve(folder, readWords(BACKUP_USAGE, words).file);
  const { backupRecipient: recipient } = config;
  if (existsSync(path)) throw new ConfigError(`${path} exists already. Choose another name; nothing was written.`);
  const draft = recipient === null ? null : draftOf(config.dataDir, path);
  const space = { path, draft, isTriedOut: false };
  const written = await withSharedDatabase(config, log, (database) =>
    onOneConnection(database, (client) =>
      writeBackup(client, draft ?? path, keyOf(config), new Date(), () => refuseFullDisk(client, config, space)),
    ),
  );
  if (recipient !== null && draft !== null) await seal(draft, path, recipient).finally(() => rmSync(draft, { force: true }));
  const secret = `It does not hold the server secret. Keep a copy of that elsewhere (SERVER_SECRET, or the file ${join(config.dataDir, "server-secret")}): without it no one can open a backup.`;
  const text = `${path}\n${contents(written)}, ${Math.ceil(statSync(path).size / 1024)} KB, read back and checked.\n${secret}`;
  return { text: [text, ...sealedText(config), ...brokenText(written)].join("\n"), isGood: written.breaks.length === 0 };
}
