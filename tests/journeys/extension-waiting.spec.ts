/** What is changed in the real extension without a connection: kept sealed, shown at once, and sent once the server answers, whatever happened to the browser meanwhile. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { foundOnDisk } from "./disk.ts";
import { openWorld, type World } from "./extension-world.ts";
import { killBrowser } from "./kill-browser.ts";
import { type Line, openLine } from "./line.ts";
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
