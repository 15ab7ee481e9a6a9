/** Pages of one company on several sites (related origins): which page may use another site's passkeys says that site's own document, and nothing is fetched of a site that the vault has no passkey of. */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openWorld, type World } from "./extension-world.ts";
import {
  asks,
  asksNew,
  idOf,
  knownSites,
  otherDevice,
  press,
  provesOnce,
  type Registered,
  registeredAt,
  windowsOf,
  within,
} from "./passkey-world.ts";
import { selfSigned } from "./self-signed.ts";
import { useProduct } from "./world.ts";

const product = useProduct();
const HELD = "shop.example";
/** In the documents: the page that asks. What was looked up for one counts for a while, so each case has a page of its own. */
const PAGE = "https://page";
const JSON_TYPE = { "content-type": "application/json" };
const sites = (count: number): string[] => Array.from({ length: count }, (_, at) => `https://site${at}.com`);

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** In milliseconds. */
  readonly after?: number;
}
const document = (origins: unknown, more: Partial<Answer> = {}): Answer => ({
  headers: JSON_TYPE,
  text: JSON.stringify({ origins }),
  ...more,
});

/** What the site of the passkey has in the place of its document. */
const DOCUMENTS: Readonly<Record<string, Answer>> = {
  "the page": document([PAGE]),
  "the page among others": document([...sites(3), PAGE]),
  "a type with a word more": document([PAGE], { headers: { "content-type": "application/json; charset=utf-8" } }),
  nothing: { status: 404, text: "" },
  "another page": document(["https://www.shop.test", PAGE.replace("s:", ":"), `${PAGE}:8443`]),
  "five others before it": document([...sites(5), PAGE]),
  "no list": document(PAGE),
  "another type": document([PAGE], { headers: { "content-type": "text/html" } }),
  "no type": document([PAGE], { headers: {} }),
  "no JSON": { headers: JSON_TYPE, text: `{"origins":["${PAGE}"]` },
  "another status": document([PAGE], { status: 203 }),
  "an error": document([PAGE], { status: 500 }),
  "another place": { status: 302, headers: { location: "https://elsewhere.test/.well-known/webauthn" } },
  "70,000 bytes": document([PAGE, "x".repeat(70_000)]),
  "no end": document([PAGE], { after: 8_000 }),
};

let at: Answer = {};
/** Of the page that asks. */
let asking = "";
let pages = 0;
async function goesToNew(page: Page): Promise<void> {
  asking = `https://page${pages++}.test`;
  await page.goto(asking);
}
/** What was asked for, as `host path`, with what could say who asks. */
let asked: string[] = [];
let server: Server;
let args: string[];
let world: World;
let page: Page;
let registered: Registered;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  server = createServer(selfSigned(), (request, response) => {
    const { host = "", cookie = "", referer = "", origin = "" } = request.headers;
    if (request.url !== "/.well-known/webauthn") {
      response.setHeader("content-type", "text/html").setHeader("set-cookie", "who=ann; SameSite=None; Secure");
      return void response.end("<!doctype html><title>Site</title><h1>Sign in</h1>");
    }
    asked.push([host, cookie, referer, origin].join(" ").trim());
    const { status = 200, headers = {}, text = "", after = 0 } = host === "elsewhere.test" ? document([PAGE]) : at;
    const body = text.replaceAll(PAGE, asking);
    setTimeout(() => response.writeHead(status, headers).end(body), after);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rules = [HELD, "*.test", "unknown.example"].map((host) => `MAP ${host} ${here}`);
  args = [
    "--ignore-certificate-errors",
    `--host-resolver-rules=${[...rules, "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost"].join(", ")}`,
  ];
});

test.afterAll(async () => {
  await world.browser.close();
  server.closeAllConnections();
  server.close();
});

const OPTIONS = { challenge: "AAAAAAAAAAAAAAAAAAAAAA", rpId: HELD, userVerification: "discouraged" };

/** Documents by which the browser lets the page use the site's passkeys. */
const native = new Set<string>();

test("the browser's own answers", async () => {
  const plain = await openBrowser({ args });
  const alone = await plain.context.newPage();
  for (const [name, answer] of Object.entries(DOCUMENTS)) {
    at = answer;
    await goesToNew(alone);
    const { cdp, id } = await otherDevice(alone, HELD);
    const came = idOf(await asks(alone, OPTIONS));
    expect(["SecurityError", id]).toContain(came);
    if (came === id) native.add(name);
    await cdp.send("WebAuthn.disable");
    await cdp.detach();
  }
  await plain.close();
  expect([...native]).toContain("the page");
});

/** Until a window of the extension is there, or the browser has answered. */
async function asksOnce(): Promise<{ readonly answered: ReturnType<typeof asks>; readonly isOver: boolean }> {
  let isOver = false;
  const answered = asks(page, OPTIONS).finally(() => {
    isOver = true;
  });
  await expect.poll(() => isOver || windowsOf(world).length > 0).toBe(true);
  return { answered, isOver };
}

