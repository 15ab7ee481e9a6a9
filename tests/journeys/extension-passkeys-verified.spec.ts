/** What a site is told of a verified user is true: a master password was typed into a page of the extension's own within the last ten minutes, by the account that signs. */
import { expect, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { keptBy, openWorld, type World } from "./extension-world.ts";
import { asks, idOf, knownSites, press, type Registered, registeredAt, useSignInSite, wantsPassword, windowsOf } from "./passkey-world.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const MINUTE = 60_000;

const shop = useSignInSite();
let world: World;
let site: Page;
let registered: Registered;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const origin = shop.origin;
  world = await openWorld(product);
  registered = await registeredAt(origin, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  site = await world.browser.context.newPage();
  await site.goto(origin);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
});

test.afterAll(() => world.browser.close());

/** A sign-in without a password typed for it. @returns whether the site was told that the user is verified */
async function signsIn(userVerification: "required" | "preferred" | "discouraged"): Promise<boolean> {
  await site.bringToFront();
  const options = await registered.party.request({ userVerification });
  // The window of the question before may still be closing.
  const before = windowsOf(world);
  const answered = asks(site, options);
  if (await wantsPassword(await press(world, "Sign in as es256@site.example", before)))
    throw new Error("The window asked for the password");
  const said = await answered;
  if ("error" in said) throw new Error(said.error);
  return (await registered.party.signIn(said.credential, options.challenge, userVerification))?.userVerified ?? false;
}

/** The site asks, the person presses, and our window wants the password: it is not typed. */
async function isAskedForPassword(userVerification: "required" | "preferred"): Promise<void> {
  await site.bringToFront();
  const before = windowsOf(world);
  const answered = asks(site, await registered.party.request({ userVerification }));
  const asking = await press(world, "Sign in as es256@site.example", before);
  await expect(asking.getByLabel("Master password")).toBeVisible();
  await asking.close();
  expect(idOf(await answered)).toBe("NotAllowedError");
}

/** As if what was noted of the last typed password were another. */
const noted = (change: { readonly ago?: number; readonly of?: string }): Promise<void> =>
  world.browser.worker.evaluate(async ({ ago = 0, of }: { readonly ago?: number; readonly of?: string }) => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { get(): Promise<Record<string, { of: string; at: number }>>; set(values: object): Promise<void> } } };
    };
    const { "verified-at": kept } = await chrome.storage.session.get();
    await chrome.storage.session.set({ "verified-at": { of: of ?? kept?.of, at: Date.now() - ago } });
  }, change);

/** The person locks the web app, and with it the extension, and opens the extension's own page with the password. @param silent - whether the server does not answer */
async function unlocksHere(silent = false): Promise<void> {
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("slot:localHalf");
  expect(Object.keys(await keptBy(world))).not.toContain("verified-at");
  const popup = await world.browser.context.newPage();
  // The server has not answered yet when the person closes the popup.
  if (silent) await popup.route("**/users/session-half", (route) => (route.request().method() === "PUT" ? undefined : route.continue()));
  await popup.goto(`${world.pages}popup.html`);
  await popup.getByLabel("Master password").fill(PASSWORD);
  await popup.getByLabel("Master password").press("Enter");
  await expect(popup.getByTestId("floating-add")).toBeVisible();
  await popup.close();
}

test("a session that the web app brought proves nothing, and where none is wanted none is told", async () => {
  expect(await signsIn("discouraged")).toBe(false);
  await isAskedForPassword("preferred");
  await isAskedForPassword("required");
});

test("an unlock in the extension counts, for ten minutes and no longer, and for this account alone", async () => {
  await unlocksHere();
  // The worker looks at the tab in front.
  await site.bringToFront();
  await site.reload();
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual(["localhost"]);
  expect(await signsIn("required")).toBe(true);
  expect(await signsIn("discouraged")).toBe(true);
  await noted({ ago: 5 * MINUTE });
  expect(await signsIn("required")).toBe(true);
  await noted({ ago: 10 * MINUTE + 1 });
  await isAskedForPassword("required");
  await isAskedForPassword("preferred");
  expect(await signsIn("discouraged")).toBe(false);
  await noted({ of: "another account" });
  await isAskedForPassword("required");
  await noted({ ago: -MINUTE });
  await isAskedForPassword("required");
});

test("an unlock counts though the popup is closed before the server has answered", async () => {
  await world.web.bringToFront();
  await world.web.getByLabel("Master password").fill(PASSWORD);
  await world.web.getByLabel("Master password").press("Enter");
  await unlocksHere(true);
  expect(Object.keys(await keptBy(world))).toContain("verified-at");
});
