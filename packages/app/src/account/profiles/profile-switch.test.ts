import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { SWITCH_IDLE, SWITCH_RELOAD_MS, type SwitchEvent, type SwitchState, switching, switchMessage } from "./profile-switch.ts";

const run = (events: readonly SwitchEvent[], from: SwitchState = SWITCH_IDLE) => events.reduce(switching, from);
const CHOSE: SwitchEvent = { type: "chose", id: "b" };

test("a chosen profile is switched to", () => {
  expect(run([CHOSE])).toEqual({ step: "switching", id: "b" });
  expect(run([CHOSE, { type: "switched" }])).toEqual({ step: "switched" });
});

test("a second choice while one is under way changes nothing", () => {
  expect(run([CHOSE, { type: "chose", id: "c" }])).toMatchObject({ id: "b" });
});

test("a failure leaves everything as it was", () => {
  expect(run([CHOSE, { type: "failed" }])).toEqual(SWITCH_IDLE);
});

test("a profile with a second factor asks for its code, until it is taken or given up", () => {
  const code = run([CHOSE, { type: "code-asked" }]);
  expect(code).toEqual({ step: "code", id: "b" });
  expect(run([{ type: "failed" }], code)).toBe(code);
  expect(run([{ type: "switched" }], code)).toEqual({ step: "switched" });
  expect(run([{ type: "cancel" }], code)).toEqual(SWITCH_IDLE);
});

test("the page reloads a tenth of a second after", () => {
  expect(SWITCH_RELOAD_MS).toBe(100);
});

test("refusals read as the specification says", () => {
  expect(switchMessage(new AppError("unexpected"))).toBe("Failed to switch profile");
  expect(switchMessage(new TypeError("Failed to fetch"))).toBe("Error switching profile");
});
