/** Passkeys that other devices made or removed, while no page of the extension is open: the worker looks for them itself. */
import { expect, type Page, test } from "@playwright/test";
import { withPasskeyState } from "../../packages/core/src/items/passkeys.ts";
import { openWorld, type World } from "./extension-world.ts";
import {
  asks,
  idOf,
  isLongAgo,
  knownSites,
  type OtherDevice,
  otherDevice,
  phoneOf,
  press,
  type Registered,
  registeredAt,
  useSignInSite,
  windowOf,
  windowsOf,
} from "./passkey-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const shop = useSignInSite();
let world: World;
let site: Page;
let registered: Registered;
let other: OtherDevice;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  world = await openWorld(product);
  // Pages that are open tell the worker what has changed: from here on none is.
  await world.web.close();
  site = await world.browser.context.newPage();
  await site.goto(shop.origin);
  other = await otherDevice(site, "localhost");
});

test.afterAll(() => world.browser.close());

const request = () => registered.party.request({ userVerification: "discouraged", listed: [] });

/** The browser's own clock of the worker, which it hears once a minute, strikes now. */
const strikes = () =>
  world.browser.worker.evaluate(() =>
    (globalThis as unknown as { chrome: { alarms: { create(name: string, when: object): Promise<void> } } }).chrome.alarms.create("rest", {
      when: Date.now(),
      periodInMinutes: 1,
    }),
  );

/** The removal is on the server, and no page of the extension has told anyone. */
async function removesOnPhone(account: keyof Registered["ids"]): Promise<void> {
  const phone = await phoneOf(product, world.email);
  const { items } = await phone.vault.pull();
  const item = items.find(({ fields }) => fields.title === `Login of ${account}`);
  if (item === undefined) throw new Error("The phone does not have it");
  const base = await phone.vault.open({ id: item.id });
  const { kind, categoryId, favourite, fields } = base;
  const x_passkeys = withPasskeyState(fields.x_passkeys ?? "", registered.ids[account], "removed", Date.now());
  await phone.vault.update({ base, draft: { kind, categoryId, favourite, fields: { ...fields, x_passkeys } } });
  await phone.account.logout();
}

test("a passkey that another device has just made is offered at the second question at the latest, though no page of the extension is open", async () => {
  registered = await registeredAt(shop.origin, product, world.email);
  expect(await knownSites(world)).toEqual([]);
  await isLongAgo(world);
  const first = asks(site, await request());
  // The browser is asked within the time that it always is: the other device answers it.
  const early = await Promise.race([first, press(world, "Sign in as es256@site.example")]);
  if ("error" in early || "credential" in early) {
    expect(idOf(early)).toBe(other.id);
    await expect.poll(() => knownSites(world)).toEqual(["localhost"]);
    const second = asks(site, await request());
    await press(world, "Sign in as es256@site.example");
    expect(idOf(await second)).toBe(registered.ids["es256@site.example"]);
  } else expect(idOf(await first)).toBe(registered.ids["es256@site.example"]);
});

test("one that was removed on another device is not in the window, though the worker has not heard of it", async () => {
  await removesOnPhone("es256@site.example");
  const answered = asks(site, await request());
  await press(world, "Sign in as eddsa@site.example");
  expect(idOf(await answered)).toBe(registered.ids["eddsa@site.example"]);
  const gone = await registered.party.request({ userVerification: "discouraged", listed: [registered.ids["es256@site.example"]] });
  expect(idOf(await asks(site, gone))).toBe("NotAllowedError");
  expect(windowsOf(world)).toEqual([]);
});

test("a passkey that is in the window already does not sign once the server says that it was removed", async () => {
  await removesOnPhone("eddsa@site.example");
  const held: (() => void)[] = [];
  let isSlow = true;
  // The server is slow for the window; a person is quicker.
  await world.browser.context.route(/\/api\/vault/, async (route) => {
    const isOfWindow = route.request().serviceWorker() === null && route.request().frame().url().includes("passkey.html");
    if (isSlow && isOfWindow) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const answered = asks(site, await request());
  const asking = await windowOf(world);
  const row = asking.getByRole("button", { name: "Sign in as eddsa@site.example" });
  await row.waitFor();
  await asking.waitForTimeout(1_000); // a press that comes sooner counts for nothing
  await row.click();
  isSlow = false;
  for (const goesOn of held) goesOn();
  await expect(row).toBeHidden();
  await press(world, "Sign in as rs256@site.example");
  expect(idOf(await answered)).toBe(registered.ids["rs256@site.example"]);
});

test("the worker looks once a minute, while nobody asks", async () => {
  const phone = await phoneOf(product, world.email);
  const { items } = await phone.vault.pull();
  for (const { id } of items) await phone.vault.remove({ ids: [id] });
  await phone.account.logout();
  await isLongAgo(world);
  await strikes();
  await expect.poll(() => knownSites(world), { timeout: 30_000 }).toEqual([]);
});
