/** What is changed in the real extension without a connection: kept sealed, shown at once, and sent once the server answers, whatever happened to the browser meanwhile. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { type Line, openLine } from "./broken-line.ts";
import { foundOnDisk } from "./disk.ts";
import { answerQuestion, LOGIN_FORM, openWorld, popupOver, startSite, type World } from "./extension-world.ts";
import { killBrowser } from "./kill-browser.ts";
import { fillForm } from "./steps.ts";
import { newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const WRITTEN = "Written in an aeroplane";

let line: Line;
let profile: string;
let world: World;

test.describe.configure({ mode: "serial" });
test.setTimeout(240_000);

test.beforeAll(async () => {
  line = await openLine(product.origin);
  profile = mkdtempSync(join(tmpdir(), "coffer-extension-"));
  world = await openWorld({ ...product, origin: line.origin }, { folder: profile });
});
test.afterAll(async () => {
  await world?.browser.close();
  await line.end();
  rmSync(profile, { recursive: true, force: true });
});

/** A page of the extension, at the list of notes. */
async function openNotes(name = "popup"): Promise<Page> {
  const page = await world.browser.context.newPage();
  await page.setViewportSize({ width: 400, height: 2400 });
  await page.goto(`${world.pages}${name}.html#/notes`);
  return page;
}

async function unlock(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByTestId("floating-add")).toBeVisible();
}

