/**
 * Which login may be filled into a frame of which site on a page of which other: six sites, each as the one that the login is for, as the page and as the frame in it, with the
 * real extension in real Chromium; and lines that others can read, and frames that are of no site.
 */
import { createServer as createSafeServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { addItem, openWorld, popupOver, type Site, startSite, valuesInFrames, type World } from "./extension-world.ts";
import { selfSigned } from "./self-signed.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
/** By site: hosts of one are siblings. Each name below a public suffix, also one that a company gives out, is a separate site. */
const SITE_OF = {
  "shop.test": "shop",
  "login.shop.test": "shop",
  "sh0p.test": "look-alike",
  "shop.test.evil.test": "evil",
  "ann.github.io": "ann",
  "eve.github.io": "eve",
} as const;
type Host = keyof typeof SITE_OF;
const HOSTS = Object.keys(SITE_OF) as Host[];
const FORM = `<form><label>Email <input type="email" name="u"></label><label>Password <input type="password" name="p"></label><button>Log in</button></form>`;
const quoted = FORM.replace(/"/g, "'");
/** Frames without an address of their own, in a page of the very site. */
const NOBODYS: Readonly<Record<string, string>> = {
  sandboxed: `<iframe sandbox="allow-forms allow-scripts" src="/form"></iframe>`,
  srcdoc: `<iframe srcdoc="${quoted}"></iframe>`,
  "sandboxed srcdoc": `<iframe sandbox="allow-forms" srcdoc="${quoted}"></iframe>`,
  blank: `<iframe id=f></iframe><script>f.contentDocument.body.innerHTML = ${JSON.stringify(FORM)}</script>`,
  "javascript:": `<iframe src="javascript:'${FORM.replace(/"/g, "")}'"></iframe>`,
  "data:": `<iframe src="data:text/html,${encodeURIComponent(FORM)}"></iframe>`,
  "blob:": `<iframe id=f></iframe><script>f.src = URL.createObjectURL(new Blob([${JSON.stringify(FORM)}], { type: "text/html" }))</script>`,
};

const answerOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address, "http://any");
  if (pathname === "/form") return FORM;
  if (pathname === "/nobodys") return NOBODYS[searchParams.get("frame") ?? ""] ?? "";
  return `<iframe src="${searchParams.get("frame")}"></iframe>`;
};

let safe: { readonly port: number; stop(): void };
let open: Site;
let world: World;
let page: Page;
let popup: Page;

test.describe.configure({ mode: "serial", timeout: 240_000 });

test.beforeAll(async () => {
  const server = createSafeServer(selfSigned(), ({ url = "" }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Site</title><body>${answerOf(url)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  safe = { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
  open = await startSite(({ url = "" }, response) => void response.end(`<!doctype html><title>Site</title><body>${answerOf(url)}`));
});

test.afterAll(async () => {
  await world.browser.close();
  safe.stop();
  open.stop();
});

const at = (host: string, path: string): string => `https://${host}:${safe.port}${path}`;
const inTheOpen = (host: string, path: string): string => `http://${host}:${new URL(open.address).port}${path}`;
const framing = (frame: string): string => `/?frame=${encodeURIComponent(frame)}`;

/** The logins that the popup offers for the page. */
let offered: string[] = [];

async function look(address: string): Promise<void> {
  await page.goto(address);
  await popup.reload();
  const strip = popup.getByLabel("For this site");
  await expect(strip.locator("li").or(strip.getByText("No login for")).first()).toBeVisible();
  const rows = strip.getByRole("button", { name: /^Fill / });
  offered = await rows.evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? "").slice("Fill ".length)));
}

/** @returns the values in the fields of the page and its frames once the login was picked; "" for one that is not offered. */
async function pick(host: Host): Promise<string> {
  if (!offered.includes(host)) return "";
  for (const frame of page.frames())
    await frame.evaluate(() => {
      for (const input of document.querySelectorAll("input")) input.value = "";
    });
  const status = popup.getByLabel("For this site").getByRole("status");
  await popup.getByRole("button", { name: `Fill ${host}`, exact: true }).click();
  await expect(status).not.toBeEmpty();
  await expect.poll(() => status.textContent()).toMatch(/\./);
  return (await valuesInFrames(page)).join(" ").trim();
}

test("six logins, one for each site", async () => {
  world = await openWorld(product, { hosts: [...HOSTS], args: ["--ignore-certificate-errors"] });
  for (const host of HOSTS)
    await addItem(world, `${product.origin}/passwords`, {
      Title: host,
      "Username / Email": `ann@${host}`,
      Password: "Shop-secret-9",
      "Website URL": `https://${host}`,
    });
  page = await world.browser.context.newPage();
  await page.goto(at("shop.test", "/form"));
  popup = await popupOver(page, world);
});

for (const top of HOSTS)
  test(`on ${top} a login goes into frames of its own site alone, where that is the page's too`, async () => {
    const cells: string[] = [];
    const wanted: string[] = [];
    for (const frame of HOSTS) {
      await look(at(top, framing(at(frame, "/form"))));
      for (const item of HOSTS) {
        const mayFill = SITE_OF[item] === SITE_OF[top] && SITE_OF[item] === SITE_OF[frame];
        cells.push(`${item} in ${frame}: ${await pick(item)}`);
        wanted.push(`${item} in ${frame}: ${mayFill ? `ann@${item} Shop-secret-9` : ""}`);
      }
    }
    expect(cells).toEqual(wanted);
  });

test("over a line that others can read nothing is filled in, in the page or in a frame", async () => {
  const cells: string[] = [];
  const addresses = [
    inTheOpen("shop.test", "/form"),
    inTheOpen("shop.test", framing(at("shop.test", "/form"))),
    inTheOpen("shop.test", framing(inTheOpen("shop.test", "/form"))),
    at("shop.test", framing(inTheOpen("shop.test", "/form"))),
  ];
  for (const address of addresses) {
    await look(address);
    for (const host of HOSTS) cells.push(await pick(host));
  }
  expect(cells.join("")).toBe("");
  // The twin over a safe line is filled, so that it is the line that counts.
  await look(at("shop.test", "/form"));
  expect(await pick("shop.test")).toBe("ann@shop.test Shop-secret-9");
});

test("frames of no site get nothing, on the page of the very site", async () => {
  const cells: Record<string, string> = {};
  for (const kind of Object.keys(NOBODYS)) {
    await look(at("shop.test", `/nobodys?frame=${encodeURIComponent(kind)}`));
    await expect.poll(async () => (await valuesInFrames(page)).length, { message: kind }).toBe(2);
    cells[kind] = await pick("shop.test");
  }
  expect(cells).toEqual(Object.fromEntries(Object.keys(NOBODYS).map((kind) => [kind, ""])));
});
