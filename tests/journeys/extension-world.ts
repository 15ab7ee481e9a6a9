/** What journeys with the extension stand on: the real one in a real browser, signed in by the web app, and a shop on this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CDPSession, expect, type Frame, type Page } from "@playwright/test";
import { COVERED } from "../../apps/extension/src/pages/use-reply.ts";
import { openBrowser } from "../gym/browser.mjs";
import { choose } from "./steps.ts";
import { enrol, type Product, signIn } from "./world.ts";

const EMAIL = "ann@example.com";

type Browser = Awaited<ReturnType<typeof openBrowser>>;

export interface Site {
  readonly address: string;
  stop(): void;
}

export async function startSite(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Site> {
  const server: Server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

export interface World {
  readonly browser: Browser;
  /** Where the extension's pages are, with a slash at the end. */
  readonly pages: string;
  /** The web app, signed in. */
  readonly web: Page;
  /** Of who is signed in. */
  readonly email: string;
}

const pagesOf = ({ worker }: Browser): string => new URL(".", worker.url()).href;

/** Of a site: an address, a password, and a page that says that it was sent. */
export const LOGIN_FORM = `<form action="/in" method="post"><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;

/** What is seen on the way, by name. */
type Stop = (name: string, page: Page) => Promise<unknown>;

/**
 * The extension knows the server, the web app has signed in there, and the person has agreed to the account.
 * @param options - of the browser (tests/gym/browser.mjs)
 * @param at - is told of each screen on the way
 */
export async function openWorld(
  product: Product,
  options: Parameters<typeof openBrowser>[0] = {},
  at: Stop = async () => undefined,
): Promise<World> {
  const browser = await openBrowser(options);
  const pages = pagesOf(browser);
  const vault = await browser.context.newPage();
  await vault.goto(`${pages}vault.html`);
  await vault.getByLabel("Address").fill(product.origin);
  await at("choose a server", vault);
  await vault.getByRole("button", { name: "Continue" }).click();
  await expect(vault.getByLabel("Email")).toBeVisible();
  await at("sign in", vault);
  const web = await browser.context.newPage();
  await enrol(await product.invite(), EMAIL);
  await signIn(web, product.origin, EMAIL);
  await vault.goto(`${pages}popup.html`);
  await expect(vault.getByRole("button", { name: "Use this account" })).toBeVisible({ timeout: 60_000 });
  await at("an account of the web", vault);
  await vault.getByRole("button", { name: "Use this account" }).click();
  await expect(vault.getByTestId("floating-add")).toBeVisible({ timeout: 60_000 });
  await vault.close();
  return { browser, pages, web, email: EMAIL };
}

type ByLabel = Readonly<Record<string, string>>;

/** Adds an item in the web app, on the list of its kind. @param values - what is typed, by label. @param chosen - what is chosen from lists, by label. */
export async function addItem({ web }: Pick<World, "web">, list: string, values: ByLabel, chosen: ByLabel = {}): Promise<void> {
  // A browser draws nothing of a page behind another one: its form would never be gone.
  await web.bringToFront();
  if (web.url() !== list) await web.goto(list);
  await web.getByTestId("floating-add").click();
  const form = web.getByRole("dialog");
  for (const [label, value] of Object.entries(values)) await form.getByRole("textbox", { name: label, exact: true }).fill(value);
  for (const [label, option] of Object.entries(chosen)) await choose(form, label, option);
  await form.getByRole("button", { name: "Save", exact: false }).last().click();
  await expect(form).toBeHidden();
}

export const valuesOn = (page: Page | Frame): Promise<string[]> =>
  page.locator("input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));

export const valuesInFrames = async (page: Page): Promise<string[]> => (await Promise.all(page.frames().map(valuesOn))).flat();

/** The popup in a window of its own and of its own size, over the tab of the page; or the side panel. */
export async function popupOver(site: Page, { browser }: Pick<World, "browser">, name = "popup"): Promise<Page> {
  const tabId = await browser.worker.evaluate(async (url: string) => {
    const { chrome } = globalThis as unknown as { chrome: { tabs: { query(filter: object): Promise<{ id: number; url: string }[]> } } };
    return (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
  }, site.url());
  const popup = await browser.context.newPage();
  await popup.setViewportSize({ width: 400, height: 600 });
  await popup.goto(`${pagesOf(browser)}${name}.html?tab=${tabId}`);
  return popup;
}

const saveFrame = (page: Page) => page.frames().find((frame) => frame.url().endsWith("/save.html"));

/** What the question about a login says of the last press: nothing yet, a sentence, or null when it has gone. */
const questionSays = async (page: Page): Promise<string | null> =>
  (await saveFrame(page)
    ?.getByRole("status")
    .textContent()
    .catch(() => null)) ?? null;

/**
 * Presses an answer of the question whether to save a login. A press counts once the question has been in sight for a moment; where it says that it was not, it is
 * pressed again, as a person does.
 */
export async function answerQuestion(page: Page, name: string): Promise<void> {
  await expect(async () => {
    // A pointer that has only come counts for nothing.
    await saveFrame(page)?.getByRole("heading").hover();
    await saveFrame(page)?.getByRole("button", { name }).click();
    await expect.poll(async () => ["", COVERED].includes((await questionSays(page)) ?? "gone"), { timeout: 3_000 }).toBe(false);
  }).toPass();
}

/** What the extension keeps in the browser's memory, by name. */
export const keptBy = ({ browser }: Pick<World, "browser">): Promise<Record<string, unknown>> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<Record<string, unknown>> } } } };
    return chrome.storage.session.get();
  });

/** What the extension keeps on the disk besides the records, by name; bytes as Latin letters. @param page - one of the extension's */
export const diskOf = (page: Pick<Page, "evaluate">): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { local: { get(): Promise<object> } } } };
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("coffer"));
    const device = database.transaction("device").objectStore("device");
    const [names, values] = await Promise.all([done(device.getAllKeys()), done(device.getAll())]);
    database.close();
    const text = (value: unknown): string => (value instanceof Uint8Array ? String.fromCharCode(...value) : JSON.stringify(value));
    const stored: [string, unknown][] = names.map((name, index) => [String(name), values[index]]);
    return Object.fromEntries([...stored, ...Object.entries(await chrome.storage.local.get())].map(([name, value]) => [name, text(value)]));
  });

/** Ids of the sealed records that the extension holds for itself. */
export const heldBy = ({ browser }: World): Promise<string[]> =>
  browser.worker.evaluate(async () => {
    const asked = indexedDB.open("coffer");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error("refused"));
    });
    const found = database.transaction("record").objectStore("record").getAll();
    await new Promise((resolve) => {
      found.onsuccess = resolve;
    });
    database.close();
    return (found.result as { id: string; kind: string }[]).filter(({ kind }) => kind === "password").map(({ id }) => id);
  });

/** Our scripts in the frames of a page, as an attacker has them who has taken over the page's process. */
export async function ourScriptsIn(cdp: CDPSession) {
  const worlds: { id: number; name: string; frameId: string }[] = [];
  cdp.on("Runtime.executionContextCreated", ({ context: { id, name, auxData } }) =>
    worlds.push({ id, name, frameId: String(auxData?.frameId) }),
  );
  await cdp.send("Runtime.enable");
  await expect.poll(() => worlds.some(({ name }) => name === "Coffer")).toBe(true);
  const sendFrom = (contextId: number) => async (message: unknown) => {
    const expression = `chrome.runtime.sendMessage(${JSON.stringify(message)}).then((answer) => answer ?? null, () => null)`;
    const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, contextId });
    return result.value as unknown;
  };
  return worlds.filter(({ name }) => name === "Coffer").map(({ id, frameId }) => ({ frameId, send: sendFrom(id) }));
}
