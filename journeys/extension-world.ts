/** What journeys with the extension stand on: the real one in a real browser, signed in by the web app, and a shop on this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { type Product, register, signIn } from "./world.ts";

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
}

/** The extension knows the server, the web app has signed in there, and the person has agreed to the account. */
export async function openWorld(product: Product): Promise<World> {
  const browser = await openBrowser();
  const pages = new URL(".", browser.worker.url()).href;
  const vault = await browser.context.newPage();
  await vault.goto(`${pages}vault.html`);
  await vault.getByLabel("Address").fill(product.origin);
  await vault.getByRole("button", { name: "Continue" }).click();
  await expect(vault.getByLabel("Email")).toBeVisible();
  const web = await browser.context.newPage();
  await register(web, product.firstAdminLink, EMAIL);
  await signIn(web, product.origin, EMAIL);
  await vault.goto(`${pages}popup.html`);
  await vault.getByRole("button", { name: "Use this account" }).click({ timeout: 20_000 });
  await expect(vault.getByTestId("floating-add")).toBeVisible({ timeout: 20_000 });
  await vault.close();
  return { browser, pages, web };
}

export interface Login {
  readonly title: string;
  readonly username: string;
  readonly password: string;
  readonly website: string;
}

/** Adds a login in the web app. */
export async function addLogin({ web }: World, origin: string, { title, username, password, website }: Login): Promise<void> {
  await web.goto(`${origin}/passwords`);
  await web.getByTestId("floating-add").click();
  const form = web.getByRole("dialog");
  await form.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await form.getByRole("textbox", { name: "Username / Email", exact: true }).fill(username);
  await form.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await form.getByRole("textbox", { name: "Website URL", exact: true }).fill(website);
  await form.getByRole("button", { name: "Save", exact: false }).last().click();
  await expect(form).toBeHidden();
}

export const valuesOn = (page: Page): Promise<string[]> =>
  page.locator("input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));

/** What the extension keeps in the browser's memory, by name. */
export const keptBy = ({ browser }: World): Promise<Record<string, unknown>> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<Record<string, unknown>> } } } };
    return chrome.storage.session.get();
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
