/** A page that waits for a passkey while the person goes on (`mediation: "conditional"`): the browser and we wait side by side, and a press in the menu at a field or in the popup ends it. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openMenu } from "./account-world.ts";
import { keptBy, openWorld, popupOver, type World } from "./extension-world.ts";
import {
  type Answered,
  knownSites,
  otherDevice,
  type Registered,
  registeredAt,
  useSignInSite,
  windowOf,
  windowsOf,
} from "./passkey-world.ts";
import { CASES, endsOf } from "./waiting-cases.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const FORM = `<form><label>Email <input type="email" name="u" autocomplete="username webauthn"></label><label>Password <input type="password"></label><button>Log in</button></form>`;

const shop = useSignInSite(FORM);
let origin: string;
let world: World;
let site: Page;
let registered: Registered;

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  origin = shop.origin;
});

test.afterAll(() => world.browser.close());

const native = new Map<string, readonly unknown[]>();

test("the browser's own answers", async () => {
  const plain = await openBrowser();
  const page = await plain.context.newPage();
  for (const [name, text] of Object.entries(CASES)) {
    await page.goto(origin);
    native.set(name, await endsOf(page, text, "AAAA"));
  }
  await plain.close();
});

test("with passkeys of the site in the open vault they are the same, and no window opens", async () => {
  world = await openWorld(product);
  registered = await registeredAt(origin, product, world.email, { website_url: origin, password: "Shop-secret-9" });
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  const found: unknown[] = [];
  for (const [name, text] of Object.entries(CASES)) {
    await site.goto(origin);
    const ours = await endsOf(site, text, registered.ids["es256@site.example"]);
    if (JSON.stringify(ours) !== JSON.stringify(native.get(name))) found.push([name, ours, native.get(name)]);
    if (windowsOf(world).length > 0 && name !== "waits while it asks") found.push([name, "a window"]);
  }
  expect(found).toEqual([]);
});

/** The page waits; what comes is kept in it. */
async function waits(page: Page = site, options: object = {}): Promise<{ readonly challenge: string }> {
  const request = { ...(await registered.party.request({ userVerification: "preferred", listed: [] })), ...options };
  await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
    const stop = new AbortController();
    const kept = Object.assign(globalThis, { stop, came: [] as unknown[] });
    navigator.credentials.get({ publicKey, mediation: "conditional", signal: stop.signal }).then(
      (credential) => kept.came.push({ credential: JSON.parse(JSON.stringify(credential)) }),
      (error: Error) => kept.came.push({ error: error.name }),
    );
  }, request);
  return request;
}

const cameTo = (page: Page): Promise<readonly Answered[]> => page.evaluate(() => (globalThis as unknown as { came: Answered[] }).came);
const comes = async (page = site): Promise<Answered> => {
  await expect.poll(() => cameTo(page)).toHaveLength(1);
  const [answered] = await cameTo(page);
  return answered ?? { error: "nothing" };
};
const menuFrame = (page = site): Frame | undefined => page.frames().find((frame) => /\/menu\.html#/.test(frame.url()));
const linesOf = async (page = site): Promise<string[]> =>
  (await menuFrame(page)
    ?.getByRole("button")
    .allInnerTexts()
    .catch(() => [])) ?? [];

async function goesToField(): Promise<void> {
  await site.bringToFront();
  await site.getByRole("heading").click();
  await site.locator("[name=u]").click();
}

/** A person comes with the pointer, and reads; who is told that it was too soon presses again. */
async function picks(name: string | RegExp): Promise<void> {
  await expect(async () => {
    const box = await menuFrame()?.getByRole("button", { name }).first().boundingBox();
    if (!box) throw new Error(`no line ${name}`);
    await site.mouse.move(box.x + 10, box.y + 14);
    await site.waitForTimeout(800);
    await site.mouse.move(box.x + 16, box.y + 16, { steps: 3 });
    await site.mouse.click(box.x + 16, box.y + 16);
    await expect.poll(() => menuFrame(), { timeout: 6_000 }).toBeUndefined();
  }).toPass({ timeout: 30_000 });
}

const PASSKEY = /Passkey · es256@site\.example/;

test("a press in the menu signs the site in, after the master password, and the browser's own wait is over", async () => {
  await site.goto(origin);
  const { challenge } = await waits();
  await goesToField();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
  await picks(PASSKEY);
  const asking = await windowOf(world);
  await asking.getByLabel("Master password").fill(PASSWORD);
  // A key that comes too soon counts for nothing.
  await expect(async () => {
    if (!asking.isClosed()) await asking.getByLabel("Master password").press("Enter", { timeout: 2_000 });
    await expect.poll(() => cameTo(site), { timeout: 2_000 }).toHaveLength(1);
  }).toPass();
  const answered = await comes();
  if ("error" in answered) throw new Error(answered.error);
  expect(answered.credential.id).toBe(registered.ids["es256@site.example"]);
  expect(await registered.party.signIn(answered.credential, challenge, "preferred")).toMatchObject({ verified: true, userVerified: true });
  await expect.poll(() => windowsOf(world).length).toBe(0);
  await waits();
  await site.waitForTimeout(300);
  expect(await cameTo(site)).toEqual([]);
});

test("a moment later nothing more is asked, though the page asked only once someone was in the field", async () => {
  await site.goto(origin);
  await goesToField();
  await expect.poll(() => linesOf()).not.toEqual([]);
  await waits();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
  await picks(PASSKEY);
  expect(await comes()).toMatchObject({ credential: { id: registered.ids["es256@site.example"] } });
  await expect.poll(() => windowsOf(world).length).toBe(0);
});

test("a page cannot tell by the menu whether there is a passkey, and the password is still a press away", async () => {
  const placed = () => site.evaluate(() => document.documentElement.lastElementChild?.getBoundingClientRect().toJSON() as unknown);
  await site.goto(origin);
  await goesToField();
  await expect.poll(() => linesOf()).not.toEqual([]);
  const without = await placed();
  await site.goto(origin);
  await waits();
  await goesToField();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
  expect(await placed()).toEqual(without);
  await picks("Password");
  await expect(site.locator("[type=password]")).toHaveValue("Shop-secret-9");
  expect(await cameTo(site)).toEqual([]);
});

test("the browser's own device that answers first ends it, and what the page takes back is gone from the menu", async () => {
  await site.goto(origin);
  await waits();
  await goesToField();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
  await site.evaluate(() => (globalThis as unknown as { stop: AbortController }).stop.abort());
  expect(await comes()).toEqual({ error: "AbortError" });
  await expect.poll(() => menuFrame()).toBeUndefined();
  await goesToField();
  await expect.poll(() => linesOf()).not.toEqual([]);
  expect((await linesOf()).join(" | ")).not.toMatch(PASSKEY);
  await site.goto(origin);
  const other = await otherDevice(site, "localhost");
  await waits();
  expect(await comes()).toMatchObject({ credential: { id: other.id } });
  await goesToField();
  await expect.poll(() => linesOf()).not.toEqual([]);
  expect((await linesOf()).join(" | ")).not.toMatch(PASSKEY);
  await other.cdp.send("WebAuthn.disable");
  await other.cdp.detach();
});

test("a window that is closed leaves the page waiting, one whose page goes closes, and an abort closes it", async () => {
  await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { remove(name: string): Promise<void> } } } };
    await chrome.storage.session.remove("verified-at");
  });
  const opens = async (): Promise<Page> => {
    await goesToField();
    await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
    await picks(PASSKEY);
    const asking = await windowOf(world);
    await expect(asking.getByLabel("Master password")).toBeVisible();
    return asking;
  };
  const gone = () => expect.poll(() => windowsOf(world).length).toBe(0);
  await site.goto(origin);
  await waits();
  await (await opens()).close();
  expect(await cameTo(site)).toEqual([]);
  const asking = await opens();
  await asking.waitForTimeout(800);
  await asking.getByRole("button", { name: "Not now" }).click();
  await gone();
  expect(await cameTo(site)).toEqual([]);
  await opens();
  await site.evaluate(() => (globalThis as unknown as { stop: AbortController }).stop.abort());
  expect(await comes()).toEqual({ error: "AbortError" });
  await gone();
  await site.goto(origin);
  await waits();
  await opens();
  await site.reload();
  await gone();
});