async function addNote(page: Page, title: string): Promise<void> {
  await page.getByTestId("floating-add").click();
  const form = page.getByRole("dialog", { name: "Create New Note" });
  await fillForm(form, "note", title);
  await form.getByRole("button", { name: "Create Note" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(title).first()).toBeVisible();
}

const pill = (page: Page, says: RegExp) => page.getByRole("button", { name: says });

/** The browser is killed, and starts again with what was on the disk. */
async function restart(): Promise<void> {
  killBrowser(profile);
  await world.browser.context.close().catch(() => undefined);
  // The browser itself notes what is typed into forms.
  const isOurs = (found: string): boolean => !found.startsWith(world.email) || /IndexedDB|Extension/.test(found);
  expect(foundOnDisk(profile, [WRITTEN, PASSWORD, world.email], {}).filter(isOurs)).toEqual([]);
  world = { ...world, browser: await openBrowser({ folder: profile }) };
}

test("a browser that was killed and starts without the server opens the vault, and has what was written right before", async ({
  browser,
}) => {
  let page = await openNotes();
  await expect(page.getByTestId("floating-add")).toBeVisible();
  line.state = "cut";
  await addNote(page, WRITTEN);
  await expect(pill(page, /^Connection: .*1 change waits/)).toBeVisible();
  await restart();

  page = await openNotes();
  await unlock(page);
  await expect(page.getByText(WRITTEN).first()).toBeVisible();
  await addNote(page, "Second of the flight");
  await expect(pill(page, /^Connection: .*2 changes wait/)).toBeVisible();

  line.state = "through";
  await expect(page.getByText("Not sent yet")).toHaveCount(0);
  const other = await newProfile(browser);
  await signIn(other, product.origin, world.email);
  await other.goto(`${product.origin}/notes`);
  for (const title of [WRITTEN, "Second of the flight"]) await expect(other.getByText(title).first()).toBeVisible();
});

test("ten changes of an aeroplane need one master password, outlive every page, and are sent by the worker alone, which was stopped meanwhile", async ({
  browser,
}) => {
  const titles = Array.from({ length: 8 }, (_, at) => `Note ${at + 1} of ten`);
  line.state = "cut";
  let page = await openNotes();
  // Where another page has noticed it already, this one opens by itself.
  const asks = page.getByRole("textbox", { name: /Master password/i });
  await expect(asks.or(page.getByTestId("floating-add"))).toBeVisible();
  if (await asks.isVisible()) await unlock(page);
  for (const title of titles) await addNote(page, title);
  await page.close();

  // The next one opens by itself.
  page = await openNotes();
  await expect(page.getByText(titles[0] ?? "").first()).toBeVisible();
  const first = page.locator("article").filter({ hasText: "Second of the flight" });
  await first.hover();
  await first.getByRole("button", { name: /favorites$/ }).click();
  await page.getByText(WRITTEN).first().click();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Name" }) });
  await form.getByRole("textbox", { name: "Name" }).fill("Edited in an aeroplane");
  await form.getByRole("button", { name: "Update Note" }).click();
  await expect(form).toBeHidden();
  await expect(pill(page, /^Connection: .*10 changes wait/)).toBeVisible();

  // Another device changes one of them meanwhile.
  const other = await newProfile(browser);
  await other.setViewportSize({ width: 1280, height: 2400 });
  await signIn(other, product.origin, world.email);
  await other.goto(`${product.origin}/notes`);
  await other.getByText("Second of the flight").first().click();
  await other.keyboard.press("e");
  const theirs = other.getByRole("dialog").filter({ has: other.getByRole("textbox", { name: "Name" }) });
  await theirs.getByRole("textbox", { name: "Name" }).fill("Second, renamed on the ground");
  await theirs.getByRole("button", { name: "Update Note" }).click();
  await expect(theirs).toBeHidden();

  // No page of the extension is open, and its worker was stopped.
  const blank = await world.browser.context.newPage();
  for (const open of world.browser.context.pages()) if (open !== blank) await open.close();
  const cdp = await world.browser.context.newCDPSession(blank);
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.stopAllWorkers");
  line.state = "through";
  for (const title of [...titles, "Edited in an aeroplane", "Second, renamed on the ground"])
    await expect(other.getByText(title).first()).toBeVisible({ timeout: 120_000 });
  const renamed = other.locator("article").filter({ hasText: "Second, renamed on the ground" });
  await expect(renamed.getByRole("button", { name: /from favorites$/ })).toBeVisible();
});

test("a login that is saved while the server is away is found for its site, not asked about again, and not found once a page has deleted it", async () => {
  const shop = await startSite(({ url = "" }, response) => void response.end(url === "/" ? LOGIN_FORM : "<h1>Welcome</h1>"));
  line.state = "cut";
  const page = await world.browser.context.newPage();
  const question = () => page.frames().find((frame) => frame.url().endsWith("/save.html"));
  const logIn = async (): Promise<void> => {
    await page.goto(shop.address);
    await page.locator("[type=email]").pressSequentially("ann@shop.example");
    await page.locator("[type=password]").pressSequentially("Shop-secret-1");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Welcome")).toBeVisible();
  };
  await logIn();
  await expect.poll(question, { timeout: 30_000 }).toBeDefined();
  await answerQuestion(page, "Save");
  await expect.poll(question, { timeout: 60_000 }).toBeUndefined();

  await logIn();
  await page.waitForTimeout(4_000);
  expect(question()).toBeUndefined();
  await expect.poll(() => badgeOver(page), { timeout: 15_000 }).toBe("1");
  await page.goto(shop.address);
  const popup = await popupOver(page, world);
  await popup.getByRole("button", { name: "Fill 127.0.0.1" }).click();
  await expect(page.locator("[type=password]")).toHaveValue("Shop-secret-1");

  // A page of the extension deletes it: the worker has not been told, and looks.
  await popup.close();
  const list = await world.browser.context.newPage();
  await list.goto(`${world.pages}vault.html#/passwords`);
  const mine = list.locator("article").filter({ hasText: "127.0.0.1" });
  await mine.click();
  await list.getByRole("button", { name: "Delete" }).click();
  await list.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(mine).toHaveCount(0);
  await page.bringToFront();
  await page.goto(shop.address);
  await expect.poll(() => badgeOver(page), { timeout: 15_000 }).toBe("");
  line.state = "through";
  shop.stop();
});

/** What the button in the toolbar says over a page. */
const badgeOver = (page: Page): Promise<string> =>
  world.browser.worker.evaluate(async (url: string) => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        tabs: { query(filter: object): Promise<{ id: number; url: string }[]> };
        action: { getBadgeText(of: { tabId: number }): Promise<string> };
      };
    };
    const tabId = (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
    return tabId === undefined ? "no tab" : chrome.action.getBadgeText({ tabId });
  }, page.url());
