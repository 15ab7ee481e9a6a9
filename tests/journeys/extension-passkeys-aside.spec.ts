/** Where the browser answers, it does so at once: in every frame, and where the vault has nothing that fits. */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { openWorld, type World } from "./extension-world.ts";
import {
  asks,
  idOf,
  isLongAgo,
  knownSites,
  type OtherDevice,
  otherDevice,
  press,
  type Registered,
  registeredAt,
  useSignInSite,
  windowsOf,
  within,
} from "./passkey-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const TURNS = 100;
/** A worker that is awake decides in less. */
const MOST_MS = 150;
/** One that sleeps is woken by the question; the page waits no longer than that. */
const MOST_ASLEEP_MS = 400;

const shop = useSignInSite();
let origin: string;
let world: World;
let site: Page;
let registered: Registered;
let other: OtherDevice;
/** Of the extension's own pages, which alone can put its worker to sleep. */
let inside: CDPSession;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  origin = shop.origin;
  world = await openWorld(product, { hosts: ["a.localhost", "other.localhost"] });
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  const own = await world.browser.context.newPage();
  await own.goto(`${world.pages}favicon.svg`);
  inside = await world.browser.context.newCDPSession(own);
  await inside.send("ServiceWorker.enable");
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  other = await otherDevice(site, "localhost");
});

test.afterAll(() => world.browser.close());

/** From the page's call to the browser's own: both read `publicKey`, once each. */
const stepsAside = async (id: string): Promise<{ readonly by: string; readonly ms: number }> =>
  site.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const read: number[] = [];
      const options = {
        get publicKey() {
          read.push(performance.now());
          return publicKey;
        },
      };
      const found = (await navigator.credentials.get(options)) as PublicKeyCredential;
      return { by: found.id, ms: Math.round((read[1] ?? Number.NaN) - (read[0] ?? 0)) };
    },
    await registered.party.request({ userVerification: "discouraged", listed: [id] }),
  );

/** @param before - what is done before each call */
async function isAside(most: number, before: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await before();
    const { by, ms } = await stepsAside(other.id);
    expect(by).toBe(other.id);
    expect(windowsOf(world)).toEqual([]);
    took.push(ms);
  }
  const description = `p50 ${within(took, 0.5)}, p95 ${within(took, 0.95)}, most ${within(took, 1)}`;
  test.info().annotations.push({ type: "from the page's call to the browser's, ms", description });
  expect(within(took, 0.95)).toBeLessThanOrEqual(most);
}

test("a site of which the vault has nothing that fits is the browser's at once", () => isAside(MOST_MS, async () => undefined));

test("it is so too where the worker wants to know what is new and the server does not say", async () => {
  const held: (() => void)[] = [];
  let isSlow = true;
  await world.browser.context.route(/\/api\/vault/, async (route) => {
    if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await isAside(MOST_MS, () => isLongAgo(world));
  isSlow = false;
  for (const goesOn of held) goesOn();
  expect(held.length).toBeGreaterThan(0);
});

/** A window of the person's own in front of it. @returns its id */
const opensAnother = (): Promise<number> =>
  world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { windows: { create(what: object): Promise<{ id: number }> } } };
    return (await chrome.windows.create({ url: "about:blank" })).id;
  });
const closes = (id: number): Promise<void> =>
  world.browser.worker.evaluate((one: number) => {
    const { chrome } = globalThis as unknown as { chrome: { windows: { remove(id: number): Promise<void> } } };
    return chrome.windows.remove(one);
  }, id);

test("a page in a window behind another one is the browser's, also with a passkey that fits", async () => {
  const request = () => registered.party.request({ userVerification: "discouraged", listed: [] });
  const another = await opensAnother();
  expect(idOf(await asks(site, await request()))).toBe(other.id);
  expect(windowsOf(world)).toEqual([]);
  await closes(another);
  const answered = asks(site, await request());
  await press(world, "Not now");
  expect(idOf(await answered)).toBe("NotAllowedError");
});

// From here on the worker is another each time: nothing is asked of it itself.
test("it is so too while our worker sleeps", () => isAside(MOST_ASLEEP_MS, () => inside.send("ServiceWorker.stopAllWorkers")));

const FRAMES: Readonly<Record<string, (address: string) => Readonly<Record<string, string>>>> = {
  same: (address) => ({ src: address }),
  sibling: (address) => ({ src: address.replace("localhost", "a.localhost") }),
  foreign: (address) => ({ src: address.replace("localhost", "127.0.0.1") }),
  sandboxed: (address) => ({ src: address, sandbox: "allow-scripts" }),
  "sandboxed, same origin": (address) => ({ src: address, sandbox: "allow-scripts allow-same-origin" }),
  srcdoc: () => ({ srcdoc: "<!doctype html><title>Frame</title>" }),
};
const GET = "publickey-credentials-get";
const CREATE = "publickey-credentials-create";
const ALLOWED = ["", `${GET} *`, `${CREATE} *`, `${GET} *; ${CREATE} *`, `${GET} 'none'; ${CREATE} 'none'`];

/** What a frame gets that calls, and that says itself what our script would say. */
const inFrame = async (kind: "get" | "create"): Promise<readonly [boolean, string]> => {
  const { port2 } = new MessageChannel();
  const options = { challenge: "AQID", rpId: "localhost", allowCredentials: [] };
  const isHeard = !dispatchEvent(new MessageEvent("coffer-passkey", { cancelable: true, data: { kind, options }, ports: [port2] }));
  const challenge = new Uint8Array(16);
  const user = { id: new Uint8Array(4), name: "ann", displayName: "Ann" };
  const publicKey = { challenge, rp: { name: "Frame" }, user, pubKeyCredParams: [{ type: "public-key" as const, alg: -7 }] };
  const asked = navigator.credentials[kind]({ publicKey }).then(
    (found) => found?.id ?? "",
    (error: Error) => error.name,
  );
  return [isHeard, await Promise.race([asked, new Promise<string>((resolve) => setTimeout(() => resolve("waits"), 600))])];
};

test("in every frame, allowed or not, the browser answers, and no word of the frame's own making is heard", async () => {
  const heard: string[] = [];
  for (const [name, attributesOf] of Object.entries(FRAMES))
    for (const allow of ALLOWED)
      for (const kind of ["get", "create"] as const) {
        await site.goto(origin);
        await site.evaluate(
          (attributes) =>
            new Promise((resolve) => {
              const frame = Object.assign(document.createElement("iframe"), { onload: resolve });
              for (const [attribute, value] of Object.entries(attributes)) frame.setAttribute(attribute, value);
              document.body.append(frame);
            }),
          { ...attributesOf(`${origin}/framed`), allow },
        );
        const frame = site.frames().find((one) => one !== site.mainFrame());
        const [isHeard, answer] = (await frame?.evaluate(inFrame, kind)) ?? [true, "no frame"];
        if (isHeard || windowsOf(world).length > 0 || answer === "no frame" || Object.values(registered.ids).includes(answer as never))
          heard.push(`${name}, ${allow}, ${kind}: ${answer}`);
      }
  expect(heard).toEqual([]);
});
