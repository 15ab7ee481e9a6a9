/** Everybody who may not be heard by the real extension says everything there is to be said to it, in every shape, and gets nothing: a page, a frame, another extension, and a page that has taken over our script in it. */
import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import {
  addItem,
  diskOf,
  keptBy,
  openWorld,
  ourScriptsIn,
  popupOver,
  type Site,
  startSite,
  valuesInFrames,
  type World,
} from "./extension-world.ts";
import { AND_AT_FIELDS, AT_FIELDS, EVERY, INNER } from "./hostile.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
const SECRET = "Shop-secret-9";

let shop: Site;
let world: World;
let site: Page;
let folder: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) => {
    const { port } = new URL(shop.address);
    response.end(
      `<!doctype html><title>Shop</title>${url === "/framed" ? `<iframe src="http://localhost:${port}/"></iframe>` : ""}${LOGIN}`,
    );
  });
  folder = realpathSync(mkdtempSync(join(tmpdir(), "coffer-hostile-")));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ manifest_version: 3, name: "Hostile", version: "1" }));
  writeFileSync(join(folder, "page.html"), "<!doctype html><title>Hostile</title>");
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
  rmSync(folder, { recursive: true });
});

/** Says all of it from where `send` says it. @returns every answer that is one. */
const sayAll = async (every: readonly unknown[], send: (message: unknown) => Promise<unknown>): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const message of every) answers.push(await send(message));
  return answers.filter((answer) => answer !== null && answer !== undefined);
};

/** What the extension holds, but for the time of last use, which a lock counts from, and that of the last look at the server, which comes by itself. */
const held = async (): Promise<string> => {
  const inside = await world.browser.context.newPage();
  await inside.goto(`${world.pages}favicon.svg`);
  const kept: Record<string, unknown> = { ...(await keptBy(world)), ...(await diskOf(inside)) };
  await inside.close();
  delete kept["pulled-at"];
  return JSON.stringify(Object.entries(kept).sort());
};
/** What was opened stays there until the next one: it is not compared. */
const forgetMenu = (): Promise<void> =>
  world.browser.worker.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { remove(name: string): Promise<void> } } } };
    return chrome.storage.session.remove("menu");
  });
/** Who works in the web app uses the extension too. */
const withoutUse = (kept: string): string => kept.replace(/\["used-at",\d+\],?/, "");
let before: string;

test("the vault is open in the extension", async () => {
  world = await openWorld(product, { others: [folder] });
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: SECRET,
    "Website URL": shop.address,
  });
  site = await world.browser.context.newPage();
  await site.goto(shop.address);
  await site.waitForTimeout(1_000);
  // A person is about to point at a field, elsewhere.
  await world.browser.worker.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { set(values: object): Promise<void> } } } };
    return chrome.storage.session.set({ teaching: { tabId: 1, at: Date.now() } });
  });
  before = await held();
  expect(before).toContain("slot:vaultKey");
});

test("a page cannot message the extension, and messages to itself are ignored", async () => {
  expect(await site.evaluate(() => typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime?.toString)).toBe("undefined");
  const heard = await site.evaluate(async (every) => {
    const answers: unknown[] = [];
    addEventListener("message", ({ data }) => "told" in (data ?? {}) && answers.push(data));
    for (const [at, message] of every.entries()) {
      window.postMessage({ tell: String(at), message }, location.origin);
      dispatchEvent(new CustomEvent("coffer", { detail: message }));
      document.dispatchEvent(new CustomEvent("coffer", { detail: message }));
    }
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return answers;
  }, AND_AT_FIELDS);
  expect(heard).toEqual([]);
  expect(await held()).toBe(before);
});

