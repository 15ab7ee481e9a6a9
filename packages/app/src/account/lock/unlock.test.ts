import { expect, test } from "vitest";
import { UNLOCK_START, unlocking } from "./unlock.ts";

test("a password is needed, tried once, and a wrong one is said until typing goes on", () => {
  expect(unlocking(UNLOCK_START, { type: "submit", password: "" })).toEqual({
    step: "asking",
    problem: "Please enter your master password",
  });
  const busy = unlocking(UNLOCK_START, { type: "submit", password: "x" });
  expect(busy.step).toBe("unlocking");
  expect(unlocking(busy, { type: "submit", password: "y" })).toBe(busy);
  const refused = unlocking(busy, { type: "refused", problem: "Invalid master password" });
  expect(refused).toEqual({ step: "asking", problem: "Invalid master password" });
  expect(unlocking(refused, { type: "edit" })).toEqual(UNLOCK_START);
});
