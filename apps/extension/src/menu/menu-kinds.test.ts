import { expect, it } from "vitest";
import { menuKindOf } from "./menu-kinds.ts";

it.each([
  ["username", ["username", "current-password"], "login"],
  ["current-password", ["current-password"], "login"],
  ["current-password", ["current-password", "new-password", "new-password"], "login"],
  ["new-password", ["current-password", "new-password", "new-password"], "new-password"],
  ["username", ["username", "new-password"], null],
  ["username", ["username", "current-password", "new-password"], "login"],
  ["one-time-code", ["one-time-code"], "code"],
  ["cc-exp-month", ["cc-number", "cc-exp-month"], "card"],
  ["given-name", ["given-name", "email"], "personal"],
  ["organization", ["organization"], null],
  ["none", ["username", "current-password"], null],
] as const)("a field for %s among %j opens a menu of %s", (role, others, kind) => {
  expect(menuKindOf(role, others)).toBe(kind);
});