test("a hostile frame in a page of the extension is ignored, and a page cannot frame the extension's", async () => {
  const { web } = world;
  await web.evaluate(() => {
    const heard: unknown[] = [];
    addEventListener("message", ({ data }) => "told" in (data ?? {}) && heard.push(data));
    Object.assign(window, { heard });
    document.body.append(Object.assign(document.createElement("iframe"), { name: "hostile" }));
  });
  // Of the very origin of the app, as a frame of its own markup would be.
  await web.frame({ name: "hostile" })?.evaluate((every) => {
    for (const [at, message] of every.entries()) top?.postMessage({ tell: String(at), message }, "*");
  }, AND_AT_FIELDS);
  await web.waitForTimeout(1_500);
  expect(await web.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
  expect(await held()).toBe(before);
  for (const page of ["popup.html", "vault.html", "options.html", "menu.html", "save.html"]) {
    const got = await site.evaluate(async (url) => {
      const framed = document.createElement("iframe");
      framed.src = url;
      document.body.append(framed);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const text = await fetch(url).then(
        (answer) => answer.text(),
        () => "refused",
      );
      framed.remove();
      return text;
    }, world.pages + page);
    expect(got).toBe("refused");
  }
});

test("another extension gets no answer and no line", async () => {
  const id = [...createHash("sha256").update(folder).digest("hex").slice(0, 32)]
    .map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)])
    .join("");
  const theirs = await world.browser.context.newPage();
  await theirs.goto(`chrome-extension://${id}/page.html`);
  const coffer = new URL(world.pages).host;
  const answers = await theirs.evaluate(
    async ([to, every]) => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          runtime: {
            sendMessage(id: string, message: unknown): Promise<unknown>;
            connect(id: string): { onDisconnect: { addListener(hear: () => void): void }; postMessage(message: unknown): void };
          };
        };
      };
      const found: unknown[] = [];
      for (const message of every as unknown[]) found.push(await chrome.runtime.sendMessage(to, message).catch(() => null));
      const isCut = await new Promise<boolean>((resolve) => {
        const line = chrome.runtime.connect(to);
        line.onDisconnect.addListener(() => resolve(true));
        setTimeout(() => resolve(false), 2_000);
      });
      return { found: found.filter((one) => one !== null && one !== undefined), isCut };
    },
    [coffer, AND_AT_FIELDS] as const,
  );
  expect(answers).toEqual({ found: [], isCut: true });
  expect(await held()).toBe(before);
  await theirs.close();
});

test("the script in the web app's own page hears nothing of what is for fields, and teaches nothing", async () => {
  const cdp = await world.browser.context.newCDPSession(world.web);
  for (const { send } of await ourScriptsIn(cdp)) expect(await sayAll([...INNER, ...AT_FIELDS], send)).toEqual([]);
  await cdp.detach();
  const after = await held();
  expect(withoutUse(after)).toBe(withoutUse(before));
  before = after;
});

test("a page that has taken over our script in it gets nothing either, in its own frame or another's", async () => {
  for (const path of ["/", "/framed"]) {
    await site.goto(shop.address + path);
    const cdp = await world.browser.context.newCDPSession(site);
    const { frameTree } = await cdp.send("Page.getFrameTree");
    for (const { frameId, send } of await ourScriptsIn(cdp)) {
      expect(await sayAll(EVERY, send)).toEqual([]);
      expect(await held()).toBe(before);
      // In the page itself it is our script at a field: it hears whether there is a menu, how long it is, and nothing of what is in it, and that the browser answers for passkeys; in a frame, nothing.
      const heard = (await sayAll(AT_FIELDS, send)).map((answer) => JSON.stringify(answer));
      const isTop = frameId === frameTree.frame.id;
      expect([...new Set(heard)].sort()).toEqual(isTop ? ["[]", "true", '{"by":"browser"}', '{"lines":1}'] : []);
      expect(await sayAll(EVERY, send)).toEqual([]);
      await forgetMenu();
    }
    await cdp.detach();
  }
  expect(await held()).toBe(before);
  expect((await valuesInFrames(site)).join("")).toBe("");
});

test("and the person's own click still fills", async () => {
  await site.goto(shop.address);
  const popup = await popupOver(site, world);
  await popup.getByRole("button", { name: "Fill The shop" }).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  expect((await valuesInFrames(site)).at(-1)).toBe(SECRET);
});
