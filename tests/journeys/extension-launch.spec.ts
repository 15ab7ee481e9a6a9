/** The web app tells the real extension of its entries and of the websites it opens; their forms fill by themselves, and nowhere else. */
import { expect, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { addItem, heldBy, keptBy, openWorld, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { answer, fromMenu } from "./steps.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const FORM = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
/** The form at once, a moment late, in two steps, for new users, for letters, and a page that leads to another host. */
const PAGES: Readonly<Record<string, string>> = {
  "/": FORM,
  "/late": `<main></main><script>setTimeout(() => { document.querySelector("main").innerHTML = ${JSON.stringify(FORM)}; }, 900)</script>`,
  "/steps": `<form action="/step2"><h1>Sign in</h1><label>Email <input type="email" name="u"></label><button>Next</button></form>`,
  "/new": `<form><h1>Create account</h1><input type="email"><input type="password"><button>Sign up</button></form>`,
  "/sends": FORM.replace("<form>", '<form action="/in" method="post">'),
  "/here": `<form><h1>Sign in</h1><label>Email <input type="email" name="u"></label><button>Next</button></form><script>
    document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault();
      setTimeout(() => { event.target.innerHTML = '<label>Password <input type="password" name="p"></label><button>Log in</button>'; }, 300); });</script>`,
  "/in": "<h1>Welcome</h1>",
  "/letter": `<form><label>Email <input type="email" name="u"></label><button>Next</button></form>`,
};

let shop: Site;
let world: World;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) => {
    const path = new URL(url, "http://shop.example").pathname;
    if (path === "/away") response.writeHead(302, { location: `${shop.address.replace("127.0.0.1", "localhost")}/` }).end();
    else response.end(`<!doctype html><title>Shop</title>${path === "/step2" ? FORM : (PAGES[path] ?? "")}`);
  });
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

const addLogin = (title: string, path: string): Promise<void> =>
  addItem(world, `${product.origin}/passwords`, {
    Title: title,
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address + path,
  });

/** Opens the website of an entry from the list of the web app. */
async function launch(title: string): Promise<Page> {
  const { web, browser } = world;
  await web.bringToFront();
  const opened = browser.context.waitForEvent("page");
  await fromMenu(web, title, "Open website");
  const page = await opened;
  await page.waitForLoadState();
  return page;
}

test("the extension holds an entry as soon as the web app has it, with none of its pages open (A004, A252, V240)", async () => {
  world = await openWorld(product);
  await addLogin("The shop", "/");
  await expect.poll(() => heldBy(world), { timeout: 10_000 }).toHaveLength(1);
  await addLogin("Late", "/late");
  await addLogin("Steps", "/steps");
  await addLogin("New", "/new");
  await addLogin("Letter", "/letter");
  await addLogin("Here", "/here");
  await addLogin("Sends", "/sends");
  await addLogin("Away", "/away");
  await expect.poll(() => heldBy(world), { timeout: 10_000 }).toHaveLength(8);
});

test("a website that is opened from an entry has its login filled in, once its form is there (A254)", async () => {
  for (const title of ["The shop", "Late"]) {
    const page = await launch(title);
    await expect.poll(() => valuesOn(page), { timeout: 10_000 }).toEqual(["ann@shop.example", "Shop-secret-9"]);
    await page.close();
  }
});

test("what a person puts in its place stays, and gets no password of another account, in one page or in two", async () => {
  for (const title of ["Here", "Steps"]) {
    const page = await launch(title);
    await expect.poll(() => valuesOn(page), { timeout: 10_000 }).toEqual(["ann@shop.example"]);
    await page.locator("[type=email]").fill("");
    await page.locator("[type=email]").pressSequentially("bob@shop.example");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.locator("[type=password]")).toBeVisible();
    // As long as it is looked at.
    await page.waitForTimeout(11_000);
    await expect(page.locator("[type=password]")).toHaveValue("");
    await page.close();
  }
});

/** Of the extension's own settings. */
async function turn(name: string, to: boolean): Promise<void> {
  const options = await world.browser.context.newPage();
  await options.goto(`${world.pages}options.html`);
  const control = options.getByRole("switch", { name });
  await expect(control).toBeChecked({ checked: !to, timeout: 20_000 }); // what is stored has been read
  await expect(options.getByRole("main")).toBeFocused(); // a reader begins at the top, not in a field further down
  await control.press("Space");
  await expect(control).toBeChecked({ checked: to });
  await options.close();
}

test("a form is sent by itself only once a person has chosen so", async () => {
  const waits = await launch("Sends");
  await expect.poll(() => valuesOn(waits), { timeout: 10_000 }).toEqual(["ann@shop.example", "Shop-secret-9"]);
  await waits.waitForTimeout(1_000);
  expect(new URL(waits.url()).pathname).toBe("/sends");
  await waits.close();
  await turn("Sign in right away", true);
  const sent = await launch("Sends");
  await expect(sent.getByRole("heading", { name: "Welcome" })).toBeVisible({ timeout: 15_000 });
  await sent.close();
  await turn("Sign in right away", false);
});

test("who wants nothing filled by itself opens the website as it is", async () => {
  await turn("Fill in logins", false);
  const page = await launch("The shop");
  await page.waitForTimeout(2_500);
  expect(await valuesOn(page)).toEqual(["", ""]);
  await page.close();
  await turn("Fill in logins", true);
});

test("a login in two steps is filled step by step", async () => {
  const page = await launch("Steps");
  await expect.poll(() => valuesOn(page), { timeout: 10_000 }).toEqual(["ann@shop.example"]);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await valuesOn(page)).at(-1), { timeout: 10_000 }).toBe("Shop-secret-9");
  await page.close();
});

test("nothing is filled into a form for new users or for letters, at another host, or in another tab", async () => {
  const other = await world.browser.context.newPage();
  for (const title of ["New", "Letter", "Away"]) {
    const page = await launch(title);
    await other.goto(`${shop.address}/`);
    await page.waitForTimeout(2_500);
    expect((await valuesOn(page)).join("")).toBe("");
    expect((await valuesOn(other)).join("")).toBe("");
    await page.close();
  }
  await other.close();
});

test("what was deleted on the web is gone from the extension (A253)", async () => {
  const { web } = world;
  await web.bringToFront();
  await fromMenu(web, "Away", "Delete");
  await answer(web, "Are you sure", "Delete");
  await expect(web.getByRole("button", { name: "Away", exact: true })).toBeHidden();
  // What is in the trash is still a record: that its state was taken over shows in what the extension lists.
  const popup = await world.browser.context.newPage();
  await popup.goto(`${world.pages}vault.html#/passwords`);
  await expect(popup.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(popup.getByRole("button", { name: "Away", exact: true })).toBeHidden();
  await popup.close();
});

test("a lock leaves nothing of a launch behind", async () => {
  const page = await launch("The shop");
  await expect.poll(async () => Object.keys(await keptBy(world))).toContain("launched");
  await page.close();
  const { web } = world;
  await web.bringToFront();
  await openMenu(web);
  await web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("launched");
  expect(Object.keys(await keptBy(world))).not.toContain("slot:vaultKey");
});
