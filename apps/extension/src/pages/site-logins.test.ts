/** What the popup shows of the logins for a page, and when a panel that stays open looks again. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { fakeClient, type PartOf } from "@coffer/app/testing/fake-client.ts";
import type { Client, Contents, Item } from "@coffer/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loginsFor, lookAlikeFor, watchContents } from "./site-logins.ts";

const PAGE = "https://shop.example/login";
const EMPTY: Contents = { items: [], vaults: [] };
const login = (id: string, fields: Record<string, string> = {}, more: Partial<Item> = {}): Item =>
  ({ id, state: "intact", fields: { title: id, username: "ann", password: "secret", website_url: PAGE, ...fields }, ...more }) as Item;

const watchOf = (vault: PartOf<Client["vault"]>): SessionWatch =>
  ({ later: async () => fakeClient({ vault, sites: { groups: async () => [] } }) }) as Pick<SessionWatch, "later"> as SessionWatch;

it("shows all that are as they were saved, the likeliest first, and nothing secret of them", async () => {
  const items = [
    login("a", { website_url: "shop.example:8443/x", totp: "JBSWY3DPEHPK3PXP" }),
    login("b", { x_ask: "yes", website_url: "" }),
    login("c", {}, { state: "tampered" }),
    ...["d", "e", "f"].map((id) => login(id)),
  ];
  const vault = { contents: () => EMPTY, findForPage: async () => items.map(({ id }) => id), openMany: async () => items.toReversed() };
  expect(await loginsFor(watchOf(vault), PAGE)).toEqual([
    { id: "a", title: "a", username: "ann", host: "shop.example:8443", period: 30, asks: false },
    { id: "b", title: "b", username: "ann", host: "", period: null, asks: true },
    ...["d", "e", "f"].map((id) => ({ id, title: id, username: "ann", host: "shop.example", period: null, asks: false })),
  ]);
});

it.each([
  ["nothing is fetched where the vault is shown already", EMPTY, EMPTY, []],
  ["what this device holds is read where it is not", null, EMPTY, ["local"]],
  ["and fetched where this device holds nothing", null, null, ["local", "pull"]],
])("%s", async (_, shown, held, expected) => {
  const asked: string[] = [];
  const took = <T>(name: string, what: T) => {
    const answer = async () => {
      asked.push(name);
      return what;
    };
    return answer;
  };
  const reading = { contents: () => shown, local: took("local", held), pull: took("pull", EMPTY) };
  await loginsFor(watchOf({ ...reading, findForPage: async () => [], openMany: async () => [] }), PAGE);
  expect(asked).toEqual(expected);
});

it("names the site that a page imitates", async () => {
  const found = { findLookAlike: async ({ page }: { page: string }) => (page === PAGE ? "shop.test" : null) };
  expect([await lookAlikeFor(watchOf(found), PAGE), await lookAlikeFor(watchOf(found), "x")]).toEqual(["shop.test", null]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("looks at once and whenever the vault holds something else than it did; not after a lock, nor once it is ended", async () => {
  let now: Contents | null = null;
  let times = 0;
  const end = watchContents(watchOf({ contents: () => now }), () => times++);
  const seconds: number[] = [times];
  for (const next of [null, EMPTY, EMPTY, { ...EMPTY }, null, { ...EMPTY }, { ...EMPTY }]) {
    now = next;
    await vi.advanceTimersByTimeAsync(1_000);
    seconds.push(times);
  }
  end();
  now = { ...EMPTY };
  await vi.advanceTimersByTimeAsync(5_000);
  expect([...seconds, times]).toEqual([1, 1, 2, 2, 3, 3, 4, 5, 5]);
});
