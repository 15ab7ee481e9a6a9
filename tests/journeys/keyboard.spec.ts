/**
 * The main tasks of every day by keyboard alone: no pointer, no address typed but the first. Focus is moved as a person moves it, and what is asked for is found by role and
 * name alone, as a screen reader has them; whatever has the focus is in sight and says what it is.
 */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { enrol, newProfile, PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@keys.example";
const BOB = "bob@keys.example";
/** More presses than that no one makes. */
const PRESSES = 45;

test.describe.configure({ mode: "serial" });
test.setTimeout(300_000);
let page: Page;

test.beforeAll(async ({ browser }) => {
  await enrol(product.firstAdminLink, ANN);
  await enrol(await product.invite(), BOB);
  page = await newProfile(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});
test.afterAll(() => page.context().close());

const keys = async (...pressed: readonly string[]): Promise<void> => {
  for (const key of pressed) await page.keyboard.press(key);
};
const typed = (text: string): Promise<void> => page.keyboard.insertText(text);
const hasFocus = (target: Locator): Promise<boolean> => target.evaluateAll((all) => all.some((one) => one === document.activeElement));

/** Moves on with one key until the target has the focus; then it is in sight, and is drawn as having it. */
async function reach(target: Locator, key = "Tab"): Promise<void> {
  await expect(target.first()).toBeAttached();
  for (let press = 0; press < PRESSES; press++) {
    if (await hasFocus(target)) {
      const focused = page.locator(":focus");
      await expect(focused).toBeInViewport();
      return;
    }
    await keys(key);
  }
  const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${target.toString()} was not reached with ${PRESSES} times ${key}; the focus is at ${where}`);
}

/** In a menu: to its entry with the arrows, then Enter. */
async function pick(name: string | RegExp): Promise<void> {
  await reach(page.getByRole("menuitem", { name }), "ArrowDown");
  await keys("Enter");
}

const field = (name: string | RegExp): Locator => page.getByRole("textbox", { name });
const button = (name: string | RegExp, exact = typeof name === "string"): Locator => page.getByRole("button", { name, exact });
const heading = (name: string): Locator => page.getByRole("heading", { name });
const said = (text: string | RegExp): Promise<void> => expect(page.locator("[data-toast]").filter({ hasText: text }).first()).toBeVisible();
const item = (title: string): Locator => page.getByRole("button", { name: title, exact: true });

/** From the list of a field, which keeps the focus: what Enter takes is what the field names as its active option. */
async function choose(option: string): Promise<void> {
  const named = () =>
    page.evaluate(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "");
  for (let press = 0; press < PRESSES && (await named()).trim() !== option; press++) await keys("ArrowDown");
  expect((await named()).trim()).toBe(option);
  await keys("Enter");
}

/** A list is one stop for Tab; within it the arrows move. */
async function reachItem(title: string): Promise<void> {
  await reach(page.getByRole("main").getByRole("listitem").getByRole("button"));
  await keys("Home");
  await reach(item(title), "ArrowRight");
}

test("1. signs in", async () => {
  await page.goto(`${product.origin}/login`);
  await reach(field(/email/i));
  await typed(ANN);
  await reach(field(/Master password/i));
  await typed(PASSWORD);
  await keys("Enter");
  await expect(heading("All Items")).toBeVisible();
});

async function addLogin(title: string, username: string): Promise<void> {
  await reach(page.getByRole("banner").getByRole("button", { name: "Add item" }));
  await keys("Enter");
  await pick("Password");
  // A form begins in its first field.
  await expect(field("Title")).toBeFocused();
  await typed(title);
  await reach(field("Username / Email"));
  await typed(username);
  await keys("Control+Enter");
  await said("Password added successfully");
}

test("2. adds a login, whose password is made for it", async () => {
  await addLogin("Quiet Harbour", "ann");
  await expect(item("Quiet Harbour")).toBeVisible();
});

test("3. adds one with the key for it, from anywhere", async () => {
  await keys("Escape", "n", "p");
  await expect(field("Title")).toBeFocused();
  await typed("Lighthouse");
  await reach(field("Username / Email"));
  await typed("keeper");
  await keys("Enter");
  await expect(item("Lighthouse")).toBeVisible();
});

test("4. searches, goes to what was found, and copies its password", async () => {
  await keys("Escape", "/");
  const search = page.getByRole("textbox", { name: "Search", exact: true });
  await expect(search).toBeFocused();
  await typed("light");
  await expect(item("Quiet Harbour")).toHaveCount(0);
  await reachItem("Lighthouse");
  await keys("c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
});

test("5. opens it, edits it, saves", async () => {
  await reachItem("Lighthouse");
  await keys("Enter");
  const detail = page.getByRole("dialog", { name: "Lighthouse" });
  await expect(detail).toBeVisible();
  await keys("e");
  await reach(field("Username / Email"));
  await keys("Control+a");
  await typed("keeper of the light");
  await keys("Control+Enter");
  await said(/updated successfully/);
  await keys("Escape");
  await expect(detail).toHaveCount(0);
});

test("6. makes a vault and moves the item into it", async () => {
  await reach(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Vaults" }), "Shift+Tab");
  await keys("Enter");
  await expect(heading("All Vaults")).toBeVisible();
  await reach(button("Create New Vault"));
  await keys("Enter");
  const dialog = page.getByRole("dialog");
  await reach(dialog.getByRole("textbox", { name: /Name/ }));
  await typed("Harbours");
  await keys("Enter");
  await expect(dialog).toHaveCount(0);
  await reach(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Items" }), "Shift+Tab");
  await keys("Enter");
  await reachItem("Lighthouse");
  await keys("m");
  const question = page.getByRole("dialog");
  await expect(question).toBeVisible();
  await reach(question.getByRole("combobox"));
  await choose("Harbours");
  await reach(question.getByRole("button", { name: /^Move/ }));
  await keys("Enter");
  await said(/moved/i);
});

test("7. clears the search, deletes an item, and takes that back", async () => {
  await keys("Escape", "/", "Control+a", "Delete");
  await reachItem("Quiet Harbour");
  await keys("Delete");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await reach(question.getByRole("button", { name: "Delete", exact: true }));
  await keys("Enter");
  await expect(item("Quiet Harbour")).toHaveCount(0);
  await keys("Control+k");
  await typed("undo");
  await expect(page.getByRole("option", { name: /^Undo: / })).toBeVisible();
  await keys("Enter");
  await expect(item("Quiet Harbour")).toBeVisible();
});

test("8. shares it with a person", async () => {
  await reachItem("Quiet Harbour");
  await reach(button("More actions for Quiet Harbour"));
  await keys("Enter");
  await pick("Share");
  const dialog = page.getByRole("dialog", { name: /Share/ });
  await reach(dialog.getByRole("combobox", { name: "Recipient email" }));
  await typed(BOB);
  await reach(dialog.getByRole("button", { name: "Share", exact: true }));
  await keys("Enter");
  await said("Items shared successfully");
});

test("9. makes a password, and looks at Health", async () => {
  await keys("Escape", "g", "p");
  await said("A new password was copied");
  await reach(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Health" }), "Shift+Tab");
  await keys("Enter");
  await expect(page.getByText(/items looked at/)).toBeVisible();
});

test("10. sees what the server has, comes back, locks and unlocks", async () => {
  await keys("x");
  await expect(page.getByRole("dialog", { name: "What the server has" })).toBeVisible();
  await keys("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keys("Control+Shift+.");
  await expect(heading("Your vault is locked")).toBeVisible();
  await reach(field(/Master password/i));
  await typed(PASSWORD);
  await keys("Enter");
  await expect(page.getByText(/items looked at/)).toBeVisible();
});
