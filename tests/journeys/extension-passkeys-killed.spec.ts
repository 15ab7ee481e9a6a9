/**
 * The worker, the window, the page and the network are killed at every step of making a passkey: no site ever knows one whose private key is not sealed on the server,
 * no page waits for ever, and no window is left whose page has been answered.
 */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { readPasskeyKeys, readPasskeys } from "../../packages/core/src/items/passkeys.ts";
import { openWorld, type World } from "./extension-world.ts";
import {
  closesAll,
  knownSites,
  type OtherDevice,
  otherDevice,
  phoneOf,
  provesOnce,
  type Registered,
  registeredAt,
  useSignInSite,
  windowsOf,
} from "./passkey-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();

const shop = useSignInSite();
let origin: string;
let world: World;
let site: Page;
let registered: Registered;
let inside: CDPSession;
let other: OtherDevice;
/** What the page heard of each question, as it writes down at once. */
interface Heard {
  readonly name: string;
  readonly said: string;
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  origin = shop.origin;
  world = await openWorld(product);
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  const page = await world.browser.context.newPage();
  await page.goto(`${world.pages}favicon.svg`);
  inside = await world.browser.context.newCDPSession(page);
  await inside.send("ServiceWorker.enable");
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  await provesOnce(world, site, registered);
  other = await otherDevice(site, "localhost");
});

test.afterAll(() => world.browser.close());

const stopWorker = () => inside.send("ServiceWorker.stopAllWorkers");

/** The page asks for a new passkey, and keeps at once what it hears: an id of Coffer's, or what came instead. */
const begins = async (name: string): Promise<void> => {
  const options = await registered.party.creation(name, -7, "discouraged");
  await site.evaluate(
    ([name, json]) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
      const note = (said: string) => localStorage.setItem(name, said);
      void navigator.credentials.create({ publicKey }).then(
        (found) => note(`made ${(found as PublicKeyCredential).id}`),
        (error: Error) => note(error.name),
      );
    },
    [name, options] as const,
  );
};

const heard = (): Promise<readonly Heard[]> =>
  site.evaluate(() => Object.entries(localStorage).map(([name, said]) => ({ name, said: String(said) })));

