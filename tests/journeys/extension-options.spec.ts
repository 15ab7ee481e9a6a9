/** What a person sets of the real extension, and what its button and its popup say of the site in front. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { addItem, diskOf, LOGIN_FORM, openWorld, popupOver, type Site, startSite, type World } from "./extension-world.ts";
import { expectGone, textsInHeap } from "./heap.ts";
import { useProduct } from "./world.ts";

const product = useProduct();

let shop: Site;
let world: World;
let options: Page;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(
    ({ url = "" }, response) => void response.end(`<!doctype html><title>Shop</title>${url === "/in" ? "<h1>Hello</h1>" : LOGIN_FORM}`),
  );
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

interface Extension {
  readonly action: { getBadgeText(of: { tabId: number }): Promise<string> };
  readonly tabs: { query(filter: object): Promise<{ id: number; url: string }[]> };
}

/** What the button in the toolbar says while the page is in front. */
const badgeOver = (page: Page): Promise<string> =>
  options.evaluate(async (url) => {
    const { chrome } = globalThis as unknown as { chrome: Extension };
    const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === url);
    return tab === undefined ? "no tab" : chrome.action.getBadgeText({ tabId: tab.id });
  }, page.url());

/** Presses what copies in the popup, and reads what was copied. */
async function copied(popup: Page, label: string): Promise<string> {
  await popup.bringToFront();
  await popup.getByRole("button", { name: label }).click();
  await expect(popup.getByText(/^Copied\./)).toBeVisible();
  return popup.evaluate(() => navigator.clipboard.readText());
}

test("the browser's page of options shows what the extension does by itself, with the specified defaults (A157)", async () => {
  world = await openWorld(product, { hosts: ["www.one.test", "two.test", "three.test"] });
  await world.browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  await expect(options.getByRole("heading", { name: "Extension settings" })).toBeVisible({ timeout: 20_000 });
  await expect(options.locator("body")).toHaveCSS("font-family", /^"Coffer Sans"/);
  await expect(options.getByRole("switch", { name: "Fill in logins" })).toBeChecked();
  await expect(options.getByRole("switch", { name: "Sign in right away" })).not.toBeChecked();
  await expect(options.getByRole("switch", { name: "Ask to save logins" })).toBeChecked();
  await expect(options.getByLabel("Length")).toHaveValue("16 characters");
  for (const set of ["Uppercase letters", "Lowercase letters", "Numbers", "Symbols"])
    await expect(options.getByRole("switch", { name: set })).toBeChecked();
});

test("what is chosen for the generator holds in the generator of the popup", async () => {
  await options.getByLabel("Length").selectOption("24 characters");
  await options.getByRole("switch", { name: "Symbols" }).press("Space");
  await expect(options.getByRole("switch", { name: "Symbols" })).not.toBeChecked();
  site = await world.browser.context.newPage();
  await site.goto(shop.address);
  const popup = await popupOver(site, world);
  await popup.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(popup.getByRole("status", { name: "Generated password" })).toHaveText(/^[a-zA-Z0-9]{24}$/);
  await popup.close();
});

test("the button counts the logins of the site in front, and the popup copies each part of one with one click", async () => {
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "One-time code": "JBSWY3DPEHPK3PXP",
    "Website URL": shop.address,
  });
  await site.bringToFront();
  await expect.poll(() => badgeOver(site), { timeout: 15_000 }).toBe("1");
  const popup = await popupOver(site, world);
  expect(await copied(popup, "Copy username of The shop")).toBe("ann@shop.example");
  expect(await copied(popup, "Copy password of The shop")).toBe("Shop-secret-9");
  await expect(popup.getByRole("button", { name: "Copy code of The shop" })).toHaveText(/^\d{1,2} seconds left$/);
  expect(await copied(popup, "Copy code of The shop")).toMatch(/^\d{6}$/);
  await popup.close();
});

test("another site has no number, nor has this one without an entry for it", async () => {
  const other = await world.browser.context.newPage();
  await other.goto(shop.address.replace("127.0.0.1", "localhost"));
  await other.waitForTimeout(1_000);
  expect(await badgeOver(other)).toBe("");
  await other.close();
});

/** Begins a new password in the popup. @returns its field for the title. */
async function addInPopup(): Promise<{ popup: Page; title: Locator }> {
  const popup = await popupOver(site, world);
  await popup.getByTestId("floating-add").click();
  const title = popup.getByRole("textbox", { name: "Title", exact: true });
  const choice = popup.getByRole("dialog", { name: "Add item" }).getByTestId("kind-tile").filter({ hasText: "Password" });
  await expect(title.or(choice)).toBeVisible();
  if (await choice.isVisible()) await choice.click();
  return { popup, title };
}

test("an entry is added and changed in the popup, and what is half typed survives its closing", async () => {
  const begun = await addInPopup();
  const drafts = async (): Promise<[slot: string, value: string][]> =>
    Object.entries(await diskOf(begun.popup)).filter(([slot]) => slot.includes("draft:"));
  // What is kept of the form changes with what is typed; another may come meanwhile, such as that the first steps are done.
  await expect(async () => {
    await begun.title.fill("Half");
    const before = new Map(await drafts());
    await begun.title.fill("Half typed");
    const isKept = async () => (await drafts()).some(([slot, value]) => before.has(slot) && before.get(slot) !== value);
    await expect.poll(isKept, { timeout: 3_000 }).toBe(true);
  }).toPass();
  await begun.popup.close();
  const { popup, title } = await addInPopup();
  await popup.getByRole("button", { name: "Restore it" }).click();
  await expect(title).toHaveValue("Half typed");
  await popup.getByRole("textbox", { name: "Username / Email", exact: true }).fill("bob");
  await popup.getByRole("button", { name: "Save Password" }).click();
  await popup.getByRole("button", { name: "Half typed", exact: true }).click();
  await popup.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  await popup.getByRole("textbox", { name: "Title", exact: true }).fill("Wholly typed");
  await popup.getByRole("button", { name: /^(Update Password|Save Changes)$/ }).click();
  await expect(popup.getByText("Password updated successfully")).toBeVisible();
  await popup.close();
});