/** @param others - the passkey that the browser answers with */
async function asksUntilOurs(others: string, tries = 3): ReturnType<typeof asksOnce> {
  const once = await asksOnce();
  if (!once.isOver || tries === 1 || idOf(await once.answered) !== others) return once;
  return asksUntilOurs(others, tries - 1);
}

test("we answer where the document says so, never where the browser would not, and what it fetches says nothing of who asks", async () => {
  world = await openWorld(product, { args });
  registered = await registeredAt(`https://${HELD}`, product, world.email);
  await world.web.bringToFront();
  await expect(world.web.getByText("Login of es256@site.example").first()).toBeVisible();
  page = await world.browser.context.newPage();
  await page.goto(`https://${HELD}`);
  await expect.poll(() => knownSites(world), { timeout: 60_000 }).toEqual([HELD]);
  await provesOnce(world, page, registered);
  const ours: string[] = [];
  for (const [name, answer] of Object.entries(DOCUMENTS)) {
    at = answer;
    await goesToNew(page);
    asked = [];
    const { cdp, id } = await otherDevice(page, HELD);
    // A document that comes late counts the next time.
    const { answered, isOver } = native.has(name) ? await asksUntilOurs(id) : await asksOnce();
    if (!isOver) {
      await press(world, "Sign in as es256@site.example");
      expect(idOf(await answered)).toBe(registered.ids["es256@site.example"]);
      ours.push(name);
      expect(new Set(asked)).toEqual(new Set([HELD]));
    } else expect([name, idOf(await answered)]).toEqual([name, native.has(name) ? id : "SecurityError"]);
    await cdp.send("WebAuthn.disable");
    await cdp.detach();
  }
  expect(ours.filter((name) => !native.has(name))).toEqual([]);
  expect(ours).toEqual(["the page", "the page among others", "a type with a word more"]);
});

test("the site accepts what a related page got", async () => {
  at = document([PAGE]);
  await goesToNew(page);
  const options = await registered.party.request({ userVerification: "discouraged", listed: [] });
  const answered = asks(page, options);
  await press(world, "Sign in as es256@site.example");
  const said = await answered;
  if ("error" in said) throw new Error(said.error);
  const client = JSON.parse(
    Buffer.from(String((said.credential.response as { clientDataJSON: string }).clientDataJSON), "base64url").toString(),
  );
  expect(client).toMatchObject({ origin: asking, crossOrigin: false, challenge: options.challenge });
});

test("nothing is fetched by us of a site that the vault has none of, for a list of others, or to make one", async () => {
  at = document([PAGE]);
  const cdp = await otherDevice(page, "unknown.example");
  for (const options of [
    { ...OPTIONS, rpId: "unknown.example" },
    { ...OPTIONS, allowCredentials: [{ type: "public-key", id: "AAAA" }] },
  ]) {
    await goesToNew(page);
    asked = [];
    await asks(page, options).catch(() => undefined);
    // The browser's own look.
    expect(asked).toHaveLength(1);
    expect(windowsOf(world)).toEqual([]);
  }
  await goesToNew(page);
  asked = [];
  const made = { ...(await registered.party.creation("new@site.example", -7, "discouraged")), rp: { id: HELD, name: "Site" } };
  await asksNew(page, made);
  expect(asked).toHaveLength(1);
  expect(windowsOf(world)).toEqual([]);
  await cdp.cdp.send("WebAuthn.disable");
});

test("a page cannot tell by the time whether the vault has one of a site that is not its own", async () => {
  const took = async (rpId: string): Promise<number> => {
    await goesToNew(page);
    return page.evaluate(async (rpId) => {
      const began = performance.now();
      const read: number[] = [];
      const options = {
        get publicKey() {
          read.push(performance.now());
          return { challenge: new Uint8Array(16), rpId };
        },
      };
      await navigator.credentials.get(options).catch(() => undefined);
      return (read[1] ?? Number.NaN) - began;
    }, rpId);
  };
  at = { status: 404, text: "" };
  const [held, unknown] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < 20; turn++) {
    held.push(await took(HELD));
    unknown.push(await took("unknown.example"));
  }
  const middle = (all: number[]): number => all.toSorted((one, other) => one - other)[10] ?? 0;
  const late = within([...held, ...unknown], 0.95);
  const description = `held ${middle(held)}, not held ${middle(unknown)}, p95 ${late}`;
  test.info().annotations.push({ type: "ms to the browser", description });
  expect(Math.abs(middle(held) - middle(unknown))).toBeLessThan(40);
  expect(Math.min(...held, ...unknown)).toBeGreaterThan(80);
  expect(Math.max(middle(held), middle(unknown))).toBeLessThanOrEqual(150);
});
