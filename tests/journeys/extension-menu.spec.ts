/** The menu at a field, of the real extension in real Chromium: what it offers where, by mouse and by keys. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { addItem, heldBy, keptBy, openWorld, popupOver, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form><label>Email <input type="email" name="u"></label><label>Password <input type="password" name="p"></label><button>Log in</button></form>`;
const PAGES: Readonly<Record<string, string>> = {
  "/": LOGIN,
  "/join": `<form action="/in"><h1>Create account</h1><label>Email <input type="email" name="e"></label><label>Password <input type="password" autocomplete="new-password"></label>
    <label>Repeat password <input type="password" autocomplete="new-password"></label><button>Create account</button></form>`,
  "/digits": `<form action="/in"><h1>Create account</h1><label>Email <input type="email" name="e"></label><label>Password <input type="password" autocomplete="new-password"
    passwordrules="minlength: 6; maxlength: 12; required: digit;" maxlength="8"></label><button>Create account</button></form>`,
  "/in": "<h1>Welcome</h1>",
  "/pay": `<form><label>Card number <input autocomplete="cc-number"></label><label>Expires <input placeholder="MM / YY"></label><label>CVC <input></label><button>Pay</button></form>`,
  "/code": `<form><h1>Verification code</h1><label>Code <input autocomplete="one-time-code"></label><button>Verify</button></form>`,
  "/shadow": `<div id=one></div><script>one.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(LOGIN)}</script>`,
};
let shop: Site;
let world: World;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) =>
    response.end(`<!doctype html><title>Shop</title><body>${PAGES[url.split("?")[0] ?? ""] ?? ""}`),
  );
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** Frames in closed shadow roots are found by their address alone. */
const menuFrame = (): Frame | undefined => page.frames().find((frame) => /\/menu\.html#/.test(frame.url()));
const linesOf = async (): Promise<string[]> =>
  (await menuFrame()
    ?.locator("button")
    .allInnerTexts()
    .catch(() => [])) ?? [];

async function menuAt(path: string, field: string): Promise<Frame> {
  await page.goto(shop.address + path);
  await page.locator(field).click();
  await expect.poll(linesOf).not.toEqual([]);
  return menuFrame() as Frame;
}

/** A person comes with the pointer, and reads; who is told that it was too soon presses again. */
async function press(name: string | RegExp): Promise<void> {
  await expect(async () => {
    const line = menuFrame()?.getByRole("button", { name });
    const box = await line?.boundingBox();
    if (!box) throw new Error(`no line ${name}`);
    await page.mouse.move(box.x + 30, box.y + 14);
    await page.waitForTimeout(800);
    await page.mouse.move(box.x + 40, box.y + 16, { steps: 3 });
    await page.mouse.click(box.x + 40, box.y + 16);
    await expect.poll(menuFrame, { timeout: 6_000 }).toBeUndefined();
  }).toPass({ timeout: 30_000 });
}

/** The menu's frame goes with this key, and a frame that is gone cannot confirm that it got it. */
const pressLast = (key: "Escape" | "Enter"): Promise<unknown> =>
  Promise.race([page.keyboard.press(key), expect.poll(menuFrame).toBeUndefined()]);

/** What is shown in the browser's own popup under the button, over every page. */
const browsersPopups = (): Promise<string[]> =>
  world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { runtime: { getContexts(of: object): Promise<{ documentUrl: string }[]> } };
    };
    return (await chrome.runtime.getContexts({ contextTypes: ["POPUP"] })).map(({ documentUrl }) => documentUrl);
  });

test("a vault with two logins, a code, a card and a person", async () => {
  world = await openWorld(product);
  const passwords = `${product.origin}/passwords`;
  await addItem(world, passwords, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "One-time code": "JBSWY3DPEHPK3PXP",
    "Website URL": shop.address,
  });
  await addItem(world, passwords, {
    Title: "Elsewhere",
    "Username / Email": "ann",
    Password: "Other-secret-9",
    "Website URL": "https://elsewhere.example",
  });
  await addItem(world, `${product.origin}/card-details`, {
    "Name on Card": "Blue card",
    "Card Holder Name": "ANN LEE",
    "Card Number": "4111111111111111",
    "Expiration Date": "12/29",
    CVV: "123",
  });
  page = await world.browser.context.newPage();
});

test("it offers the logins of the site and no other, and fills the form by a click", async () => {
  await menuAt("/", "[type=email]");
  expect((await linesOf()).join(" | ")).toContain("The shop");
  expect((await linesOf()).join(" | ")).not.toContain("Elsewhere");
  await press(/The shop/);
  await expect.poll(() => valuesOn(page)).toEqual(["ann@shop.example", "Shop-secret-9"]);
  await expect.poll(menuFrame).toBeUndefined();
});

