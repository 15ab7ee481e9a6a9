/** Starts the server (start.ts); ends all of it on SIGINT or SIGTERM. With an argument: a command instead. */
import cluster from "node:cluster";
import { ConfigError, loadConfig, NOT_WRITABLE } from "./config.ts";
import { databaseErrorCode } from "./db/database-errors.ts";
import { createLog, errorFields } from "./log.ts";
import type { OnEnd } from "./serve.ts";
import { start } from "./start.ts";

const log = createLog();
const [command, ...words] = process.argv.slice(2);
/** In reverse order of what was opened. */
const closers: (() => Promise<void>)[] = [];

/** What has not ended by then, after the time of calls in flight, is abandoned; the database ends by itself after this process. */
let endWithinMs = 5_000;
const onEnd: OnEnd = (close, withinMs = 0) => {
  closers.unshift(close);
  endWithinMs += withinMs;
};

let isEnding = false;
/** Closes everything in turn, reports what fails, and exits. @param withinMs - then at the latest */
async function end(exitCode: number, withinMs = endWithinMs): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // Also when nothing is left to wait for before all is closed.
  process.exitCode = exitCode;
  setTimeout(() => {
    log.warn("server.ended-late");
    process.exit(exitCode);
  }, withinMs).unref();
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

// A worker gets the signals of its terminal and of its service manager too; the process that started it decides.
const onSignal = (): void => void (cluster.isWorker || end(command === undefined ? 0 : 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);

try {
  if (command === undefined) {
    const [say, warn] = [(text: string) => console.log(text), (text: string) => console.error(text)];
    await start({ log, say, warn, onEnd, end, isEnding: () => isEnding });
  } else {
    // By a server (jobs/own-process.ts): when that ends, so does this.
    const isOfServer = process.connected === true;
    process.once("disconnect", () => process.exit(1));
    const { runCommand } = await import("./operator/commands.ts");
    // npm runs us in the project's folder and says in which folder the operator is.
    const folder = process.env.INIT_CWD ?? process.cwd();
    const { text, isGood } = await runCommand(command, words, { config: loadConfig(process.env), log, folder, isOfServer });
    console.log(text);
    await end(isGood ? 0 : 1);
  }
} catch (error) {
  // Asked to end, it has closed what its start was still using: no failure.
  if (!isEnding) tell(error);
  await end(1);
}

function tell(error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException;
  const refusal = command === undefined ? null : databaseErrorCode(error);
  if (error instanceof ConfigError) console.error(message);
  else if (code === "EACCES") console.error("DATA_DIR must be a folder that this account may use.");
  else if (code === "EROFS") console.error(NOT_WRITABLE);
  else if (code === "ENOSPC") console.error("DATA_DIR is on a full disk. Free some space and start again; nothing is lost.");
  else if (refusal) console.error(OF_COMMANDS[refusal]);
  else {
    log.error("server.start-failed", errorFields(error));
    console.error(`Coffer could not ${command ?? "start"}: ${message}`);
  }
}
