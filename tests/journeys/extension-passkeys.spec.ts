/** Passkeys at web sites, with the real extension in a real browser: sites accept what it signs, and the browser answers wherever it has nothing to say. */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { keptBy, openWorld, type World } from "./extension-world.ts";
import { textsInHeap } from "./heap.ts";
import {
  type Account,
  ALGORITHMS,
  asks,
  idOf,
  knownSites,
  otherDevice,
  press,
  type Registered,
  registeredAt,
  timed,
  useSignInSite,
  windowOf,
  windowsOf,
  within,
} from "./passkey-world.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const ACCOUNTS = Object.keys(ALGORITHMS) as Account[];
const VERIFICATIONS = ["required", "preferred", "discouraged"] as const;

const shop = useSignInSite();
let origin: string;
let world: World;
let site: Page;
let registered: Registered;
/** The other device of the person, which the browser asks, and the id of its passkey. */
let other: { readonly cdp: CDPSession; readonly id: string };

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  origin = shop.origin;
});

test.afterAll(() => world.browser.close());

const request = (listed: readonly string[] = []) => registered.party.request({ userVerification: "preferred", listed });
const goneWindow = () => expect.poll(() => windowsOf(world).length).toBe(0);

test("a passkey that was made on another device is known here", async () => {
  world = await openWorld(product);
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
});

test("the first sign-in asks for the master password, and the site accepts it", async () => {
  const options = await request();
  const answered = asks(site, options);
  await press(world, "Sign in as es256@site.example");
  const asking = await windowOf(world);
  const password = asking.getByLabel("Master password");
  await password.fill("Wrong-Horse-9-Staple!");
  await password.press("Enter");
  await expect(asking.getByRole("alert")).toHaveText("Invalid master password");
  await password.fill(PASSWORD);
  await password.press("Enter");
  const said = await answered;
  if ("error" in said) throw new Error(said.error);
  const taken = await registered.party.signIn(said.credential, options.challenge, "preferred");
  expect(taken).toMatchObject({ verified: true, userVerified: true, newCounter: 0 });
  await goneWindow();
});

for (const account of ACCOUNTS)
  test(`the site accepts ${account}, whatever verification it wants, picked or listed by its id`, async () => {
    const { party, ids } = registered;
    for (const userVerification of VERIFICATIONS)
      for (const listed of [[], [ids[account]]]) {
        const options = await party.request({ userVerification, listed });
        const answered = asks(site, options);
        await press(world, `Sign in as ${account}`);
        const said = await answered;
        if ("error" in said) throw new Error(said.error);
        const taken = await party.signIn(said.credential, options.challenge, userVerification);
        expect(taken).toMatchObject({ verified: true, newCounter: 0, credentialBackedUp: true, credentialDeviceType: "multiDevice" });
      }
  });

test("what the page gets is a credential for every test that a page has, and no private key comes near it", async () => {
  const answered = site.evaluate(
    async (json) => {
      const made = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      // As some sites' libraries hand them over: wrapped, and with what is no word of the standard.
      const publicKey = new Proxy(
        {
          ...made,
          userVerification: "whatever" as UserVerificationRequirement,
          extensions: { prf: { eval: { first: new Uint8Array(4) } } },
        },
        {},
      );
      const found = (await navigator.credentials.get(new Proxy({ publicKey }, {}))) as PublicKeyCredential;
      const { response } = found;
      return {
        kinds: [found instanceof PublicKeyCredential, found instanceof Credential, response instanceof AuthenticatorAssertionResponse],
        bytes: [found.rawId, response.clientDataJSON].map((bytes) => bytes instanceof ArrayBuffer && bytes.byteLength > 0),
        json: Object.keys(JSON.parse(JSON.stringify(found))).sort(),
        prf: [found.getClientExtensionResults().prf?.results?.first].map((bytes) => bytes instanceof ArrayBuffer && bytes.byteLength),
        name: [navigator.credentials.get.name, navigator.credentials.get.length],
      };
    },
    await request(),
  );
  await press(world, "Sign in as rs256@site.example");
  expect(await answered).toEqual({
    kinds: [true, true, true],
    bytes: [true, true],
    json: ["authenticatorAttachment", "clientExtensionResults", "id", "rawId", "response", "type"],
    prf: [32],
    name: ["get", 0],
  });
  await goneWindow();
  expect(await textsInHeap(site, registered.keys)).toEqual([]);
  const kept = JSON.stringify(await keptBy(world));
  expect(registered.keys.filter((key) => kept.includes(key))).toEqual([]);
});

test("without a passkey that fits, the browser answers at once and no window of the extension opens", async () => {
  other = await otherDevice(site, "localhost");
  const took: number[] = [];
  for (let turn = 0; turn < 100; turn++) {
    const { answered, ms } = await timed(site, await request([other.id]));
    expect(idOf(answered)).toBe(other.id);
    expect(windowsOf(world)).toEqual([]);
    took.push(ms);
  }
  const said = `p50 ${within(took, 0.5)}, p95 ${within(took, 0.95)}, most ${within(took, 1)}`;
  test.info().annotations.push({ type: "from the page's call to the other device's answer, ms", description: said });
});