test("what it does not offer here cannot be picked: not by its own frame, nor by a page of the extension in another tab", async () => {
  const frame = await menuAt("/", "[type=email]");
  const token = new URL(frame.url()).hash.slice(1);
  const say = (from: Frame | Page, message: object): Promise<unknown> =>
    from.evaluate((said) => {
      const { chrome } = globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): Promise<unknown> } } };
      return chrome.runtime.sendMessage(said);
    }, message);
  const { rows } = (await say(frame, { menu: "rows", token })) as { rows: { id: string }[] };
  const others = (await heldBy(world)).filter((id) => rows.every((row) => row.id !== id));
  expect([rows.length, others.length]).toEqual([1, 1]);
  const inside = await world.browser.context.newPage();
  await inside.goto(`${world.pages}favicon.svg`);
  for (const id of [...others, rows[0]?.id]) expect(await say(inside, { menu: "pick", token, id })).toBeNull();
  expect(await say(inside, { menu: "rows", token })).toBeNull();
  await inside.close();
  await page.bringToFront();
  // Nor by another page of the extension in the same tab.
  await page.goto(`${world.pages}favicon.svg`);
  for (const menu of ["rows", "not-here", "close", "unlock"]) expect(await say(page, { menu, token })).toBeNull();
  const again = await menuAt("/", "[type=email]");
  for (const id of [...others, "generated", "no-id"])
    expect(await say(again, { menu: "pick", token: new URL(again.url()).hash.slice(1), id }).catch(() => null)).not.toEqual({});
  expect(await valuesOn(page)).toEqual(["", ""]);
});

