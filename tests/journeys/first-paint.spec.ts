/** What is seen before the app's script is there, and how little has to come until the sign-in can be typed. */
import { expect, type Page, test } from "@playwright/test";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

// Files of the app are to come from the line, where these journeys hold them up.
test.use({ serviceWorkers: "block" });

const product = useProduct();
const EMAIL = "first@example.com";

const outline = (page: Page) => page.locator("#first");
/** The app's own script, not the small one that chooses the outline. */
const APP_SCRIPT = /\/assets\/index-[^/]+\.js$/;

/** Opens a page whose app script does not come. */
async function openWithoutApp(page: Page, path: string): Promise<void> {
  await page.route(APP_SCRIPT, () => undefined);
  await page.goto(product.origin + path, { waitUntil: "commit" });
}

test("the outline of the sign-in is in the page itself, without any script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.origin}/login`);
  await expect(outline(page).getByText("Sign in to your account")).toBeVisible();
  await expect(outline(page).getByText("Coffer").first()).toBeVisible();
  await context.close();
});

test("the outline is in the theme one has chosen, and goes once the form is there", async ({ page }) => {
  await page.goto(`${product.origin}/login`);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await openWithoutApp(page, "/login");
  await expect(outline(page).getByText("Sign in to your account")).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(14, 19, 17)");
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(outline(page)).toBeHidden();
});

test("who is signed in sees the outline of the vault", async ({ page }) => {
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await expect(outline(page)).toBeHidden();
  await openWithoutApp(page, "/all-items");
  await expect(outline(page).getByText("Coffer")).toHaveCount(2);
  await expect(outline(page).getByText("Sign in to your account")).toBeHidden();
  await expect(page.locator(".first-side")).toBeVisible();
});

test("no text becomes markup, script or the address of one: the browser stops each attempt (S14)", async ({ page }) => {
  await page.goto(`${product.origin}/login`);
  const outcomes = await page.evaluate(() => {
    const nameOf = (act: () => void): string => {
      try {
        act();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const policies = (window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }).trustedTypes;
    const element = document.createElement("div");
    return [
      () => Object.assign(element, { innerHTML: "<b>x</b>" }),
      () => Object.assign(element, { outerHTML: "<b>x</b>" }),
      () => element.insertAdjacentHTML("beforeend", "<b>x</b>"),
      () => Object.assign(document.createElement("script"), { src: "/assets/x.js" }),
      () => void new Worker("/assets/x.js"),
      () => void new DOMParser().parseFromString("<b>x</b>", "text/html"),
      () => void policies.createPolicy("default", { createHTML: (text: string) => text }),
      () => Object.assign(element, { textContent: "<b>x</b>" }),
    ].map(nameOf);
  });
  expect(outcomes).toEqual([...Array.from({ length: 7 }, () => "TypeError"), "done"]);
});

test("a page of the site shows its bar only", async ({ page }) => {
  await openWithoutApp(page, "/features");
  await expect(page.locator(".first-bar")).toBeVisible();
  await expect(page.locator(".first-card")).toBeHidden();
});

test("the form is typed into while the client is still on its way, and sent once it is there", async ({ browser }) => {
  const page = await newProfile(browser);
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/open-[^/]+\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`${product.origin}/login`, { waitUntil: "commit" });
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  // Sheets come in the order of the parts they belong to: a tab must not be drawn as the bare button it is made of.
  await page.getByRole("button", { name: "Password generator" }).click();
  const tab = await page.getByRole("tab").first().boundingBox();
  expect(tab?.height).toBeGreaterThan(30);
  await page.context().close();
});

/** Bytes that may come until the form is there: at 400 kbit/s, less than three seconds. */
const MOST_BYTES = 140_000;

test("little has come when the form is there: what follows is asked for after it", async ({ browser }) => {
  const page = await newProfile(browser);
  await page.addInitScript(() => {
    addEventListener("focusin", () => performance.mark("form"), { once: true });
  });
  await page.goto(`${product.origin}/login`, { waitUntil: "commit" });
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.waitForLoadState("networkidle");
  const bytes = await page.evaluate(() => {
    const form = performance.getEntriesByName("form")[0]?.startTime ?? 0;
    const files = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    const sizeOf = (wanted: readonly PerformanceResourceTiming[]): number =>
      wanted.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { before: sizeOf(files.filter(({ startTime }) => startTime < form)), all: sizeOf(files) };
  });
  expect(bytes.before).toBeLessThan(MOST_BYTES);
  // It is looked at rightly: the app itself has come, and more than that follows.
  expect(bytes.before).toBeGreaterThan(100_000);
  expect(bytes.all).toBeGreaterThan(bytes.before + 50_000);
  await page.context().close();
});
