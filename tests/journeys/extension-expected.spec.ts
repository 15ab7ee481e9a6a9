/** What people expect of the real extension on sites: filling as a page loads where they chose it, sites without a menu, changed user names, the code for the next step, a warning of a password in the wrong place. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import {
  addItem,
  answerQuestion,
  openWorld,
  popupOver,
  type Site,
  startSite,
  valuesInFrames,
  valuesOn,
  type World,
} from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form action="/in" method="post"><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
const PAGES: Readonly<Record<string, string>> = {
  "/": LOGIN,
  "/in": "<h1>Welcome</h1>",
  "/join": `<form action="/in"><h1>Create account</h1><label>Email <input type="email"></label><label>Password <input type="password"></label>
    <label>Repeat password <input type="password"></label><button>Create account</button></form>`,
  "/pay": `<form action="/in" method="post"><label>Card number <input name="card"></label><label>Name on card <input></label><label>Expires <input placeholder="MM / YY"></label>
    <label>CVC <input></label><button>Pay</button></form>`,
  "/ship": `<form action="/in" method="post"><h1>Delivery</h1><label>First name <input></label><label>Last name <input></label><label>Address <input name="address"></label><label>City <input></label>
    <label>Postal code <input></label><label>Country <select><option value="1">Germany<option value="2">France<option value="3">Spain<option value="4">Italy</select></label><button>Continue</button></form>`,
  "/late": `<main></main><script>setTimeout(() => { document.querySelector("main").innerHTML = ${JSON.stringify(LOGIN)} }, 700)</script>`,
  "/hidden": `<div style="opacity:0">${LOGIN}</div>`,
  "/picture": `<h1>News</h1><img src="/dialog/picture">`,
  "/framed": `<h1>News</h1><iframe src="/"></iframe>`,
};

/** What the browser's own dialog sends for a login. */
const AUTHORIZED = `Basic ${Buffer.from("ann@shop.example:Shop-secret-9").toString("base64")}`;

let shop: Site;
let world: World;
let page: Page;
let options: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "", headers }, response) => {
    if (url.startsWith("/dialog") && headers.authorization !== AUTHORIZED)
      response.writeHead(401, { "www-authenticate": 'Basic realm="Staff"' });
    response.end(`<!doctype html><title>Shop</title><body>${PAGES[url] ?? headers.authorization ?? ""}`);
  });
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** Another host, for which the vault has nothing. */
const elsewhere = (): string => shop.address.replace("127.0.0.1", "localhost");
const host = (): string => new URL(shop.address).host;
const FILLED = ["ann@shop.example", "Shop-secret-9"];
/** Longer than a page needs to be filled. */
const WAIT_MS = 2_000;

const frameOf = (name: RegExp): Frame | undefined => page.frames().find((frame) => name.test(frame.url()));
const question = (): Frame | undefined => frameOf(/\/save\.html$/);
const heading = async (): Promise<string | null> =>
  (await question()
    ?.getByRole("heading")
    .textContent({ timeout: 1_000 })
    .catch(() => null)) ?? null;

async function type(address: string, name: string, password: string): Promise<void> {
  await page.goto(address);
  await page.locator("[type=email]").pressSequentially(name);
  await page.locator("[type=password]").pressSequentially(password);
}

test("a vault with one login that has a code", async () => {
  world = await openWorld(product, { hosts: ["other.test", "third.test"] });
  await world.browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "One-time code": "JBSWY3DPEHPK3PXP",
    "Website URL": shop.address,
  });
  page = await world.browser.context.newPage();
  options = await world.browser.context.newPage();
  await page.bringToFront();
});

test("a page that loads is left alone until its site was chosen in the popup", async () => {
  await page.goto(shop.address);
  await page.waitForTimeout(WAIT_MS);
  expect(await valuesOn(page)).toEqual(["", ""]);
  const popup = await popupOver(page, world);
  const choice = popup.getByRole("checkbox", { name: `Fill in by itself on ${host()}` });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(popup.getByText(`From its next load on, ${host()} is filled in without a click.`)).toBeVisible();
  await popup.close();
  await page.bringToFront();
  await page.reload();
  await expect.poll(() => valuesOn(page), { timeout: 10_000 }).toEqual(FILLED);
});

