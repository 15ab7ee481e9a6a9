import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { SWITCH_IDLE, SWITCH_RELOAD_MS, type SwitchEvent, type SwitchState, switching, switchRefusal } from "./profile-switch.ts";

const run = (events: readonly SwitchEvent[], from: SwitchState = SWITCH_IDLE) => events.reduce(switching, from);
const CHOSE: SwitchEvent = { type: "chose", id: "b" };

test("a chosen profile is switched to", () => {
  expect(run([CHOSE])).toEqual({ step: "switching", id: "b", withCode: false });
  expect(run([CHOSE, { type: "switched" }])).toEqual({ step: "switched" });
});

test("a second choice while one is under way changes nothing", () => {
  expect(run([CHOSE, { type: "chose", id: "c" }])).toMatchObject({ id: "b" });
});

test("a failure leaves everything as it was", () => {
  expect(run([CHOSE, { type: "failed", problem: "No." }])).toEqual(SWITCH_IDLE);
});

test("a profile with a second factor asks for its code, again while it is refused", () => {
  const code = run([CHOSE, { type: "code-asked" }]);
  expect(code).toEqual({ step: "code", id: "b", problem: null });
  expect(run([{ type: "submit", code: "" }], code)).toMatchObject({ step: "code", problem: "Please enter the MFA code" });
  const refused = run(
    [
      { type: "submit", code: "000000" },
      { type: "failed", problem: "Invalid MFA code" },
    ],
    code,
  );
  expect(refused).toEqual({ step: "code", id: "b", problem: "Invalid MFA code" });
  expect(run([{ type: "cancel" }], refused)).toEqual(SWITCH_IDLE);
});

test("the page loads anew a tenth of a second after", () => {
  expect(SWITCH_RELOAD_MS).toBe(100);
});

test("refusals read as the specification says", () => {
  expect(switchRefusal(new AppError("unexpected"))).toBe("Failed to switch profile");
  expect(switchRefusal(new TypeError("Failed to fetch"))).toBe("Error switching profile");
});
