/** What journeys run on: the product as a user starts it, in its own process on a data folder without accounts, and the first steps of every story. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { writeInvitation } from "../../apps/server/src/testing/invitation.ts";
import { quickFolder } from "../../apps/server/src/testing/quick-folder.ts";
import { memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/src/index.ts";
import { encodeInvitation, parseInvitation } from "../../packages/core/src/account/invitation-link.ts";

const SERVER = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));
export const PASSWORD = "Correct-Horse-9-Staple!";

export interface Product {
  readonly origin: string;
  /** The link that a fresh start prints. */
  readonly firstAdminLink: string;
  /** A link for one more person. */
  invite(): Promise<string>;
  /** Every byte below the data folder, the database's files included. */
  files(): Promise<string>;
  log(): string;
  /** Where the emails lie: there is no mail server. */
  readonly dataDir: string;
  /** Stops it, lets something happen to its folder, and starts it again at the same address. */
  restart(meanwhile: () => void): Promise<void>;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

function startServer(dataDir: string, port: string, settings: Settings): ChildProcess {
  return spawn(process.execPath, [SERVER], {
    // One process, unless the journey is about several: each start costs a second of CPU less.
    env: { ...process.env, PORT: port, DATA_DIR: dataDir, WORKERS: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function endServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

/** Where the folder is that a first start left (first-start.ts), for the processes that run journeys. */
const FIRST = "COFFER_JOURNEYS_FIRST_START";

/** A first start leaves the same files each time; making them again took a third of a file's start. Copied with owners: the database's files belong to another account. */
function newFolder(): string {
  const folder = quickFolder("coffer-journey-");
  const first = process.env[FIRST];
  if (first) execFileSync("cp", ["-a", `${first}/.`, folder]);
  return folder;
}

/** PostgreSQL, and a browser, remove files of their own while others are read; what is gone holds nothing. */
export function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** The one start of a run on an empty folder. @returns what removes what it left */
export async function startFirst(): Promise<() => void> {
  const product = await startProduct({});
  await product.end();
  process.env[FIRST] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}

/** Starts the product as `npm start` does after the build. */
export async function startProduct(settings: Settings): Promise<Product & { end(): Promise<void> }> {
  const dataDir = newFolder();
  const running = { server: startServer(dataDir, "0", settings) };
  const { server } = running;
  const lines: string[] = [];
  server.stderr?.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const printed = await printedLines(server, /https?:\/\/\S+\/register\?token=\S+/);
  const firstAdminLink = readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim();
  if (!printed.includes(firstAdminLink)) throw new Error("The printed link is not the one in the data folder");
  const end = async (): Promise<void> => {
    await endServer(running.server);
    // The database writes its last page a moment after us.
    while (existsSync(join(dataDir, "postgres/postmaster.pid"))) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const stop = async (): Promise<void> => {
    await endServer(running.server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const files = async (): Promise<string> =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readIfThere(join(entry.parentPath, entry.name)).toString("latin1"))
      .join("\n");
  const { origin, port } = new URL(firstAdminLink);
  const restart = async (meanwhile: () => void): Promise<void> => {
    await end();
    meanwhile();
    running.server = startServer(dataDir, port, settings);
    await printedLines(running.server, /ready at/);
  };
  const invite = async (): Promise<string> => `${origin}/register?token=${encodeInvitation({ token: await writeInvitation(dataDir) })}`;
  return { origin, firstAdminLink, invite, dataDir, files, log: () => lines.join(""), restart, end, stop };
}

function printedLines(server: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (until.test(text)) resolve(text);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}

/**
 * A product of its own for a file of journeys, running from its first to its last.
 * @param settings - settings in addition to its folder and port
 */
export function useProduct(settings: () => Settings | Promise<Settings> = () => ({})): Product {
  const holder: { product?: Product } = {};
  const running = (): Product => {
    if (!holder.product) throw new Error("The product runs only inside a journey");
    return holder.product;
  };
  test.beforeAll(async () => void Object.assign(holder, { product: await startProduct(await settings()) }));
  test.afterAll(closeProfiles);
  test.afterAll(() => running().stop());
  return {
    get origin() {
      return running().origin;
    },
    get firstAdminLink() {
      return running().firstAdminLink;
    },
    invite: () => running().invite(),
    files: () => running().files(),
    log: () => running().log(),
    get dataDir() {
      return running().dataDir;
    },
    restart: (meanwhile) => running().restart(meanwhile),
    stop: () => running().stop(),
  };
}

/** Registers through an invitation and puts the recovery key away as the page asks. @param email - null where the invitation is for one address, which is not asked for. */
export async function register(page: Page, link: string, email: string | null): Promise<void> {
  await page.goto(link);
  if (email !== null) await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  // At once: the toast comes first, and on a busy machine it has gone before the kit is there.
  const seen = [page.getByText("Registration successful"), kit];
  await Promise.all(seen.map((one) => expect(one).toBeVisible()));
  const groups = await kit.getByRole("listitem").allInnerTexts();
  for (const field of await kit.getByRole("textbox").all()) {
    const name =
      (await field.getAttribute("aria-label")) ?? (await page.locator(`label[for="${await field.getAttribute("id")}"]`).innerText());
    const group = groups[Number(/\d+/.exec(name)?.[0]) - 1] ?? "";
    await field.fill(group.split("\n").at(-1)?.trim() ?? "");
  }
  await kit.getByRole("button", { name: "I have saved it" }).click();
  await expect(kit).toBeHidden();
}

/**
 * The account is there when the journey begins: the client makes it without a browser, whose pages take the processor three times as long. What a person sees
 * of a registration is told by the journeys that register. @returns the recovery key as it is shown
 */
export async function enrol(link: string, email: string): Promise<{ recoveryKey: string }> {
  const { origin, searchParams } = new URL(link);
  const invitation = parseInvitation(searchParams.get("token") ?? "");
  if (!invitation) throw new Error("This link is no invitation");
  const client = openClient({
    origin,
    keys: memoryKeyStore(),
    records: memoryRecordStore(),
    device: "none",
    estimateStrength: async () => null,
  });
  return client.account.register({ token: invitation.token, email, password: PASSWORD, hint: null });
}

export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
}

/** Waits until what was typed is kept on the device; it is sealed half a second after the last key. */
export async function typeDraft(page: Page, type: () => Promise<void>): Promise<void> {
  const drafts = async (): Promise<string[]> => {
    const { origins } = await page.context().storageState({ indexedDB: true });
    return JSON.stringify(origins).match(/draft:[0-9a-f]{32}.{100}/g) ?? [];
  };
  const before = await drafts();
  await type();
  await expect.poll(async () => (await drafts()).some((draft) => !before.includes(draft))).toBe(true);
}

const profiles: Page[] = [];

/** A page in a browser profile of its own, open until the last journey of its file. */
export async function newProfile(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  profiles.push(page);
  return page;
}

/** A worker's browser goes on with other files: what is left open in it asks a server for ever that is there no more. */
export async function closeProfiles(): Promise<void> {
  await Promise.all(profiles.splice(0).map((page) => page.context().close()));
}
