/** Serves requests from an open database: tables, app, hourly purge, nightly backup and check, listener, first-admin link. Loads everything that main.ts does not need at first. */
import { buildApp, createDeps } from "./app.ts";
import { type Config, linkTo } from "./config.ts";
import { bypassRls } from "./db/bypass-row-level-security.ts";
import type { Database } from "./db/connect.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { checkSecret } from "./db/secret-fingerprint.ts";
import type { Gather } from "./http/counters.ts";
import { backUpNightly } from "./jobs/backups.ts";
import { checkNightly } from "./jobs/checks.ts";
import { purgeHourly } from "./jobs/purge.ts";
import type { HttpListener } from "./listen.ts";
import type { Log } from "./log.ts";
import { firstAdminLink } from "./team/first-admin.ts";

/** Registers what closes a thing that was opened; called in reverse order. `withinMs`: what it may take, apart from the little that all have together. */
export type OnEnd = (close: () => Promise<void>, withinMs?: number) => void;

interface Serving {
  readonly config: Config;
  readonly listener: HttpListener;
  readonly database: Database;
  readonly log: Log;
  readonly gather?: Gather;
  /** Prints a line for the person who started the server. */
  readonly say: (text: string) => void;
  readonly onEnd: OnEnd;
}

export async function serve({ config: given, listener, database, log, gather, say, onEnd }: Serving): Promise<void> {
  // Links contain the port that people reach.
  const config = { ...given, port: listener.port };
  await migrateDatabase(database.pool);
  await database.pool.forgetOwner();
  const options = { db: database.db, config, log, gather, serverFactory: listener.serverFactory };
  const deps = createDeps(options);
  await checkSecret(deps.db, deps.secrets);
  const app = await buildApp(options, deps);
  onEnd(() => app.close(), config.stopSeconds * 1_000);
  const stopPurging = await purgeHourly(deps);
  onEnd(async () => stopPurging());
  const stopBackups = await backUpNightly(deps);
  onEnd(async () => stopBackups());
  const stopChecks = await checkNightly(deps);
  onEnd(async () => stopChecks());
  await app.ready();
  await listener.open();
  const url = linkTo(config, "");
  const link = await bypassRls("server", () => firstAdminLink(deps, url));
  say(`Coffer is ready at ${url}`);
  say(`Its data is in ${database.where}`);
  if (link) say(`\nThere is no account yet. Open this link to become the first administrator (valid 24 hours):\n${link}\n`);
}
