/** The app starts where its server cannot be reached, with the files it was given and no others. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "../../tools/browser.mjs";
import { addLogin } from "./account-world.ts";
import { type Line, openLine } from "./broken-line.ts";
import { cachedFiles, replaceCached, replacedFiles } from "./cached-files.ts";
import { killBrowser } from "./kill-browser.ts";
import { fillForm, goTo } from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const TITLE = "Quiet Harbour Bank";
const WRITTEN = "Written without a server";
const PAGE_OF_BUILD = readFileSync(fileURLToPath(new URL("../../apps/web/dist/site/index.html", import.meta.url)), "utf8");

/** Longer than a browser waits before it writes down that someone is signed in. What waits is on the disk at once. */
const WRITTEN_MS = 6_000;

test.setTimeout(240_000);

let line: Line;
let profile: string;
let open: BrowserContext | null = null;
test.beforeAll(async () => {
  line = await openLine(product.origin);
  await enrol(product.firstAdminLink, ANN);
});
test.afterAll(() => line.end());
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "coffer-profile-"));
  Object.assign(line, { state: "through", change: null });
});
test.afterEach(async () => {
  await open?.close();
  rmSync(profile, { recursive: true, force: true });
});

async function startBrowser(): Promise<Page> {
  // It may have been killed.
  await open?.close().catch(() => undefined);
  open = await chromium.launchPersistentContext(profile, { headless: true, executablePath: findBrowser() ?? "", args: BROWSER_ARGS });
  return open.pages()[0] ?? (await open.newPage());
}

const isReady = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null);
const waitUntilReady = (page: Page): Promise<void> => expect.poll(() => isReady(page), { timeout: 60_000 }).toBe(true);

const states = (page: Page): Promise<{ isActive: boolean; isInstalling: boolean }> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { isActive: Boolean(registration?.active), isInstalling: Boolean(registration?.installing ?? registration?.waiting) };
  });

/** The addresses in the list of the build, as the server hands it out. */
async function listOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/service-worker.js`)).text();
  return [...text.matchAll(/"(\/[^"]+)":`sha256-/g)].map(([, path = ""]) => path);
}

async function unlock(page: Page, heading: string): Promise<void> {
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
}

test("a browser that is started without the server opens the vault, and what is changed then is sent once it answers", async ({
  browser,
}) => {
  let page = await startBrowser();
  await signIn(page, line.origin, ANN);
  await addLogin(page, line.origin, TITLE);
  await waitUntilReady(page);
  for (const state of ["silent", "proxy", "cut"] as const) {
    line.state = state;
    page = await startBrowser();
    await page.goto(`${line.origin}/vaults`);
    await unlock(page, "All Vaults");
    await goTo(page, "All Items");
    await expect(page.getByText(TITLE).first()).toBeVisible();
  }
  // A page that this browser has never opened is there too.
  await page.getByRole("button", { name: "Add item" }).first().click();
  await page.getByRole("menuitem", { name: "Note" }).click();
  const form = page.getByRole("dialog", { name: "Create New Note" });
  await fillForm(form, "note", WRITTEN);
  await form.getByRole("button", { name: "Create Note" }).click();
  await page.getByRole("link", { name: "Notes", exact: true }).click();
  await expect(page.getByText(WRITTEN).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Connection: .*1 change waits/ })).toBeVisible();

  // A start of its own again, the change still waits; then the server answers.
  page = await startBrowser();
  await page.goto(`${line.origin}/notes`);
  await unlock(page, "Notes");
  await expect(page.getByText(WRITTEN).first()).toBeVisible();
  line.state = "through";
  await expect(page.getByRole("button", { name: "Connection: Synced" })).toBeVisible();
  const other = await newProfile(browser);
  await signIn(other, product.origin, ANN);
  await other.getByRole("link", { name: "Notes", exact: true }).click();
  await expect(other.getByText(WRITTEN).first()).toBeVisible();
});

test("what waits outlives a browser that is killed right after the press", async () => {
  let page = await startBrowser();
  await signIn(page, line.origin, ANN);
  await waitUntilReady(page);
  await page.waitForTimeout(WRITTEN_MS);
  for (const title of ["First before the kill", "Second before the kill", "Third before the kill"]) {
    line.state = "cut";
    await page.getByRole("button", { name: "Add item" }).first().click();
    await page.getByRole("menuitem", { name: "Note" }).click();
    const form = page.getByRole("dialog", { name: "Create New Note" });
    await fillForm(form, "note", title);
    await form.getByRole("button", { name: "Create Note" }).click();
    await expect(form).toBeHidden();
    killBrowser(profile);
    page = await startBrowser();
    await page.goto(`${line.origin}/notes`);
    await unlock(page, "Notes");
    await expect(page.getByText(title).first()).toBeVisible();
    line.state = "through";
    await expect(page.getByRole("button", { name: "Connection: Synced" })).toBeVisible();
  }
});

