/** The keys of the real extension in real Chromium: one fills the login of the page in front, or has the popup open where nothing is that clear. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import { addItem, keptBy, openWorld, popupOver, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { choose } from "./steps.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;

let shop: Site;
let world: World;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url }, response) => void response.end(`<!doctype html><title>Shop</title>${url === "/none" ? "" : LOGIN}`));
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** A page's keys do not reach the browser's own in a test: what the browser says then is said to the worker. */
const pressKey = (): Promise<void> =>
  world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        tabs: { query(of: object): Promise<object[]> };
        commands: { onCommand: { dispatch(command: string, tab: object | undefined): void } };
      };
    };
    const [tab] = await chrome.tabs.query({ active: true });
    chrome.commands.onCommand.dispatch("fill-login", tab);
  });

const popups = (): Promise<number> =>
  world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { runtime: { getContexts(of: object): Promise<unknown[]> } } };
    return (await chrome.runtime.getContexts({ contextTypes: ["POPUP"] })).length;
  });

test("the browser gives us both keys: none is its own already", async () => {
  world = await openWorld(product);
  const commands = await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { commands: { getAll(): Promise<{ name: string; shortcut: string }[]> } } };
    return (await chrome.commands.getAll()).map(({ name, shortcut }) => `${name} ${shortcut}`);
  });
  expect(commands.sort()).toEqual(["_execute_action Ctrl+Shift+Y", "fill-login Alt+Shift+L"]);
});

test("the login of the very host that was used last is filled at once", async () => {
  for (const [name, password] of [
    ["ann", "Anns-secret-9"],
    ["bob", "Bobs-secret-9"],
  ] as const)
    await addItem(world, `${product.origin}/passwords`, {
      Title: `Shop of ${name}`,
      "Username / Email": name,
      Password: password,
      "Website URL": shop.address,
    });
  page = await world.browser.context.newPage();
  await page.goto(shop.address);
  await pressKey();
  await expect.poll(async () => (await valuesOn(page)).join(" ")).toMatch(/^(?:ann Anns|bob Bobs)-secret-9$/);
  const [first] = await valuesOn(page);
  await page.reload();
  await pressKey();
  await expect.poll(() => valuesOn(page)).toEqual([first, first === "ann" ? "Anns-secret-9" : "Bobs-secret-9"]);
  expect(await popups()).toBe(0);
  // The vault knows that it was used, of the one alone.
  const lastUsed = async (name: string): Promise<number> => {
    const { web } = world;
    await web.bringToFront();
    await web.goto(`${product.origin}/passwords`);
    await web.getByRole("button", { name: `Shop of ${name}`, exact: true }).click();
    await expect(web.getByRole("dialog").getByText("Created")).toBeVisible();
    return web.getByRole("dialog").getByText("Last used").count();
  };
  const other = first === "ann" ? "bob" : "ann";
  // What this device has is shown before the server has answered.
  await expect.poll(async () => [await lastUsed(first ?? ""), await lastUsed(other)]).toEqual([1, 0]);
  const popup = await popupOver(page, world);
  await popup.getByRole("button", { name: `Fill Shop of ${other}` }).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  await popup.close();
  await page.bringToFront();
  // The server is told first, though the popup is closed: a key that came before would be one more use of the other.
  await page.waitForTimeout(2_000);
  await page.reload();
  await pressKey();
  await expect.poll(async () => (await valuesOn(page))[0]).toBe(other);
});

/** What the browser sends when a person chooses from its own menu at a field; a test cannot open that menu. */
const pressInMenu = (menuItemId: string): Promise<void> =>
  world.browser.worker.evaluate(async (line: string) => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        tabs: { query(of: object): Promise<object[]> };
        contextMenus: { onClicked: { dispatch(pressed: object, tab: object | undefined): void } };
      };
    };
    const [tab] = await chrome.tabs.query({ active: true });
    chrome.contextMenus.onClicked.dispatch({ menuItemId: line, editable: true }, tab);
  }, menuItemId);

async function closePopup(): Promise<void> {
  const cdp = await world.browser.context.newCDPSession(page);
  const { targetInfos } = await cdp.send("Target.getTargets");
  for (const { targetId, url } of targetInfos) if (url.includes("/popup.html")) await cdp.send("Target.closeTarget", { targetId });
  await cdp.detach();
  await expect.poll(popups).toBe(0);
}

test("the browser's own menu at a field has one entry of Coffer, once, which opens the popup and fills nothing by itself", async () => {
  // The browser takes no change of a line that is not there, and no second one of the same name.
  const said = await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        runtime: { lastError?: { message: string } };
        contextMenus: Record<"update" | "create", (...given: unknown[]) => void>;
      };
    };
    const { contextMenus, runtime } = chrome;
    const ask = (work: (done: () => void) => void): Promise<string> =>
      new Promise((resolve) => work(() => resolve(runtime.lastError?.message ?? "")));
    return [
      await ask((done) => contextMenus.update("fill", { title: "Fill with Coffer" }, done)),
      await ask((done) => contextMenus.create({ id: "fill", title: "Again" }, done)),
      await ask((done) => contextMenus.update("other", { title: "Other" }, done)),
    ];
  });
  expect(said[0]).toBe("");
  expect(said[1]).toMatch(/duplicate/);
  expect(said[2]).toMatch(/[Cc]annot find/);
  await page.reload();
  await pressInMenu("other");
  await page.waitForTimeout(500);
  expect(await popups()).toBe(0);
  await pressInMenu("fill");
  await expect.poll(popups).toBe(1);
  expect(await valuesOn(page)).toEqual(["", ""]);
  await closePopup();
});

