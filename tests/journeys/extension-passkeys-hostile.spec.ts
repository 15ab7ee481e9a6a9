/** A page that wants what is not its own, or a press that was not meant for it, asks the real extension for passkeys in every way a page has: it gets what the browser would give it. */
import { expect, type Page, test } from "@playwright/test";
import { openWorld, type Site, startSite, type World } from "./extension-world.ts";
import { textsInHeap } from "./heap.ts";
import {
  asks,
  asksNew,
  closesAll,
  idOf,
  knownSites,
  type OtherDevice,
  otherDevice,
  press,
  provesOnce,
  type Registered,
  registeredAt,
  windowOf,
  windowsOf,
} from "./passkey-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/policy": { "permissions-policy": "publickey-credentials-get=(), publickey-credentials-create=()" },
  "/sandbox": { "content-security-policy": "sandbox allow-scripts" },
};

let shop: Site;
let origin: string;
let world: World;
let site: Page;
let registered: Registered;
let other: OtherDevice;

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) => {
    for (const [name, value] of Object.entries(HEADERS[url] ?? {})) response.setHeader(name, value);
    response.end("<!doctype html><title>Site</title><h1>Sign in</h1>");
  });
  origin = shop.address.replace("127.0.0.1", "localhost");
  world = await openWorld(product, { hosts: ["a.localhost", "b.localhost"] });
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  await provesOnce(world, site, registered);
});

test.beforeEach(async () => {
  await site.bringToFront();
  await site.goto(origin);
  other = await otherDevice(site, "localhost");
});

test.afterEach(async () => {
  await closesAll(world);
  await other.cdp.send("WebAuthn.disable");
  await other.cdp.detach();
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

const request = (listed: readonly string[] = []) => registered.party.request({ userVerification: "discouraged", listed });
const creation = (name: string) => registered.party.creation(name, -7, "discouraged");

/** The page's own question, said twice in one breath. */
const asksTwice = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const once = () =>
        navigator.credentials.get({ publicKey }).then(
          () => "answered",
          (error: Error) => error.name,
        );
      return Promise.all([once(), once()]);
    },
    await request(),
  );

test("two questions in one breath are one window, and the second is refused", async () => {
  const both = asksTwice(site);
  await windowOf(world);
  await expect.poll(() => windowsOf(world).length).toBe(1);
  await press(world, "Not now");
  expect([...(await both)].sort()).toEqual(["NotAllowedError", "OperationError"]);
});

test("two windows of sites that ask at once are one window of the extension; the browser answers the other", async () => {
  const opened = world.browser.context.waitForEvent("page");
  await world.browser.worker.evaluate((url: string) => {
    const { chrome } = globalThis as unknown as { chrome: { windows: { create(options: object): Promise<unknown> } } };
    return chrome.windows.create({ url });
  }, origin);
  const second = await opened;
  await second.waitForLoadState();
  const its = await otherDevice(second, "localhost");
  const options = await request();
  const both = [asks(site, options), asks(second, options)];
  const first = await Promise.race(both);
  expect([other.id, its.id]).toContain(idOf(first));
  await press(world, "Not now");
  expect((await Promise.all(both)).map(idOf)).toContain("NotAllowedError");
  await second.close();
});

test("a page whose own header forbids passkeys gets none, neither by a call nor by a message of its own making", async () => {
  await site.goto(`${origin}/policy`);
  expect(idOf(await asks(site, await request()))).toBe("NotAllowedError");
  expect(idOf(await asksNew(site, await creation("policy@site.example")))).toBe("NotAllowedError");
  expect(windowsOf(world)).toEqual([]);
  for (const kind of ["get", "create"]) expect(await forged(site, kind, await request())).toEqual({ by: "browser" });
  expect(windowsOf(world)).toEqual([]);
});

/** What a message gets that the page makes itself, as our script would. */
const forged = (page: Page, kind: string, options: unknown): Promise<unknown> =>
  page.evaluate(
    ([kind, options]) => {
      const { port1, port2 } = new MessageChannel();
      const heard = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(() => resolve("nothing"), 20_000);
      });
      const data = { kind, options };
      dispatchEvent(new MessageEvent("coffer-passkey", { cancelable: true, data, ports: [port2] }));
      return heard;
    },
    [kind, options] as const,
  );

test("a message of a page's own making gets what the page could ask for anyway, whatever is in it", async () => {
  const asked = { ...(await request()), rpId: "localhost" };
  for (const [kind, options] of [
    ["get", { ...asked, rpId: "com" }],
    ["get", { ...asked, rpId: "a.localhost" }],
    ["get", { ...asked, rpId: "127.0.0.1" }],
    ["get", { ...asked, challenge: "A".repeat(70_000) }],
    ["get", "x".repeat(8_000_000)],
    ["get", JSON.stringify(asked)],
    ["get", [asked]],
    ["__proto__", asked],
    ["constructor", asked],
    ["sign", asked],
  ] as const) {
    expect([kind, await forged(site, kind, options)]).toEqual([kind, { by: "browser" }]);
    expect(windowsOf(world)).toEqual([]);
  }
  // Whether a passkey could be made here every page may ask, and hears the same whatever the vault has.
  expect(await forged(site, "get", null)).toEqual({ can: true });
  expect(windowsOf(world)).toEqual([]);
  const answered = forged(site, "get", asked);
  await press(world, "Sign in as es256@site.example");
  expect(await answered).toMatchObject({ credential: { id: registered.ids["es256@site.example"] } });
});