test("neither a page that sends our script's word itself nor a frame gets another's passkey into the menu", async () => {
  const forged = (frame: Frame, options: object) =>
    frame.evaluate((options) => {
      const { port2 } = new MessageChannel();
      const data = { kind: "get", waits: true, options };
      return !dispatchEvent(new MessageEvent("coffer-passkey", { cancelable: true, data, ports: [port2] }));
    }, options);
  const stranger = origin.replace("localhost", "127.0.0.1");
  for (const [at, options] of [
    [origin, { challenge: "AQID", rpId: "com" }],
    [origin, { challenge: "AQID", allowCredentials: ["AAAA"] }],
    [origin, { challenge: "A".repeat(70_000) }],
    [stranger, { challenge: "AQID", rpId: "localhost" }],
  ] as const) {
    await site.goto(at);
    await forged(site.mainFrame(), options);
    await goesToField();
    await site.waitForTimeout(500);
    expect((await linesOf()).join(" | ")).not.toMatch(/Passkey/);
  }
  await site.goto(origin);
  await site.evaluate((address) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src: address, allow: "publickey-credentials-get *" }));
  }, `${origin}/framed`);
  await expect.poll(() => site.frames().length).toBe(2);
  expect(await forged(site.frames()[1] as Frame, { challenge: "AQID" })).toBe(false);
});

test("what the menu does not show cannot be picked, and only its own frame picks", async () => {
  await site.goto(origin);
  await goesToField();
  await expect.poll(() => linesOf()).not.toEqual([]);
  const say = (from: Frame | Page, message: object): Promise<unknown> =>
    from.evaluate((said) => {
      const { chrome } = globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): Promise<unknown> } } };
      return chrome.runtime.sendMessage(said);
    }, message);
  const frame = menuFrame() as Frame;
  const token = new URL(frame.url()).hash.slice(1);
  const { rows } = (await say(frame, { menu: "rows", token })) as { rows: { id: string }[] };
  expect(rows).toHaveLength(3);
  for (const { id } of rows) expect(await say(frame, { menu: "passkey", token, id })).toHaveProperty("failed");
  expect(windowsOf(world)).toEqual([]);
});

test("while the vault is locked there is nothing to pick; once it is open the popup and the menu have it", async () => {
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("slot:vaultKey");
  await site.bringToFront();
  await site.goto(origin);
  await waits();
  await goesToField();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(/Open Coffer/);
  expect((await linesOf()).join(" | ")).not.toMatch(/Passkey/);
  const popup = await popupOver(site, world);
  await popup.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await popup.getByRole("button", { name: "Unlock" }).click();
  const row = popup.getByRole("button", { name: "Sign in as es256@site.example" });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await site.bringToFront();
  await goesToField();
  await expect.poll(async () => (await linesOf()).join(" | ")).toMatch(PASSKEY);
  await popup.bringToFront();
  await row.click();
  expect(await comes()).toMatchObject({ credential: { id: registered.ids["es256@site.example"] } });
});