test("it is filled once, also where the form comes late, and what is deleted stays deleted", async () => {
  await page.goto(`${shop.address}/late`);
  await expect.poll(() => valuesOn(page), { timeout: 10_000 }).toEqual(FILLED);
  await page.locator("[type=password]").fill("");
  await page.waitForTimeout(WAIT_MS);
  expect(await valuesOn(page)).toEqual([FILLED[0], ""]);
});

test("nothing is filled by itself at another host, into what no one sees, for a new user, in a frame, or in a tab behind", async () => {
  await page.goto(elsewhere());
  await page.waitForTimeout(WAIT_MS);
  expect((await valuesInFrames(page)).join("")).toBe("");
  for (const path of ["/hidden", "/join", "/framed"]) {
    await page.goto(shop.address + path);
    await page.waitForTimeout(WAIT_MS);
    expect((await valuesInFrames(page)).join(""), path).toBe("");
  }
  await page.goto("about:blank");
  await options.bringToFront();
  await page.goto(shop.address);
  await options.waitForTimeout(WAIT_MS);
  expect((await valuesOn(page)).join("")).toBe("");
});

test("the options list the site, and take it back", async () => {
  await options.goto(`${world.pages}options.html`);
  await options.getByRole("button", { name: `Stop at ${host()}` }).click({ timeout: 20_000 });
  await expect(options.getByRole("button", { name: `Stop at ${host()}` })).toBeHidden();
  await page.bringToFront();
  await page.goto(shop.address);
  await page.waitForTimeout(WAIT_MS);
  expect(await valuesOn(page)).toEqual(["", ""]);
});