test("a double click opens one menu", async () => {
  await menuAt("/", "[type=password]");
  await page.keyboard.press("Escape");
  await page.locator("[type=email]").dblclick();
  await expect.poll(linesOf).not.toEqual([]);
  await page.waitForTimeout(600);
  expect(page.frames().filter((frame) => /\/menu\.html#/.test(frame.url()))).toHaveLength(1);
  await press(/The shop/);
  await expect.poll(() => valuesOn(page)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("arrows, Enter and Escape do what they do in a menu", async () => {
  await menuAt("/", "[type=email]");
  await page.keyboard.press("Escape");
  await expect.poll(menuFrame).toBeUndefined();
  await page.keyboard.press("ArrowDown");
  await expect.poll(linesOf).not.toEqual([]);
  await page.waitForTimeout(900);
  await page.keyboard.press("ArrowDown");
  await expect(menuFrame()?.getByRole("button", { name: /The shop/ }) ?? page.locator("none")).toBeFocused();
  await pressLast("Escape");
  await expect.poll(menuFrame).toBeUndefined();
  await expect(page.locator("[type=email]")).toBeFocused();
  await menuAt("/", "[type=password]");
  await page.waitForTimeout(900);
  await page.keyboard.press("ArrowDown");
  await expect(menuFrame()?.getByRole("button", { name: /The shop/ }) ?? page.locator("none")).toBeFocused();
  await pressLast("Enter");
  await expect.poll(() => valuesOn(page)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("a card, a code and a form within a shadow root are filled from it as well", async () => {
  await menuAt("/pay", "[autocomplete=cc-number]");
  await press(/Blue card/);
  await expect.poll(() => valuesOn(page)).toEqual(["4111111111111111", "12 / 29", "123"]);
  await menuAt("/code", "input");
  await press(/The shop/);
  await expect.poll(async () => (await valuesOn(page)).join("")).toMatch(/^\d{6}$/);
  await menuAt("/shadow", "[type=email]");
  await press(/The shop/);
  await expect.poll(() => valuesOn(page)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("a form for a new password gets a strong one in both fields, which is then offered to be saved", async () => {
  await page.goto(`${shop.address}/join`);
  await page.locator("[type=email]").pressSequentially("new@shop.example");
  await page.locator("[type=password]").first().click();
  await expect.poll(linesOf).not.toEqual([]);
  await press(/Use a strong password/);
  await expect.poll(async () => (await valuesOn(page))[1]?.length).toBe(20);
  const [, first, second] = await valuesOn(page);
  expect(second).toBe(first);
  await page.getByRole("button", { name: "Create account" }).click();
  const question = () => page.frames().find((frame) => frame.url().endsWith("/save.html"));
  await expect.poll(question, { timeout: 15_000 }).toBeDefined();
  await expect(question()?.getByText("new@shop.example") ?? page.locator("none")).toBeVisible({ timeout: 10_000 });
});

test("a site that takes eight digits and no more gets eight digits, and the person hears how strong that is", async () => {
  await menuAt("/digits", "[type=password]");
  await press(/Very weak: all this site takes/);
  await expect.poll(async () => (await valuesOn(page))[1]).toMatch(/^\d{8}$/);
  const sites = await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { runtime: { getURL(path: string): string } } };
    return Object.keys(await (await fetch(chrome.runtime.getURL("site-rules.json"))).json()).length;
  });
  expect(sites).toBeGreaterThan(400);
});

test("where it had nothing to offer it looks again with the next key", async () => {
  const other = shop.address.replace("127.0.0.1", "localhost");
  await page.goto(other);
  await page.locator("[type=email]").click();
  await page.waitForTimeout(600);
  expect(menuFrame()).toBeUndefined();
  await world.web.bringToFront();
  await addItem(world, `${product.origin}/passwords`, {
    Title: "Its twin",
    "Username / Email": "twin",
    Password: "Twin-secret-9",
    "Website URL": other,
  });
  await page.bringToFront();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    expect((await linesOf()).join(" | ")).toContain("Its twin");
  }).toPass({ timeout: 15_000 });
});

test("of more logins than there is room for each is found and filled: in the menu by scrolling and by keys, and in the popup", async () => {
  const other = shop.address.replace("127.0.0.1", "localhost");
  for (const at of [2, 3, 4, 5, 6])
    await addItem(world, `${product.origin}/passwords`, {
      Title: `Twin ${at}`,
      "Username / Email": `twin${at}`,
      Password: `Twin-secret-${at}`,
      "Website URL": other,
    });
  await page.bringToFront();
  await page.goto(other);
  await page.locator("[type=email]").click();
  const lines = () => menuFrame()?.locator("button").filter({ hasText: "win" }) ?? page.locator("none");
  await expect.poll(() => lines().count(), { timeout: 15_000 }).toBe(6);
  const last = await lines().last().innerText();
  await lines().last().scrollIntoViewIfNeeded();
  await press(last.split("\n")[1] ?? "");
  await expect.poll(async () => (await valuesOn(page))[0]).toBe(last.split("\n")[2]);

  await page.goto(`${other}/?again`);
  await page.locator("[type=email]").click();
  await expect.poll(() => lines().count(), { timeout: 15_000 }).toBe(6);
  await page.waitForTimeout(900);
  await page.keyboard.press("ArrowDown");
  await expect(lines().first()).toBeFocused();
  for (let at = 1; at < 6; at++) await page.keyboard.press("ArrowDown");
  await expect(lines().last()).toBeFocused();
  const wanted = (await lines().last().innerText()).split("\n")[2];
  // Who is told that it was too soon presses again.
  await expect(async () => {
    await page.waitForTimeout(900);
    await pressLast("Enter");
    await expect.poll(menuFrame, { timeout: 3_000 }).toBeUndefined();
  }).toPass({ timeout: 30_000 });
  await expect.poll(async () => (await valuesOn(page))[0]).toBe(wanted);

  await page.goto(`${other}/?popup`);
  const popup = await popupOver(page, world);
  for (const at of [2, 3, 4, 5, 6]) {
    await popup.getByRole("button", { name: `Fill Twin ${at}`, exact: true }).click();
    await expect.poll(() => valuesOn(page)).toEqual([`twin${at}`, `Twin-secret-${at}`]);
  }
  await popup.close();
});

test('"Not here" ends it for the origin, by mouse and by keys, though a press before it was too early to count', async () => {
  await menuAt("/", "[type=email]");
  const line = await menuFrame()
    ?.getByRole("button", { name: /The shop/ })
    .boundingBox();
  if (!line) throw new Error("the menu has no line");
  await page.mouse.click(line.x + 40, line.y + 16);
  await expect(menuFrame()?.getByRole("status") ?? page.locator("none")).toContainText("too soon");
  await press("Not here");
  await expect.poll(menuFrame).toBeUndefined();
  await expect(page.locator("[type=email]")).toBeFocused();
  for (const field of ["[type=password]", "[type=email]"]) {
    await page.locator(field).click();
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(600);
    expect(menuFrame()).toBeUndefined();
  }
  expect(await valuesOn(page)).toEqual(["", ""]);
  // Another origin, though the same site and the same login.
  const other = shop.address.replace("127.0.0.1", "localhost");
  await page.goto(`${other}/pay`);
  await page.locator("[autocomplete=cc-number]").click();
  await expect.poll(linesOf).not.toEqual([]);
  await page.waitForTimeout(900);
  await page.keyboard.press("ArrowDown");
  await expect(menuFrame()?.getByRole("button", { name: /Blue card/ }) ?? page.locator("none")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menuFrame()?.getByRole("button", { name: "Not here" }) ?? page.locator("none")).toBeFocused();
  await pressLast("Enter");
  await expect.poll(menuFrame).toBeUndefined();
  await page.reload();
  await page.locator("[autocomplete=cc-number]").click();
  await page.waitForTimeout(600);
  expect(menuFrame()).toBeUndefined();
});

test("once the vault is locked it offers one thing, to open Coffer, which is shown over this page; what was said of sites is forgotten", async () => {
  const { web } = world;
  await web.bringToFront();
  await openMenu(web);
  await web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("slot:vaultKey");
  await page.bringToFront();
  await menuAt("/", "[type=email]");
  expect((await linesOf()).join(" | ")).toMatch(/^\S+\s+Open Coffer\s+Unlock it to fill in \| Not here$/);
  await press(/Open Coffer/);
  await expect.poll(browsersPopups).toEqual([`${world.pages}popup.html`]);
  // The browser's own popup is out of this test's reach: the same page is used in a window.
  const popup = await popupOver(page, world);
  await popup.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await popup.getByRole("button", { name: "Unlock" }).click();
  await popup.getByRole("button", { name: "Fill The shop" }).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  await popup.close();
  expect(await valuesOn(page)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});
