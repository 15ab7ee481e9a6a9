/** Starts the server: configuration, port, database, then serve.ts; ends all of it on SIGINT or SIGTERM. With an argument: a command instead. */
import { ConfigError, loadConfig } from "./config.ts";
import { warningsOf } from "./config-warnings.ts";
import { databaseErrorCode, openDatabase } from "./db/connect.ts";
import { lockInstallation } from "./installation-lock.ts";
import { openListener } from "./listen.ts";
import { createLog, errorFields } from "./log.ts";

const log = createLog();
const [command, ...words] = process.argv.slice(2);
/** In reverse order of what was opened. */
const closers: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  lockInstallation();
  const config = loadConfig(process.env);
  for (const warning of warningsOf(process.env)) console.error(`Warning: ${warning}`);
  const listener = await openListener(config);
  // PostgreSQL starts in a process of its own, while this one loads the rest of the program.
  const [database, { serve }] = await Promise.all([openDatabase(config, log), import("./serve.ts")]);
  closers.unshift(() => database.close());
  // Without its database the server can only refuse; it ends, so that a service manager can start it again, which recovers.
  void database.ended?.then(() => {
    if (!isEnding) log.error("database.ended");
    return end(1);
  });
  await serve({ config, listener, database, log, say: (text) => console.log(text), onEnd: (close) => closers.unshift(close) });
}

/** What has not ended by then is abandoned; the database ends by itself after this process. */
const END_WITHIN_MS = 5_000;

let isEnding = false;
/** Closes everything in turn, reports what fails, and exits. */
async function end(exitCode: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // Also when nothing is left to wait for before all is closed.
  process.exitCode = exitCode;
  setTimeout(() => {
    log.warn("server.ended-late");
    process.exit(exitCode);
  }, END_WITHIN_MS).unref();
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      log.error("server.close-failed", errorFields(error));
    }
  }
  process.exit(exitCode);
}

/** What a command says when the database cannot serve it. Each works in one transaction, or writes a file that gets its name only when it is complete. */
const OF_COMMANDS = {
  unavailable: "The database does not answer in time, or another program holds one of its tables. Try again.",
  damaged:
    "A part of the database is damaged. Stop the server, keep a copy of its folder, and restore the last good backup: npm run restore -- FILE --replace.",
  storage_full: "The disk of the database is full. Nothing was changed. Free some space and try again.",
} as const;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(command === undefined ? 0 : 1));

try {
  if (command === undefined) await start();
  else {
    const { runCommand } = await import("./operator/commands.ts");
    // npm runs us in the project's folder and says in which folder the operator is.
    const folder = process.env.INIT_CWD ?? process.cwd();
    const { text, isGood } = await runCommand(command, words, { config: loadConfig(process.env), log, folder });
    console.log(text);
    await end(isGood ? 0 : 1);
  }
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  const refusal = command === undefined ? null : databaseErrorCode(error);
  if (error instanceof ConfigError) console.error(message);
  else if (code === "EACCES") console.error("DATA_DIR must be a folder that this account may use.");
  else if (refusal) console.error(OF_COMMANDS[refusal]);
  else {
    log.error("server.start-failed", errorFields(error));
    console.error(`Coffer could not ${command ?? "start"}: ${message}`);
  }
  await end(1);
}
