import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generateForSite, NO_RULES, parseRules, rulesOfHost } from "./site-rules.ts";

const random = (length: number): Uint8Array => webcrypto.getRandomValues(new Uint8Array(length));
const make = (text: string): string => generateForSite(parseRules(text), random);
const TABLE: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("../../../../apps/extension/public/site-rules.json", import.meta.url), "utf8"),
);

describe("the rules of a site are read", () => {
  it("with their lengths, what is required, and what is allowed next to it", () => {
    expect(
      parseRules("minlength: 8; maxlength: 20; max-consecutive: 2; required: upper; required: digit; allowed: lower, [-_&#@];"),
    ).toEqual({
      ...{ min: 8, max: 20, maxConsecutive: 2 },
      required: ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"],
      allowed: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz-_&#@",
    });
  });
  it("with sets that hold a semicolon, a comma, brackets, or a space, which is left out", () => {
    expect(parseRules(`required: [- ;,[^]]; minlength: 9`)).toEqual({ ...NO_RULES, min: 9, required: ["-;,[^]"], allowed: "-;,[^]" });
  });
  it("as far as they are understood: what a page says may be anything", () => {
    for (const text of ["", "no rules", "minlength: many; required: ; allowed: [];;:;", "maxlength: 0", `${"required: [x];".repeat(900)}`])
      expect(() => parseRules(text)).not.toThrow();
    expect(make("required: nothing; maxlength: 0; minlength: 9999")).toHaveLength(64);
    expect(parseRules("minlength: 12; maxlength: 8")).toMatchObject({ min: 12, max: 12 });
  });
  it("of a host, of the closest site above it, and of no other", () => {
    const table = { "bank.example": "minlength: 8", "cards.bank.example": "maxlength: 6" };
    expect(rulesOfHost("bank.example", table)).toBe("minlength: 8");
    expect(rulesOfHost("www.cards.bank.example", table)).toBe("maxlength: 6");
    expect(rulesOfHost("notbank.example", table)).toBeNull();
    expect(rulesOfHost("constructor", table)).toBeNull();
  });
});

describe("a password by the rules of a site", () => {
  it("is as long as usual where that is taken, and as the site wants it otherwise", () => {
    expect(make("minlength: 8; maxlength: 64")).toHaveLength(20);
    expect(make("maxlength: 12")).toHaveLength(12);
    expect(make("maxlength: 4; allowed: digit")).toMatch(/^\d{4}$/);
    expect(make("minlength: 30")).toHaveLength(30);
    expect(make("")).toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[^\w]).{20}$/);
  });
  it("has one of each that is required, of sets of one character too, and nothing that is not allowed", () => {
    for (let turn = 0; turn < 200; turn++) {
      expect(make("required: lower; required: [*]; required: digit; maxlength: 8")).toMatch(/^(?=.*[a-z])(?=.*\*)(?=.*\d)[a-z\d*]{8}$/);
      expect(make("required: [1]; required: [2]; required: [3]; allowed: lower; maxlength: 3")).toMatch(
        /^(?=.*1)(?=.*2)(?=.*3)[a-z123]{3}$/,
      );
    }
  });
  it("has no character more often in a row than the site takes", () => {
    for (let turn = 0; turn < 200; turn++) expect(make("allowed: [ab]; maxlength: 6; max-consecutive: 2")).not.toMatch(/(.)\1\1/);
  });
  it("draws every character that is allowed about as often as any other", () => {
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 2_000; turn++)
      for (const one of make("allowed: [abcdefghij]; maxlength: 10")) counts.set(one, (counts.get(one) ?? 0) + 1);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(300);
  });
  it("keeps to the rules of every site of the list", () => {
    expect(Object.keys(TABLE).length).toBeGreaterThan(400);
    for (const [site, text] of Object.entries(TABLE)) {
      const rules = parseRules(text);
      const made = generateForSite(rules, random);
      expect([site, made.length >= rules.min && made.length <= rules.max]).toEqual([site, true]);
      if (rules.allowed !== "") expect([site, [...made].filter((one) => !rules.allowed.includes(one))]).toEqual([site, []]);
      expect([site, rules.required.every((set) => [...made].some((one) => set.includes(one)))]).toEqual([site, true]);
    }
  });
});
