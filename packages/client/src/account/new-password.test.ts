import { checkRegistrationPassword, checkResetPassword } from "@coffer/core/passwords/policy";
import { expect, it } from "vitest";
import { refuseWeakPassword } from "./new-password.ts";

const ANN = "ann@example.com";
const estimate = (score: number | null) => ({ estimateStrength: async () => (score === null ? null : { score, reason: "" }) });

it.each([
  ["Planet-1!", checkResetPassword, 4, /^Password must be at least 12/],
  ["planet-harbour-nettle", checkRegistrationPassword, 4, /^Password must be at least 8 characters with/],
  ["Planet-Harbour-Nettle-77!", checkRegistrationPassword, 2, /^This password is too easy to guess/],
  ["Bayern-Muenchen-1900!", checkRegistrationPassword, null, /^Your password is a name or two/],
  ["Planet-Ann-Nettle-77!", checkResetPassword, null, /^Your password holds a part of your email/],
])("refuses %s", async (password, rule, score, reason) => {
  const refused = refuseWeakPassword(estimate(score), { email: ANN, password }, rule);
  await expect(refused).rejects.toMatchObject({ name: "ClientError", message: expect.stringMatching(reason) });
});

it.each([4, null])("takes a good one, estimated as %s", async (score) => {
  await refuseWeakPassword(estimate(score), { email: ANN, password: "Planet-Harbour-Nettle-77!" }, checkRegistrationPassword);
});