test("a page without an origin of its own is not answered by Coffer", async () => {
  await site.goto(`${origin}/sandbox`);
  expect(await forged(site, "get", { ...(await request()), rpId: "localhost" })).not.toHaveProperty("credential");
  expect(windowsOf(world)).toEqual([]);
});

test("a page learns nothing of other sites' passkeys by excluding them", async () => {
  const stranger = await world.browser.context.newPage();
  await stranger.goto(origin.replace("localhost", "a.localhost"));
  const { ids } = registered;
  const party = { ...(await creation("probe@site.example")), rp: { name: "Other" } };
  const listed = Object.values(ids).map((id) => ({ type: "public-key", id }));
  const answered = asksNew(stranger, { ...party, excludeCredentials: listed });
  const asking = await windowOf(world);
  await expect(asking.getByRole("button", { name: "Save in a new login" })).toBeVisible();
  await press(world, "Not now");
  expect(idOf(await answered)).toBe("NotAllowedError");
  await stranger.close();
});

test("a press counts only once the window has stood in front for a moment, not after something that lay over it went", async () => {
  const answered = asks(site, await request());
  const asking = await windowOf(world);
  const row = asking.getByRole("button", { name: "Sign in as es256@site.example" });
  await row.waitFor();
  await asking.waitForTimeout(1_000);
  const place = await row.boundingBox();
  const [x, y] = [(place?.x ?? 0) + 20, (place?.y ?? 0) + 10];
  // What a window hears when the one that lay over it goes, under the pointer; a browser without a screen has none that covers another.
  await asking.evaluate(() => dispatchEvent(new Event("focus")));
  await asking.mouse.click(x, y);
  expect(await Promise.race([answered.then(idOf), asking.waitForTimeout(1_500).then(() => "waits")])).toBe("waits");
  await press(world, "Not now");
  expect(idOf(await answered)).toBe("NotAllowedError");
});

const SPOILED: readonly (readonly [string, string])[] = [
  ["no Promise", "globalThis.Promise = undefined"],
  ["another Promise", "globalThis.Promise = class extends Promise {}"],
  ["JSON that lies", "JSON.stringify = () => '{}'; JSON.parse = () => ({})"],
  ["arrays that write themselves", "Array.prototype.toJSON = function () { return String(this); }"],
  ["objects that write themselves", "Object.prototype.toJSON = function () { return {}; }"],
  [
    "lists without their methods",
    "for (const name of ['map', 'filter', 'some', 'includes']) Array.prototype[name] = () => { throw new Error('mine'); }",
  ],
  ["text without its methods", "String.prototype.replace = () => 'x'; String.prototype.charCodeAt = () => 0"],
  ["ports that say nothing", "MessagePort.prototype.postMessage = () => {}; MessagePort.prototype.close = () => {}"],
  ["signals that cannot be heard", "EventTarget.prototype.addEventListener = () => { throw new Error('mine'); }"],
  ["events that are not sent", "EventTarget.prototype.dispatchEvent = () => true; globalThis.dispatchEvent = () => true"],
  ["bytes that are none", "Uint8Array.from = () => { throw new Error('mine'); }"],
  ["no classes", "globalThis.DOMException = undefined; globalThis.MessageChannel = undefined; globalThis.MessageEvent = undefined"],
  ["getters on every object", "Object.defineProperty(Object.prototype, 'get', { value: () => 1, configurable: true, writable: true })"],
  ["no constructor of credentials", "globalThis.AuthenticatorAssertionResponse = undefined"],
];

for (const [name, text] of SPOILED)
  test(`a page with ${name} is answered, or the browser answers it, and it sees no private key`, async () => {
    const asked = (await request([registered.ids["es256@site.example"], other.id])) as object;
    await site.evaluate(`globalThis.spoils = () => { ${text}; }`);
    const answered = site.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const own = Promise;
      const { setTimeout: later } = globalThis;
      (globalThis as unknown as { spoils: () => void }).spoils();
      return own.race([
        navigator.credentials.get({ publicKey, signal: new AbortController().signal }).then(
          (found) => found?.id ?? "null",
          (error: Error) => String(error),
        ),
        new own<string>((resolve) => later(() => resolve("never"), 9_000)),
      ]);
    }, asked);
    const over = answered.then(() => true);
    const opens = expect
      .poll(() => windowsOf(world).length, { timeout: 4_000 })
      .toBe(1)
      .then(
        () => false,
        () => true,
      );
    if (!(await Promise.race([over, opens]))) await press(world, "Sign in as es256@site.example").catch(() => undefined);
    expect([registered.ids["es256@site.example"], other.id]).toContain(await answered);
    expect(await textsInHeap(site, registered.keys)).toEqual([]);
  });
