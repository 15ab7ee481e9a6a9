/** The extension in another language: the browser's, and one that a person chooses in its settings; its popup, its settings, the menu at a field and the question whether to save. */
import { expect, type Frame, type Page, test } from "@playwright/test";
import { addItem, LOGIN_FORM, openWorld, popupOver, type Site, startSite, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();

let shop: Site;
let world: World;
let site: Page;
let options: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(
    ({ url = "" }, response) => void response.end(`<!doctype html><title>Shop</title>${url === "/in" ? "<h1>Hello</h1>" : LOGIN_FORM}`),
  );
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

interface Extension {
  readonly storage: { readonly local: { set(values: object): Promise<void>; remove(name: string): Promise<void> } };
}

/** As the settings do. @param code - null: as the browser */
const choose = (code: string | null): Promise<void> =>
  world.browser.worker.evaluate(async (language: string | null) => {
    const { local } = (globalThis as unknown as { chrome: Extension }).chrome.storage;
    await (language === null ? local.remove("language") : local.set({ language }));
  }, code);

const frameOf = (name: string): Frame | undefined => site.frames().find((frame) => new RegExp(`/${name}\\.html(?:#|$)`).test(frame.url()));
const textOf = async (name: string): Promise<string> =>
  (await frameOf(name)
    ?.locator("body")
    .innerText()
    .catch(() => "")) ?? "";

/** At the field of the shop. */
async function openMenu(): Promise<void> {
  await site.bringToFront();
  await site.goto(shop.address);
  await site.locator("[type=email]").click();
}

test("a login in the vault, of a browser that speaks English", async () => {
  world = await openWorld(product);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  site = await world.browser.context.newPage();
  await openMenu();
  await expect.poll(() => textOf("menu"), { timeout: 20_000 }).toContain("Not here");
  expect(await frameOf("menu")?.locator("html").getAttribute("lang")).toBe("en");
});

test("the settings of the extension speak the language that is chosen in them, at once", async () => {
  options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  const languages = options.getByRole("region", { name: "Language" });
  await expect(languages.getByRole("radio", { name: "As this browser" })).toBeChecked({ timeout: 20_000 });
  await languages.getByRole("radio", { name: "Deutsch" }).click();
  await expect(options.getByRole("region", { name: "Sprache" }).getByRole("radio", { name: "Deutsch" })).toBeChecked({
    timeout: 20_000,
  });
  await expect(options.locator("html")).toHaveAttribute("lang", "de");
  await expect(options.getByRole("heading", { name: "Extension settings" })).toHaveCount(0);
});

test("the popup is German then, at the address that it has always had, and loads no file of another language's", async () => {
  const loaded: string[] = [];
  world.browser.context.on("request", (request) => void loaded.push(request.url()));
  const popup = await popupOver(site, world);
  await expect(popup.getByRole("button", { name: "Mit The shop ausfüllen" })).toBeVisible({ timeout: 20_000 });
  expect(new URL(popup.url()).pathname).toBe("/popup.html");
  await expect(popup.locator("html")).toHaveAttribute("lang", "de");
  expect(loaded.filter((address) => /\/(?:de|es)\/\w+\.js$/.test(address)).map((address) => new URL(address).pathname)).toEqual([
    "/de/main.js",
  ]);
  await popup.close();
});

test("so are the menu at a field, in its frame in the page, and the question whether to save", async () => {
  await openMenu();
  await expect.poll(() => textOf("menu"), { timeout: 20_000 }).toContain("Hier nicht");
  expect(await textOf("menu")).toContain("The shop");
  await site.goto(shop.address);
  await site.getByLabel("Email").fill("eve@shop.example");
  await site.getByLabel("Password").fill("Another-secret-9");
  await site.getByRole("button", { name: "Log in" }).click();
  await expect.poll(() => textOf("save"), { timeout: 20_000 }).toContain("Nicht jetzt");
  expect(await textOf("save")).not.toMatch(/\b(?:Save|Never|Not now)\b/);
});

test("and English again where that is chosen, whatever the browser speaks", async () => {
  await choose("en");
  await openMenu();
  await expect.poll(() => textOf("menu"), { timeout: 20_000 }).toContain("Not here");
  await options.bringToFront();
  await options.reload();
  await expect(options.getByRole("heading", { name: "Extension settings" })).toBeVisible({ timeout: 20_000 });
  // One that this version does not have is as if none were chosen.
  await choose("tlh");
  await options.reload();
  await expect(options.getByRole("radio", { name: "As this browser" })).toBeChecked({ timeout: 20_000 });
});
