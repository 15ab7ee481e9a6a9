/** Serves people from an open database: tables, app, hourly purge, socket, first-admin link. Loads everything that main.ts does not need to begin. */
import { buildApp, createDeps } from "./app.ts";
import type { Config } from "./config.ts";
import { actAs, SYSTEM } from "./db/acting.ts";
import type { Database } from "./db/connect.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { purgeHourly } from "./jobs/purge.ts";
import type { Log } from "./log.ts";
import { firstAdminLink } from "./team/first-admin.ts";

interface Serving {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Tells whoever started the server. */
  readonly say: (text: string) => void;
  /** Takes what closes a thing that was opened; the last comes first. */
  readonly onEnd: (close: () => Promise<void>) => void;
}

export async function serve({ config, database, log, say, onEnd }: Serving): Promise<void> {
  await migrateDatabase(database.pool);
  const options = { db: database.db, config, log };
  const deps = createDeps(options);
  const app = await buildApp(options, deps);
  onEnd(() => app.close());
  const stopPurging = await purgeHourly(deps);
  onEnd(async () => stopPurging());
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  const url = config.publicUrl ?? `http://localhost:${port}`;
  const link = await actAs(SYSTEM, () => firstAdminLink(deps, url));
  say(`Coffer is ready at ${url}`);
  say(`Its data is in ${database.where}`);
  if (link) say(`\nNobody has an account yet. Open this link to become the first administrator (valid 24 hours):\n${link}\n`);
}
