/** Logins that are typed into sites are offered to be saved by the real extension: once, after they were taken, and never where it should not. */
import { expect, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { answerQuestion, heldBy, keptBy, openWorld, ourScriptsIn, type Site, startSite, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const LOGIN = `<form action="/in" method="post"><label>Email <input type="email" name="u"></label><label>Password <input type="password" name="p"></label><button>Log in</button></form>`;
const CHANGE = `<form action="/changed" method="post"><h1>Change password</h1><label>Current password <input type="password"></label>
  <label>New password <input type="password"></label><label>Repeat new password <input type="password"></label><button>Change password</button></form>`;
const SIGN_UP = `<form action="/in" method="post"><h1>Create account</h1><label>Email <input type="email"></label><label>Password <input type="password"></label>
  <label>Repeat password <input type="password"></label><button>Sign up</button></form>`;
/** One that is taken, one that is refused, one that goes by script, one for a new password, one for new users. */
const PAGES: Readonly<Record<string, string>> = {
  "/": LOGIN,
  "/in": "<h1>Welcome</h1><a href='/more'>More</a>",
  "/more": "<h1>More</h1>",
  "/refuses": LOGIN.replace("/in", "/refused"),
  "/refused": `<p>Wrong password</p>${LOGIN.replace("/in", "/refused")}`,
  "/script": `${LOGIN}<script>document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault();
    document.querySelector("[type=password]").value = "hashed-by-the-page"; fetch("/in").then(() => { document.body.textContent = "Welcome"; }); })</script>`,
  "/change": CHANGE,
  "/join": SIGN_UP,
  "/dialog": `${LOGIN.replace("<button>", '<button type="button" onclick="this.form.remove()">Cancel</button><button>')}`,
  "/stays": LOGIN.replace("<form", '<form onsubmit="return false"'),
  "/changed": "<h1>Your password was changed</h1>",
};

let shop: Site;
let world: World;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) => void response.end(`<!doctype html><title>Shop</title><body>${PAGES[url] ?? ""}`));
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

async function logIn(path: string, username: string, password: string): Promise<void> {
  await page.goto(shop.address + path);
  await page.locator("[type=email]").pressSequentially(username);
  await page.locator("[type=password]").pressSequentially(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Frames in closed shadow roots are found by their address alone. */
const question = () => page.frames().find((frame) => frame.url().endsWith("/save.html"));
const isAsked = async (): Promise<string | null> => {
  const frame = question();
  return frame === undefined
    ? null
    : await frame
        .getByRole("heading")
        .textContent({ timeout: 1_000 })
        .catch(() => null);
};
const press = (name: string): Promise<void> => answerQuestion(page, name);
const heldPasswords = async (): Promise<number> => (await heldBy(world)).length;

test("a new login is offered once it was taken, stays over the next page, and is saved by one click", async () => {
  world = await openWorld(product);
  page = await world.browser.context.newPage();
  await logIn("/", "ann@shop.example", "Shop-secret-1");
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Save this login in Coffer?");
  await page.getByRole("link", { name: "More" }).click();
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Save this login in Coffer?");
  await expect(question()?.getByText("ann@shop.example") ?? page.locator("none")).toBeVisible();
  // A page that has taken over our script in it does not answer for the person.
  const cdp = await world.browser.context.newCDPSession(page);
  for (const { send } of await ourScriptsIn(cdp))
    for (const offer of ["ask", "save", "later", "never", "hide"]) expect(await send({ offer })).toBeNull();
  await cdp.detach();
  expect(await heldPasswords()).toBe(0);
  await press("Save");
  await expect.poll(heldPasswords, { timeout: 15_000 }).toBe(1);
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
});

test("what the vault knows is not asked about, nor a login that was refused", async () => {
  await logIn("/", "ANN@shop.example", "Shop-secret-1");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
  await logIn("/refuses", "ann@shop.example", "Not-my-password");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
  await expect.poll(async () => JSON.stringify(await keptBy(world)), { timeout: 15_000 }).not.toContain("Not-my-password");
});

test("who cancels is not asked, and of a tab that was closed nothing waits any more", async () => {
  await page.goto(`${shop.address}/dialog`);
  await page.locator("[type=email]").pressSequentially("ann@shop.example");
  await page.locator("[type=password]").pressSequentially("Cancelled-secret-1");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
  const kept = async (): Promise<string> => JSON.stringify(await keptBy(world));
  expect(await kept()).not.toContain("Cancelled-secret-1");
  const mine = page;
  page = await world.browser.context.newPage();
  await logIn("/stays", "ann@shop.example", "Waiting-secret-1");
  await expect.poll(kept).toContain("Waiting-secret-1");
  await page.close();
  await expect.poll(kept).not.toContain("Waiting-secret-1");
  page = mine;
});

test("another password of the same login, sent by script and hashed by the page, is offered as it was typed, with its entry in sight", async () => {
  await logIn("/script", "ann@shop.example", "Shop-secret-2");
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Update the password in Coffer?");
  await expect(question()?.getByRole("combobox") ?? page.locator("none")).toContainText("ann@shop.example");
  expect(JSON.stringify(await keptBy(world))).not.toContain("hashed-by-the-page");
  await press("Update");
  await expect.poll(() => question(), { timeout: 15_000 }).toBeUndefined();
  expect(await heldPasswords()).toBe(1);
});

test("a changed password updates the entry that had the old one", async () => {
  await page.goto(`${shop.address}/change`);
  const [current, next, again] = await page.locator("input").all();
  await current?.pressSequentially("Shop-secret-2");
  await next?.pressSequentially("Shop-secret-3");
  await again?.pressSequentially("Shop-secret-3");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Update the password in Coffer?");
  await press("Update");
  await expect.poll(() => question(), { timeout: 15_000 }).toBeUndefined();
  // Had it not been taken over, it would be asked about.
  await logIn("/", "ann@shop.example", "Shop-secret-3");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
});

test("a sign-up is offered as a new entry, asked about once, and known from then on", async () => {
  const join = async (name: string): Promise<void> => {
    await page.goto(`${shop.address.replace("127.0.0.1", "localhost")}/join`);
    await page.locator("[type=email]").pressSequentially(name);
    for (const field of await page.locator("[type=password]").all()) await field.pressSequentially("Joined-secret-1");
    await page.getByRole("button", { name: "Sign up" }).click();
  };
  await join("new@shop.example");
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Save this login in Coffer?");
  await press("Save");
  await expect.poll(heldPasswords, { timeout: 15_000 }).toBe(2);
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
  await page.reload();
  await join("new@shop.example");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
});

test("a newsletter's address takes nothing from what is asked about, and a login that no longer waits is not said to be saved", async () => {
  await logIn("/", "kim@shop.example", "Kims-secret-1");
  await expect.poll(isAsked, { timeout: 15_000 }).toBe("Save this login in Coffer?");
  await page.evaluate(() => {
    document.body.innerHTML = `<form onsubmit="return false"><h1>Newsletter</h1><label>Email <input type="email"></label><button>Log in</button></form>`;
  });
  await page.locator("[type=email]").pressSequentially("news@shop.example");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForTimeout(1_000);
  expect(JSON.stringify((await keptBy(world)).captured)).toContain("Kims-secret-1");
  await world.browser.worker.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { remove(name: string): Promise<void> } } } };
    return chrome.storage.session.remove("captured");
  });
  await press("Save");
  await expect(question()?.getByRole("status") ?? page.locator("none")).toContainText("no longer has this login");
  expect(await heldPasswords()).toBe(2);
});

