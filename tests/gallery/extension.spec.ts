/** What the extension shows, in the size it has there: its pages, the popup over a site, and its frames in the site. Walked as one story, with both themes at each stop. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { openMenu } from "../journeys/account-world.ts";
import { addItem, openWorld, popupOver, type Site, startSite, type World } from "../journeys/extension-world.ts";
import { asks, asksNew, knownSites, press, registeredAt, windowOf } from "../journeys/passkey-world.ts";
import { useProduct } from "../journeys/world.ts";
import { POPUP, THEMES, type Theme, type Width } from "./looks.ts";
import { see } from "./visit.ts";

const product = useProduct();
const { only, state: wanted, themes = THEMES, isFull, language, out } = JSON.parse(process.env.COFFER_GALLERY ?? "{}");
const NAME = "extension";
const menus = new Map<string, Set<string>>();

const LOGIN = `<form action="/in" method="post"><label>Email <input type="email" name="u"></label> <label>Password <input type="password" name="p"></label> <button>Log in</button></form>`;
const ALIKE = "rnybank.test";
const PAY = `<form action="/in" method="post"><label>Card number <input name="card"></label> <label>Name on card <input></label> <label>Expires <input placeholder="MM / YY"></label> <button>Pay</button></form>`;
const WAITS = LOGIN.replace('type="email"', 'type="email" autocomplete="username webauthn"');
const PAGES: Readonly<Record<string, string>> = { "/": LOGIN, "/in": "<h1>Welcome</h1>", "/pay": PAY, "/waits": WAITS };

/** The narrowest that browsers draw. */
const PANEL = 360;

/** @param part - our frame in another site's page. */
async function show(name: string, page: Page, width: Width, part?: Frame): Promise<void> {
  if (!part) {
    await page.bringToFront();
    // What is as large already is not made so again, though a browser forgets it with a page of another process.
    await page.setViewportSize({ width: width + 1, height: 600 });
  }
  for (const theme of themes as readonly Theme[]) {
    const set = (scheme: string) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
    // A frame in a page is as the device is; where the two differ a browser paints a ground behind it.
    if (part) await page.emulateMedia({ colorScheme: theme });
    await (part ?? page).evaluate(set, theme);
    const look = { theme, width, hasAxe: true, hasTouch: false, hasTargets: false };
    const row = await see(page, { name: `${NAME}, ${name}`, state: "extension", out, isFull, menus }, look, null, { part });
    appendFileSync(join(out, "results.jsonl"), `${JSON.stringify(row)}\n`);
  }
}

