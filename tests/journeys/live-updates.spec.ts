/** What is changed in one window, or by another person, is seen in the others at once, however many are open: a browser has six connections to a server over HTTP/1.1. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@windows.example";
/** One more than a browser has connections to a server. */
const WINDOWS = 7;

/** Windows that hold a line open. */
const isListening = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith("coffer-news-")).length);

test("seven windows of one browser and one of another work, and each sees what is saved in one", async ({ browser }) => {
  // Eight pages are loaded, and looked at three times each.
  test.setTimeout(360_000);
  await enrol(product.firstAdminLink, ANN);
  const first = await newProfile(browser);
  await signIn(first, product.origin, ANN);
  await addLogin(first, product.origin, "Garden");
  const elsewhere = await newProfile(browser);
  await signIn(elsewhere, product.origin, ANN);
  const windows = [first, elsewhere];
  const lines: string[] = [];
  first.context().on("request", (request) => void (request.url().endsWith("/vault/news") && lines.push(request.url())));
  while (windows.length < WINDOWS + 1) {
    const page = await first.context().newPage();
    await page.goto(`${product.origin}/all-items`);
    await expect(page.getByText("Garden").first()).toBeVisible();
    windows.push(page);
  }
  expect(await isListening(first)).toBe(1);
  expect(lines).toEqual([]);
  for (const [at, page] of [first, elsewhere].entries()) {
    await addLogin(page, product.origin, `Boat ${at}`);
    for (const one of windows) await expect(one.getByText(`Boat ${at}`).first()).toBeVisible();
  }
  // The window that listened for all is closed: another goes on.
  windows.splice(windows.indexOf(first), 1);
  await first.close();
  await addLogin(elsewhere, product.origin, "Harbour");
  for (const one of windows) await expect(one.getByText("Harbour").first()).toBeVisible();
});
