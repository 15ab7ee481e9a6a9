/** One-time codes, cards and people filled by the real extension into real pages: where they are asked for, and not into frames of others. */
import { expect, type Page, test } from "@playwright/test";
import { addItem, openWorld, popupOver, type Site, startSite, valuesInFrames, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const CARD = `<form><label>Card number <input autocomplete="cc-number"></label><label>Expires <input placeholder="MM / YY"></label><label>CVC <input></label><button>Pay</button></form>`;
/** Draws a form in a shadow root that is closed to the page's other scripts; this page keeps it, to say what is in its fields. */
const inClosed = (host: string, form: string): string =>
  `${host}<script>const root = one.attachShadow({ mode: "closed" }); root.innerHTML = ${JSON.stringify(form)};
    globalThis.closedValues = () => [...root.querySelectorAll("input")].map(({ value }) => value);</script>`;
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
/** Codes in one box and in six that a framework controls, a till, the till in a frame of another host and of none, and one that is drawn late in a shadow root; forms in closed ones. */
const PAGES: Readonly<Record<string, string>> = {
  "/code": `<form><h1>Verification code</h1><label>Code <input autocomplete="one-time-code"></label><button>Verify</button></form>`,
  "/boxes": `<form><h1>Enter the code</h1>${"<input maxlength=1 inputmode=numeric>".repeat(6)}<button>Verify</button></form>`,
  "/pay": CARD,
  "/pay-lists": `<form><label>Card number <input autocomplete="cc-number"></label><label>Card type <select><option value="">Choose</option><option value="001">VISA</option><option value="002">MasterCard</option></select></label>
    <label>First name on card <input autocomplete="cc-given-name"></label><label>Last name on card <input autocomplete="cc-family-name"></label>
    <label>Expiry month <select>${"January,February,March,April,May,June,July,August,September,October,November,December"
      .split(",")
      .map((name, at) => `<option value="${at}">${name}</option>`)
      .join(
        "",
      )}</select></label><label>Expiry year <select><option>28</option><option>29</option><option>30</option></select></label><label>CVC <input></label><button>Pay</button></form>`,
  "/ship": `<form><h1>Lieferung</h1><label>Vorname <input></label><label>Nachname <input></label><label>Straße <input></label><label>Ort <input></label>
    <label>Land <select><option value="7">Österreich</option><option value="12">Deutschland</option><option value="3">Schweiz</option></select></label>
    <label>Bundesland <select><option value="1">Berlin</option><option value="2">Bayern</option><option value="3">Hessen</option><option value="4">Saarland</option></select></label>
    <label>Vorwahl <select autocomplete="tel-country-code"><option value="AT">🇦🇹 +43</option><option value="DE">🇩🇪 +49</option></select></label><label>Telefon <input autocomplete="tel-national"></label></form>`,
  "/pay-framed": `<iframe src="//localhost:PORT/pay"></iframe>`,
  "/pay-sandboxed": `<iframe sandbox="allow-forms" src="/pay"></iframe>`,
  "/pay-srcdoc": `<iframe srcdoc='${CARD}'></iframe>`,
  "/closed": inClosed("<div id=one></div>", CARD),
  "/closed-login": inClosed("<sign-in id=one><b slot=none>Sign in</b></sign-in>", LOGIN),
  "/late": `<div id=host></div><script>setTimeout(() => { host.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(CARD)}; }, 300)</script>`,
};

let shop: Site;
let world: World;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = await startSite(({ url = "" }, response) => {
    const page = (PAGES[url] ?? "").replace("PORT", new URL(shop.address).port);
    response.end(`<!doctype html><meta charset=utf-8><title>Shop</title>${page}`);
  });
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** Presses what fills in the popup, and hears what it says. */
async function fillFromPopup(path: string, title: string, said: string | RegExp): Promise<void> {
  await site.goto(shop.address + path);
  if (path === "/late") await site.locator("input").first().waitFor();
  const popup = await popupOver(site, world);
  await popup.getByRole("button", { name: `Fill ${title}` }).click();
  await expect(popup.getByText(said)).toBeVisible();
  await popup.close();
}

test("a login with a code and a card are in the vault", async () => {
  world = await openWorld(product);
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann",
    Password: "Shop-secret-9",
    "One-time code": "JBSWY3DPEHPK3PXP",
    "Website URL": shop.address,
  });
  await addItem(world, `${product.origin}/card-details`, {
    "Name on Card": "Blue card",
    "Card Holder Name": "ANN LEE",
    "Card Number": "4111111111111111",
    "Expiration Date": "12/29",
    CVV: "123",
  });
  const person = {
    ...{ Name: "At home", "First Name": "Ann", "Last Name": "Lee", Phone: "+49 170 1234567" },
    ...{ "Address Line 1": "1 High Street", "City/Town": "München", "State/Province": "Bavaria", Country: "Germany" },
  };
  await addItem(world, `${product.origin}/personal-details`, person, { Title: "Ms" });
  site = await world.browser.context.newPage();
});

test("where only a code is asked for the login gives its code, in one box or in six", async () => {
  await fillFromPopup("/code", "The shop", "Filled.");
  expect((await valuesInFrames(site)).join("")).toMatch(/^\d{6}$/);
  await fillFromPopup("/boxes", "The shop", "Filled.");
  const boxes = await valuesInFrames(site);
  expect(boxes).toHaveLength(6);
  for (const box of boxes) expect(box).toMatch(/^\d$/);
});

test("a card is filled where one is asked for, late and in an open shadow root too", async () => {
  for (const path of ["/pay", "/late"]) {
    await fillFromPopup(path, "Blue card", "Filled.");
    expect(await valuesInFrames(site)).toEqual(["4111111111111111", "12 / 29", "123"]);
  }
});

const chosenIn = (): Promise<(string | undefined)[]> =>
  site.locator("select").evaluateAll((lists: HTMLSelectElement[]) => lists.map(({ selectedOptions }) => selectedOptions[0]?.text));

test("lists are chosen from by what is read there, in another language and by codes; names and numbers are filled in in parts", async () => {
  await fillFromPopup("/ship", "At home", "Filled.");
  expect(await chosenIn()).toEqual(["Deutschland", "Bayern", "🇩🇪 +49"]);
  expect(await valuesInFrames(site)).toEqual(["Ann", "Lee", "1 High Street", "München", "170 1234567"]);
  await fillFromPopup("/pay-lists", "Blue card", "Filled.");
  expect(await chosenIn()).toEqual(["VISA", "December", "29"]);
  expect(await valuesInFrames(site)).toEqual(["4111111111111111", "ANN", "LEE", "123"]);
});

/** What the page itself knows of the fields that it has closed to all others. */
const closedValues = (): Promise<string[]> => site.evaluate(() => (globalThis as unknown as { closedValues(): string[] }).closedValues());

test("a login and a card are filled in closed shadow roots too, in a component and in a box", async () => {
  await fillFromPopup("/closed", "Blue card", "Filled.");
  expect(await closedValues()).toEqual(["4111111111111111", "12 / 29", "123"]);
  await fillFromPopup("/closed-login", "The shop", "Filled.");
  expect(await closedValues()).toEqual(["ann", "Shop-secret-9"]);
});

test("a card goes into no frame of another host, nor of none", async () => {
  for (const path of ["/pay-framed", "/pay-sandboxed", "/pay-srcdoc"]) {
    await fillFromPopup(path, "Blue card", /belong to another site|on no site of their own/);
    expect((await valuesInFrames(site)).join("")).toBe("");
  }
});
