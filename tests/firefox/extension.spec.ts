/** The built extension in a real Firefox: a person signs in, a login is filled and counted on the button, and another site's messages are ignored. */
import { expect, test } from "@playwright/test";
import { addItem, type Site, startSite } from "../journeys/extension-world.ts";
import { PASSWORD, register, signIn, useProduct } from "../journeys/world.ts";
import { openFirefox } from "./browser.mjs";

const product = useProduct();
const EMAIL = "ann@example.com";
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
const SOON = { timeout: 20_000 };

let shop: Site;
let firefox: Awaited<ReturnType<typeof openFirefox>>;
/** Windows, as Firefox names them. */
const windows = { ours: "", theirs: "" };

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite((_, response) => void response.end(`<!doctype html><title>Shop</title>${LOGIN}`));
  firefox = await openFirefox();
});

test.afterAll(async () => {
  await firefox.close();
  shop.stop();
});

const named = (name: string): string => `//*[self::button or self::a][normalize-space()="${name}" or @aria-label="${name}"]`;
const labelled = (label: string): string =>
  `//input[@id=//label[starts-with(translate(normalize-space(),"ABCDEFGHIJKLMNOPQRSTUVWXYZ","abcdefghijklmnopqrstuvwxyz"),"${label.toLowerCase()}")]/@for]`;
const saying = (text: string): string => `//*[contains(text(),"${text}")]`;
const isThere = (xpath: string): Promise<boolean> =>
  firefox.tab.find(xpath).then(
    () => true,
    () => false,
  );
const see = (xpath: string): Promise<void> => expect.poll(() => isThere(xpath), { ...SOON, message: xpath }).toBe(true);

async function press(xpath: string): Promise<void> {
  await see(xpath);
  await firefox.tab.click(await firefox.tab.find(xpath));
}

async function type(label: string, text: string): Promise<void> {
  await see(labelled(label));
  await firefox.tab.type(await firefox.tab.find(labelled(label)), text);
}

const goTo = async (window: keyof typeof windows, url: string): Promise<void> => {
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows[window] });
  await firefox.tab.goto(url);
};

/** Asks a page of the extension. */
async function inside(script: string): Promise<unknown> {
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows.ours });
  const { value, failed } = await firefox.tab.run(script);
  if (failed !== undefined) throw new Error(failed);
  return value;
}
const kept = async (): Promise<string[]> =>
  JSON.parse(String(await inside("return JSON.stringify(Object.keys(await page.browser.storage.session.get()));"))) as string[];

async function giveCredentials(): Promise<void> {
  await type("Email", EMAIL);
  await type("Master password", PASSWORD);
  await press(named("Sign in"));
}

test("a person signs in in Firefox and has the same vault there", async ({ page }) => {
  await register(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await addItem({ web: page }, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  windows.ours = (await firefox.call("WebDriver:GetWindowHandle")).value;
  windows.theirs = (await firefox.call("WebDriver:NewWindow", { type: "tab" })).handle;
  await goTo("ours", `${firefox.pages}vault.html`);
  await type("Address", product.origin);
  await press(named("Continue"));
  await giveCredentials();
  await see(named("The shop"));
});

test("a click in the popup fills the login of the site, from keys that only the extension reads", async () => {
  await goTo("theirs", `${shop.address}/`);
  const tabId = Number(await inside(`return (await page.browser.tabs.query({})).find(({ url }) => url === "${shop.address}/").id;`));
  await goTo("ours", `${firefox.pages}popup.html?tab=${tabId}`);
  await press(named("Fill The shop"));
  await see(saying("Filled."));
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows.theirs });
  const { value } = await firefox.tab.run(`return JSON.stringify([...document.querySelectorAll("input")].map(({ value }) => value));`);
  expect(JSON.parse(value)).toEqual(["ann@shop.example", "Shop-secret-9"]);
  expect(await kept()).toEqual(expect.arrayContaining(["slot:vaultKey", "slot:auth"]));
  await goTo("theirs", `${shop.address}/?again`);
  await expect.poll(() => inside(`return page.browser.action.getBadgeText({ tabId: ${tabId} });`), SOON).toBe("1");
});

/** In the browser's own window, which opens a sidebar: an extension may do that only at a person's press, which no test can give it. */
async function inBrowser(script: string): Promise<unknown> {
  await firefox.call("Marionette:SetContext", { value: "chrome" });
  const { value } = await firefox.call("WebDriver:ExecuteScript", { script, args: [] });
  await firefox.call("Marionette:SetContext", { value: "content" });
  return value;
}

/** Asks the sidebar, as the extension's other pages reach it; the tab in front stays there. @param ask of its `view` */
async function inSidebar(ask: string): Promise<unknown> {
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows.ours, focus: false });
  const { value, failed } = await firefox.tab.run(
    `const [view] = page.browser.extension.getViews({ type: "sidebar" }); return view === undefined ? "" : ${ask};`,
  );
  if (failed !== undefined) throw new Error(failed);
  return value;
}

test("the sidebar names the login of the tab in front, fills it by a press, and stays open", async () => {
  await goTo("theirs", `${shop.address}/?sidebar`);
  await inBrowser(
    `return SidebarController.show([...SidebarController.sidebars.keys()].find((name) => name.endsWith("-sidebar-action")));`,
  );
  const fill = `view.document.querySelector('[aria-label="Fill The shop"]')`;
  await expect.poll(() => inSidebar(`${fill} !== null`), SOON).toBe(true);
  await inSidebar(`${fill}.click()`);
  await expect.poll(() => inSidebar("view.document.body.textContent.includes('Filled.')"), SOON).toBe(true);
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows.theirs });
  const { value } = await firefox.tab.run(`return JSON.stringify([...document.querySelectorAll("input")].map(({ value }) => value));`);
  expect(JSON.parse(value)).toEqual(["ann@shop.example", "Shop-secret-9"]);
  await goTo("theirs", "about:blank");
  await expect.poll(() => inSidebar("view.document.body.textContent"), SOON).toContain("Nothing is filled in on this page");
});

test("another site is not heard", async () => {
  await goTo("theirs", shop.address);
  const { value } = await firefox.tab.run(`
    const heard = [];
    addEventListener("message", ({ data }) => data.told && heard.push(data));
    window.postMessage({ tell: "1", message: { type: "CLEAR_AUTH_DATA" } }, location.origin);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return JSON.stringify(heard);`);
  expect(value).toBe("[]");
  expect(await kept()).toContain("slot:vaultKey");
});

test("a lock on the web takes the keys from the extension", async () => {
  await goTo("theirs", `${product.origin}/login`);
  await giveCredentials();
  await press(named("Account"));
  await press(named("Lock"));
  await expect.poll(kept, SOON).not.toContain("slot:vaultKey");
  expect(await kept()).toContain("slot:auth");
});
