/** The real extension's worker is stopped, sleeps and wakes: it answers, and no one signs in again. A vault left unused too long is locked without any page of the extension. */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { logout } from "./account-world.ts";
import { addItem, heldBy, openWorld, type Site, startSite, type World } from "./extension-world.ts";
import { signIn, useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
const MINUTE_MS = 60_000;

let shop: Site;
let world: World;
/** A page of the extension: it asks the browser what the worker would be asked. */
let inside: Page;
let site: Page;
let cdp: CDPSession;
/** Of the worker, as the browser last said it. */
let running = "";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url }, response) => {
    const form = url === "/stays" ? LOGIN.replace("<form>", '<form onsubmit="return false">') : LOGIN;
    response.end(`<!doctype html><title>Shop</title>${form}`);
  });
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

interface Extension {
  readonly action: { getBadgeText(of: { tabId: number }): Promise<string> };
  readonly alarms: { create(name: string, info: object): Promise<void>; getAll(): Promise<{ name: string }[]> };
  readonly storage: Record<"session" | "local", { get(): Promise<Record<string, unknown>>; set(values: object): Promise<void> }>;
  readonly tabs: { query(filter: object): Promise<{ id: number; url: string }[]> };
}

const kept = (area: "session" | "local" = "session"): Promise<Record<string, unknown>> =>
  inside.evaluate((name) => (globalThis as unknown as { chrome: Extension }).chrome.storage[name].get(), area);
const names = async (): Promise<string[]> => Object.keys(await kept());
const set = (values: object): Promise<void> =>
  inside.evaluate((given) => (globalThis as unknown as { chrome: Extension }).chrome.storage.session.set(given), values);

const badge = (): Promise<string> =>
  inside.evaluate(async (url) => {
    const { chrome } = globalThis as unknown as { chrome: Extension };
    const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === url);
    return tab === undefined ? "no tab" : chrome.action.getBadgeText({ tabId: tab.id });
  }, site.url());

async function stopWorker(): Promise<void> {
  await cdp.send("ServiceWorker.stopAllWorkers");
  await expect.poll(() => running, { timeout: 10_000 }).toBe("stopped");
}

test("a worker that was stopped wakes for the next page and knows its logins, and no one is asked to sign in", async () => {
  world = await openWorld(product);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  // A browser stops no worker in the middle of what it does.
  await expect.poll(() => heldBy(world), { timeout: 20_000 }).toHaveLength(1);
  inside = await world.browser.context.newPage();
  await inside.goto(`${world.pages}favicon.svg`);
  cdp = await world.browser.context.newCDPSession(inside);
  cdp.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    running = versions.find(({ scriptURL }) => scriptURL.endsWith("/worker.js"))?.runningStatus ?? running;
  });
  await cdp.send("ServiceWorker.enable");
  site = await world.browser.context.newPage();
  for (let turn = 0; turn < 2; turn++) {
    await stopWorker();
    await site.goto(`${shop.address}/?${turn}`);
    await expect.poll(badge, { timeout: 15_000 }).toBe("1");
    expect(running).toBe("running");
  }
});

test("an entry that is saved on the web while the worker sleeps wakes it, and it has the entry", async () => {
  await stopWorker();
  await addItem(world, `${product.origin}/passwords`, {
    Title: "Other",
    "Username / Email": "bob",
    Password: "Other-secret-9",
    "Website URL": shop.address,
  });
  await site.bringToFront();
  await expect.poll(badge, { timeout: 15_000 }).toBe("2");
});

test("five minutes without a click ask for nothing; the chosen time of the lock holds with no page of the extension in front", async () => {
  const rest = async (minutes: number): Promise<void> => {
    const at = Date.now() - minutes * MINUTE_MS;
    await set({ "used-at": at, "brought-at": at });
    await stopWorker();
    // The browser's own comes within a minute.
    await inside.evaluate(() => (globalThis as unknown as { chrome: Extension }).chrome.alarms.create("rest", { when: Date.now() + 200 }));
    await expect.poll(() => running, { timeout: 15_000 }).toBe("running");
  };
  await rest(5);
  await inside.waitForTimeout(2_000);
  expect(await names()).toContain("slot:vaultKey");
  await rest(16);
  await expect.poll(names, { timeout: 15_000 }).not.toContain("slot:vaultKey");
  expect(await names()).toContain("slot:auth");
  await expect.poll(badge).toBe("");
});

test("what the web has open is not locked with it, and who uses the web app keeps the extension open", async () => {
  await world.web.reload();
  await expect(world.web.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 20_000 });
  await expect.poll(names, { timeout: 15_000 }).toContain("slot:vaultKey");
  const long = Date.now() - 14 * MINUTE_MS;
  await set({ "used-at": long, "brought-at": long });
  await world.web.bringToFront();
  await world.web.waitForTimeout(300);
  await world.web.keyboard.press("Shift");
  await expect.poll(async () => Number((await kept())["used-at"]), { timeout: 10_000 }).toBeGreaterThan(long);
});