/** Comes with the pointer, waits until a press counts, and presses. */
async function pressInMenu(name: string): Promise<void> {
  await expect(async () => {
    const box = await frameOf(/\/menu\.html#/)
      ?.getByRole("button", { name })
      .boundingBox();
    if (!box) throw new Error(`no line ${name}`);
    await page.mouse.move(box.x + 8, box.y + 8);
    await page.waitForTimeout(800);
    await page.mouse.move(box.x + 12, box.y + 10, { steps: 3 });
    await page.mouse.click(box.x + 12, box.y + 10);
    await expect.poll(() => frameOf(/\/menu\.html#/), { timeout: 3_000 }).toBeUndefined();
  }).toPass({ timeout: 30_000 });
}

test('a site where the menu was told "Not here" has none after a restart of the page, is listed in the options, and gets it back there', async () => {
  await page.goto(shop.address);
  await page.locator("[type=email]").click();
  await expect.poll(() => frameOf(/\/menu\.html#/) !== undefined, { timeout: 10_000 }).toBe(true);
  await pressInMenu("Not here");
  await page.reload();
  await page.locator("[type=email]").click();
  await page.waitForTimeout(800);
  expect(frameOf(/\/menu\.html#/)).toBeUndefined();
  await options.bringToFront();
  await options.reload();
  await options.getByRole("button", { name: `Show again at ${host()}` }).click({ timeout: 20_000 });
  await expect(options.getByRole("button", { name: `Show again at ${host()}` })).toBeHidden();
  await page.bringToFront();
  await page.reload();
  await page.locator("[type=email]").click();
  await expect.poll(() => frameOf(/\/menu\.html#/) !== undefined, { timeout: 10_000 }).toBe(true);
});

test("the code of a login that was filled from the popup is copied for the next step once that was chosen", async () => {
  const fill = async (says: string): Promise<string> => {
    await page.bringToFront();
    await page.goto(shop.address);
    const popup = await popupOver(page, world);
    await popup.bringToFront();
    await popup.evaluate(() => navigator.clipboard.writeText("something else"));
    await popup.getByRole("button", { name: "Fill The shop" }).click();
    await expect(popup.getByText(says, { exact: true })).toBeVisible();
    const copied = await popup.evaluate(() => navigator.clipboard.readText());
    await popup.close();
    return copied;
  };
  expect(await fill("Filled.")).toBe("something else");
  await options.bringToFront();
  await options.getByRole("switch", { name: "Copy the one-time code" }).press("Space");
  await expect(options.getByRole("switch", { name: "Copy the one-time code" })).toBeChecked();
  expect(await fill("Filled. Its one-time code is copied.")).toMatch(/^\d{6}$/);
});

test("the palette of the popup signs in to the site that is open, and sends the form", async () => {
  await page.bringToFront();
  await page.goto(shop.address);
  const popup = await popupOver(page, world);
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toBeVisible();
  await expect(popup.getByTestId("floating-add")).toBeVisible({ timeout: 20_000 });
  await popup.bringToFront();
  await popup.keyboard.press("Control+k");
  await popup.getByRole("combobox").fill("sign in to");
  const closed = popup.waitForEvent("close");
  await popup.getByRole("option", { name: `Sign in to ${host()}` }).click();
  await closed;
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

/** The window in which Coffer asks, once there is one. */
const authWindow = (): Page | undefined => world.browser.context.pages().find((one) => one.url().includes("/auth.html#"));

test("the dialog is left to the browser at another host, for a picture in a page, and where a person says so", async () => {
  // The browser's own dialog holds up the page until it is left, or is over by itself where a browser draws none.
  const leave = (): Promise<unknown> => page.goto("about:blank").catch(() => undefined);
  for (const address of [`${elsewhere()}/dialog`, `${elsewhere()}/picture`, `${shop.address}/picture`]) {
    const loaded = page.goto(address).catch(() => undefined);
    await page.waitForTimeout(WAIT_MS);
    expect(authWindow(), address).toBeUndefined();
    await leave();
    await loaded;
  }
  const loaded = page.goto(`${shop.address}/dialog`).catch(() => undefined);
  await expect.poll(() => authWindow() !== undefined, { timeout: 15_000 }).toBe(true);
  const asked = authWindow() as Page;
  await asked.waitForTimeout(1_000);
  await asked.getByRole("button", { name: "Use the browser's dialog" }).click();
  await expect.poll(authWindow).toBeUndefined();
  await leave();
  await loaded;
});

test("a site that asks by the browser's own dialog gets a login after a press, and none before", async () => {
  await page.bringToFront();
  const loaded = page.goto(`${shop.address}/dialog`).catch(() => undefined);
  await expect.poll(() => authWindow() !== undefined, { timeout: 15_000 }).toBe(true);
  const asked = authWindow() as Page;
  await expect(asked.getByRole("heading", { name: `Sign in to ${host()}?` })).toBeVisible();
  // Too early to be meant.
  await page.waitForTimeout(1_000);
  await asked.getByRole("button", { name: "Sign in with The shop" }).click();
  await loaded;
  await expect(page.getByText(AUTHORIZED)).toBeVisible();
  await expect.poll(authWindow).toBeUndefined();
});

test("a sign-in under another name with the password of the site's only login is offered as a change of its user name", async () => {
  await page.bringToFront();
  await type(shop.address, "lee@shop.example", "Shop-secret-9");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect.poll(heading, { timeout: 15_000 }).toBe("Update the username in Coffer?");
  await expect(question()?.getByText("To lee@shop.example") ?? page.locator("none")).toBeVisible();
  await answerQuestion(page, "Update");
  await expect.poll(() => question(), { timeout: 15_000 }).toBeUndefined();
  await page.goto(shop.address);
  const popup = await popupOver(page, world);
  await expect(popup.getByRole("region", { name: "For this site" }).getByText(/^lee@shop\.example/)).toBeVisible();
  await popup.close();
});

async function send(path: string, values: readonly string[]): Promise<void> {
  await page.goto(shop.address + path);
  const fields = await page.locator("input").all();
  for (const [at, value] of values.entries()) await fields[at]?.pressSequentially(value);
  if (path === "/ship") await page.locator("select").selectOption("Italy");
  await page.getByRole("button").click();
}

test.describe("a card and an address that are typed", () => {
  const CARD = ["4111 1111 1111 1111", "ANN LEE", "12 / 29", "123"];
  const ADDRESS = ["Ann", "Lee", "1 High Street", "Bath", "AB1 2CD"];

  test("are offered to be saved once they were sent, with no more of the card in sight than its last digits", async () => {
    await send("/pay", CARD);
    await expect.poll(heading, { timeout: 15_000 }).toBe("Save this card in Coffer?");
    const said = await question()?.getByRole("main").innerText();
    expect(said).toContain("Card ending in 1111, ANN LEE");
    expect(said).not.toMatch(/\b4111\b/); // the site's port may have it within
    await answerQuestion(page, "Save");
    await expect.poll(() => question(), { timeout: 15_000 }).toBeUndefined();
    await send("/ship", ADDRESS);
    await expect.poll(heading, { timeout: 15_000 }).toBe("Save this address in Coffer?");
    await answerQuestion(page, "Save");
    await expect.poll(() => question(), { timeout: 15_000 }).toBeUndefined();
    await page.goto(`${shop.address}/ship`);
    const popup = await popupOver(page, world);
    await popup.getByRole("button", { name: "Fill Ann Lee" }).click();
    await expect(popup.getByText("Filled.")).toBeVisible();
    await popup.close();
    expect(await valuesOn(page)).toEqual(ADDRESS);
    expect(await page.locator("select").inputValue()).toBe("4");
  });

  test("are not asked about again, nor a number that is no card's", async () => {
    for (const [path, values] of [
      ["/pay", CARD],
      ["/ship", ADDRESS],
      ["/pay", ["4111 1111 1111 1112", ...CARD.slice(1)]],
    ] as const) {
      await send(path, values);
      await page.waitForTimeout(WAIT_MS);
      expect(question(), path).toBeUndefined();
    }
  });
});

test("a password of the vault that is typed or pasted into another site is pointed out before it is sent, once, and not where it belongs", async () => {
  await page.bringToFront();
  await type(shop.address, "lee@shop.example", "Shop-secret-9");
  await page.locator("[type=email]").click();
  await page.waitForTimeout(WAIT_MS);
  expect(question()).toBeUndefined();
  await page.goto(elsewhere());
  await page.evaluate(() => navigator.clipboard.writeText("Shop-secret-9"));
  await page.locator("[type=password]").click();
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(heading, { timeout: 15_000 }).toBe("This password belongs to another site");
  const said = await question()?.getByRole("main").innerText();
  expect(said).toContain(`You typed the password of The shop at ${new URL(elsewhere()).host}.`);
  expect(said).not.toContain("Shop-secret-9");
  const popup = await popupOver(page, world);
  await expect(popup.getByRole("heading", { name: "This password belongs to another site" })).toBeVisible();
  await popup.close();
  await page.bringToFront();
  await page.waitForTimeout(900);
  await answerQuestion(page, "Understood");
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
  await type(elsewhere(), "", "Shop-secret-9");
  await page.locator("[type=email]").click();
  await page.waitForTimeout(WAIT_MS);
  expect(question()).toBeUndefined();
  // A password that the vault does not have is no one's business.
  await type(elsewhere(), "", "Another-secret-9");
  await page.locator("[type=email]").click();
  await page.waitForTimeout(WAIT_MS);
  expect(question()).toBeUndefined();
});

test("it is pointed out on a page that is not encrypted too, where nothing else is asked", async () => {
  await type(elsewhere().replace("localhost", "other.test"), "", "Shop-secret-9");
  await page.locator("[type=email]").click();
  await expect.poll(heading, { timeout: 15_000 }).toBe("This password belongs to another site");
  await page.waitForTimeout(900);
  await answerQuestion(page, "Understood");
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
});

test("who wants no such warning gets none", async () => {
  await options.bringToFront();
  await options.getByRole("switch", { name: "Warn of a password in the wrong place" }).press("Space");
  await expect(options.getByRole("switch", { name: "Warn of a password in the wrong place" })).not.toBeChecked();
  await page.bringToFront();
  await type(elsewhere().replace("localhost", "third.test"), "", "Shop-secret-9");
  await page.locator("[type=email]").click();
  await page.waitForTimeout(WAIT_MS);
  expect(question()).toBeUndefined();
});
