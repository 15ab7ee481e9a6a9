/** A vault as it is after some years, and what Health makes of it: found on this device, each with what mends it. */
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { anItem } from "../../packages/core/src/items/testing/an-item.ts";
import { screenProblems } from "./looks.ts";
import { answer, backupOf, dropFile, goTo, importAll, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

// Files of the app are to come from the line, where these journeys hold them up.
test.use({ serviceWorkers: "block" });

const product = useProduct();
const EMAIL = "ann@example.com";
const DAY = 86_400_000;
const NOW = Date.now();

test.describe.configure({ mode: "serial" });
test.use({ actionTimeout: 15_000 });

const login = (title: string, password: string, site: string, more: Record<string, string> = {}, updatedAt = NOW) =>
  anItem(
    "password",
    { title, username: "ann@example.com", password, website_url: site, ...more },
    { createdAt: updatedAt - DAY, updatedAt },
  );

const VAULT = [
  login("Sound", "kV9#tq!Lz2@wXe7$", "https://sound.example"),
  login("Short", "Tr3e!", "https://short.example"),
  login("Patterns", "Password1234", "https://patterns.example"),
  login("Forum", "wD4&hJ8*pRz1!mQx", "https://forum.example"),
  login("Shop", "wD4&hJ8*pRz1!mQx", "https://shop.example"),
  login("Code Forge", "b7%GyN3^sKc6)uFv", "https://github.com/login"),
  login("Newspaper", "q8!RzT5&xLm2@vWb", "http://paper.example/login"),
  login("Mail", "c3*HnP9$gJd7#yKs", "https://mail.example", {}, NOW - DAY),
  login("Mail, older", "c3*HnP9$gJd7#yKs", "https://login.mail.example", { notes: "the second address is Bob's" }, NOW - 9 * DAY),
  anItem(
    "card",
    { name: "Old card", card_holder_name: "ANN", card_number: "4111111111111111", expiration_date: "01/24" },
    { createdAt: NOW, updatedAt: NOW },
  ),
];

let context: BrowserContext;
let page: Page;
const asked: string[] = [];

test.beforeAll(async ({ browser }) => {
  page = await newProfile(browser);
  context = page.context();
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  context.on("request", (request) => asked.push(request.url()));
});
test.afterAll(() => context.close());

const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const lines = () => page.getByRole("tabpanel").locator("article");
const score = async () => Number(await page.getByRole("region", { name: "Score" }).locator("strong").innerText());
const isJudged = () => expect(page.getByText(/^Looking closely/)).toHaveCount(0, { timeout: 60_000 });
const sheet = (name: string) => page.getByRole("dialog", { name });

test("an empty vault is told apart from a sound one", async () => {
  await goTo(page, "Health");
  await expect(page.getByText("Nothing to look at yet")).toBeVisible();
});

test("everything is found, the sidebar counts it, and no other site was asked anything", async () => {
  await dropFile(page, "backup.json", backupOf(VAULT, []));
  await importAll(page, `${VAULT.length} new items`);
  await goTo(page, "Health");
  await isJudged();
  for (const [name, count] of Object.entries({ Weak: 2, Reused: 2, Expired: 1, "Not encrypted": 1, "Without a code": 1, Duplicate: 2 }))
    await expect(tab(name)).toContainText(String(count));
  await expect(lines()).toContainText(["Short", "Patterns"]);
  // Each item that is to be mended now once, what can wait not at all.
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Health" })).toContainText("5");
  // Weak leaves 0 of 2, reused 20 of 2, expired 50, http 60, no code 75, duplicates 85 of 2, one is sound: 495 of 1000.
  expect(await score()).toBe(49);
  expect(asked.filter((url) => !url.startsWith(product.origin) && !/^(blob|data):/.test(url))).toEqual([]);
});

test("axe objects to nothing, in both themes, narrow and wide", async () => {
  await page.getByText("How the score is made").click();
  expect(await screenProblems(page)).toEqual([]);
});

test("a weak password is replaced by one that is made at once, and its site opens", async () => {
  const opening = context.waitForEvent("page");
  await context.route("https://short.example/**", (route) => route.fulfill({ body: "the site" }));
  await page.getByRole("button", { name: "Change password: Short" }).click();
  await (await opening).close();
  const form = sheet("Edit Password");
  const field = form.getByRole("textbox", { name: "Password", exact: true });
  await expect(field).not.toHaveValue("Tr3e!");
  expect((await field.inputValue()).length).toBeGreaterThanOrEqual(16);
  await form.getByRole("button", { name: "Update Password" }).click();
  await seeToast(page, "Password updated successfully");
  await expect(tab("Weak")).toContainText("1");
  expect(await score()).toBe(59);
});

test("an address gets its s", async () => {
  await tab("Not encrypted").click();
  await page.getByRole("button", { name: "Use https: Newspaper" }).click();
  const form = sheet("Edit Password");
  await expect(form.getByRole("textbox", { name: "Website URL" })).toHaveValue("https://paper.example/login");
  await form.getByRole("button", { name: "Update Password" }).click();
  await expect(tab("Not encrypted")).toHaveCount(0);
});

test("duplicates become one after a question, which keeps what only the older one held", async () => {
  await tab("Duplicate").click();
  await page.getByRole("button", { name: "Merge: Mail", exact: true }).click();
  await answer(page, '"Mail", the newest, is kept. What only the others have is added to it.', "Merge");
  await expect(tab("Duplicate")).toHaveCount(0);
  await goTo(page, "Trash");
  await expect(page.getByText("Mail, older")).toBeVisible();
  await page.goto(`${product.origin}/passwords`);
  await page.locator("article").getByRole("button", { name: "Mail", exact: true }).click();
  await expect(page.locator("[data-item-detail]")).toContainText("the second address is Bob's");
});

test("what is ignored says why, also after a page load, and can be taken back", async () => {
  await page.goto(`${product.origin}/password-health?finding=noCode`);
  await page.getByRole("button", { name: 'Ignore "Without a code" of Code Forge' }).click();
  const dialog = sheet('Ignore "Without a code" of "Code Forge"');
  await dialog.getByRole("button", { name: "Ignore", exact: true }).click();
  await expect(dialog.getByText("Please say why")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("the company has a key of its own");
  await dialog.getByRole("button", { name: "Ignore", exact: true }).click();
  await expect(tab("Without a code")).toHaveCount(0);
  await page.reload();
  await tab("Ignored").click();
  await expect(lines()).toContainText(["the company has a key of its own"]);
  await page.getByRole("button", { name: 'Show again: "Without a code" of Code Forge' }).click();
  await expect(tab("Without a code")).toContainText("1");
  await expect(tab("Ignored")).toHaveCount(0);
});

test("without its lists it says what it does not know, and without its worker that it could not look", async ({ browser }) => {
  const other = await newProfile(browser);
  await other.route(/\/assets\/password-patterns-/, (route) => route.abort());
  await signIn(other, product.origin, EMAIL);
  await goTo(other, "Health");
  await expect(other.getByRole("alert").filter({ hasText: "can be guessed is not known" })).toBeVisible();
  await other.unroute(/\/assets\/password-patterns-/);
  await other.route(/\/assets\/health-worker-/, (route) => route.abort());
  await other.getByRole("button", { name: "Try again" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "The vault could not be looked at" })).toBeVisible();
  await other.unroute(/\/assets\/health-worker-/);
  await other.getByRole("button", { name: "Try again" }).click();
  await expect(other.getByRole("tab", { name: /^Weak/ })).toBeVisible();
  await other.context().close();
});
