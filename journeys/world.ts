/** What journeys stand on: the product as a user starts it, in a process of its own on an empty data folder, and the steps every story begins with. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, test as base, expect, type Page } from "@playwright/test";

const SERVER = fileURLToPath(new URL("../apps/server/dist/main.js", import.meta.url));
export const PASSWORD = "Correct-Horse-9-Staple!";

export interface Product {
  readonly origin: string;
  /** The link that a fresh start prints. */
  readonly firstAdminLink: string;
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does after the build. */
export async function startProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-journey-"));
  const server = spawn(process.execPath, [SERVER], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = await printedLines(server, /https?:\/\/\S+\/register\?token=\S+/);
  const firstAdminLink = readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim();
  if (!printed.includes(firstAdminLink)) throw new Error("The printed link is not the one in the data folder");
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin: new URL(firstAdminLink).origin, firstAdminLink, stop };
}

function printedLines(server: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (until.test(text)) resolve(text);
    });
    server.stderr?.resume();
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}

/** One product per worker; every journey registers its own person or uses the first. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
});

export { expect };

export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Master password", { exact: false }).first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
}

/** A page in a browser profile of its own. */
export async function newProfile(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}
