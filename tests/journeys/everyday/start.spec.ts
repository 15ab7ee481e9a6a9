/** What a start may cost, counted and not timed, so that it cannot creep back: with a thousand items, after a page load and after an unlock. */
import { expect, type Page } from "@playwright/test";
import { memoryKeyStore, memoryRecordStore, openClient } from "../../../packages/client/src/index.ts";
import { blankDraft } from "../../../packages/core/src/items/item.ts";
import { candidateOf } from "../../../packages/core/src/transfer/candidate.ts";
import { closeProfiles, enrol, newProfile, PASSWORD, signIn } from "../world.ts";
import { type Counts, countInPage } from "./count-in-page.ts";
import { test } from "./everyday.ts";

test.afterAll(closeProfiles);

const ITEMS = 1_000;
const EMAIL = "budgets@one.example";

/** What may happen until the first rows are there. */
const BUDGETS = {
  reload: {
    files: [12, "besides the page: each costs a slow line a place in the queue"],
    foundOut: [0, "what the page and its first script do not name is asked for a round trip later"],
    unchanged: [1, "the page itself; what never changes is not asked for again"],
    calls: [1, "the server's half of the keys; the pull comes after the rows"],
    records: [0, "ten thousand take the browser a third of a second to read"],
    texts: [14, "the beginning of the list and slots of keys, however many items there are"],
    kdf: [0, "half a second in which the page stands still"],
  },
  unlock: {
    files: [1, "the thread that works out the keys"],
    foundOut: [1, "as above"],
    unchanged: [0, "nothing is loaded"],
    calls: [1, "the server's new half, which no row waits for"],
    records: [0, "as at a page load"],
    texts: [14, "as at a page load"],
    kdf: [0, "as at a page load"],
  },
} as const;

/** What a letter of a search may cost. */
const KEY = {
  commits: [3, "the box with the list, once more when the list has measured itself, and then the rows around those in sight"],
  drawn: [470, "components: of the tiles in sight what a letter marks, those around them again, and nothing of the bars above the list"],
  outOfSight: [0, "ten lines of tiles take longer to draw than those one sees"],
} as const;

async function fillVault(origin: string): Promise<void> {
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const client = openClient({ origin, ...stores, device: "none", estimateStrength: async () => null });
  await client.account.login({ email: EMAIL, password: PASSWORD });
  await client.vault.pull();
  const candidates = Array.from({ length: ITEMS }, (_, at) => {
    const name = `Site ${at}`;
    const fields = {
      ...blankDraft("password").fields,
      title: name,
      username: "ann",
      password: "Secret-1!",
      website_url: `https://s${at}.example`,
    };
    return candidateOf(at + 1, { kind: "password", fields, folder: "", status: "complete", name });
  });
  await client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates, onProgress: () => undefined });
}

