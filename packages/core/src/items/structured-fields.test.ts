import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELD_MAX_BYTES } from "../constants.ts";
import { MATCH_MODES } from "./match-modes.ts";
import {
  type Address,
  addressesOf,
  addTag,
  CUSTOM_FIELD_TYPES,
  type CustomField,
  readAddresses,
  readCustomFields,
  readHistory,
  readTags,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  withHistory,
  writeAddresses,
  writeCustomFields,
  writeHistory,
  writeTags,
} from "./structured-fields.ts";

/** Of one item. */
const HISTORY_MAX = 20;

const anyText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("🔑 ключ", '"]', "__proto__"));
const url = anyText.map((text) => text.trim()).filter(Boolean);
const address: fc.Arbitrary<Address> = fc.record({ url, match: fc.constantFrom(...MATCH_MODES) });
const customField: fc.Arbitrary<CustomField> = fc.record({
  label: anyText,
  type: fc.constantFrom(...CUSTOM_FIELD_TYPES),
  value: anyText,
  section: anyText,
});
const email = fc.constantFrom("ann@example.com", "bob@example.com");
const history = fc
  .uniqueArray(fc.integer({ min: 0, max: 4e12 }), { maxLength: HISTORY_MAX })
  .chain((times) =>
    fc.tuple(
      ...times
        .toSorted((a, b) => b - a)
        .map((at) => fc.tuple(anyText, fc.option(email)).map(([value, by]) => ({ value: `p${value}`, at, ...(by && { by }) }))),
    ),
  );

const CODECS = {
  tags: { read: readTags, write: writeTags as (list: never) => string, lists: fc.array(anyText).map((tags) => readTags(writeTags(tags))) },
  addresses: { read: readAddresses, write: writeAddresses as (list: never) => string, lists: fc.array(address) },
  "custom fields": { read: readCustomFields, write: writeCustomFields as (list: never) => string, lists: fc.array(customField) },
  history: { read: readHistory, write: writeHistory as (list: never) => string, lists: history },
};

describe.each(Object.entries(CODECS))("%s", (_, { read, write, lists }) => {
  it("survive a round trip", () => {
    fc.assert(
      fc.property(lists as fc.Arbitrary<unknown>, (list) => {
        expect(read(write(list as never))).toEqual(list);
      }),
    );
  });

  it("are an empty text when the list is empty, and the other way round", () => {
    expect(write([] as never)).toBe("");
    expect(read("")).toEqual([]);
  });

  it("are an empty list for an invalid text, never an error", () => {
    for (const text of ["{", "null", "7", "{}", "[[[", '[null, 7, {}, {"url":7,"label":7,"value":7,"at":"x"}]'])
      expect(read(text)).toEqual([]);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(read(text))));
  });

  it("do not change in a second round trip", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const once = write(read(text) as never);
        expect(write(read(once) as never)).toBe(once);
      }),
    );
  });
});

describe("addTag", () => {
  it("adds a tag once, ignoring case, and trimmed", () => {
    expect(addTag(["Work"], "  home ")).toEqual(["Work", "home"]);
    expect(addTag(["Work"], "WORK")).toEqual(["Work"]);
    expect(addTag(["Caf\u00e9"], "cafe\u0301")).toEqual(["Caf\u00e9"]);
    expect(addTag(["Work"], "   ")).toEqual(["Work"]);
  });

  it("keeps at most 50 tags of at most 60 characters", () => {
    const many = Array.from({ length: 60 }, (_, index) => `tag ${index}`);
    expect(readTags(writeTags(many))).toEqual(many.slice(0, TAGS_MAX));
    expect(addTag([], "🔑".repeat(70))).toEqual(["🔑".repeat(TAG_MAX_LENGTH)]);
  });
});

describe("addressesOf", () => {
  it("gives the specified address first with its mode, then the others", () => {
    const more_urls = writeAddresses([{ url: "https://b.example", match: "host" }]);
    expect(addressesOf({ website_url: " https://a.example ", url_match: "exact", more_urls })).toEqual([
      { url: "https://a.example", match: "exact" },
      { url: "https://b.example", match: "host" },
    ]);
    expect(addressesOf({ website_url: "a.example" })).toEqual([{ url: "a.example", match: "domain" }]);
    expect(addressesOf({ website_url: " ", more_urls })).toEqual([{ url: "https://b.example", match: "host" }]);
    expect(addressesOf({})).toEqual([]);
  });

  it("compares by domain if the mode is unknown", () =>
    expect(addressesOf({ website_url: "a.example", url_match: "fuzzy" })).toEqual([{ url: "a.example", match: "domain" }]));
});

describe("withHistory", () => {
  it("keeps previous passwords, newest first, at most 20", () => {
    let text = "";
    for (let at = 1; at <= 25; at++) text = withHistory(text, `password ${at}`, at);
    expect(readHistory(text)).toEqual(
      Array.from({ length: HISTORY_MAX }, (_, index) => ({ value: `password ${25 - index}`, at: 25 - index })),
    );
  });

  it("stores no empty password, and the same one only once", () => {
    expect(withHistory("", "", 1)).toBe("");
    const once = withHistory("", "old", 1);
    expect(withHistory(once, "old", 2)).toBe(once);
  });

  it("drops the oldest if the field would be too long", () => {
    let text = "";
    for (let at = 1; at <= 20; at++) text = withHistory(text, `${at} ${"ü".repeat(4000)}`, at);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(FIELD_MAX_BYTES);
    expect(readHistory(text).map(({ at }) => at)).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  });

  it("starts a new history if the text was not one", () =>
    expect(readHistory(withHistory("{", "old", 3))).toEqual([{ value: "old", at: 3 }]));
});
