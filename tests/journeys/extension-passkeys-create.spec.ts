/** Passkeys that a site makes with the real extension: it accepts them, they lie sealed in a login before it hears of them, and none is lost or made twice. */
import { expect, type Page, test } from "@playwright/test";
import { relyingParty } from "../../packages/client/src/testing/relying-party.ts";
import { readPasskeyKeys, readPasskeys } from "../../packages/core/src/items/passkeys.ts";
import { openWorld, type World } from "./extension-world.ts";
import {
  type Account,
  ALGORITHMS,
  asks,
  asksNew,
  idOf,
  keysOf,
  otherDevice,
  phoneOf,
  press,
  useSignInSite,
  windowOf,
  windowsOf,
} from "./passkey-world.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const ACCOUNTS = Object.keys(ALGORITHMS) as Account[];
const VERIFICATIONS = ["required", "preferred", "discouraged"] as const;

const shop = useSignInSite();
let origin: string;
let party: ReturnType<typeof relyingParty>;
let world: World;
let site: Page;
/** Ids of the passkeys that the site knows. */
const known: string[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  origin = shop.origin;
  party = relyingParty(origin);
});

test.afterAll(() => world.browser.close());

/** What the server has of it all, opened on another device. */
async function onPhone() {
  const phone = await phoneOf(product, world.email);
  const { items } = await phone.vault.pull();
  const whole = await phone.vault.openMany({ ids: items.map(({ id }) => id), withKeys: true });
  await phone.account.logout();
  return whole.map(({ fields: { title = "", username = "", x_passkeys = "", x_passkey_keys = "" } }) => ({
    title,
    username,
    passkeys: readPasskeys(x_passkeys),
    keys: readPasskeyKeys(x_passkey_keys),
  }));
}

test("the first passkey asks for the master password, is stored in a new login, and the site accepts it and a sign-in with it", async () => {
  world = await openWorld(product);
  site = await world.browser.context.newPage();
  await site.goto(origin);
  const options = await party.creation("ann@site.example", -7, "preferred");
  const answered = asksNew(site, options);
  await press(world, "Save in a new login");
  const password = (await windowOf(world)).getByLabel("Master password");
  await password.fill(PASSWORD);
  await password.press("Enter");
  const said = await answered;
  if ("error" in said) throw new Error(said.error);
  const taken = await party.register(said.credential, options.challenge, "preferred");
  expect(taken).toMatchObject({ fmt: "none", userVerified: true, credentialBackedUp: true, credential: { counter: 0 } });
  known.push(idOf(said));
  await expect.poll(async () => (await onPhone()).flatMap(({ passkeys }) => passkeys.map(({ state }) => state))).toEqual(["kept"]);
  const [login] = await onPhone();
  expect(login).toMatchObject({ title: new URL(origin).host, username: "ann@site.example", passkeys: [{ rpId: "localhost" }] });
  expect(login?.keys.map(({ id }) => id)).toEqual(known);
  const request = await party.request({ userVerification: "required" });
  const signedIn = asks(site, request);
  await press(world, "Sign in as ann@site.example");
  const second = await signedIn;
  if ("error" in second) throw new Error(second.error);
  expect(await party.signIn(second.credential, request.challenge, "required")).toMatchObject({ verified: true, userVerified: true });
});

for (const account of ACCOUNTS)
  test(`a passkey of ${account} joins the login, and the site accepts it, whatever verification it wants`, async () => {
    for (const userVerification of VERIFICATIONS) {
      const options = await party.creation(account, ALGORITHMS[account], userVerification);
      const answered = asksNew(site, options);
      await press(world, `Save in ${new URL(origin).host}`);
      const said = await answered;
      if ("error" in said) throw new Error(said.error);
      expect(await party.register(said.credential, options.challenge, userVerification)).not.toBeNull();
      known.push(idOf(said));
      const request = await party.request({ userVerification, listed: [idOf(said)] });
      const signedIn = asks(site, request);
      await press(world, `Sign in as ${account}`);
      const second = await signedIn;
      if ("error" in second) throw new Error(second.error);
      expect(await party.signIn(second.credential, request.challenge, userVerification)).toMatchObject({ verified: true, newCounter: 0 });
    }
  });

test("all lie in one login, each with its key", async () => {
  const logins = await onPhone();
  expect(logins).toHaveLength(1);
  expect(logins[0]?.passkeys.map(({ id, state }) => [id, state])).toEqual(known.map((id) => [id, "kept"]));
  expect(logins[0]?.keys.map(({ id }) => id)).toEqual(known);
});

test("what the page gets has the very parts of what the browser makes", async () => {
  const { cdp } = await otherDevice(site, "localhost");
  const ours = asksNew(site, await party.creation("parts@site.example", -7, "discouraged"));
  await press(world, "Save in a new login");
  const theirs = asksNew(site, { ...(await party.creation("parts@site.example", -7, "discouraged")), hints: ["security-key"] });
  const [one, other] = [await ours, await theirs];
  if ("error" in one || "error" in other) throw new Error("refused");
  expect(keysOf(one.credential)).toEqual(keysOf(other.credential));
  expect(idOf(other)).not.toBe(idOf(one));
  await cdp.detach();
});

test("an account that has one here gets no other: the site is told once the person agrees", async () => {
  const options = await party.creation("ann@site.example", -7, "preferred");
  const answered = asksNew(site, { ...options, excludeCredentials: [{ type: "public-key", id: known[0] }] });
  await press(world, "Tell the site");
  expect(idOf(await answered)).toBe("InvalidStateError");
});

test("without the server nothing is made, and the page hears nothing that the person has not said", async () => {
  const before = (await onPhone()).flatMap(({ keys }) => keys).length;
  const answered = asksNew(site, await party.creation("late@site.example", -7, "preferred"));
  const asking = await windowOf(world);
  const save = asking.getByRole("button", { name: "Save in a new login" });
  await expect(save).toBeEnabled();
  await world.browser.context.route(`${product.origin}/**`, (route) => route.abort());
  await expect(async () => {
    await save.click();
    await expect(asking.getByRole("status")).not.toBeEmpty({ timeout: 15_000 });
  }).toPass();
  await press(world, "Not now");
  expect(idOf(await answered)).toBe("NotAllowedError");
  await world.browser.context.unroute(`${product.origin}/**`);
  expect((await onPhone()).flatMap(({ keys }) => keys)).toHaveLength(before);
});

test("a page that goes while its passkey is saved leaves one that no one confirmed, and its key with it", async () => {
  let goes: () => void = () => undefined;
  const saved = new Promise<void>((resolve) => {
    goes = resolve;
  });
  await world.browser.context.route(`${product.origin}/api/**`, async (route) => {
    if (route.request().method() !== "POST" || !route.request().url().endsWith("/vault/entries")) return route.continue();
    const response = await route.fetch();
    goes();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fulfill({ response }).catch(() => undefined); // the window has gone
  });
  void asksNew(site, await party.creation("gone@site.example", -7, "discouraged")).catch(() => undefined); // the page goes
  await windowOf(world);
  void press(world, "Save in a new login").catch(() => undefined); // it goes with the page
  await saved;
  await site.reload();
  await expect.poll(() => windowsOf(world).length).toBe(0);
  await world.browser.context.unroute(`${product.origin}/api/**`);
  const gone = (await onPhone()).filter(({ username }) => username === "gone@site.example");
  expect(gone.flatMap(({ passkeys }) => passkeys.map(({ state }) => state))).toEqual(["unconfirmed"]);
  expect(gone.flatMap(({ keys }) => keys)).toHaveLength(1);
});