/** Presses "Save in a new login" until the window is gone or the page has heard. Never throws: what is killed is killed. */
async function presses(name: string, upTo = 15_000): Promise<void> {
  const until = Date.now() + upTo;
  while (Date.now() < until) {
    const [asking] = windowsOf(world);
    if ((await heard().catch(() => [])).some((one) => one.name === name)) return;
    const save = asking?.getByRole("button", { name: "Save in a new login" });
    await save?.click({ timeout: 1_000 }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const found: string[] = [];
const names: string[] = [];
/** One death: afterwards the page has its answer, and no window is left that no page waits for. */
async function dies(name: string, kill: () => Promise<unknown>, isGone = false): Promise<void> {
  names.push(name);
  await begins(name);
  await kill();
  if (!isGone) await presses(name);
  if (!isGone && !(await heard()).some((one) => one.name === name)) found.push(`${name}: the page waits`);
  await expect
    .poll(() => windowsOf(world).length, { timeout: 3_000 })
    .toBe(0)
    .catch(() => found.push(`${name}: a window is left`));
  await closesAll(world);
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const windowComes = () =>
  expect
    .poll(() => windowsOf(world).length, { timeout: 8_000, intervals: [20] })
    .toBe(1)
    .catch(() => undefined); // the browser answers
const pressed = async (): Promise<void> => {
  await windowComes();
  const [asking] = windowsOf(world);
  const save = asking?.getByRole("button", { name: "Save in a new login" });
  await save?.waitFor({ timeout: 8_000 }).catch(() => undefined);
  await after(900);
  await save?.click({ timeout: 2_000 }).catch(() => undefined);
};

test("the worker", async () => {
  for (const ms of [0, 10, 20, 40, 60, 90, 130, 180, 250, 350, 500, 900])
    await dies(`worker ${ms} ms after the call`, () => after(ms).then(stopWorker));
  for (const ms of [0, 40, 120, 300])
    await dies(`worker ${ms} ms after the press`, () =>
      pressed()
        .then(() => after(ms))
        .then(stopWorker),
    );
});

test("the window", async () => {
  const closes = async () => void (await Promise.all(windowsOf(world).map((asking) => asking.close().catch(() => undefined))));
  for (const ms of [0, 100, 300, 700])
    await dies(`window ${ms} ms after it came`, () =>
      windowComes()
        .then(() => after(ms))
        .then(closes),
    );
  for (const ms of [0, 20, 50, 90, 140, 200, 300, 500])
    await dies(`window ${ms} ms after the press`, () =>
      pressed()
        .then(() => after(ms))
        .then(closes),
    );
});

test("the page", async () => {
  const reloads = () => site.reload();
  for (const ms of [0, 100, 400]) await dies(`page ${ms} ms after the call`, () => after(ms).then(reloads), true);
  for (const ms of [0, 30, 60, 100, 150, 220, 320, 500])
    await dies(
      `page ${ms} ms after the press`,
      () =>
        pressed()
          .then(() => after(ms))
          .then(reloads),
      true,
    );
});

test("the network, before the server hears it and before it is heard", async () => {
  const { context } = world.browser;
  for (const way of ["asked", "answered"])
    for (const count of [0, 1, 2, 3, 4]) {
      let seen = 0;
      const cut = async (): Promise<void> => {
        await context.route(`${product.origin}/api/**`, async (route) => {
          if (seen++ < count) return route.continue();
          if (way === "answered") await route.fetch().catch(() => undefined);
          await route.abort().catch(() => undefined);
        });
        await pressed();
        await after(4_000);
        await context.unroute(`${product.origin}/api/**`);
      };
      await dies(`network, ${way}, after ${count}`, cut);
    }
});

test("every passkey that the site heard of is stored on the server with its key, and one that the site has is kept", async () => {
  const phone = await phoneOf(product, world.email);
  const { items } = await phone.vault.pull();
  const whole = await phone.vault.openMany({ ids: items.map(({ id }) => id), withKeys: true });
  await phone.account.logout();
  const passkeys = whole.flatMap(({ fields }) => readPasskeys(fields.x_passkeys ?? ""));
  const keys = whole.flatMap(({ fields }) => readPasskeyKeys(fields.x_passkey_keys ?? ""));
  const made = (await heard()).filter(({ said }) => said.startsWith("made ")).map(({ name, said }) => ({ name, id: said.slice(5) }));
  const ofBrowser = made.filter(({ id }) => !passkeys.some((one) => one.id === id));
  for (const { name, id } of made)
    if (passkeys.some((one) => one.id === id) && !keys.some((key) => key.id === id)) found.push(`${name}: no key`);
  for (const one of passkeys) {
    const isKnown = made.some(({ id }) => id === one.id) || Object.values(registered.ids).includes(one.id);
    if (!keys.some((key) => key.id === one.id)) found.push(`${one.name}: a passkey without a key`);
    if (!isKnown && one.state === "kept") found.push(`${one.name}: kept, and the site has not heard of it`);
  }
  const { credentials } = await other.cdp.send("WebAuthn.getCredentials", { authenticatorId: other.authenticatorId });
  const theirs = credentials.map(({ credentialId }) => Buffer.from(credentialId, "base64").toString("base64url"));
  for (const { name, id } of ofBrowser) if (!theirs.includes(id)) found.push(`${name}: the site has a passkey that is nowhere`);
  test.info().annotations.push({
    type: "deaths",
    description: `${names.length}: ${made.length - ofBrowser.length} ours, ${ofBrowser.length} the browser's`,
  });
  expect(found).toEqual([]);
});
