/** The app in the language of the browser, in another that is chosen, and in the chosen one where there is no server. Its words are read off the tables that the build puts in. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { type Line, openLine } from "./broken-line.ts";
import { cachedFiles } from "./cached-files.ts";
import { enrol, newProfile, PASSWORD, typeDraft, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const TITLE = "Quiet Harbour Bank";
const OFFLINE = "The language was not changed. There is no connection to the server.";

test.setTimeout(240_000);

type Words = (text: string) => string;
const english: Words = (text) => text;
function wordsOf(code: string): Words {
  const path = new URL(`../../packages/app/src/words/${code}.json`, import.meta.url);
  const table = JSON.parse(readFileSync(path, "utf8")) as Record<string, string | null>;
  return (text) => table[text] ?? text;
}
const german = wordsOf("de");
const spanish = wordsOf("es");

let line: Line;
test.beforeAll(async ({ browser }) => {
  line = await openLine(product.origin);
  await enrol(product.firstAdminLink, ANN);
  const page = await newProfile(browser);
  await signIn(page, english);
  await addLogin(page, line.origin, TITLE);
  await page.context().close();
});
test.afterAll(() => line.end());
test.beforeEach(() => void Object.assign(line, { state: "through", asked: [] }));

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const languageOf = (page: Page): Promise<string | null> => page.locator("html").getAttribute("lang");
const choice = (page: Page, say: Words) => page.getByRole("combobox", { name: say("Language"), exact: true });

async function signIn(page: Page, say: Words): Promise<void> {
  await page.goto(`${line.origin}/login`);
  await expect(heading(page, say("Sign in to your account"))).toBeVisible();
  await page.getByLabel(say("Email"), { exact: true }).fill(ANN);
  await page.getByRole("textbox", { name: say("Master Password"), exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: say("Sign in"), exact: true }).click();
  await expect(heading(page, say("All Items"))).toBeVisible();
}

async function choose(page: Page, say: Words, label: string, then: Words, code: string): Promise<void> {
  await page.goto(`${line.origin}/settings#language`);
  await choice(page, say).selectOption({ label });
  // The page is another one, and the vault is open in it as in any page that is loaded again.
  await expect(page.locator(`html[lang="${code}"]`)).toBeAttached();
  await expect(heading(page, then("Settings"))).toBeVisible();
}

async function openTitle(page: Page, say: Words) {
  await page.goto(`${line.origin}/all-items`);
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("Add item") })
    .click();
  await page.getByRole("menuitem", { name: say("Password"), exact: true }).click();
  return page.getByRole("dialog").getByRole("textbox", { name: say("Title"), exact: true });
}

/** The lists of files that this browser keeps: one for each language that it was used in, and the one before. */
const keptPages = async (page: Page): Promise<string[]> =>
  Object.values(await cachedFiles(page))
    .flat()
    .filter((path) => path.endsWith(".html"))
    .sort();
const untilKept = (page: Page, pages: readonly string[]): Promise<void> =>
  expect.poll(() => keptPages(page), { timeout: 60_000 }).toEqual(pages);
/** The service worker that answers when the server does not. */
const untilAnswering = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL), { timeout: 60_000 })
    .toBe(`${line.origin}/${name}`);

test("a German browser has the site, the sign-in and the vault in German, and keeps these files alone", async ({ browser }) => {
  const page = await newProfile(browser, { locale: "de-DE" });
  await page.goto(line.origin);
  await expect(heading(page, german("Password generator"))).toBeVisible();
  expect(await languageOf(page)).toBe("de");
  await signIn(page, german);
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await untilAnswering(page, "service-worker.de.js");
  await untilKept(page, ["/index.de.html"]);
  expect(line.asked.filter((path) => /^\/(?:index\.html|service-worker\.js)/.test(path))).toEqual([]);
  await page.context().close();
});

test("another language is chosen in the settings: what is half typed is there in it, and a start without the server is in it too", async ({
  browser,
}) => {
  const page = await newProfile(browser, { locale: "de-DE" });
  await signIn(page, german);
  await choose(page, german, "English", english, "en");
  await typeDraft(page, async () => (await openTitle(page, english)).fill("Half a thought"));
  await untilAnswering(page, "service-worker.js");

  await choose(page, english, "As this browser", german, "de");
  expect((await page.context().cookies()).filter(({ name }) => name === "language")).toEqual([]);
  await untilAnswering(page, "service-worker.de.js");
  await untilKept(page, ["/index.de.html", "/index.html"]);
  const title = await openTitle(page, german);
  await page.getByRole("button", { name: german("Restore it"), exact: true }).click();
  await expect(title).toHaveValue("Half a thought");

  line.state = "cut";
  await page.goto(`${line.origin}/settings#language`);
  expect(await languageOf(page)).toBe("de");
  await page.getByRole("textbox", { name: german("Master Password"), exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: german("Unlock"), exact: true }).click();
  await choice(page, german).selectOption({ label: "Español" });
  await expect(page.getByText(german(OFFLINE))).toBeVisible();
  await expect(choice(page, german)).toHaveValue(german("As this browser"));
  await page.reload();
  expect(await languageOf(page)).toBe("de");
  await page.context().close();
});

test("what is chosen goes before what the browser asks for, and nonsense is not a choice", async ({ browser }) => {
  const page = await newProfile(browser, { locale: "de-DE" });
  const cookie = { name: "language", url: line.origin };
  await page.context().addCookies([{ ...cookie, value: "es" }]);
  await page.goto(`${line.origin}/login`);
  await expect(heading(page, spanish("Sign in to your account"))).toBeVisible();
  expect(await languageOf(page)).toBe("es");
  await page.context().addCookies([{ ...cookie, value: "../../secrets" }]);
  await page.goto(`${line.origin}/login`);
  await expect(heading(page, german("Sign in to your account"))).toBeVisible();
  await page.context().close();
});
