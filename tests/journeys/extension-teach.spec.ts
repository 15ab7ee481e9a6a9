/** A person points at a field that the real extension gets wrong, and says what it is: from then on it is filled so, there and nowhere else. */
import { expect, type Page, test } from "@playwright/test";
import { addItem, diskOf, keptBy, openWorld, popupOver, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
/** Names without meaning; the second looks like a search to everyone. */
const ODD = `<form action="/in"><p>Xyzzy</p><input name="q7"><p>Plugh</p><input name="q8" id="z9"><button>Go</button></form>
  <script>addEventListener("click", (event) => { window.heard = (window.heard ?? 0) + (event.target.name ? 1 : 0); }, true)</script>`;

let shop: Site;
let world: World;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(
    ({ url = "" }, response) => void response.end(`<!doctype html><title>Page</title>${url.startsWith("/in") ? "<h1>Welcome</h1>" : ODD}`),
  );
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** The choice is in a closed shadow root that neither a page nor a tool of this test can read: it is answered by keys. */
async function teach(field: string, downs: number): Promise<void> {
  const popup = await popupOver(site, world);
  const closed = popup.waitForEvent("close");
  // The press closes the popup, at times before the browser has said that the press is over.
  await popup
    .getByRole("button", { name: "Wrong field? Point at it" })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await closed;
  await site.bringToFront();
  // The layer over the page takes the click: the test points where a person does.
  const place = await site.locator(field).boundingBox();
  if (place === null) throw new Error(`${field} is not drawn`);
  await site.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  for (let turn = 0; turn < downs; turn++) await site.keyboard.press("Tab");
  await site.keyboard.press("Enter");
  // It says what it has learned, and goes.
  await expect.poll(() => site.evaluate(() => document.querySelectorAll(":popover-open").length), { timeout: 10_000 }).toBe(0);
}

async function fill(said: string | RegExp): Promise<string[]> {
  const popup = await popupOver(site, world);
  await popup.getByRole("button", { name: "Fill The shop" }).click();
  await expect(popup.getByText(said)).toBeVisible();
  await popup.close();
  return valuesOn(site);
}

test("a page in which nothing can be read gets nothing", async () => {
  world = await openWorld(product);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  site = await world.browser.context.newPage();
  await site.goto(`${shop.address}/odd`);
  expect(await fill("Coffer sees no field for a login on this page.")).toEqual(["", ""]);
});

test("what a person says of its fields counts, and the page hears nothing of their click", async () => {
  await teach("[name=q7]", 0);
  await teach("[name=q8]", 1);
  expect(await site.evaluate(() => (window as { heard?: number }).heard ?? 0)).toBe(0);
  // Once was asked for: the page's process cannot say more in the person's name.
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("teaching");
  await site.reload();
  expect(await fill("Filled.")).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("the menu comes to them too, and fills them", async () => {
  await site.reload();
  await site.locator("[name=q7]").click();
  const menu = () => site.frames().find((frame) => /\/menu\.html#/.test(frame.url()));
  await expect
    .poll(async () =>
      menu()
        ?.getByRole("button", { name: /The shop/ })
        .count(),
    )
    .toBe(1);
  // A line counts once it has been in sight for half a second.
  await site.waitForTimeout(900);
  await site.keyboard.press("ArrowDown");
  await expect(menu()?.getByRole("button", { name: /The shop/ }) ?? site.locator("none")).toBeFocused();
  await site.keyboard.press("Enter");
  await expect.poll(() => valuesOn(site)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("another page of the site is read as before, and what was taught is stored nowhere in the clear", async () => {
  await site.goto(`${shop.address}/other`);
  expect(await fill("Coffer sees no field for a login on this page.")).toEqual(["", ""]);
  const inside = await world.browser.context.newPage();
  await inside.goto(`${world.pages}favicon.svg`);
  const kept = JSON.stringify([await keptBy(world), await diskOf(inside)]);
  expect(kept).not.toMatch(/q7|current-password|\/odd/);
  await inside.close();
});

test("what is typed into them and sent is asked about, as of any login", async () => {
  await site.goto(`${shop.address}/odd`);
  await site.locator("[name=q7]").pressSequentially("bob@shop.example");
  await site.locator("[name=q8]").pressSequentially("Bobs-secret-7");
  await site.getByRole("button", { name: "Go" }).click();
  await expect(site.getByRole("heading", { name: "Welcome" })).toBeVisible();
  const question = () => site.frames().find((frame) => frame.url().endsWith("/save.html"));
  await expect.poll(question, { timeout: 15_000 }).toBeDefined();
  await expect(question()?.getByText("bob@shop.example") ?? site.locator("none")).toBeVisible({ timeout: 10_000 });
});

test("it is taken back in the options", async () => {
  const options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  const { host } = new URL(shop.address);
  await expect(options.getByRole("heading", { name: "Pages you taught Coffer" })).toBeVisible({ timeout: 20_000 });
  await expect(options.getByText("2 fields")).toBeVisible();
  await options.getByRole("button", { name: `Forget at ${host}` }).click();
  await expect(options.getByText("2 fields")).toBeHidden();
  await options.close();
  await site.goto(`${shop.address}/odd`);
  expect(await fill("Coffer sees no field for a login on this page.")).toEqual(["", ""]);
});