test("where there is no such login, or no field for one, the popup opens and nothing is filled", async () => {
  await page.goto(shop.address.replace("127.0.0.1", "localhost"));
  await pressKey();
  await expect.poll(popups).toBe(1);
  expect(await valuesOn(page)).toEqual(["", ""]);
  await closePopup();
});

test.describe("a login that asks for the master password", () => {
  const inMenu = (): Frame | undefined => page.frames().find((frame) => /\/menu\.html#/.test(frame.url()));
  const EMPTY = ["", ""];
  const BY_ITSELF = /^Fill in by itself on/;
  /** Longer than a page needs to be filled. */
  const WAIT_MS = 2_000;

  /** Until the worker has taken it in. */
  async function askBeforeFilling(): Promise<void> {
    const { web } = world;
    const changedAt = async (): Promise<unknown> => (await keptBy(world))["changed-at"];
    const before = await changedAt();
    await web.bringToFront();
    await web.getByRole("button", { name: "The safe", exact: true }).click();
    const dialog = web.getByRole("dialog");
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByRole("button", { name: /^More / }).click();
    await choose(dialog, "Ask for master password", "Before filling");
    await dialog.getByRole("button", { name: "Update Password" }).click();
    await expect(web.getByText("Password updated successfully")).toBeVisible();
    await expect.poll(changedAt, { timeout: 15_000 }).not.toBe(before);
  }

  test("is filled by no key, from no menu in a page and in no page that loads: the popup opens instead", async () => {
    const safe = shop.address.replace("127.0.0.1", "localhost");
    await page.goto(safe);
    const values = { Title: "The safe", "Username / Email": "ann", Password: "Safe-secret-9", "Website URL": safe };
    await addItem(world, `${product.origin}/passwords`, values);
    await page.bringToFront();
    const before = await popupOver(page, world);
    await before.getByRole("checkbox", { name: BY_ITSELF }).click();
    await expect(before.getByText(/is filled in without a click/)).toBeVisible();
    await before.close();
    await page.bringToFront();
    await page.reload();
    await expect.poll(() => valuesOn(page)).toEqual(["ann", "Safe-secret-9"]);
    await askBeforeFilling();
    await page.bringToFront();
    await page.reload();
    await pressKey();
    await expect.poll(popups).toBe(1);
    await closePopup();
    await page.locator("[type=email]").click();
    await expect.poll(() => inMenu()?.getByRole("button").count()).toBeGreaterThan(0);
    await page.waitForTimeout(900);
    await page.keyboard.press("ArrowDown");
    await expect(inMenu()?.getByRole("button", { name: /The safe/ }) ?? page.locator("none")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(popups).toBe(1);
    await expect.poll(inMenu).toBeUndefined();
    await closePopup();
    const popup = await popupOver(page, world);
    await expect(popup.getByRole("button", { name: "Fill The safe" })).toBeVisible();
    await expect(popup.getByRole("checkbox", { name: BY_ITSELF })).toHaveCount(0);
    await popup.close();
    // The site was chosen to be filled as it loads before the login was marked.
    await page.reload();
    await page.waitForTimeout(WAIT_MS);
    expect(await valuesOn(page)).toEqual(EMPTY);
  });

  test("is filled and copied by the popup once it was typed there, each time, and not with a wrong one or none", async () => {
    const popup = await popupOver(page, world);
    const question = popup.getByRole("dialog", { name: "Enter your master password to continue" });
    await popup.getByRole("button", { name: "Fill The safe" }).click();
    await expect(question).toContainText('You are asked before "The safe" is filled in or copied here.');
    await question.getByLabel("Master password", { exact: true }).fill("Wrong-Horse-9-Staple!");
    await question.getByRole("button", { name: "Continue" }).click();
    await expect(question).toContainText("Invalid master password", { timeout: 20_000 });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(popup.getByText("Not filled in: your master password was not entered.")).toBeVisible();
    expect(await valuesOn(page)).toEqual(EMPTY);
    await popup.getByRole("button", { name: "Fill The safe" }).click();
    await question.getByLabel("Master password", { exact: true }).fill(PASSWORD);
    await question.getByRole("button", { name: "Continue" }).click();
    await expect(popup.getByText("Filled.")).toBeVisible({ timeout: 20_000 });
    expect(await valuesOn(page)).toEqual(["ann", "Safe-secret-9"]);
    await popup.getByRole("button", { name: "Copy password of The safe" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(popup.getByText("Not copied: your master password was not entered.")).toBeVisible();
    await popup.close();
  });
});