test("in the window the person can take another device, or nothing; closing it is nothing too", async () => {
  let answered = asks(site, await request());
  await press(world, "Use another device or key");
  expect(idOf(await answered)).toBe(other.id);
  answered = asks(site, await request());
  await press(world, "Not now");
  expect(idOf(await answered)).toBe("NotAllowedError");
  answered = asks(site, await request());
  const asking = await windowOf(world);
  await expect(asking.getByRole("button", { name: /^Sign in as/ })).toHaveCount(3);
  await asking.close();
  expect(idOf(await answered)).toBe("NotAllowedError");
});

test("a page waits for one answer at a time, can take its question back, and is forgotten when it goes", async () => {
  const first = asks(site, await request());
  await windowOf(world);
  expect(idOf(await asks(site, await request()))).toBe("OperationError");
  await press(world, "Not now");
  expect(idOf(await first)).toBe("NotAllowedError");
  const taken = site.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const stop = new AbortController();
      Object.assign(globalThis, { stop });
      return navigator.credentials.get({ publicKey, signal: stop.signal }).catch((error: Error) => error.name);
    },
    await request(),
  );
  await windowOf(world);
  await site.evaluate(() => (globalThis as unknown as { stop: AbortController }).stop.abort());
  expect(await taken).toBe("AbortError");
  await goneWindow();
  void asks(site, await request()).catch(() => undefined); // the page goes
  await windowOf(world);
  await site.reload();
  await goneWindow();
});

test("a page that takes its question back and asks again at once gets another window, and so does one whose window was just closed", async () => {
  const asksTwice = site.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const stop = new AbortController();
      const named = (asked: Promise<unknown>): Promise<string> =>
        asked.then(
          () => "answered",
          (error: Error) => error.name,
        );
      const first = named(navigator.credentials.get({ publicKey, signal: stop.signal }));
      return new Promise<string[]>((resolve) => {
        const again = async (): Promise<void> => {
          stop.abort();
          const second = await named(navigator.credentials.get({ publicKey }));
          resolve([await first, second, await named(navigator.credentials.get({ publicKey }))]);
        };
        Object.assign(globalThis, { again });
      });
    },
    await request(),
  );
  let before = [await windowOf(world)];
  const next = async (): Promise<Page> => {
    await expect.poll(() => windowsOf(world).filter((one) => !before.includes(one)).length).toBe(1);
    const [opened] = windowsOf(world).filter((one) => !before.includes(one));
    if (opened === undefined) throw new Error("No window has opened");
    before = [...before, opened];
    await expect(opened.getByRole("button", { name: /^Sign in as/ })).toHaveCount(3);
    return opened;
  };
  await site.evaluate(() => void (globalThis as unknown as { again(): Promise<void> }).again());
  const second = await next();
  await second.close();
  await next();
  await press(world, "Sign in as es256@site.example", [second]);
  expect(await asksTwice).toEqual(["AbortError", "NotAllowedError", "answered"]);
});

test("another site that asks for this one's passkeys is refused by the browser, and what the browser would refuse it refuses", async () => {
  const stranger = await world.browser.context.newPage();
  await stranger.goto(shop.address);
  expect(idOf(await asks(stranger, await request()))).toBe("SecurityError");
  expect(windowsOf(world)).toEqual([]);
  await stranger.close();
  await site.bringToFront();
  const refused = await site.evaluate(async () => {
    const get = (publicKey: unknown) =>
      navigator.credentials.get({ publicKey } as CredentialRequestOptions).then(
        () => "answered",
        (error: Error) => error.name,
      );
    const challenge = new Uint8Array(16);
    return Promise.all([get({}), get({ challenge: 7 }), get({ challenge, allowCredentials: null }), get({ challenge, rpId: "com" })]);
  });
  expect(refused).toEqual(["TypeError", "TypeError", "TypeError", "SecurityError"]);
  expect(windowsOf(world)).toEqual([]);
});

test("where the person never wants to be asked, where it is switched off, and while the vault is locked, the browser answers", async () => {
  const asksBrowser = async () => expect(idOf(await asks(site, await request()))).toBe(other.id);
  const answered = asks(site, await request());
  await press(world, "Never ask on this site");
  expect(idOf(await answered)).toBe(other.id);
  await asksBrowser();
  const options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  await options.getByRole("button", { name: `Offer again at ${new URL(origin).host}` }).click();
  await options.getByRole("switch", { name: "Use passkeys of Coffer" }).press("Space");
  await expect(options.getByRole("switch", { name: "Use passkeys of Coffer" })).not.toBeChecked();
  await site.bringToFront();
  await asksBrowser();
  await options.bringToFront();
  await options.getByRole("switch", { name: "Use passkeys of Coffer" }).press("Space");
  await expect(options.getByRole("switch", { name: "Use passkeys of Coffer" })).toBeChecked();
  await options.close();
  await site.bringToFront();
  await site.reload();
  const offered = asks(site, await request());
  await press(world, "Not now");
  expect(idOf(await offered)).toBe("NotAllowedError");
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("passkeys");
  await site.bringToFront();
  await asksBrowser();
  expect(windowsOf(world)).toEqual([]);
});
