import { describe, expect, it } from "vitest";
import { checkConfirmation, checkHint, checkRegistrationPassword, checkResetPassword, HINT_GIVES_PASSWORD } from "./policy.ts";

const registrationRule = "Password must be at least 8 characters with 1 uppercase, 1 lowercase, 1 number, and 1 special character";

describe("checkRegistrationPassword", () => {
  it.each(["aA1!aaaa", 'Zz9"zzzz', "Pässw0rd!"])("accepts %s (spec 1 §5)", (password) =>
    expect(checkRegistrationPassword(password)).toBeNull(),
  );
  it.each(["", "aA1!aaa", "aa1!aaaa", "AA1!AAAA", "aAa!aaaa", "aA1aaaaa", "aA1_aaaa", "aA1+aaaa"])("refuses %s", (password) => {
    expect(checkRegistrationPassword(password)).toBe(registrationRule);
  });
});

describe("checkResetPassword", () => {
  it("requires twelve characters and nothing else (decision S-11)", () => {
    expect(checkResetPassword("a".repeat(12))).toBeNull();
    expect(checkResetPassword("aA1!aaaaaaa")).toBe("Password must be at least 12 characters long");
  });
});

describe("checkConfirmation", () => {
  it("requires the same password twice", () => {
    expect(checkConfirmation("a", "a")).toBeNull();
    expect(checkConfirmation("a", "A")).toBe("Passwords do not match");
  });
});

describe("checkHint", () => {
  it.each([
    ["it is HUNTER2 backwards", "hunter2"],
    ["hunter", "MyHunter2024!"],
    [" hunter2 ", "Hunter2"],
  ])("refuses %s for %s (decision Z-13)", (hint, password) => expect(checkHint(hint, password)).toBe(HINT_GIVES_PASSWORD));
  it.each([
    ["", "hunter2"],
    ["the usual animal", "hunter2"],
  ])("accepts %j", (hint, password) => expect(checkHint(hint, password)).toBeNull());
});