test("not now is not asked again; never is for the whole site; a page presses nothing", async () => {
  await logIn("/", "bob@shop.example", "Bobs-secret-1");
  await expect.poll(isAsked, { timeout: 15_000 }).not.toBeNull();
  // A click that the page sends, and one while something covers the question.
  await page.evaluate(() => {
    const over = document.createElement("div");
    over.popover = "manual";
    over.textContent = "Win a prize";
    Object.assign(over.style, {
      position: "fixed",
      inset: "0 0 auto auto",
      width: "420px",
      height: "300px",
      margin: "0",
      pointerEvents: "none",
    });
    document.body.append(over);
    over.showPopover();
  });
  await page.waitForTimeout(900);
  await question()?.getByRole("heading").hover();
  await question()?.getByRole("button", { name: "Save" }).click();
  await page.waitForTimeout(1_500);
  expect(await heldPasswords()).toBe(2);
  await page.evaluate(() => document.querySelector("div")?.remove());
  await press("Not now");
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
  await logIn("/", "bob@shop.example", "Bobs-secret-1");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();

  await logIn("/", "eve@shop.example", "Eves-secret-1");
  await expect.poll(isAsked, { timeout: 15_000 }).not.toBeNull();
  await press("Never here");
  await expect.poll(() => question(), { timeout: 10_000 }).toBeUndefined();
  await logIn("/", "joe@shop.example", "Joes-secret-1");
  await page.waitForTimeout(2_500);
  expect(question()).toBeUndefined();
  expect(await heldPasswords()).toBe(2);
});

test("a lock leaves nothing of what was typed, and a locked vault takes nothing", async () => {
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect.poll(async () => Object.keys(await keptBy(world))).not.toContain("slot:vaultKey");
  await logIn("/", "zoe@shop.example", "Zoes-secret-1");
  await page.waitForTimeout(2_000);
  const kept = JSON.stringify(await keptBy(world));
  for (const typed of ["Bobs-secret-1", "Joes-secret-1", "Zoes-secret-1", "zoe@"]) expect(kept).not.toContain(typed);
  expect(question()).toBeUndefined();
});
