/**
 * The packed product, as a container or a unit starts it: by an account that may write to nothing but its data. And what becomes of an open page when a newer
 * build takes the place of the one that it came with.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { goTo } from "./steps.ts";
import { register, signIn, typeDraft } from "./world.ts";

const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const EMAIL = "ann@example.com";
const home = mkdtempSync(join(tmpdir(), "coffer-packed-"));
const folder = join(home, "coffer");
const dataDir = join(home, "data");

const pack = () => spawnSync(process.execPath, ["tools/pack.mjs", folder], { encoding: "utf8" });
const setWritable = (isWritable: boolean) => execFileSync("chmod", ["-R", isWritable ? "u+w" : "a-w", folder]);
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name));
const bytesOf = (path: string): number => filesBelow(path).reduce((sum, file) => sum + lstatSync(file).size, 0);

/** @param until - what it prints once it is ready */
function start(port: string, until: RegExp): Promise<{ server: ChildProcess; printed: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", PORT: port, DATA_DIR: dataDir };
  const server = spawn(process.execPath, ["apps/server/dist/main.js"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], ...NOBODY });
  return new Promise((resolve, reject) => {
    let printed = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (until.test(printed)) resolve({ server, printed });
      });
    server.once("exit", (code) => reject(new Error(`It ended with ${code}: ${printed}`)));
  });
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

/** The same app under other names, as a build of other sources is: no file of the old one is left. */
function buildAnew(): void {
  const site = join(folder, "apps/web/dist/site");
  const isCopy = (path: string) => /\.(br|gz)$/.test(path);
  const assets = readdirSync(join(site, "assets")).filter((name) => !isCopy(name));
  const renamed = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, "2$1")]));
  for (const path of filesBelow(site).filter(isCopy)) rmSync(path);
  for (const path of filesBelow(site).filter((file) => /\.(js|css|html)$/.test(file)))
    writeFileSync(
      path,
      [...renamed].reduce((text, [name, other]) => text.replaceAll(name, other), readFileSync(path, "utf8")),
    );
  for (const [name, other] of renamed) renameSync(join(site, "assets", name), join(site, "assets", other));
}

test.describe.configure({ mode: "serial" });
test.setTimeout(240_000);
const running: { server?: ChildProcess; printed: string } = { printed: "" };
const link = () => /https?:\/\/\S+\/register\?token=\S+/.exec(running.printed)?.[0] ?? "";
test.afterAll(async () => {
  if (running.server) await end(running.server);
  if (existsSync(folder)) setWritable(true);
  rmSync(home, { recursive: true, force: true });
});

test("a packed server runs without development tools, from a folder that it may not write to", async ({ page }) => {
  expect(pack()).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "node_modules/vite"))).toBe(false);
  expect(bytesOf(folder)).toBeLessThan(160 * 1024 * 1024);
  chmodSync(home, 0o755);
  mkdirSync(dataDir);
  if (NOBODY.uid !== undefined) chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  setWritable(false);
  Object.assign(running, await start("0", /register\?token=/));
  await register(page, link(), EMAIL);
  expect(statSync(dataDir).uid).toBe(NOBODY.uid ?? process.getuid?.());

  const second = pack();
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("is not empty");
});

async function openForm(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "Add item" }).click();
  await page.getByRole("menuitem", { name: "Password", exact: true }).click();
  return page.getByRole("dialog", { name: "Add New Password" });
}

test("a page that is open when a newer build comes loads it gently: by itself where nothing would be lost, else when it is asked to", async ({
  browser,
}) => {
  const { origin, port } = new URL(link());
  // A browser that keeps the app has the parts of its build (offline/service-worker.js): it is told of a newer one by its next start.
  const keepsNone = { serviceWorkers: "block" } as const;
  const [idle, typing] = await Promise.all([browser.newPage(keepsNone), browser.newPage(keepsNone)]);
  for (const page of [idle, typing]) await signIn(page, origin, EMAIL);
  const form = await openForm(typing);
  const title = form.getByRole("textbox", { name: "Title", exact: true });
  await typeDraft(typing, () => title.fill("Half a thought"));

  if (running.server) await end(running.server);
  setWritable(true);
  buildAnew();
  Object.assign(running, await start(port, /ready at/));

  await goTo(idle, "Health");
  await expect(idle.locator('script[type="module"][src$="2.js"]')).toBeAttached();
  await expect(idle.getByRole("heading", { name: "Health", exact: true })).toBeVisible();

  await form.getByRole("button", { name: "Generate Password" }).click();
  await typing.getByRole("tab", { name: "Passphrase" }).click();
  const load = typing.getByRole("button", { name: "Reload" });
  await expect(load).toBeVisible();
  await expect(title).toHaveValue("Half a thought");
  typing.once("dialog", (question) => question.accept());
  await load.click();
  await expect(typing.locator('script[type="module"][src$="2.js"]')).toBeAttached();
  const again = await openForm(typing);
  await again.getByRole("button", { name: "Restore" }).click();
  await expect(again.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Half a thought");
});
