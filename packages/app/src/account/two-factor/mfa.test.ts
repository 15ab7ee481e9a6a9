import { expect, test } from "vitest";
import { checkWholeCode, type MfaEvent, type MfaState, mfa, mfaStart, spacedSecret } from "./mfa.ts";

const run = (events: readonly MfaEvent[], from: MfaState = mfaStart(false)) => events.reduce(mfa, from);
const SECRET = { qrCodeUrl: "data:image/png;base64,AA", secret: "ABCDEFGH" };
const SCAN = run([{ type: "setup" }, { type: "ready", secret: SECRET }]);

test("a code that is missing is asked for, a short one is wrong (A-14)", () => {
  expect(checkWholeCode({ code: "" })).toEqual({ fields: { code: "Verification code is required" } });
  expect(checkWholeCode({ code: "12" })).toEqual({ fields: { code: "Invalid verification code" } });
});

test("it begins as the account is", () => {
  expect(mfaStart(false)).toEqual({ step: "off" });
  expect(mfaStart(true)).toEqual({ step: "on" });
});

test("a set-up shows the picture, and ends with the recovery codes before it is on", () => {
  expect(SCAN).toEqual({ step: "scan", secret: SECRET });
  const codes = mfa(SCAN, { type: "enabled", recoveryCodes: ["abcde-12345"] });
  expect(codes).toEqual({ step: "codes", recoveryCodes: ["abcde-12345"] });
  expect(mfa(codes, { type: "cancel" })).toBe(codes);
  expect(mfa(codes, { type: "saved" })).toEqual({ step: "on" });
});

test("a set-up that fails or is cancelled leaves it off, and what arrives late changes nothing", () => {
  expect(run([{ type: "setup" }, { type: "failed" }])).toEqual({ step: "off" });
  const cancelled = mfa(SCAN, { type: "cancel" });
  expect(cancelled).toEqual({ step: "off" });
  expect(mfa(cancelled, { type: "ready", secret: SECRET })).toBe(cancelled);
});

test("it is turned off", () => {
  expect(mfa(mfaStart(true), { type: "disabled" })).toEqual({ step: "off" });
});

test("only a whole code is sent", () => {
  expect(checkWholeCode({ code: "123" })).toEqual({ fields: { code: "Invalid verification code" } });
  expect(checkWholeCode({ code: "123456" })).toEqual({});
});

test("the secret reads in groups of four", () => {
  expect(spacedSecret("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
});
