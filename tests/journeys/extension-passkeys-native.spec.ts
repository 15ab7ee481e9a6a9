/** What a page sees of our passkeys is what it sees of the browser's own: the same errors, and objects of the same shape, for every way in which sites call. */
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openWorld, type World } from "./extension-world.ts";
import { closesAll, knownSites, otherDevice, provesOnce, registeredAt, useSignInSite, windowsOf } from "./passkey-world.ts";
import { CREATIONS, SIGN_INS } from "./webauthn-cases.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
type Kind = "get" | "create";
const CASES: readonly (readonly [Kind, string, string])[] = [
  ...Object.entries(SIGN_INS).map(([name, text]) => ["get", name, text] as const),
  ...Object.entries(CREATIONS).map(([name, text]) => ["create", name, text] as const),
];

const shop = useSignInSite();
let origin: string;
let world: World;

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  origin = shop.origin;
});

test.afterAll(() => world.browser.close());

/** What a page can see of an answer, without what is another each time. */
async function callIn(page: Page, kind: Kind, text: string, held: string): Promise<unknown> {
  await page.evaluate(`globalThis.optionsOf = (get, make, id, strange) => (${text})`);
  return page.evaluate(
    async ([kind, held]) => {
      const id = Uint8Array.from(atob(held.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
      const strange = (many: number) =>
        Array.from({ length: many }, (_, at) => ({ type: "public-key", id: new Uint8Array([at >> 8, at & 255, 1, 2]) }));
      const challenge = new Uint8Array(16);
      const get = (more: object, options = {}) => {
        const publicKey = { challenge, userVerification: "discouraged" };
        return { publicKey: Object.defineProperties(publicKey, Object.getOwnPropertyDescriptors(more)), ...options };
      };
      const make = (more: object, options = {}) => {
        const user = { id: new Uint8Array([7]), name: "ann", displayName: "Ann" };
        const pubKeyCredParams = [{ type: "public-key", alg: -7 }];
        const authenticatorSelection = { userVerification: "discouraged", residentKey: "required" };
        return { publicKey: { challenge, rp: { name: "Site" }, user, pubKeyCredParams, authenticatorSelection, ...more }, ...options };
      };
      const kindOf = (value: unknown): unknown =>
        value instanceof ArrayBuffer ? "bytes" : Array.isArray(value) ? value.map(kindOf) : value === null ? "null" : typeof value;
      const keysOf = (value: unknown): unknown =>
        typeof value === "object" && value !== null && !(value instanceof ArrayBuffer) && !Array.isArray(value)
          ? Object.entries(value)
              .map(([name, part]) => [name, keysOf(part)])
              .sort()
          : kindOf(value);
      try {
        const { optionsOf } = globalThis as unknown as {
          optionsOf: (...parts: unknown[]) => CredentialRequestOptions & CredentialCreationOptions;
        };
        const options = optionsOf(get, make, id, strange);
        const found = (await navigator.credentials[kind](options)) as PublicKeyCredential | null;
        if (found === null) return "null";
        const response = found.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
        const { other_keys_can_be_added_here: _, ...said } = JSON.parse(new TextDecoder().decode(response.clientDataJSON));
        const json = JSON.parse(JSON.stringify(found));
        // Chromium 150 leaves them out of what it says of a new passkey; the standard has them (WebAuthn Level 3, 5.1), and so have we.
        if (kind === "create") delete json.clientExtensionResults?.prf?.results;
        return {
          is: [found instanceof PublicKeyCredential, found instanceof Credential, String(found), String(response)],
          type: [found.type, found.authenticatorAttachment, found.id === found.toJSON().id, found.id === found.toJSON().rawId],
          bytes: [found.rawId, response.clientDataJSON, response.attestationObject, response.signature, response.userHandle].map(kindOf),
          calls: [response.getTransports?.(), response.getAuthenticatorData?.(), response.getPublicKey?.()].map(kindOf),
          alg: response.getPublicKeyAlgorithm?.(),
          said: Object.entries(said).map(([name, part]) => [name, name === "challenge" ? "" : part]),
          json: keysOf(json),
          results: keysOf(found.getClientExtensionResults()),
        };
      } catch (error) {
        const { name, code } = error as DOMException;
        return { error: name, code, is: [error instanceof DOMException, error instanceof TypeError] };
      }
    },
    [kind, held] as const,
  );
}

const native = new Map<string, unknown>();
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("the browser's own answers", async () => {
  const plain = await openBrowser();
  const page = await plain.context.newPage();
  for (const [kind, name, text] of CASES) {
    await page.goto(origin);
    const { cdp, id } = await otherDevice(page, "localhost");
    native.set(`${kind} ${name}`, await Promise.race([callIn(page, kind, text, id), after(5_000)]));
    await cdp.send("WebAuthn.disable");
    await cdp.detach();
  }
  await plain.close();
  expect([...native.values()].filter((answer) => answer === undefined)).toEqual([]);
});

/** The person takes the last choice, which is a new login, or the only passkey. */
async function takes(asking: Page | undefined, isOver: () => boolean): Promise<void> {
  const until = Date.now() + 20_000;
  while (!isOver() && Date.now() < until) {
    const row = asking?.getByRole("list", { name: "Choices" }).getByRole("button").last();
    await row?.click({ timeout: 1_000 }).catch(() => undefined); // it comes, or the window has gone
    await after(100);
  }
}

test("ours are the same", async () => {
  test.setTimeout(600_000);
  world = await openWorld(product);
  const registered = await registeredAt(origin, product, world.email);
  const held = registered.ids["es256@site.example"];
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  const page = await world.browser.context.newPage();
  await page.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  await provesOnce(world, page, registered);
  const found: string[] = [];
  for (const [kind, name, text] of CASES) {
    const { cdp } = await otherDevice(page, "localhost");
    const theirs = JSON.stringify(native.get(`${kind} ${name}`));
    let isOver = false;
    const answered = callIn(page, kind, text, held).finally(() => {
      isOver = true;
    });
    await expect.poll(() => isOver || windowsOf(world).length > 0).toBe(true);
    const isAsked = !isOver;
    if (isAsked) await takes(windowsOf(world)[0], () => isOver);
    await closesAll(world);
    const ours = JSON.stringify(await answered);
    // Of a passkey that is here the person is told before the site is.
    const isForOurs = !theirs.includes('"error"') || theirs.includes("InvalidStateError");
    if (ours !== theirs || (isAsked && !isForOurs))
      found.push(`${kind}: ${name}${isAsked ? ", with a window" : ""}: ${ours}, and not ${theirs}`);
    await cdp.send("WebAuthn.disable");
    await cdp.detach();
  }
  expect(found).toEqual([]);
});
