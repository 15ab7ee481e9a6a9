/** The packed product, as a container or a unit starts it: by an account that may write to nothing but its data. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const home = mkdtempSync(join(tmpdir(), "coffer-packed-"));
const folder = join(home, "coffer");
const dataDir = join(home, "data");

const pack = () => spawnSync(process.execPath, ["tools/pack.mjs", folder], { encoding: "utf8" });
const bytesOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true }).reduce(
    (sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size,
    0,
  );

/** @returns the server and what it printed until it was ready */
function start(): Promise<{ server: ChildProcess; printed: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir };
  const server = spawn(process.execPath, ["apps/server/dist/main.js"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], ...NOBODY });
  return new Promise((resolve, reject) => {
    let printed = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (/register\?token=/.test(printed)) resolve({ server, printed });
      });
    server.once("exit", (code) => reject(new Error(`It ended with ${code}: ${printed}`)));
  });
}

test.afterAll(() => {
  if (existsSync(folder)) execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(home, { recursive: true, force: true });
});

test("a packed server runs without development tools, from a folder that it may not write to", async ({ page }) => {
  expect(pack()).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "node_modules/vite"))).toBe(false);
  expect(bytesOf(folder)).toBeLessThan(160 * 1024 * 1024);

  chmodSync(home, 0o755);
  mkdirSync(dataDir);
  if (NOBODY.uid !== undefined) chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  execFileSync("chmod", ["-R", "a-w", folder]);
  const { server, printed } = await start();
  try {
    await page.goto(/https?:\/\/\S+\/register\?token=\S+/.exec(printed)?.[0] ?? "");
    await expect(page.getByLabel("Master Password", { exact: true })).toBeVisible();
  } finally {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }
  expect(statSync(dataDir).uid).toBe(NOBODY.uid ?? process.getuid?.());

  const second = pack();
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("is not empty");
});
