/** After the lock, the sign-out and the end of a session nothing of an item is left: not in the page, not in its memory. */
import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectGone, textsInHeap } from "./heap.ts";
import { seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "memory@example.com";
const TITLE = "Kanarientitel9142";
const USER = "kanarie-user-9142";
const SECRET = "Kanarien-Pass-9142!";
const NOTE = "Kanarienotiz9142";
const UNSAVED = "Kanarienentwurf9142";
const SEARCHED = "Kanarien"; // begins every canary of an item
const CANARIES = [TITLE, USER, SECRET, NOTE, UNSAVED, SEARCHED, "kanarie"];

test.setTimeout(300_000); // eight looks of twenty seconds, and the way to them
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** As fingers do it: a locator that fills would leave the text in the memory that is looked through. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: field, exact: field === "Password" })
    .first()
    .focus();
  await page.keyboard.insertText(text);
}

test.beforeAll(async ({ browser }) => {
  const page = await newProfile(browser);
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await page.getByRole("button", { name: "Add item" }).first().click();
  await page.getByRole("menuitem", { name: "Password" }).click();
  await type(page, "Title", TITLE);
  await type(page, "Username / Email", USER);
  await type(page, "Password", SECRET);
  await type(page, "Notes", NOTE);
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByText("Password added successfully")).toBeVisible();
  await page.context().close();
});

/** Signs in on a device of its own and leaves the vault as a person may: looked at, searched, copied from, with a form half typed. */
async function useVault(browser: Browser): Promise<Page> {
  const page = await newProfile(browser);
  await signIn(page, product.origin, EMAIL);
  await page.goto(`${product.origin}/passwords`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Health" }).click();
  await expect(page.getByText(/^1 item looked at/)).toBeVisible();
  await page.goBack();
  await expect(page.locator("article")).toHaveCount(1);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText(SEARCHED);
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const box = page.getByRole("textbox", { name: "Search", exact: true });
  await box.focus();
  await page.keyboard.insertText(SEARCHED);
  await page.locator("article").getByRole("button").first().click();
  const detail = page.locator("[data-item-detail]");
  await detail.getByRole("button", { name: /^Reveal password/ }).click();
  await detail.getByRole("button", { name: /^Copy password/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  await type(page, "Notes", UNSAVED);
  return page;
}

async function expectForgotten(page: Page): Promise<void> {
  const html = await page.content();
  expect(CANARIES.filter((canary) => html.includes(canary))).toEqual([]);
  await expectGone(page, CANARIES);
}

test("an open vault is found in the memory that is looked through", async ({ browser }) => {
  const page = await useVault(browser);
  const found = (await textsInHeap(page, CANARIES)).join("\n");
  for (const canary of [TITLE, USER, SECRET, UNSAVED]) expect(found).toContain(canary);
  await page.context().close();
});

test("a lock leaves nothing", async ({ browser }) => {
  const page = await useVault(browser);
  await page.keyboard.press("Control+Shift+.");
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await expectForgotten(page);
  await page.context().close();
});

test("a lock leaves nothing of what Health has looked at by itself", async ({ browser }) => {
  const page = await newProfile(browser);
  const looking = page.waitForEvent("worker", { predicate: (worker) => worker.url().includes("health-worker"), timeout: 60_000 });
  await signIn(page, product.origin, EMAIL);
  await (await looking).waitForEvent("close", { timeout: 60_000 });
  await page.keyboard.press("Control+Shift+.");
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await expectForgotten(page);
  await page.context().close();
});

test("a lock leaves nothing of a change that waits for the server", async ({ browser }) => {
  const page = await newProfile(browser);
  await signIn(page, product.origin, EMAIL);
  await page.goto(`${product.origin}/passwords`);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("waiting-verbs")));
  await page.route(/\/vault\//, (route) => (route.request().method() === "GET" ? route.continue() : route.abort()));
  await page.locator("article").getByRole("button").first().click();
  await page.keyboard.press("f");
  await expect(page.getByText("Not sent yet").first()).toBeVisible();
  await page.keyboard.press("Control+Shift+.");
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await expectForgotten(page);
  await page.context().close();
});

test("a sign-out leaves nothing", async ({ browser }) => {
  const page = await useVault(browser);
  // Past the open form, which would ask first: whatever is typed and open goes too.
  for (const name of ["Account", "Logout"])
    await page.getByRole("button", { name, exact: true, includeHidden: true }).dispatchEvent("click");
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  await expectForgotten(page);
  await page.context().close();
});

test("a session that was ended elsewhere leaves nothing", async ({ browser }) => {
  const page = await useVault(browser);
  const other = await newProfile(browser);
  await signIn(other, product.origin, EMAIL);
  await other.goto(`${product.origin}/settings`);
  await other.getByRole("region", { name: "Sessions" }).getByRole("button", { name: "Sign out all others" }).click();
  await other.getByRole("alertdialog").getByRole("button").last().click();
  await seeToast(other, "Every other device was signed out");
  // The page learns of it by itself, with a form open.
  await expect(page.getByRole("main").getByText("Session expired. Please login again.")).toBeVisible();
  await expectForgotten(page);
  for (const one of [page, other]) await one.context().close();
});