test("what is kept is the list of the build, whole or not at all, and nothing of the person", async () => {
  const page = await startBrowser();
  // One byte more in a file that this start does not need.
  line.change = (path, text) => (path.startsWith("/assets/TrashPage-") ? `${text};` : null);
  await signIn(page, line.origin, ANN);
  await expect
    .poll(() => line.asked.filter((path) => path.startsWith("/assets/TrashPage-")).length, { timeout: 60_000 })
    .toBeGreaterThan(1);
  await expect.poll(() => states(page)).toEqual({ isActive: false, isInstalling: false });
  expect(await isReady(page)).toBe(false);
  line.state = "cut";
  const without = await open?.newPage();
  await expect(without?.goto(`${line.origin}/all-items`)).rejects.toThrow();
  await without?.close();

  Object.assign(line, { state: "through", change: null });
  await page.goto(`${line.origin}/all-items`);
  await waitUntilReady(page);
  const list = (await listOf(line.origin)).sort();
  const all = Object.values(await cachedFiles(page));
  expect(all.map((paths) => paths.sort())).toEqual([list]);
  expect(list).toContain("/index.html");
});

test("from then on a server cannot put another file in the place of one that is kept, and a new version is never held up", async () => {
  const page = await startBrowser();
  await signIn(page, line.origin, ANN);
  await waitUntilReady(page);
  line.change = (path) => (/^\/assets\/(?:index|signed-in-parts|open-client)-/.test(path) ? "globalThis.swapped = true;" : null);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.reload();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  expect(await page.evaluate(() => "swapped" in globalThis)).toBe(false);

  for (const build of ["second", "third", "fourth"]) {
    line.change = (path, text) => nextBuild(build, path, text);
    await page.goto(`${line.origin}/vaults`);
    // The page of the server, not the one that is kept.
    expect(await page.evaluate(() => document.querySelector('meta[name="description"]')?.getAttribute("content"))).toContain(build);
    await expect.poll(async () => Object.keys(await cachedFiles(page)).at(-1), { timeout: 60_000 }).toBe(`app-${build}`);
    await expect.poll(() => states(page), { timeout: 60_000 }).toEqual({ isActive: true, isInstalling: false });
    await expect.poll(async () => Object.keys(await cachedFiles(page)).length).toBe(2);
  }
  line.state = "cut";
  await page.goto(`${line.origin}/all-items`);
  expect(await page.evaluate(() => document.querySelector('meta[name="description"]')?.getAttribute("content"))).toContain("fourth");
});

test("what a script has put in the place of what is kept is never handed out, and the file of the list is kept again", async () => {
  const page = await startBrowser();
  await signIn(page, line.origin, ANN);
  await waitUntilReady(page);
  await replaceCached(page);
  const swapped = (): Promise<boolean> => page.evaluate(() => "swapped" in globalThis || document.title === "Swapped");
  await page.reload();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  expect(await swapped()).toBe(false);
  await expect.poll(() => replacedFiles(page)).not.toContainEqual(expect.stringMatching(/^\/assets\/(?:index|signed-in-parts)-/));

  await replaceCached(page);
  line.state = "cut";
  await page.goto(`${line.origin}/all-items`).catch(() => undefined);
  expect(await swapped().catch(() => false)).toBe(false);
});

/** The same app as another build of it would come: another page, another list. */
function nextBuild(build: string, path: string, text: string): string | null {
  const marked = (page: string): string => page.replace('content="A password', `content="${build}: A password`);
  if (path.startsWith("/assets/")) return null;
  if (path !== "/service-worker.js") return marked(text);
  const hash = createHash("sha256").update(marked(PAGE_OF_BUILD)).digest("base64");
  return text
    .replace(/BUILD=`[^`]+`/, `BUILD=\`${build}\``)
    .replace(/OWN=`[^`]+`/, `OWN=\`app-${build}\``)
    .replace(/("\/index\.html":`sha256-)[^`]+/, `$1${hash}`);
}