test("keys lie in the session's storage alone, which no script in a page reads", async () => {
  const local = JSON.stringify(await kept("local"));
  for (const [name, value] of Object.entries(await kept())) {
    if (/^slot:/.test(name)) expect(local).not.toContain(String(value));
  }
  const pages = await world.browser.context.newCDPSession(site);
  const worlds: { id: number; name: string }[] = [];
  pages.on("Runtime.executionContextCreated", ({ context }) => worlds.push(context));
  await pages.send("Runtime.enable");
  await expect.poll(() => worlds.some(({ name }) => name === "Coffer")).toBe(true);
  const ours = worlds.find(({ name }) => name === "Coffer");
  for (const area of ["session", "local"]) {
    const { result } = await pages.send("Runtime.evaluate", {
      expression: `Promise.resolve().then(() => chrome.storage.${area}.get()).then(JSON.stringify, (error) => "refused")`,
      awaitPromise: true,
      ...(ours && { contextId: ours.id }),
    });
    expect(result.value).toBe("refused");
  }
});

test("a worker that is stopped while it saves is said to have been, and saves once when it is asked again", async () => {
  const held = await heldBy(world);
  await site.bringToFront();
  await site.goto(`${shop.address}/stays`);
  await site.locator("[type=email]").pressSequentially("eve@shop.example");
  await site.locator("[type=password]").pressSequentially("Eves-secret-1");
  await site.getByRole("button", { name: "Log in" }).click();
  await site.evaluate(() => document.querySelector("form")?.remove());
  const question = () => site.frames().find((frame) => frame.url().endsWith("/save.html"));
  await expect.poll(async () => question()?.getByRole("button", { name: "Save" }).isVisible(), { timeout: 15_000 }).toBe(true);
  // A long read of this device's store makes the worker wait where it stores what it saved.
  await inside.evaluate(async () => {
    const asked = indexedDB.open("coffer");
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    const store = asked.result.transaction([...asked.result.objectStoreNames], "readwrite").objectStore("record");
    const on = (): void => {
      if ((globalThis as { goOn?: boolean }).goOn === true) return;
      store.count().onsuccess = on;
    };
    on();
  });
  await site.waitForTimeout(900);
  await question()?.getByRole("heading").hover();
  await question()?.getByRole("button", { name: "Save" }).click();
  await site.waitForTimeout(1_500);
  await stopWorker();
  await expect(question()?.getByRole("status") ?? site.locator("none")).toContainText("interrupted");
  await inside.evaluate(() => Object.assign(globalThis, { goOn: true }));
  await question()?.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => question(), { timeout: 20_000 }).toBeUndefined();
  await expect.poll(async () => (await heldBy(world)).length, { timeout: 15_000 }).toBe(held.length + 1);
});

test("a sign-out on the web leaves nothing on either side, worker asleep or not (A005, A249)", async () => {
  expect(await heldBy(world)).not.toEqual([]);
  await stopWorker();
  await world.web.bringToFront();
  await world.web.evaluate(() => {
    addEventListener("message", ({ data }) => {
      if ("told" in data) Object.assign(globalThis, { answers: [...((globalThis as { answers?: unknown[] }).answers ?? []), data.ok] });
    });
  });
  await logout(world.web);
  await expect.poll(names, { timeout: 15_000 }).toEqual([]);
  // The keys have gone before it is answered.
  await expect.poll(() => world.web.evaluate(() => (globalThis as { answers?: unknown[] }).answers)).toEqual([true]);
  // Sealed or not: what the person had is not kept for the next user.
  await expect.poll(() => heldBy(world)).toEqual([]);
  await inside.goto(`${world.pages}popup.html`);
  await expect(inside.getByLabel("Email")).toBeVisible({ timeout: 20_000 });
  await expect(inside.getByLabel("For this site")).toBeHidden();
  // What a device notes of an account for its lock screen, under a hash, outlives the session: no key is among it.
  const stored = await world.web.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((name) => /key|auth|half/i.test(name.replace(/^device:passkeys:/, "")))).toEqual([]);
});

test("an answer that comes after the sign-out puts nothing back", async () => {
  const worker = world.browser.context.serviceWorkers().find((one) => one.url().endsWith("/worker.js"));
  if (!worker) throw new Error("The worker sleeps");
  await worker.evaluate(() => {
    const ask = globalThis.fetch;
    const held = globalThis as { isAsked?: boolean; goOn?: () => void };
    globalThis.fetch = async (...asked) => {
      const answer = await ask(...asked);
      if (!String(asked[0]).includes("/vault/all-items-data") || held.isAsked) return answer;
      held.isAsked = true;
      await new Promise<void>((resolve) => Object.assign(held, { goOn: resolve }));
      return answer;
    };
  });
  await signIn(world.web, product.origin, world.email);
  await expect.poll(() => worker.evaluate(() => (globalThis as { isAsked?: boolean }).isAsked), { timeout: 20_000 }).toBe(true);
  await logout(world.web);
  await expect.poll(names, { timeout: 15_000 }).toEqual([]);
  await worker.evaluate(() => (globalThis as { goOn?: () => void }).goOn?.());
  // For as long as a pull takes to be written.
  await inside.waitForTimeout(2_000);
  expect(await heldBy(world)).toEqual([]);
});
