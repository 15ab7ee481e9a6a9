import { expect, it } from "vitest";
import { Draft } from "../draft.ts";
import { psono } from "./psono.ts";

const KEY = "JBSWY3DPEHPK3PXP";
function codeOf(settings: Record<string, unknown>): string | undefined {
  const item = { type: "totp", name: "Shop", totp_title: "Shop", totp_code: KEY, ...settings };
  const [entry] = psono.entries({ items: [item] });
  return entry instanceof Draft ? entry.finish(1).candidate?.fields.totp : undefined;
}

it.each([
  ["that are usual", { totp_period: 30, totp_digits: 6, totp_algorithm: "SHA1" }, KEY],
  ["that are not said", {}, KEY],
  [
    "of a minute",
    { totp_period: 60, totp_digits: 6, totp_algorithm: "SHA1" },
    `otpauth://totp/Shop?secret=${KEY}&period=60&digits=6&algorithm=SHA1`,
  ],
  ["of eight digits", { totp_digits: 8 }, `otpauth://totp/Shop?secret=${KEY}&digits=8`],
  ["by another hash", { totp_period: 30, totp_algorithm: "SHA256" }, `otpauth://totp/Shop?secret=${KEY}&period=30&algorithm=SHA256`],
])("keeps of codes %s all that makes them", (_, settings, code) => {
  expect(codeOf(settings)).toBe(code);
});
