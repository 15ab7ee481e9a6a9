import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_REQUIREMENTS_MET, STRENGTH_SYMBOLS, scorePassword } from "./strength.ts";

describe("scorePassword", () => {
  it.each([
    ["", 0, "Very Weak"],
    ["a", 20, "Very Weak"],
    ["a1", 40, "Weak"],
    ["aA1", 60, "Fair"],
    ["aA1!", 80, "Strong"],
    ["aA1!aaaaaaaa", 100, "Very Strong"],
    ["aA1!aaaaaaa", 80, "Strong"],
    ["aA!aaaaaaaaa", 80, "Strong"],
    ["AA1!AAAAAAAA", 80, "Strong"],
    ["aa1!aaaaaaaa", 80, "Strong"],
    ["aA1_aaaaaaa+", 80, "Strong"],
  ])("gives %s %i points: %s (spec 1 §5)", (password, score, label) =>
    expect(scorePassword(password)).toMatchObject({ score, label, met: score === 100 }),
  );

  it("lists unmet criteria in the specified words", () => {
    expect(scorePassword("").unmet).toEqual([
      "At least 12 characters long",
      "At least 1 number",
      "At least 1 lowercase letter",
      "At least 1 uppercase letter",
      "At least 1 special character",
    ]);
    expect(scorePassword("aA1!aaaaaaaa").unmet).toEqual([]);
    expect(ALL_REQUIREMENTS_MET).toBe("Password meets all requirements");
  });

  it.each(Array.from(STRENGTH_SYMBOLS))("counts %s as special", (symbol) => expect(scorePassword(symbol).score).toBe(20));
  it.each(["_", "+", "-", "é", " "])("does not count %j as special", (symbol) =>
    expect(scorePassword(symbol).unmet).toContain("At least 1 special character"),
  );

  it.each([
    ["élan", "At least 1 lowercase letter"],
    ["ÉLAN", "At least 1 uppercase letter"],
    ["Ωmega", "At least 1 uppercase letter"],
  ])("counts the letters of %s in any alphabet (T14)", (password, hint) => expect(scorePassword(password).unmet).not.toContain(hint));

  it.each([
    ["xANN@Example.com1!", { email: "ann@example.com" }, "your email"],
    ["Annabel-2024!!x", { email: "annabel@example.com", username: "annabel" }, "your email"],
    ["MyUser99!aaaaa", { username: "myuser" }, "the username"],
    ["MyUser99!aaaaa", { email: "ann@example.com", username: "myuser" }, "the username"],
  ])("subtracts 20 from %s for containing the identity, and says which part (decision S-13)", (password, identity, what) => {
    expect(scorePassword(password, identity)).toMatchObject({ score: scorePassword(password).score - 20, met: false });
    expect(scorePassword(password, identity).unmet).toContain(`Password should not contain ${what}`);
  });

  it("subtracts nothing for empty identities and short local parts", () => {
    expect(scorePassword("aA1!aaaaaaaa", { email: "", username: " " }).score).toBe(100);
    expect(scorePassword("aA1!aaaaaaaa", { email: "aa@example.com" }).score).toBe(100);
  });

  it("stays between 0 and 100, and is met only without a hint", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (password, username) => {
        const { score, met, unmet } = scorePassword(password, { username });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(met).toBe(unmet.length === 0);
      }),
    );
  });
});
