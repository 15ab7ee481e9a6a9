/**
 * Pages that try to make a person press in the menu what they do not see, with the real extension in real Chromium. Whatever a page does: a press fills in nothing while the
 * menu is not completely visible.
 */
import { expect, type Page, test } from "@playwright/test";
import { CHANGES_NOTHING, HIDES } from "./clickjacking.ts";
import { addItem, heldBy, openWorld, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
/** Stays where it is when it is sent: a press that goes through to its button must not load another page, on which nothing could be seen of it. */
const LOGIN = `<form onsubmit="return false"><label>Email <input type="email" name="u"></label><br><label>Password <input type="password" name="p"></label><button>Log in</button></form>`;
/** A victim that another page frames and hides. */
const FRAMED = `<iframe src="/" width=700 height=400 style="mask-image:linear-gradient(transparent,transparent)"></iframe>`;
const PAGES: Readonly<Record<string, string>> = { "/framed": FRAMED };

let shop: Site;
let world: World;
let page: Page;

test.describe.configure({ mode: "serial", timeout: 300_000 });

test.beforeAll(async () => {
  shop = await startSite(({ url }, response) => response.end(`<!doctype html><title>Shop</title><body>${PAGES[url ?? ""] ?? LOGIN}`));
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

interface Place {
  readonly x: number;
  readonly y: number;
}

const menuFrame = () => page.frames().find((frame) => /\/menu\.html#/.test(frame.url()));

/** Whatever a page does to itself, the next one is another, and none holds the others up. @returns what went wrong, in a word. */
async function onPageOfItsOwn(work: () => Promise<boolean>): Promise<string> {
  const before = page;
  const own = await world.browser.context.newPage();
  page = own;
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("took too long"), 20_000));
  const outcome = await Promise.race([work().then((isRight) => (isRight ? "" : "filled in"), String), late]);
  await Promise.race([own.close(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  page = before;
  return outcome;
}

/** @returns where the first line of the menu is. */
async function opened(): Promise<Place> {
  await page.mouse.move(2, 700);
  await page.goto(shop.address);
  await page.locator("[type=email]").click();
  await expect.poll(async () => menuFrame()?.locator("button").count()).toBe(2);
  const box = await menuFrame()?.locator("button").first().boundingBox();
  if (!box) throw new Error("the menu has no line");
  return { x: box.x, y: box.y };
}

const attack = (code: string, box: Place): Promise<void> =>
  page.evaluate(`((host, box) => { ${code} })([...document.documentElement.children].at(-1), ${JSON.stringify(box)})`);

/** Where a frame has gone from under the pointer, the browser answers no press: the wait for it ends. */
const inTime = (work: Promise<void>): Promise<void> => Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, 2_000))]);

/** As a person does who sees something there: comes, waits, presses. */
async function press({ x, y }: Place, waitMs = 800): Promise<void> {
  await inTime(page.mouse.move(x + 20, y + 10));
  await page.waitForTimeout(waitMs);
  await inTime(page.mouse.move(x + 40, y + 20, { steps: 2 }));
  await inTime(page.mouse.click(x + 40, y + 20));
  await page.waitForTimeout(150);
}

const filled = async (): Promise<string> => (await valuesOn(page)).join("");
const picture = async ({ x, y }: Place): Promise<string> =>
  (await page.screenshot({ clip: { x: x - 4, y: y - 4, width: 270, height: 90 } })).toString("base64");

test("a login, and a press that is meant", async () => {
  world = await openWorld(product);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  page = await world.browser.context.newPage();
  await press(await opened());
  await expect.poll(filled).toBe("annShop-secret-9");
});

test("nothing is filled in from a menu that is not in sight, or whose form is no longer the one it was", async () => {
  const wrong: string[] = [];
  for (const [name, code] of Object.entries(HIDES)) {
    const outcome = await onPageOfItsOwn(async () => {
      const box = await opened();
      await attack(code, box);
      await press(box);
      return (await filled()) === "";
    });
    if (outcome !== "") wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test("what a page says of the menu's place and of itself changes nothing that is seen, or nothing is filled in", async () => {
  const wrong: string[] = [];
  const before = await picture(await opened());
  for (const [name, code] of Object.entries(CHANGES_NOTHING)) {
    const outcome = await onPageOfItsOwn(async () => {
      const box = await opened();
      await attack(code, box);
      await press(box);
      if ((await filled()) === "") return true;
      const again = await opened();
      await attack(code, again);
      await page.waitForTimeout(800);
      // What the page did stays; on a slow machine the menu may still be coming.
      await expect.poll(async () => (await picture(again)) === before, { timeout: 5_000 }).toBe(true);
      return true;
    });
    if (outcome !== "") wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test("a press counts neither at once, nor under a pointer that rested there, nor by a key that was meant for the page", async () => {
  page = await world.browser.context.newPage();
  const box = await opened();
  // On a slow machine half a second may have gone by before the press arrives: then it counts, and another menu is pressed.
  await expect(async () => {
    await press(await opened(), 0);
    expect(await filled()).toBe("");
  }).toPass({ timeout: 60_000 });

  // The menu comes up under a pointer that is there already.
  await page.goto(shop.address);
  await page.locator("[type=email]").focus();
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => menuFrame()?.locator("button").count()).toBe(2);
  await page.waitForTimeout(900);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(150);
  expect(await filled()).toBe("");

  // The page puts the cursor into the menu while the person presses Enter.
  await opened();
  await page.waitForTimeout(900);
  await page.evaluate(() => {
    for (let at = 0; at < frames.length; at++) frames[at]?.focus();
  });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await page.waitForTimeout(150);
  // The space itself may be typed into the page's field.
  expect((await filled()).trim()).toBe("");
});

/** The same things done to the question whether to save a login, and to the page around it. */
const HIDE_THE_QUESTION = [
  "a layer over all",
  "a shadow",
  "a drawing",
  "a layer that blends",
  "a layer that blurs",
  "the backdrop of a layer",
  "a modal dialog",
  "a layer that comes late",
  "the layer is taken down",
  "into a mask, kept",
  "into what is filtered",
  "the page is clear",
  "the page is filtered",
  "the page is masked",
  "the page is cut",
  "the page blends",
];

/** Sends a login that the vault does not know. @returns where the main answer of the question is. */
async function asked(): Promise<Place> {
  const question = () => page.frames().find((frame) => frame.url().endsWith("/save.html"));
  // No person signs in before our script is in the page; a test does, on a slow machine.
  await expect(async () => {
    await page.goto(shop.address);
    await page.locator("[type=email]").pressSequentially("eve");
    await page.locator("[type=password]").pressSequentially("Eves-secret-1");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.evaluate(() => document.querySelector("form")?.remove());
    await expect.poll(async () => question()?.getByRole("button").count(), { timeout: 5_000 }).toBe(3);
  }).toPass({ timeout: 30_000 });
  const box = await question()?.getByRole("button", { name: "Save" }).boundingBox();
  if (!box) throw new Error("the question has no answer");
  // A press lands 40 by 20 from the place.
  return { x: box.x - 20, y: box.y - 8 };
}

test("nothing is saved by a press in a question that is not completely visible", async () => {
  const wrong: string[] = [];
  const held = await heldBy(world);
  for (const name of HIDE_THE_QUESTION) {
    const outcome = await onPageOfItsOwn(async () => {
      const box = await asked();
      await attack({ ...HIDES, ...CHANGES_NOTHING }[name] ?? "throw new Error()", box);
      await press(box);
      await page.waitForTimeout(400);
      return (await heldBy(world)).length === held.length;
    });
    if (outcome !== "") wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
  expect(
    await onPageOfItsOwn(async () => {
      await press(await asked());
      await expect.poll(async () => (await heldBy(world)).length, { timeout: 10_000 }).toBe(held.length + 1);
      return true;
    }),
  ).toBe("");
});

test("on a page that another frames and hides no menu opens", async () => {
  await page.goto(`${shop.address}/framed`);
  await page.frames()[1]?.locator("[type=email]").click();
  await page.waitForTimeout(900);
  expect(menuFrame()).toBeUndefined();
});
