/** What a page hears where it asks whether passkeys can be kept on this computer, which alone has no place for them: sites offer them by that word. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { keptBy, openWorld, type World } from "./extension-world.ts";
import { asksNew, press, useSignInSite } from "./passkey-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const shop = useSignInSite();
let world: World;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  world = await openWorld(product);
  site = await world.browser.context.newPage();
  await site.goto(shop.origin);
});

test.afterAll(() => world.browser.close());

interface Heard {
  readonly is: boolean;
  readonly said: Readonly<Record<string, boolean>>;
}
const hears = (page: Page | Frame): Promise<Heard> =>
  page.evaluate(async () => ({
    is: await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    said: await (PublicKeyCredential as unknown as { getClientCapabilities(): Promise<Record<string, boolean>> }).getClientCapabilities(),
  }));

test("a site hears that passkeys can be kept here, though the browser alone says no; all else it says is the browser's", async () => {
  const alone = await hears(world.web);
  expect([alone.is, alone.said.userVerifyingPlatformAuthenticator]).toEqual([false, false]);
  const here = await hears(site);
  const ours = { userVerifyingPlatformAuthenticator: true, passkeyPlatformAuthenticator: true };
  expect(here).toEqual({ is: true, said: { ...alone.said, ...ours } });
});

test("a frame, and a page whose host may have none, hear what the browser says", async () => {
  await site.evaluate(
    (src) =>
      new Promise((resolve) => {
        document.body.append(
          Object.assign(document.createElement("iframe"), { src, allow: "publickey-credentials-create *", onload: resolve }),
        );
      }),
    `${shop.origin}/framed`,
  );
  const [, frame] = site.frames();
  expect(frame && (await hears(frame)).is).toBe(false);
  const numbers = await world.browser.context.newPage();
  await numbers.goto(shop.address);
  expect((await hears(numbers)).is).toBe(false);
  await numbers.close();
});

test("where the person has switched passkeys of Coffer off, the browser says what it can do itself", async () => {
  const options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  const isUsed = options.getByRole("switch", { name: "Use passkeys of Coffer" });
  await isUsed.press("Space");
  await expect(isUsed).not.toBeChecked();
  expect((await hears(site)).is).toBe(false);
  await isUsed.press("Space");
  await expect(isUsed).toBeChecked();
  await options.close();
  await site.reload();
  expect((await hears(site)).is).toBe(true);
});

test("it is the same while the vault is locked, and where the person has no question of ours, so that no page learns by it when the vault is open", async () => {
  await site.bringToFront();
  const asked = asksNew(site, {
    challenge: "AQIDBAUGBwgJCgsMDQ4PEA",
    rp: { name: "Site" },
    user: { id: "AQ", name: "ann", displayName: "Ann" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  });
  asked.catch(() => undefined); // the browser waits for another device until the page goes
  await press(world, "Never ask on this site");
  await expect.poll(async () => (await keptBy(world)).passkeys).toMatchObject({ elsewhere: [new URL(shop.origin).host] });
  expect((await hears(site)).is).toBe(true);
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("passkeys");
  expect((await hears(site)).is).toBe(true);
});
