import { describe, expect, it } from "vitest";
import { FIELD_MAX_BYTES } from "../constants.ts";
import { formatExpiry } from "./controls.ts";
import { fieldsOnDemand } from "./fields-on-demand.ts";
import { blankDraft, checkItem, isComplete, lengthNote, parseWebAddress, titleOf } from "./item.ts";
import { KIND_NAMES, type KindName, kindOf } from "./kinds.ts";

/** A value that satisfies each field of a kind. */
const filled = (kind: KindName): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(kindOf(kind).fields).map(([name, { options }]) => [name, options?.[0]?.value ?? "123"])),
  expiration_date: "12/29",
  totp: "JBSWY3DPEHPK3PXP",
});

describe("blankDraft", () => {
  it.each(KIND_NAMES)("has every field of a %s, but none that is opened on demand", (kind) => {
    const names = Object.keys(kindOf(kind).fields).filter((name) => !fieldsOnDemand(kind).includes(name));
    expect(Object.keys(blankDraft(kind).fields)).toEqual(names);
  });
  it("fills in the specification's defaults", () => {
    expect(blankDraft("bank").fields.account_type).toBe("checking");
    expect(blankDraft("card", "v")).toMatchObject({ categoryId: "v", favourite: false, fields: { card_type: "credit" } });
  });
});

describe("isComplete", () => {
  it.each(KIND_NAMES)("requires every required field of a %s, and no other", (kind) => {
    expect(isComplete(kind, filled(kind))).toBe(true);
    for (const [name, { required, unless }] of Object.entries(kindOf(kind).fields)) {
      const alone = unless === undefined ? {} : { [unless]: "" };
      expect(isComplete(kind, { ...filled(kind), ...alone, [name]: " " }), name).toBe(!required);
    }
  });
  it("needs no password where there is a passkey", () => {
    const fields = { ...filled("password"), password: "" };
    expect([isComplete("password", fields), checkItem("password", fields)]).toEqual([true, {}]);
    const without = { ...fields, x_passkeys: "" };
    expect([isComplete("password", without), checkItem("password", without)]).toEqual([false, { password: "Password is required" }]);
  });
});

describe("checkItem", () => {
  it.each(KIND_NAMES)("accepts a %s that is filled in", (kind) => expect(checkItem(kind, filled(kind))).toEqual({}));
  it.each(KIND_NAMES)("asks for every required field of a %s, blanks included", (kind) => {
    const required = Object.entries(kindOf(kind).fields).flatMap(([name, { required: message }]) => (message ? [[name, message]] : []));
    expect(checkItem(kind, {})).toEqual(Object.fromEntries(required));
    expect(checkItem(kind, Object.fromEntries(required.map(([name]) => [name, "  "])))).toEqual(Object.fromEntries(required));
  });
  it.each<[KindName, string, string, string | undefined]>([
    ["password", "title", "ab", "Title must be at least 3 characters"],
    ["password", "title", "abc", undefined],
    ["password", "website_url", "ftp://example.com", "Please enter a valid URL"],
    ["password", "website_url", "nas.local:5001", undefined],
    ["card", "expiration_date", "13/25", "Invalid Expiration Date Month"],
    ["card", "expiration_date", "00/25", "Invalid Expiration Date Month"],
    ["card", "expiration_date", "12/5", "Year must be a valid two-digit year"],
    ["card", "expiration_date", "12", "Year must be a valid two-digit year"],
    ["card", "expiration_date", "01/00", undefined],
    ["card", "cvv", "123456", "CVV has at most 5 characters"],
    ["card", "cvv", "12345", undefined],
  ])("%s.%s = %j: %s (spec 2 §5)", (kind, field, value, message) => {
    expect(checkItem(kind, { ...filled(kind), [field]: value })[field]).toBe(message);
  });
});

describe("how long a value may be", () => {
  const note = (value: string) => checkItem("note", { name: "n", notes: value }).notes;

  it("has one limit for every field, in bytes instead of characters (T8, V-8)", () => {
    expect(note("x".repeat(FIELD_MAX_BYTES))).toBeUndefined();
    expect(note("x".repeat(FIELD_MAX_BYTES + 1))).toBe("Notes: 64.1 KB are more than the 64 KB that fit");
    expect(note("€".repeat(FIELD_MAX_BYTES / 3 + 1))).toMatch(/more than the 64 KB/);
    for (const kind of KIND_NAMES)
      for (const field of Object.keys(kindOf(kind).fields)) {
        const tooLong = { ...filled(kind), [field]: "x".repeat(FIELD_MAX_BYTES + 1) };
        expect(checkItem(kind, tooLong)[field], field).toMatch(/more than the 64 KB/);
      }
  });

  it("is shown while typing from 80 % on", () => {
    expect(lengthNote("x".repeat(FIELD_MAX_BYTES * 0.8))).toBeNull();
    expect(lengthNote("€".repeat(20_000))).toBe("58.5 of 64 KB");
    expect(lengthNote("x".repeat(70_000))).toBe("68.4 KB are more than the 64 KB that fit");
  });
});

describe("formatExpiry", () => {
  it.each([
    ["1", "1"],
    ["12", "12"],
    ["122", "12/2"],
    ["12/25", "12/25"],
    ["1a2b2c5d9", "12/25"],
  ])("makes %s into %s (spec 2 §5)", (typed, shown) => expect(formatExpiry(typed)).toBe(shown));
});

describe("parseWebAddress", () => {
  it.each([
    ["example.com", "https://example.com/"],
    ["http://example.photography/a?b=c", "http://example.photography/a?b=c"],
    ["192.168.1.1:8080/x", "https://192.168.1.1:8080/x"],
    ["localhost:3000", "https://localhost:3000/"],
    ["HTTPS://EXAMPLE.COM", "https://example.com/"],
  ])("reads %s (decision V-15)", (typed, href) => expect(parseWebAddress(typed)?.href).toBe(href));
  it.each([
    "",
    "javascript:alert(1)",
    "javascript:1",
    "JavaScript:1/*",
    "data:1",
    "data:text/html,x",
    "ftp://example.com",
    "file:///etc/passwd",
    "mailto:a@b.c",
    "exa mple.com",
    "https://example.com/a b",
    "example.com/?q=a b",
    "https://example.com/a\u00a0b",
    "exam\tple.com",
    "exam\nple.com",
    "https://",
    "java\tscript:alert(1)",
  ])("refuses %j", (typed) => {
    expect(parseWebAddress(typed)).toBeNull();
  });
});

describe("titleOf", () => {
  it("is the title, or the name for items without one", () => {
    expect(titleOf({ kind: "card", fields: { name: " Visa " } })).toBe("Visa");
    expect(titleOf({ kind: "card", fields: { name: " " } })).toBe("Unnamed Card");
  });
});
