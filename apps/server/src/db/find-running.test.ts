import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findRunning, waitForRunning } from "./find-running.ts";
import { quickRecovery } from "./quick-recovery.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-find-"));
const folder = (): string => mkdtempSync(join(home, "data-"));
afterAll(() => rmSync(home, { recursive: true }));

it("a database whose processes are stopped takes a connection and says nothing: it does not answer", { timeout: 20_000 }, async () => {
  const dataDir = folder();
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(join(dataDir, ".s.PGSQL.5432"), resolve));
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres/postmaster.pid"), `1\n${dataDir}/postgres\n0\n5432\n${dataDir}\n\n\nready   \n`);
  expect(await findRunning(dataDir)).toBeNull();
  silent.close();
});

it("a process of a server waits for its database", async () => {
  const dataDir = folder();
  await expect(waitForRunning(dataDir, 300)).rejects.toThrow("The database of the server does not answer.");
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each([
  ["linux", "6.18.44-generic", ["recovery_init_sync_method=syncfs"]],
  ["linux", "5.8.0", ["recovery_init_sync_method=syncfs"]],
  ["linux", "5.4.0-200", []],
  ["linux", "4.19.0", []],
  ["darwin", "24.1.0", []],
])("on %s %s PostgreSQL recovers with %j", (platform, kernel, settings) => {
  expect(quickRecovery(platform, kernel)).toEqual(settings);
});
