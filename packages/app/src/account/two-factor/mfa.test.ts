import { expect, test } from "vitest";
import { type MfaEvent, type MfaState, mfa, mfaStart, spacedSecret } from "./mfa.ts";

const run = (events: readonly MfaEvent[], from: MfaState = mfaStart(false)) => events.reduce(mfa, from);
const READY: MfaEvent = { type: "ready", qrCodeUrl: "data:image/png;base64,AA", secret: "ABCDEFGH" };
const SCAN = run([{ type: "setup" }, READY]);

test("it begins as the account is", () => {
  expect(mfaStart(false)).toEqual({ step: "off" });
  expect(mfaStart(true)).toEqual({ step: "on", problem: null });
});

test("a set-up shows the picture, asks for a whole code, and ends with the recovery codes before it is on", () => {
  expect(SCAN).toMatchObject({ step: "scan", secret: "ABCDEFGH" });
  expect(mfa(SCAN, { type: "submit", code: "123" })).toMatchObject({ step: "scan", problem: "Invalid verification code" });
  const verifying = mfa(SCAN, { type: "submit", code: "123456" });
  expect(verifying).toMatchObject({ step: "verifying", problem: null });
  const codes = mfa(verifying, { type: "enabled", recoveryCodes: ["abcde-12345"] });
  expect(codes).toEqual({ step: "codes", recoveryCodes: ["abcde-12345"] });
  expect(mfa(codes, { type: "submit", code: "123456" })).toBe(codes);
  expect(mfa(codes, { type: "saved" })).toEqual({ step: "on", problem: null });
});

test("a refused code leaves the same secret on the page", () => {
  const refused = run(
    [
      { type: "submit", code: "000000" },
      { type: "refused", problem: "Invalid verification code" },
    ],
    SCAN,
  );
  expect(refused).toMatchObject({ step: "scan", secret: "ABCDEFGH", problem: "Invalid verification code" });
  expect(mfa(refused, { type: "edit" })).toMatchObject({ problem: null });
});

test("a set-up that fails or is cancelled leaves it off", () => {
  expect(run([{ type: "setup" }, { type: "failed" }])).toEqual({ step: "off" });
  expect(mfa(SCAN, { type: "cancel" })).toEqual({ step: "off" });
});

test("it is turned off with a code, and stays on when that is refused", () => {
  const disabling = run([{ type: "submit", code: "123456" }], mfaStart(true));
  expect(disabling).toEqual({ step: "disabling", problem: null });
  expect(mfa(disabling, { type: "refused", problem: "No." })).toEqual({ step: "on", problem: "No." });
  expect(mfa(disabling, { type: "disabled" })).toEqual({ step: "off" });
});

test("the secret reads in groups of four", () => {
  expect(spacedSecret("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
});
