/** Commands of a new version leave the tables of the version before as they are: its servers would not start any more. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Config } from "../config.ts";
import { startEmbedded } from "../db/embedded.ts";
import { readJournal } from "../db/versions.ts";
import { silentLog } from "../log.ts";
import { deriveSecrets } from "../secrets.ts";
import { quickFolder } from "../testing/quick-folder.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { runAdmin } from "./admin.ts";
import { writeBackup } from "./backup.ts";
import { runRestore } from "./restore-command.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-unasked-"));
const file = join(folder, "ann.backup");
const newest = readJournal().at(-1)?.tag ?? "";
let world: World;
let server: Server;
let config: Config;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  await server.join("ann@example.com");
  config = { ...server.deps.config, databaseUrl: server.pool.options.connectionString ?? "" };
  const client = await server.pool.connect();
  await writeBackup(client, file, deriveSecrets(config.serverSecret).backup, new Date());
  client.release();
  await server.pool.query("delete from migration where tag = $1", [newest]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.end();
});

const context = (changes: Partial<Config> = {}) => ({ config: { ...config, ...changes }, log: silentLog, folder });
const isNewest = async () => (await server.pool.query("select from migration where tag = $1", [newest])).rowCount === 1;

it("admin says that the tables are of an earlier version, and what to do", async () => {
  await expect(runAdmin(["list"], context())).rejects.toThrow(
    /^The tables are of an earlier version.*Start the server of this version once/,
  );
  expect(await isNewest()).toBe(false);
});

it("restore says that there are accounts before it changes a table", async () => {
  await expect(runRestore([file], context())).rejects.toThrow(/^There are accounts in .* Nothing was changed\.$/);
  expect(await isNewest()).toBe(false);
});

it("restore --replace sets a bundled database of an earlier version aside as it is", { timeout: 180_000 }, async () => {
  // Where the account of the database can reach it.
  const dataDir = quickFolder("coffer-unasked-");
  const bundled = context({ dataDir, databaseUrl: null });
  expect((await runRestore([file], bundled)).isGood).toBe(true);
  const { socketDir: host, user, database, stop } = await startEmbedded(dataDir);
  const client = new Client({ host, user, database });
  await client.connect();
  await client.query("delete from migration where tag = $1", [newest]);
  await client.end();
  await stop();
  expect((await runRestore([file, "--replace"], bundled)).text).toMatch(/What was here before is in \S+postgres\.older-/);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres.older-"))).toHaveLength(1);
  expect((await runAdmin(["list"], bundled)).text).toContain("ann@example.com");
  rmSync(dataDir, { recursive: true });
});
