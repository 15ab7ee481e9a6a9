import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { expect, test } from "vitest";
import { pastedFragment, pastedToken } from "./pasted-token.ts";

const TOKEN = encodeInvitation({ token: "secret-token" });

test.each([
  `https://vault.example/register?token=${TOKEN}`,
  ` https://vault.example/register?token=${TOKEN}&x=1\n`,
  `vault.example/register?token=${TOKEN}`,
  TOKEN,
])("the invitation is found in %s", (text) => {
  expect(pastedToken(text)).toBe(TOKEN);
});

test("a pasted link keeps the secret that it was handed over with, and one without it has none", () => {
  expect(pastedFragment(`https://vault.example/register?token=${TOKEN}#secret-of-it\n`)).toBe("#secret-of-it");
  expect(pastedFragment(`https://vault.example/register?token=${TOKEN}`)).toBe("");
});

test("a link without one holds none", () => {
  expect(pastedToken("https://vault.example/login")).toBe("");
});
