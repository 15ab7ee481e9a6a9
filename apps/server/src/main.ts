/** Starts the server: configuration, database, tables, first-admin link, socket; and ends all of it on SIGINT or SIGTERM. With `admin`: a command instead. */
import { runAdmin } from "./admin.ts";
import { buildApp, createDeps } from "./app.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { openDatabase } from "./db/connect.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { purgeHourly } from "./jobs/purge.ts";
import { createLog, errorFields } from "./log.ts";
import { firstAdminLink } from "./team/first-admin.ts";

const log = createLog();
/** In reverse order of what was opened. */
const closers: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const database = await openDatabase(config, log);
  closers.unshift(() => database.close());
  // Without its database it can only refuse; whoever started it may start it again, which recovers.
  void database.ended?.then(() => {
    if (!isEnding) log.error("database.ended");
    return end(1);
  });
  await migrateDatabase(database.pool);
  const options = { db: database.db, config, log };
  const deps = createDeps(options);
  const app = await buildApp(options, deps);
  closers.unshift(() => app.close());
  const stopPurging = await purgeHourly(deps);
  closers.unshift(async () => stopPurging());
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  const url = config.publicUrl ?? `http://localhost:${port}`;
  const link = await firstAdminLink(deps, url);
  say(`Coffer is ready at ${url}`);
  say(`Its data is in ${database.where}`);
  if (link) say(`\nNobody has an account yet. Open this link to become the first administrator (valid 24 hours):\n${link}\n`);
}

const say = (text: string): void => console.log(text);

/** Requests under way get this long to finish. */
const END_WITHIN_MS = 10_000;

let isEnding = false;
/** Closes everything in turn, reports what fails, and leaves. */
async function end(exitCode: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(exitCode), END_WITHIN_MS).unref();
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      log.error("server.close-failed", errorFields(error));
    }
  }
  process.exit(exitCode);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));

const [command, ...words] = process.argv.slice(2);

try {
  if (command === "admin") {
    say(await runAdmin(words, loadConfig(process.env), log));
    await end(0);
  } else await start();
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) console.error(message);
  else if (code === "EADDRINUSE") console.error("PORT must be a free one; another program listens there.");
  else if (code === "EACCES") console.error("PORT and DATA_DIR must be ones that this account may use.");
  else {
    log.error("server.start-failed", errorFields(error));
    console.error(`Coffer could not start: ${message}`);
  }
  await end(1);
}
