import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, isMoment, plural, shortDate, shortDateTime, truncate } from "./text.ts";

describe("dates of any record (T6)", () => {
  it.each([9e15, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("formats %d in some way, and never throws", (at) => {
    expect(shortDate(at)).toBe("Unknown date");
    expect(isMoment(at)).toBe(false);
  });
  it("formats the last possible date", () => expect(shortDate(8.64e15)).toMatch(/275760$/));
});

describe("fold", () => {
  it.each([
    ["Crème BRÛLÉE", "creme brulee"],
    ["ＦＵＬＬ　ｗｉｄｔｈ", "full width"],
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul"],
    ["ΟΔΟΣ", "οδοσ"],
    ["кириллица Й", "кириллица и"],
    ["Ångström", "angstrom"],
    ["plain", "plain"],
  ])("reads %s as %s", (text, folded) => expect(fold(text)).toBe(folded));

  it("keeps vowels that are letters, and emoji", () => {
    expect(fold("कि")).not.toBe(fold("क"));
    expect(fold("🔑")).toBe("🔑");
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => fold(fold(text)) === fold(text)),
      { numRuns: 2000 },
    );
  });
});

describe("shortDate", () => {
  it("formats the date as en-US short (decision S-30)", () => expect(shortDate(new Date(2025, 0, 5, 12).getTime())).toBe("Jan 5, 2025"));
});

describe("shortDateTime", () => {
  it("adds the time, with a plain space before PM", () =>
    expect(shortDateTime(new Date(2025, 0, 5, 15, 4).getTime())).toBe("Jan 5, 2025, 3:04 PM"));
  it("says that a date no calendar has is unknown", () => expect(shortDateTime(Number.NaN)).toBe("Unknown date"));
});

describe("plural", () => {
  it("counts one and many", () => {
    expect([plural(0, "item"), plural(1, "item"), plural(2, "item"), plural(2, "entry", "entries"), plural(2500, "item")]).toEqual([
      "0 items",
      "1 item",
      "2 items",
      "2 entries",
      "2,500 items",
    ]);
  });
});

describe("truncate", () => {
  it("keeps short texts and cuts longer ones", () => {
    expect(truncate("a".repeat(30), 30)).toBe("a".repeat(30));
    expect(truncate("a".repeat(31), 30)).toBe(`${"a".repeat(30)}...`);
  });
  it("never halves an emoji", () => expect(truncate("🔑🔑🔑", 2)).toBe("🔑🔑..."));
});
