import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withDerived } from "../items/derived-fields.ts";
import { readAddresses, readTags, writeAddresses, writeTags } from "../items/structured-fields.ts";
import { CODE_SITES_COUNT, CODE_SITES_DATE, offersCodes } from "./code-sites.ts";
import { REASON_MAX_LENGTH, readIgnored, stillIgnored, withIgnored, withoutIgnored } from "./ignored.ts";
import { lexiconOf, lookOf } from "./looks-random.ts";
import { mergeDuplicates } from "./merge-duplicates.ts";
import { scoreWord } from "./score.ts";
import { toHttps } from "./to-https.ts";

describe("the list of ignored findings", () => {
  const [one, both] = [withIgnored("", "old", " never matters ", 7), withIgnored(withIgnored("", "old", "a", 1), "weak", "b", 2)];

  it("holds each once, with its reason", () => {
    expect(readIgnored(one)).toEqual([{ finding: "old", reason: "never matters", at: 7 }]);
    expect(readIgnored(withIgnored(both, "old", "again", 3)).map(({ finding, reason }) => [finding, reason])).toEqual([
      ["weak", "b"],
      ["old", "again"],
    ]);
    expect(readIgnored(withIgnored("", "old", "x".repeat(900), 1))[0]?.reason).toHaveLength(REASON_MAX_LENGTH);
  });

  it("removes an entry, and is empty after the last", () => {
    expect(readIgnored(withoutIgnored(both, "weak")).map(({ finding }) => finding)).toEqual(["old"]);
    expect(withoutIgnored(one, "old")).toBe("");
  });

  it("is empty for any invalid text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readIgnored(text)));
    expect(readIgnored('[{"finding":"nothing","reason":"x","at":1},{"finding":"old","reason":1,"at":1},null]')).toEqual([]);
  });

  it("drops entries when the fields they are about change, at every save", () => {
    const before = { password: "a", website_url: "x" };
    expect(stillIgnored(both, before, { ...before, website_url: "y" })).toBe(both);
    expect(stillIgnored(both, before, { ...before, password: "b" })).toBe("");
    const saved = (fields: Record<string, string>) =>
      withDerived("password", { fields: { ...fields, ignored_findings: both }, before, now: 5 }).ignored_findings;
    expect(saved({ ...before, notes: "new" })).toBe(both);
    expect(saved({ ...before, password: "b" })).toBe("");
  });
});

describe("the quick check of a password", () => {
  const lexicon = lexiconOf(["password", "sunflower", "dragon", "cat"]);
  const look = (password: string) => lookOf(password, lexicon);

  it.each(["short", "1234567", "aaaaaaaaaaaa", "abababababab", "", "Sunflower", "password1", "!Password"])("%s is weak", (password) =>
    expect(look(password)).toBe("weak"),
  );
  it.each(["kV9#tq!Lz2@wXe7$", "x7Qp2mLz9RtW4vKd", "g5wz-k8xq-2mvp-t7hr", "kV9#tq!Lz2cat", "\u{1F511}kV9#tq!Lz2@w"])(
    "%s is strong",
    (password) => expect(look(password)).toBe("strong"),
  );
  it.each([
    ["too few signs", "kV9#tq!L"],
    ["too few different signs", "kV9#kV9#kV9#kV9#"],
    ["a word", "kV9sunflower#t"],
    ["a word in signs", "kV9$unfl0w3r#t"],
    ["a word backwards", "kV9rewolfnus#t"],
    ["a word in signs backwards", "kV9r3w0lfnu$#t"],
    ["two words", "Dragon-Sunflower-12"],
    ["a walk over the keys", "kV9#qwertzuiop"],
    ["a zigzag over the keys", "1q2w3e4r5t6y"],
    ["a date", "kV#19840312ta"],
    ["an alphabet", "kV#abcdefghijk"],
  ])("%s is left to the estimate", (_, password) => expect(look(password)).toBe("unsure"));
});

describe("sites that offer codes", () => {
  it("are a dated list of domains in the form that browsers send", () => {
    expect(CODE_SITES_DATE).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(CODE_SITES_COUNT).toBeGreaterThan(150);
    expect(offersCodes("github.com")).toBe(true);
    expect(offersCodes("example.com")).toBe(false);
    expect(offersCodes("")).toBe(false);
  });
});

describe("merging duplicates", () => {
  const login = (id: string, updatedAt: number, fields: Record<string, string>) => ({
    id,
    updatedAt,
    fields: { title: id, username: "ann", password: "p", ...fields },
  });

  it("keeps the newest and adds what only the others contain", () => {
    const merged = mergeDuplicates([
      login("old", 1, { notes: "in the drawer", totp: "OLD", website_url: "https://a.example/x", tags: writeTags(["home"]) }),
      login("new", 2, { totp: "NEW", website_url: "https://a.example", tags: writeTags(["daily"]) }),
    ]);
    expect([merged.kept.id, merged.others.map(({ id }) => id), merged.isChanged]).toEqual(["new", ["old"], true]);
    expect(merged.fields).toMatchObject({ title: "new", totp: "NEW", notes: "in the drawer", website_url: "https://a.example" });
    expect(readTags(merged.fields.tags ?? "")).toEqual(["daily", "home"]);
    expect(readAddresses(merged.fields.more_urls ?? "")).toEqual([{ url: "https://a.example/x", match: "domain" }]);
    expect(merged.differing).toEqual(["totp"]);
  });

  it("changes nothing when the others contain nothing new", () => {
    const { isChanged, differing } = mergeDuplicates([
      login("a", 2, { notes: "x", title: "One" }),
      login("b", 1, { username: "ANN", title: "Two" }),
    ]);
    expect([isChanged, differing]).toEqual([false, []]);
  });
});

describe("changing http to https", () => {
  it("changes only addresses outside private networks", () => {
    const more = writeAddresses([
      { url: "HTTP://b.example:8080/x", match: "host" },
      { url: "http://nas.local", match: "domain" },
      { url: "http://.*", match: "regex" },
    ]);
    const changed = toHttps({ website_url: "http://a.example/?q=http:", more_urls: more });
    expect(changed.website_url).toBe("https://a.example/?q=http:");
    expect(readAddresses(changed.more_urls ?? "").map(({ url }) => url)).toEqual([
      "https://b.example:8080/x",
      "http://nas.local",
      "http://.*",
    ]);
    expect(toHttps({ website_url: "https://a.example", more_urls: "" })).toEqual({});
    expect(toHttps({ website_url: "http://localhost:3000" })).toEqual({});
  });
});

it("every score has a word", () => {
  expect([0, 59, 60, 85, 99, 100].map(scoreWord)).toEqual([
    "Much to mend",
    "Much to mend",
    "Some things to mend",
    "In good health",
    "In good health",
    "Nothing to fix",
  ]);
});
