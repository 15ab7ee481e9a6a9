/** The real server of a world, in this process on a real PostgreSQL, on a clock that can be moved; optionally with data of an earlier version. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { z } from "zod";
import { buildApp } from "../../apps/server/src/app.ts";
import { loadConfig } from "../../apps/server/src/config.ts";
import { openDatabase } from "../../apps/server/src/db/connect.ts";
import { migrateDatabase } from "../../apps/server/src/db/migrate.ts";
import { createLog } from "../../apps/server/src/log.ts";
import { newDatabase } from "../../apps/server/src/testing/databases.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/** Files that were written to since `time`, in milliseconds since 1970. */
export const writtenSince = (paths: readonly string[], time: number): string[] => paths.filter((path) => statSync(path).mtimeMs >= time);

/** Cuts empty stretches, most of a database's files, to one byte. */
export const cutEmpty = (text: string): string => text.replace(/\0{2,}/g, "\0");

export const readAll = (paths: readonly string[]): string => paths.map((path) => cutEmpty(readFileSync(path, "latin1"))).join("\n");

/** A database among those of the whole run; or, for a test that looks into its files, the server's own in its data folder. */
const openPlace = async (hasOwnDatabase: boolean) => (hasOwnDatabase ? { url: "", drop: async () => {} } : newDatabase());

/** Data of an earlier version: files of its data folder, and its database, restored before this version starts. */
export interface Left {
  readonly files: Readonly<Record<string, string>>;
  readonly restore: (pool: Pool) => Promise<void>;
  /** The start of the world's clock, in milliseconds since 1970. */
  readonly at: number;
}

/** @param env - further settings of the operator. */
export async function startServer(hasOwnDatabase: boolean, left?: Left, env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-flow-"));
  for (const [name, text] of Object.entries(left?.files ?? {})) writeFileSync(join(dataDir, name), text);
  const lines: string[] = [];
  const clock = { offsetHours: left ? (left.at - Date.now()) / 3_600_000 : 0 };
  const now = (): number => Date.now() + clock.offsetHours * 3_600_000;
  const place = await openPlace(hasOwnDatabase);
  const config = { ...loadConfig({ DATA_DIR: dataDir, ...env }), databaseUrl: place.url || null, port: 0 };
  const log = createLog((line) => void lines.push(line));
  const database = await openDatabase(config, log);
  /** The test's own access to the rows: as the owner of the database, bound by no policy. */
  const pool = new Pool(database.owner);
  pool.on("error", () => undefined); // A connection that is closing when its database is dropped.
  await left?.restore(pool);
  await migrateDatabase(database.pool);
  const start = () => buildApp({ db: database.db, config, log, now });
  const running = { app: await start() };
  const address = await running.app.listen({ host: "127.0.0.1", port: 0 });
  const origin = address.replace("127.0.0.1", "localhost");
  // As a start does: what the server says of its own address has the port.
  Object.assign(config, { port: Number(new URL(address).port) });
  /** At the same address, with empty memory. */
  const restart = async (): Promise<void> => {
    await running.app.close();
    running.app = await start();
    await running.app.listen({ host: "127.0.0.1", port: Number(new URL(address).port) });
  };
  const stop = async (): Promise<void> => {
    // A connection that was asked something just now stays open for a minute after its answer, and the end would wait for it.
    const ending = setInterval(() => running.app.server.closeIdleConnections(), 50);
    await running.app.close();
    clearInterval(ending);
    await pool.end();
    await database.close();
    await place.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  /** Hands a call to the server in this process: no socket, and half of the time. For bodies that are texts. */
  const ask: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    const method = z.enum(METHODS).parse(init?.method ?? "GET");
    const payload = typeof init?.body === "string" ? { payload: init.body } : {};
    try {
      const reply = await running.app.inject({ method, url: `${pathname}${search}`, headers, ...payload });
      return new Response(reply.body, { status: reply.statusCode });
    } catch (error) {
      // While it is started again it takes no connection.
      if ((error as { code?: string }).code === "FST_ERR_REOPENED_CLOSE_SERVER") throw new TypeError("fetch failed", { cause: error });
      throw error;
    }
  };
  return {
    ask,
    dataDir,
    lines,
    now,
    config,
    pool,
    serving: database.pool,
    origin,
    restart,
    stop,
    passTime: (hours: number): void => void Object.assign(clock, { offsetHours: clock.offsetHours + hours }),
  };
}
