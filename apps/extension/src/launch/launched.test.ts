import type { Item } from "@coffer/client";
import { describe, expect, it } from "vitest";
import { type Launched, launchedIn, likeliest, mayFillUnpicked, opensIn, stillToFill } from "./launched.ts";

const AT = 1_800_000_000_000;
const launched: Launched = { entryId: "e", at: AT, fromTab: 7, tabId: null, done: [] };

describe("the tab of a launch", () => {
  it.each<[string, number, number | undefined, boolean]>([
    ["comes a moment later", AT + 300, 7, true],
    ["comes a moment before the message, by another clock", AT - 300, 7, true],
    ["has no opener", AT + 300, undefined, true],
    ["is another tab's child", AT + 300, 8, false],
    ["comes too late", AT + 5_001, 7, false],
    ["was there before, of an earlier launch", AT - 501, 7, false],
  ])("%s", (_, at, openerTabId, opens) => {
    expect(opensIn(launched, { id: 1, at, openerTabId })).toBe(opens);
  });
  it("is one, the first", () => {
    expect(opensIn({ ...launched, tabId: 3 }, { id: 4, at: AT, openerTabId: 7 })).toBe(false);
  });
  it("is filled for two minutes", () => {
    expect(launchedIn(launched, AT + 120_000)).toBe(launched);
    expect(launchedIn(launched, AT + 120_001)).toBeNull();
    for (const other of [undefined, null, 1, "x", {}]) expect(launchedIn(other, AT)).toBeNull();
  });
});

describe("without a pick", () => {
  const at = (url: string, match: "domain" | "host" | "regex" | "starts-with" | "exact" = "domain") => [{ url, match }];
  it.each<[string, ReturnType<typeof at>, string, boolean]>([
    ["the very host", at("https://shop.example/login"), "https://shop.example/", true],
    ["the host as typed without a scheme", at("shop.example"), "https://shop.example/a", true],
    ["a sibling", at("https://shop.example"), "https://www.shop.example/", false],
    ["another port", at("https://shop.example"), "https://shop.example:8443/", false],
    ["another site", at("https://shop.example"), "https://evil.example/", false],
    ["another site of the same company", at("https://google.com"), "https://youtube.com/", false],
    ["a page that is not encrypted", at("http://shop.example"), "http://shop.example/", false],
    ["the page of an encrypted entry on this machine without encryption", at("https://localhost:3000"), "http://localhost:3000/", false],
    ["this machine", at("http://localhost:3000"), "http://localhost:3000/x", true],
    ["what a pattern matches", at("shop", "regex"), "https://shop.example/", false],
    ["a pattern that reads like the very host", at("shop.example", "regex"), "https://shop.example/", false],
    ["a name in front of another host", at("https://shop.example"), "https://shop.example@evil.example/", false],
  ])("%s", (_, addresses, page, may) => {
    expect(mayFillUnpicked(addresses, page)).toBe(may);
  });
});

describe("the likeliest of a page", () => {
  const item = (id: string, url: string, lastUsedAt: number | null, more: Partial<Item> = {}): Item =>
    ({ id, kind: "password", state: "intact", lastUsedAt, fields: { website_url: url }, ...more }) as Item;
  const PAGE = "https://shop.example/login";
  const best = (...items: Item[]) => likeliest(items, PAGE)?.id;

  it("was used last, of those of its very host", () => {
    expect(best(item("a", "https://shop.example", 1), item("b", "shop.example", 3), item("c", "https://www.shop.example", 9))).toBe("b");
  });
  it("is the best match where none was used yet", () => {
    expect(best(item("a", "https://shop.example", null), item("b", "https://shop.example", null))).toBe("a");
  });
  it("is no login that was tampered with, no other kind, and none for another site", () => {
    expect(
      best(item("a", PAGE, 1, { state: "tampered" }), item("b", PAGE, 1, { kind: "card" }), item("c", "https://evil.example", 1)),
    ).toBeUndefined();
    expect(best()).toBeUndefined();
  });
  it("is the person's own, however late another person has used what she shares", () => {
    const mine = item("mine", PAGE, 1);
    const theirs = item("theirs", PAGE, 9, { sharedBy: "eve@example.com" });
    const made = item("made", PAGE, 9, { belongsTo: { id: "e", email: "eve@example.com" } });
    expect(best(theirs, made, mine)).toBe("mine");
    expect(best(theirs, made, item("unused", PAGE, null))).toBe("unused");
  });
  it("is another person's only where no own one fits and the person has picked it on this site, the last one first", () => {
    const theirs = (id: string, at: number) => item(id, PAGE, at, { sharedBy: "eve@example.com" });
    const items = [theirs("a", 1), theirs("b", 9), theirs("c", 5)];
    expect(likeliest(items, PAGE)).toBeNull();
    expect(likeliest(items, PAGE, ["elsewhere"])).toBeNull();
    expect(likeliest(items, PAGE, ["c", "a"])?.id).toBe("a");
    expect(likeliest([...items, item("mine", PAGE, null)], PAGE, ["c", "a"])?.id).toBe("mine");
  });
});

it("fills each part once, and only what is asked for", () => {
  const fields = { username: "ann", password: "p" };
  expect(stillToFill(["username", "current-password"], [], fields)).toEqual({ username: "ann", "current-password": "p" });
  expect(stillToFill(["username"], [], fields)).toEqual({ username: "ann" });
  expect(stillToFill(["username", "current-password"], ["username"], fields)).toEqual({ "current-password": "p" });
  expect(stillToFill(["username", "new-password", "none"], ["username"], fields)).toEqual({});
  expect(stillToFill(["current-password"], [], { username: "ann" })).toEqual({});
});

it("fills nothing where an earlier step has sent another user name", () => {
  const still = (sent: string, username = "ann") =>
    Object.keys(stillToFill(["current-password"], ["username"], { username, password: "p" }, sent));
  expect(still("bob")).toEqual([]);
  for (const sent of ["", "ann", " Ann "]) expect(still(sent)).toEqual(["current-password"]);
  expect(still("bob", "")).toEqual(["current-password"]);
});