test("a site of which it was said never is listed, and asked about again once it is taken off", async () => {
  const logIn = async (name: string): Promise<void> => {
    await site.goto(shop.address);
    await site.locator("[type=email]").pressSequentially(name);
    await site.locator("[type=password]").pressSequentially("Some-secret-1");
    await site.getByRole("button", { name: "Log in" }).click();
  };
  const question = () => site.frames().find((frame) => frame.url().endsWith("/save.html"));
  await site.bringToFront();
  await logIn("eve@shop.example");
  await expect.poll(() => question() !== undefined, { timeout: 15_000 }).toBe(true);
  await site.waitForTimeout(900);
  await question()?.getByRole("heading").hover();
  await question()?.getByRole("button", { name: "Never here" }).click();
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
  await options.reload();
  const { host } = new URL(shop.address);
  await expect(options.getByText(host, { exact: true })).toBeVisible({ timeout: 20_000 });
  await options.getByRole("button", { name: `Ask again at ${host}` }).click();
  await expect(options.getByText(host, { exact: true })).toBeHidden();
  await site.bringToFront();
  await logIn("joe@shop.example");
  await expect.poll(() => question() !== undefined, { timeout: 15_000 }).toBe(true);
});

test("who does not want to be asked is not asked", async () => {
  await options.bringToFront();
  await options.getByRole("switch", { name: "Ask to save logins" }).press("Space");
  await expect(options.getByRole("switch", { name: "Ask to save logins" })).not.toBeChecked();
  await site.bringToFront();
  await site.goto(shop.address);
  await site.locator("[type=email]").pressSequentially("tim@shop.example");
  await site.locator("[type=password]").pressSequentially("Some-secret-1");
  await site.getByRole("button", { name: "Log in" }).click();
  await site.waitForTimeout(2_500);
  expect(site.frames().some((frame) => frame.url().endsWith("/save.html"))).toBe(false);
});

test("sites that are named as a group share their logins in the popup, with the site of the login shown, until the group is removed", async () => {
  const { port } = new URL(shop.address);
  const values = {
    Title: "Group login",
    "Username / Email": "ann",
    Password: "Group-secret-9",
    "Website URL": `http://www.one.test:${port}`,
  };
  await addItem(world, `${product.origin}/passwords`, values);
  const offered = async (host: string): Promise<string[]> => {
    await site.bringToFront();
    await site.goto(`http://${host}:${port}`);
    const popup = await popupOver(site, world);
    const strip = popup.getByRole("region", { name: "For this site" });
    await expect(strip.getByText("Group login").or(strip.getByText(/^No login for/))).toBeVisible({ timeout: 20_000 });
    const found = await strip.getByRole("button", { name: /^Fill / }).allInnerTexts();
    await popup.close();
    return found.map((text) => text.replaceAll(/\s+/g, " "));
  };
  expect(await offered("two.test")).toEqual([]);
  await options.bringToFront();
  const typed = options.getByRole("textbox", { name: "Addresses of a new group" });
  await typed.fill("github.io, two.test");
  await options.getByRole("button", { name: "Add group" }).click();
  await expect(options.getByText('"github.io" is not the address of a site')).toBeVisible();
  await typed.fill("one.test, https://two.test/log-in");
  await options.getByRole("button", { name: "Add group" }).click();
  await expect(options.getByText("one.test, two.test", { exact: true })).toBeVisible();
  await expect(typed).toHaveValue("");
  expect(await offered("two.test")).toEqual([`Group login ann · www.one.test:${port}`]);
  expect(await offered("three.test")).toEqual([]);
  await options.bringToFront();
  await options.getByRole("button", { name: "Remove one.test, two.test" }).click();
  await expect(options.getByText("one.test, two.test", { exact: true })).toBeHidden();
  expect(await offered("two.test")).toEqual([]);
});

test("a lock takes the number away, with the vault the options, and the groups out of the memory of pages and worker", async () => {
  test.setTimeout(300_000); // looks into memory
  const GROUP = "kanarie9142.test";
  await options.bringToFront();
  // As fingers do it: a locator that fills would leave the text in the memory that is looked through.
  await options.getByRole("textbox", { name: "Addresses of a new group" }).focus();
  await options.keyboard.insertText(`three.test, ${GROUP}`);
  await options.keyboard.press("Enter");
  await expect(options.getByRole("region", { name: "Sites that share logins" }).getByRole("listitem")).toHaveCount(1);
  await site.bringToFront();
  await site.goto(shop.address);
  await expect.poll(() => badgeOver(site), { timeout: 15_000 }).toBe("1");
  const popup = await popupOver(site, world);
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toBeVisible({ timeout: 20_000 });
  expect(await textsInHeap(popup, [GROUP])).not.toEqual([]);
  expect(await textsInHeap(popup, [GROUP], "worker.js")).not.toEqual([]);
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(() => badgeOver(site), { timeout: 15_000 }).toBe("");
  await expect(options.getByRole("switch", { name: "Fill in logins" })).toBeHidden();
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toBeHidden();
  await expectGone(popup, [GROUP], "worker.js");
  await expectGone(popup, [GROUP]);
  await expectGone(options, [GROUP]);
});