/** Frames in closed shadow roots are found by their address alone. @returns it once there is something in it to press */
async function frameOf(page: Page, address: RegExp): Promise<Frame> {
  const found = (): Frame | undefined => page.frames().find((frame) => address.test(frame.url()));
  await expect
    .poll(
      async () =>
        (await found()
          ?.locator("button")
          .count()
          .catch(() => 0)) ?? 0,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  return found() as Frame;
}

const over = async (name: string, site: Page, world: World, ready: (popup: Page) => Promise<unknown>): Promise<void> => {
  const popup = await popupOver(site, world);
  await ready(popup);
  await show(name, popup, POPUP);
  await popup.close();
};

/** What else it says and asks: of a card, of a password in the wrong place, of a site that asks by the browser's own dialog. */
async function questions(world: World, shop: Site, site: Page): Promise<void> {
  const till = await world.browser.context.newPage();
  await till.setViewportSize({ width: 1024, height: 768 });
  await till.goto(`${shop.address}/pay`);
  const [number, name, expires] = await till.locator("input").all();
  await number?.pressSequentially("4111 1111 1111 1111");
  await name?.pressSequentially("ANN LEE");
  await expires?.pressSequentially("12 / 29");
  await till.getByRole("button", { name: "Pay" }).click();
  await show("question about a card", till, 1024, await frameOf(till, /\/save\.html/));
  await till.close();
  await site.bringToFront();
  await site.goto(`http://${ALIKE}:${new URL(shop.address).port}/`);
  await site.locator("[type=password]").pressSequentially("Shop-secret-9");
  await site.locator("[type=email]").click();
  await show("warning in a page", site, 1024, await frameOf(site, /\/save\.html/));
  await over("warning in the popup", site, world, (popup) => expect(popup.getByRole("button", { name: "Understood" })).toBeVisible());
  await site.bringToFront();
  const opened = world.browser.context.waitForEvent("page", { predicate: (page) => page.url().includes("/auth.html") });
  const loaded = site.goto(`${shop.address}/staff`).catch(() => undefined);
  const asked = await opened;
  await expect(asked.getByRole("button", { name: /^Sign in with/ }).first()).toBeVisible();
  await show("window for a dialog of the browser", asked, POPUP);
  await asked.close();
  await loaded; // refused: the browser shows a page of its own
  await expect(() => site.goto("about:blank")).toPass();
}

/** The window for a site that asks for a passkey: which one, and then the master password. */
async function passkeys(world: World, shop: Site): Promise<void> {
  const origin = shop.address.replace("127.0.0.1", "localhost");
  const { party } = await registeredAt(origin, product, world.email, { website_url: origin, password: "Shop-secret-9" });
  await world.web.bringToFront();
  const site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  void asks(site, await party.request({ userVerification: "preferred" })).catch(() => undefined); // no one answers it
  const asking = await windowOf(world);
  await expect(asking.getByRole("button", { name: /^Sign in as/ })).toHaveCount(3);
  await show("window for a passkey", asking, POPUP);
  await press(world, "Sign in as es256@site.example");
  await show("window for a passkey, master password", asking, POPUP);
  await asking.close();
  void asksNew(site, await party.creation("ann@site.example", -7, "preferred")).catch(() => undefined); // as above
  const making = await windowOf(world);
  await expect(making.getByRole("button", { name: "Save in a new login" })).toBeVisible();
  await show("window for a new passkey", making, POPUP);
  await making.close();
  await waiting(world, site, origin, await party.request({ userVerification: "preferred" }));
  await site.close();
}

/** A page that waits for a passkey while the person goes on: the popup over it, and the menu at its field. */
async function waiting(world: World, site: Page, origin: string, options: object): Promise<void> {
  const comes = async (): Promise<void> => {
    await site.goto(`${origin}/waits`);
    await site.evaluate((json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      void navigator.credentials.get({ publicKey, mediation: "conditional" }).catch(() => undefined); // the page goes
    }, options);
  };
  await comes();
  await over("popup, the page takes a passkey", site, world, (popup) =>
    expect(popup.getByRole("button", { name: /^Sign in as/ }).first()).toBeVisible({ timeout: 20_000 }),
  );
  await site.setViewportSize({ width: 1024, height: 768 });
  await site.bringToFront();
  await comes();
  await site.locator("[type=email]").click();
  const menu = await frameOf(site, /\/menu\.html/);
  await expect(menu.getByText(/Passkey/).first()).toBeVisible();
  await show("menu in a page that takes a passkey", site, 1024, menu);
}

async function walk(world: World, shop: Site): Promise<void> {
  const fields = { Title: "The shop", "Username / Email": "ann@shop.example", Password: "Shop-secret-9" };
  await addItem(world, `${product.origin}/passwords`, { ...fields, "Website URL": shop.address });
  const atWork = { Title: "The shop, at work", "One-time code": "JBSWY3DPEHPK3PXP" };
  await addItem(world, `${product.origin}/passwords`, { ...fields, ...atWork, "Website URL": shop.address });
  await addItem(world, `${product.origin}/passwords`, { ...fields, Title: "My bank", "Website URL": "https://mybank.test" });
  const site = await world.browser.context.newPage();
  const listed = (popup: Page) => expect(popup.getByTestId("floating-add")).toBeVisible({ timeout: 20_000 });
  await site.goto(shop.address);
  await over("popup", site, world, listed);
  const panel = await popupOver(site, world, "panel");
  await listed(panel);
  await show("side panel", panel, PANEL);
  await panel.close();
  await site.goto(shop.address.replace("127.0.0.1", "localhost"));
  await over("popup, nothing for this site", site, world, listed);
  await site.goto(`http://${ALIKE}:${new URL(shop.address).port}/`);
  await over("popup, a look-alike", site, world, (popup) => expect(popup.getByText("though it looks like it")).toBeVisible());
  await site.goto(shop.address);
  await site.setViewportSize({ width: 1024, height: 768 });
  await site.bringToFront();
  await site.locator("[type=email]").click();
  await show("menu in a page", site, 1024, await frameOf(site, /\/menu\.html/));
  await site.goto(shop.address);
  await site.locator("[type=email]").fill("new@shop.example");
  await site.locator("[type=password]").pressSequentially("Another-secret-7");
  await site.getByRole("button", { name: "Log in" }).click();
  await show("question in a page", site, 1024, await frameOf(site, /\/save\.html/));
  await over("question in the popup", site, world, listed);
  await questions(world, shop, site);
  await passkeys(world, shop);
  const own = await world.browser.context.newPage();
  for (const [name, page] of [
    ["vault", "vault.html"],
    ["options", "options.html"],
  ] as const) {
    await own.goto(world.pages + page);
    await expect(own.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: 20_000 });
    await show(name, own, 1024);
    await show(name, own, POPUP);
  }
  await own.close();
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await site.goto(shop.address);
  await over("popup, locked", site, world, (popup) => expect(popup.getByRole("button", { name: "Unlock" })).toBeVisible());
  await site.bringToFront();
  await site.locator("[type=password]").click();
  await show("menu in a page, locked", site, 1024, await frameOf(site, /\/menu\.html/));
}

if (!language && (!only || only.includes(NAME)) && (!wanted || wanted.includes(NAME)))
  test(`${NAME}, its pages and frames`, async () => {
    test.setTimeout(600_000);
    const shop = await startSite(({ url = "" }, response) => {
      if (url === "/staff") response.writeHead(401, { "www-authenticate": 'Basic realm="Staff"' });
      response.end(`<!doctype html><title>Shop</title><body>${PAGES[url] ?? ""}`);
    });
    const world = await openWorld(product, { hosts: [ALIKE] }, (name, page) => show(name, page, POPUP));
    await walk(world, shop).finally(() => world.browser.close());
    shop.stop();
  });
