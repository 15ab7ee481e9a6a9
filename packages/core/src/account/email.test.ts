import fc from "fast-check";
import { expect, it } from "vitest";
import { isEmail, normaliseEmail } from "./email.ts";

it.each(["ann@example.com", " ann@example.com ", "änn+tag@müller.example", "a@b.c"])("accepts %j", (typed) => {
  expect(isEmail(typed)).toBe(true);
});

it.each([
  "",
  "ann",
  "ann@",
  "@example.com",
  "ann@localhost",
  "ann lee@example.com",
  "ann@@example.com",
  "a@b@example.com",
  `${"a".repeat(250)}@b.cd`,
])("refuses %j", (typed) => expect(isEmail(typed)).toBe(false));

it("normalizes two spellings to one", () => {
  expect(normaliseEmail(" Ann@Example.com ")).toBe("ann@example.com");
  expect(normaliseEmail("ａnn@example.com")).toBe("ann@example.com");
});

it.each([
  "ceo@corp.example<attacker@evil.example>",
  "ceo@corp.example＜attacker＠evil.example＞",
  "ann@example.com,bob@example.com",
  "ann@example.com，bob",
  "ann;@example.com",
  '"ann"@example.com',
  "ann@example.com\u0000",
  "ann@exam\u200bple.com",
  "ann＠@example.com",
  "ann@example.com\r\nBcc: x@y.zz",
])("refuses %j: the check runs on the stored form", (typed) => expect(isEmail(typed)).toBe(false));

it("refuses everything that is more than one plain address after normalization, in any script", () => {
  const signs = fc.constantFrom(...'ab.@<>,;" ＠＜＞，；＂\u0000\u200b\u3000\ufe6b\u2024\n'.split(""));
  fc.assert(
    fc.property(fc.array(fc.oneof(signs, fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 })), { maxLength: 12 }), (parts) => {
      const typed = `${parts.join("")}@example.com`;
      fc.pre(isEmail(typed));
      const stored = normaliseEmail(typed);
      expect(stored.split("@")).toHaveLength(2);
      expect(stored).not.toMatch(/[<>,;"\s\p{C}]/u);
      expect(isEmail(stored)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
