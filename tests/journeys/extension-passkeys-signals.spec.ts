/** What a site says of its passkeys (Signal API): the browser hears it first, then the vault hides or renames, and a person has it back with a press. */
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openWorld, type World } from "./extension-world.ts";
import {
  asks,
  idOf,
  knownSites,
  otherDevice,
  phoneOf,
  press,
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

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  origin = shop.origin;
});

test.afterAll(() => world.browser.close());

const [UNKNOWN, ALL, DETAILS] = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"] as const;
type Kind = typeof UNKNOWN | typeof ALL | typeof DETAILS;

/** How it ends, as a page sees it. */
const signals = (page: Page, kind: Kind, said: unknown): Promise<unknown> =>
  page.evaluate(
    async ([kind, said]) => {
      const { [kind as Kind]: signal } = PublicKeyCredential as unknown as Record<Kind, (said: unknown) => Promise<unknown>>;
      const shape = [signal.name, signal.length, typeof signal];
      try {
        const done = signal.call(PublicKeyCredential, said);
        return [shape, done instanceof Promise, (await done) === undefined];
      } catch (error) {
        return [shape, (error as Error).name, error instanceof DOMException];
      }
    },
    [kind, said] as const,
  );

const CASES: readonly (readonly [Kind, unknown])[] = [
  [UNKNOWN, { rpId: "localhost", credentialId: "AAAA" }],
  [UNKNOWN, { rpId: "localhost", credentialId: "!" }],
  [UNKNOWN, { rpId: "localhost" }],
  [UNKNOWN, { rpId: "com", credentialId: "AAAA" }],
  [UNKNOWN, { credentialId: "AAAA" }],
  [UNKNOWN, undefined],
  [UNKNOWN, "text"],
  [ALL, { rpId: "localhost", userId: "AAAA", allAcceptedCredentialIds: ["AAAA"] }],
  [ALL, { rpId: "localhost", userId: "AAAA", allAcceptedCredentialIds: [] }],
  [ALL, { rpId: "localhost", userId: "AAAA", allAcceptedCredentialIds: "AAAA" }],
  [ALL, { rpId: "localhost", userId: "AAAA", allAcceptedCredentialIds: ["!"] }],
  [ALL, { rpId: "localhost", userId: "AAAA" }],
  [ALL, { rpId: "localhost", userId: "!", allAcceptedCredentialIds: [] }],
  [ALL, { rpId: "shop.example", userId: "AAAA", allAcceptedCredentialIds: [] }],
  [DETAILS, { rpId: "localhost", userId: "AAAA", name: "ann", displayName: "Ann" }],
  [DETAILS, { rpId: "localhost", userId: "AAAA", name: "ann" }],
  [DETAILS, { rpId: "localhost", userId: "!", name: "ann", displayName: "Ann" }],
  [DETAILS, null],
];
const native: unknown[] = [];

test("the browser's own answers, and ours are the same", async () => {
  const plain = await openBrowser();
  const page = await plain.context.newPage();
  await page.goto(origin);
  for (const [kind, said] of CASES) native.push(await signals(page, kind, said));
  await plain.close();
  world = await openWorld(product);
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  const ours: unknown[] = [];
  for (const [kind, said] of CASES) ours.push(await signals(site, kind, said));
  expect(ours).toEqual(native);
});

/** What the server has of the passkeys, as another device opens it: by account. */
async function kept(): Promise<
  Record<string, { readonly id: string; readonly user: string; readonly name: string; readonly state: string }>
> {
  const phone = await phoneOf(product, world.email);
  const { items } = await phone.vault.pull();
  await phone.account.logout();
  const lists = items.flatMap(({ fields }) => (fields.x_passkeys ? JSON.parse(fields.x_passkeys) : []));
  return Object.fromEntries(lists.map((one: { id: string }) => [Object.entries(registered.ids).find(([, id]) => id === one.id)?.[0], one]));
}
const statesOf = async (): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await kept()).map(([account, { state }]) => [account, state]));

test("one that the site does not know is hidden, is told to the browser as well, and a press in the login shows it again", async () => {
  const id = registered.ids["es256@site.example"];
  const other = await otherDevice(site, "localhost");
  await signals(site, UNKNOWN, { rpId: "localhost", credentialId: other.id });
  await expect.poll(async () => (await other.cdp.send("WebAuthn.getCredentials", other)).credentials.length).toBe(0);
  await other.cdp.send("WebAuthn.disable");
  await signals(site, UNKNOWN, { rpId: "localhost", credentialId: id });
  await expect.poll(statesOf).toMatchObject({ "es256@site.example": "hidden", "eddsa@site.example": "kept", "rs256@site.example": "kept" });
  const { web } = world;
  await web.bringToFront();
  await web.reload();
  await web.getByText("Login of es256@site.example").first().click();
  await expect(web.getByText("The site says it does not know it any more.")).toBeVisible();
  await web.getByRole("button", { name: "Show again the passkey for localhost of Login of es256@site.example" }).click();
  await expect.poll(statesOf).toMatchObject({ "es256@site.example": "kept" });
});

test("another host of this machine, another account and a page that guesses hide nothing", async () => {
  const { user } = Object.values(await kept())[0] ?? { user: "" };
  const stranger = await world.browser.context.newPage();
  await stranger.goto(shop.address);
  for (const id of Object.values(registered.ids)) await signals(stranger, UNKNOWN, { rpId: "localhost", credentialId: id });
  await signals(stranger, ALL, { rpId: "localhost", userId: user, allAcceptedCredentialIds: [] });
  // The same by a word that the page sends itself.
  await stranger.evaluate(
    ([kind, options]) => {
      const { port2 } = new MessageChannel();
      dispatchEvent(new MessageEvent("coffer-passkey", { cancelable: true, data: { kind, options }, ports: [port2] }));
    },
    [ALL, { rpId: "localhost", userId: user, allAcceptedCredentialIds: [] }] as const,
  );
  await stranger.close();
  await site.bringToFront();
  await signals(site, ALL, { rpId: "localhost", userId: "Z3Vlc3M", allAcceptedCredentialIds: [] });
  // What was heard of all that is over with what is heard now.
  await signals(site, DETAILS, { rpId: "localhost", userId: user, name: "new name", displayName: "New" });
  await expect.poll(async () => Object.values(await kept()).map(({ name }) => name)).toContain("new name");
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(["kept"]));
});

test("the new name is what the person picks, and the site signs in with it", async () => {
  await site.goto(origin);
  const answered = asks(site, await registered.party.request({ userVerification: "discouraged", listed: [] }));
  await press(world, "Sign in as new name");
  expect(Object.values(registered.ids)).toContain(idOf(await answered));
  await expect.poll(() => windowsOf(world).length).toBe(0);
});

test("a page that guesses accounts is heard twenty times until the vault is locked, and then no more", async () => {
  for (let at = 0; at < 25; at++)
    await signals(site, ALL, { rpId: "localhost", userId: `Z3Vlc3M${at % 10}`, allAcceptedCredentialIds: [] });
  const { user } = Object.values(await kept())[0] ?? { user: "" };
  await signals(site, ALL, { rpId: "localhost", userId: user, allAcceptedCredentialIds: [] });
  await site.waitForTimeout(3_000);
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(["kept"]));
});