interface Asked {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Requests {
  readonly asked: Asked[];
  /** Those that the server answered with "as you have it". */
  readonly unchanged: string[];
}

async function watchRequests(page: Page): Promise<Requests> {
  const session = await page.context().newCDPSession(page);
  const requests: Requests = { asked: [], unchanged: [] };
  session.on("Network.requestWillBeSent", ({ request, wallTime }) => void requests.asked.push({ url: request.url, at: wallTime * 1_000 }));
  session.on("Network.responseReceivedExtraInfo", ({ statusCode, requestId }) => {
    if (statusCode === 304) requests.unchanged.push(requestId);
  });
  await session.send("Network.enable");
  return requests;
}

async function rowsOf(page: Page): Promise<Counts> {
  const counts = await (await page.waitForFunction(() => globalThis.counted?.atRows)).jsonValue();
  if (!counts) throw new Error("There are no rows");
  return counts;
}

const PAGE = "/all-items";

/** The first that asks for each: what was asked for already costs nothing. */
const byPath = (asked: readonly Asked[]): ReadonlyMap<string, Asked> => new Map(asked.toReversed().map((one) => [one.url, one]));

/** The page and its first script: what they name is asked for at once, and all else once something of it was read. */
async function namesIn(origin: string): Promise<string> {
  const text = async (path: string): Promise<string> => (await fetch(origin + path)).text();
  const page = await text(PAGE);
  return page + (await text(/\/assets\/first-[\w-]+\.js/.exec(page)?.[0] ?? ""));
}

/** @param since - of the press, or the page load, in milliseconds since 1970. @param names - see `namesIn` */
function spent({ asked, unchanged }: Requests, names: string, since: number, { at, ...counts }: Counts) {
  const before = asked.filter((one) => one.at >= since && one.at < at && !one.url.startsWith("data:"));
  const pathOf = ({ url }: Asked) => new URL(url).pathname;
  const isCall = (one: Asked) => pathOf(one).startsWith("/api/");
  const files = byPath(before.filter((one) => !isCall(one) && pathOf(one) !== PAGE));
  const calls = before.filter(isCall);
  const foundOut = [...files.values()].filter((one) => !names.includes(pathOf(one)));
  return {
    counts: { files: files.size, foundOut: foundOut.length, unchanged: unchanged.length, calls: calls.length, ...counts },
    said: [...files.values(), ...calls].map((one) => `${pathOf(one)}${names.includes(pathOf(one)) ? "" : " (found out)"}`).join("\n"),
  };
}

function expectWithin(budget: Record<string, readonly [number, string]>, { counts, said }: ReturnType<typeof spent>): void {
  for (const [name, [most, reason]] of Object.entries(budget))
    expect(counts[name as keyof typeof counts], `${name}: ${reason}\n${said}`).toBeLessThanOrEqual(most);
}

/** Until React has drawn nothing for a while: what follows one letter is not counted with the next. */
async function drawn(page: Page): Promise<void> {
  const commits = () => page.evaluate(() => globalThis.counted.commits);
  for (let [before, now] = [-1, 0]; before !== now; before = now, now = await commits()) await page.waitForTimeout(150);
}

/** What most letters cost: on a busy machine React begins some drawing again. */
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

test("a start costs no more than its budget says", async ({ product, browser }) => {
  await enrol(await product.invite(), EMAIL);
  await fillVault(product.origin);
  const page = await newProfile(browser);
  await page.addInitScript(countInPage);
  await signIn(page, product.origin, EMAIL);
  await rowsOf(page);
  await page.waitForTimeout(2_500); // longer than overviews wait to be kept

  const names = await namesIn(product.origin);
  const requests = await watchRequests(page);
  let since = Date.now();
  await page.reload();
  expectWithin(BUDGETS.reload, spent(requests, names, since, await rowsOf(page)));

  const password = page.getByRole("textbox", { name: /Master password/i });
  // Rows are seen a moment before the page listens to keys.
  await expect(async () => {
    await page.keyboard.press("Control+Shift+.");
    await expect(password).toBeVisible({ timeout: 2_000 });
  }).toPass();
  requests.unchanged.length = 0;
  since = Date.now();
  await page.evaluate(() => globalThis.counted.again());
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  expectWithin(BUDGETS.unlock, spent(requests, names, since, await rowsOf(page)));

  await page.waitForTimeout(1_000); // until what follows the rows is drawn
  await page.getByRole("textbox", { name: "Search", exact: true }).focus();
  const counted = () => page.evaluate(() => ({ ...globalThis.counted }));
  const ofKeys = { commits: [] as number[], drawn: [] as number[] };
  for (const key of "site 77") {
    const before = await counted();
    await page.keyboard.press(key);
    await drawn(page);
    const after = await counted();
    for (const name of ["commits", "drawn"] as const) ofKeys[name].push(after[name] - before[name]);
    expect(after.outOfSight ?? 0, KEY.outOfSight[1]).toBeLessThanOrEqual(KEY.outOfSight[0]);
  }
  expect((await counted()).outOfSight, "no rows came with any letter").not.toBeNull();
  for (const name of ["commits", "drawn"] as const)
    expect(median(ofKeys[name]), `${name}: ${KEY[name][1]}; of each letter: ${ofKeys[name].join(" ")}`).toBeLessThanOrEqual(KEY[name][0]);
});
