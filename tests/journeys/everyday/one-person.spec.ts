/** One person and their vault: signed in and locked, an item of each kind, a file of another program, a search, a day without a network. */
import { expect, type Page } from "@playwright/test";
import { KIND_NAMES, kindOf } from "../../../packages/core/src/items/kinds.ts";
import { openMenu } from "../account-world.ts";
import { countPresses } from "../presses.ts";
import { answer, dropFile, fillForm, fromMenu, goTo, importAll, pressOn, seeToast } from "../steps.ts";
import { closeProfiles, enrol, newProfile, PASSWORD } from "../world.ts";
import { test } from "./everyday.ts";

test.describe.configure({ mode: "serial" });
test.afterAll(closeProfiles);

const ANN = "ann@one.example";
const CHROME_FILE = `name,url,username,password,note
Quiet Harbour,https://harbour.example/login,ann@harbour.example,Harbour-77!,
Needle site,https://needle.example/login,needle@example.com,"n33dle,""quoted"" Päss✓",first line
`;
let page: Page;

const masterPassword = () => page.getByRole("textbox", { name: /Master password/i });
const locked = () => page.getByRole("heading", { name: "Your vault is locked" });

test("a wrong password is refused, the right one signs in; a locked vault shows nothing until it is unlocked", async ({
  product,
  browser,
}) => {
  await enrol(await product.invite(), ANN);
  page = await newProfile(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${product.origin}/all-items`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(ANN);
  await masterPassword().fill(`${PASSWORD}?`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Invalid credentials")).toBeVisible();
  await masterPassword().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  await expect(page.getByText("No passwords")).toBeVisible();

  await openMenu(page);
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(locked()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await masterPassword().fill(`${PASSWORD}?`);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("Invalid master password")).toBeVisible();
  await masterPassword().fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
});

for (const kind of KIND_NAMES) {
  const { words, fields, title } = kindOf(kind);
  test(`${words.tab}: one is added from the header, edited and deleted`, async () => {
    const [first, second] = [`First ${words.one}`, `Second ${words.one}`];
    const presses = await countPresses(page);
    await page.getByRole("banner").getByRole("button", { name: "Add item" }).click();
    await page.getByRole("menuitem", { name: words.tile, exact: true }).click();
    const form = page.getByRole("dialog", { name: words.create });
    await fillForm(form, kind, first);
    await form.getByRole("button", { name: words.save, exact: true }).click();
    await seeToast(page, words.added);
    if (kind === "password") expect(await presses()).toBe(3);
    await expect(form).toBeHidden();
    const list = page.getByRole("main");
    await list
      .getByRole("tab", { name: new RegExp(`^${words.tab}`) })
      .or(list.getByRole("link", { name: words.tab, exact: true }))
      .click();
    await fromMenu(page, first, "Edit");
    const editor = page.getByRole("dialog");
    await editor.getByRole("textbox", { name: fields[title]?.label ?? "", exact: true }).fill(second);
    await editor.getByRole("button", { name: /^(Update |Save Changes)/ }).click();
    const updated = page.locator("[data-toast]").filter({ hasText: words.updated });
    await expect(editor).toBeHidden();
    await expect(page.getByRole("button", { name: second, exact: true })).toBeVisible();
    await updated.getByRole("button", { name: "Undo" }).click();
    await seeToast(page, `"${first}" is as it was`);
    await expect(page.getByRole("button", { name: second, exact: true })).toHaveCount(0);
    await fromMenu(page, first, "Delete");
    await answer(page, words.confirmDelete, "Delete");
    await expect(page.getByRole("button", { name: first, exact: true })).toHaveCount(0);
  });
}

test("a file of another program is imported", async () => {
  await dropFile(page, "Chrome Passwords.csv", CHROME_FILE);
  await importAll(page, "2 new items");
  await goTo(page, "All Items");
  await expect(page.getByRole("tab", { name: /^Passwords/ })).toContainText("2");
});

test("a login is found by a word, and its password is copied", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("needle");
  await expect(page.getByText("Quiet Harbour")).toHaveCount(0);
  const presses = await countPresses(page);
  await pressOn(page, "Copy password for Needle site");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('n33dle,"quoted" Päss✓');
  expect(await presses()).toBe(1);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByText("Needle site", { exact: true }).click();
  const detail = page.getByRole("dialog", { name: "Needle site" });
  await detail.getByRole("button", { name: /^Copy password/i }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('n33dle,"quoted" Päss✓');
  await page.keyboard.press("Escape");
  await page.getByRole("banner").locator("input").fill("");
  await expect(page.getByText("Quiet Harbour").first()).toBeVisible();
});

test("without a network the vault is read and changed; what was changed is sent once there is one, also where the page was closed meanwhile", async ({
  product,
}) => {
  const connection = (state: string) => page.getByRole("button", { name: `Connection: ${state}` });
  // Its part is here before it is needed.
  await expect(connection("Synced")).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("waiting-verbs")));
  await page.context().setOffline(true);
  await expect(connection("Offline")).toBeVisible();
  await page.getByText("Quiet Harbour").first().click();
  const detail = page.getByRole("dialog", { name: "Quiet Harbour" });
  await detail.getByRole("button", { name: /^Reveal password/ }).click();
  await expect(detail.getByText("Harbour-77!")).toBeVisible();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Title" }) });
  await form.getByRole("textbox", { name: "Title" }).fill("Renamed without a network");
  await form.getByRole("button", { name: "Update Password" }).click();
  await expect(form).toBeHidden();
  await seeToast(page, "Kept on this device. It is sent as soon as the server answers.");
  await expect(page.getByText("Renamed without a network").first()).toBeVisible();
  await expect(page.getByText("Not sent yet").first()).toBeVisible();
  await connection("Offline, 1 change waits").click();
  await expect(page.getByRole("list", { name: "Changes that wait" })).toContainText("Renamed without a network");
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect(connection("Synced")).toBeVisible();
  await expect(page.getByText("Not sent yet")).toHaveCount(0);

  const context = page.context();
  await context.setOffline(true);
  await page.getByText("Renamed without a network").first().click();
  await page.getByRole("dialog", { name: "Renamed without a network" }).waitFor();
  await page.keyboard.press("e");
  await form.getByRole("textbox", { name: "Title" }).fill("Renamed before it was closed");
  await form.getByRole("button", { name: "Update Password" }).click();
  // Not by the toast: that of the edit before may still be there.
  await expect(form).toBeHidden();
  await expect(connection("Offline, 1 change waits")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  page = await context.newPage();
  await page.goto(`${product.origin}/all-items`);
  await seeToast(page, 'The change of "Renamed before it was closed" that waited is on the server now.');
  await expect(page.getByText("Renamed before it was closed").first()).toBeVisible();
});
