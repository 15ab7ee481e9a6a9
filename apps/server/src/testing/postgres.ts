/**
 * The one PostgreSQL of a whole test run, for vitest's `globalSetup`. It starts when the first test asks for a database, so that tests without one do not
 * wait for it, and hands out copies of a database that was migrated once. Nothing in it outlives the run, so nothing is forced to the disk; tests about
 * durability start the product with a PostgreSQL of its own.
 */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, Pool } from "pg";
import type { TestProject } from "vitest/node";
import { type Embedded, startEmbedded } from "../db/embedded.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { quickFolder } from "./quick-folder.ts";

const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_connections=300"];
const TEMPLATE = "template_of_tests";

interface Running {
  readonly embedded: Embedded;
  readonly admin: Client;
}

/** The address of a database; the folder of the socket is in the query, because a host name has no slashes. */
const urlOf = ({ user, socketDir }: Embedded, database: string): string =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

async function start(dataDir: string): Promise<Running> {
  const embedded = await startEmbedded(dataDir, SETTINGS);
  const admin = new Client({ connectionString: urlOf(embedded, "postgres") });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  const pool = new Pool({ connectionString: urlOf(embedded, TEMPLATE) });
  await migrateDatabase(pool);
  await pool.end();
  return { embedded, admin };
}

/** `POST /` makes a database and answers with its address; `DELETE /<name>` ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = quickFolder("coffer-test-");
  let running: Promise<Running> | undefined;
  const answer = async (method: string | undefined, path: string): Promise<string> => {
    running ??= start(dataDir);
    const { embedded, admin } = await running;
    if (method === "DELETE") {
      await admin.query(`drop database ${path.slice(1)} with (force)`);
      return "";
    }
    const name = `t${randomBytes(6).toString("hex")}`;
    // Its files are copied; writing them to the log too would cost the processor three times as much.
    await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    return urlOf(embedded, name);
  };
  const http = createServer((request, response) => {
    answer(request.method, request.url ?? "").then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  project.provide("databases", `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  return async () => {
    http.close();
    const started = await running;
    await started?.admin.end();
    await started?.embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
