/** What the popup of the real extension says of a site that is made to be taken for another, and what it offers at another site of the same house. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { addItem, openWorld, popupOver, valuesOn, type World } from "./extension-world.ts";
import { violationsOf } from "./looks.ts";
import { selfSigned } from "./self-signed.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const FORM = `<!doctype html><title>Site</title><form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
const BANK = "mybank.test";
/** As they are read, and not as the browser writes them. */
const ALIKE = ["rnybank.test", "mybannk.test", "mybakn.test", "mýbank.test", "mуbаnk.test", "mybank.test.evil.test", "my-bank.test"];
const OTHERS = ["myband.test", "bank.test", "evil.test", "xn--e1afmkfd.test"];
const [HOUSE, OTHER_OF_HOUSE, STRANGER] = ["accounts.google.com", "www.youtube.com", "www.youtube.com.evil.test"];
const MIXED = "gаrden.test";

let site: { readonly port: number; stop(): void };
let world: World;
let page: Page;
let popup: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const server = createServer(selfSigned(), (_, response) => {
    response.setHeader("content-type", "text/html").end(FORM);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
});

test.afterAll(async () => {
  await world.browser.close();
  site.stop();
});

const at = (host: string): string => `https://${host}:${site.port}/`;

/** Opens the popup over a site, until it has said whether it has a login for it. */
async function look(host: string): Promise<{ strip: Locator; warning: Locator }> {
  await page.goto(at(host));
  await popup.reload();
  const strip = popup.getByLabel("For this site");
  await expect(strip.locator("li").or(strip.getByText("No login for")).first()).toBeVisible();
  return { strip, warning: strip.getByRole("alert") };
}

test("a bank, and an account with a house of many sites", async () => {
  const hosts = [BANK, ...ALIKE, ...OTHERS, HOUSE, OTHER_OF_HOUSE, STRANGER, MIXED].map((host) => new URL(`https://${host}`).hostname);
  world = await openWorld(product, { hosts, args: ["--ignore-certificate-errors"] });
  for (const [title, host] of [
    ["The bank", BANK],
    ["The house", HOUSE],
  ] as const)
    await addItem(world, `${product.origin}/passwords`, {
      Title: title,
      "Username / Email": "ann@example.com",
      Password: "Some-secret-9",
      "Website URL": `https://${host}`,
    });
  page = await world.browser.context.newPage();
  await page.goto(at(BANK));
  popup = await popupOver(page, world);
});

test("on a site that reads like the bank's the popup says that it is not, and offers nothing", async () => {
  for (const host of ALIKE) {
    const { strip, warning } = await look(host);
    await expect(warning, host).toHaveText(`This is not ${BANK}, though it looks like it. Do not type your password here.`);
    await expect(strip.locator("li"), host).toHaveCount(0);
  }
});

test("the warning is read in both themes", async () => {
  const { strip, warning } = await look("mуbаnk.test");
  for (const theme of ["light", "dark"]) {
    await popup.evaluate((name) => localStorage.setItem("theme", name), theme);
    await popup.reload();
    await expect(warning).toBeVisible();
    await expect(popup.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
    // The strip does not wait for the page below it.
    await expect(popup.getByRole("main")).toBeVisible();
    expect(await violationsOf(popup)).toEqual([]);
    const [box, around] = await Promise.all([warning.boundingBox(), strip.boundingBox()]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0));
    await popup.screenshot({ path: test.info().outputPath(`warning-${theme}.png`) });
  }
});

test("on the bank's own site, and on those that no one takes for it, it says nothing", async () => {
  const { strip, warning } = await look(BANK);
  await expect(strip.getByRole("button", { name: "Fill The bank" })).toBeVisible();
  await expect(warning).toHaveCount(0);
  for (const host of OTHERS) {
    await look(host);
    // It is looked for after the logins.
    await popup.waitForTimeout(300);
    await expect(warning, host).toHaveCount(0);
  }
});

test("a name in letters of several alphabets is told, like whose it may look or not", async () => {
  const { warning } = await look(MIXED);
  await expect(warning).toContainText(`The name of this site, ${MIXED}, mixes letters of several alphabets.`);
  await popup.screenshot({ path: test.info().outputPath("mixed.png") });
});

test("another site of the same house is offered the account, with the host it was saved for, and filled on a click; a stranger's is not", async () => {
  const { strip, warning } = await look(OTHER_OF_HOUSE);
  await expect(strip.locator("li")).toHaveText([`The houseann@example.com · ${HOUSE}`]);
  await expect(warning).toHaveCount(0);
  expect(await valuesOn(page)).toEqual(["", ""]);
  await strip.getByRole("button", { name: "Fill The house" }).click();
  await expect(strip.getByText("Filled.")).toBeVisible();
  expect(await valuesOn(page)).toEqual(["ann@example.com", "Some-secret-9"]);
  await look(STRANGER);
  await expect(strip.getByText(`No login for ${STRANGER}`)).toBeVisible();
  await expect(strip.locator("li")).toHaveCount(0);
});
