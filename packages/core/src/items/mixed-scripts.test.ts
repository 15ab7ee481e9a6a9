import { expect, it } from "vitest";
import { mixedName } from "./mixed-scripts.ts";

const hostOf = (name: string): string => new URL(`https://${name}`).hostname;

it.each([
  "pаypal.com", // one Cyrillic letter
  "раypal.com",
  "www.pаypal.com",
  "gοοgle.com", // Greek
  "аррle.com",
  "bаnk-24.example",
  "microsоft.example",
  "日本рal.example",
])("%s mixes alphabets", (name) => {
  expect(mixedName(hostOf(name))).toBe(name);
});

it.each([
  "paypal.com",
  "shop-24.test",
  "münchen-bank.de",
  "пример.испытание",
  // Each label is checked by itself: the ending is fixed, and the name below it is chosen.
  "пример.com",
  "ελλάδα.com",
  "日本語ドメイン.example",
  "nippon日本ニッポン.example",
  "한국kr.example",
  "ไทย.com",
  "127.0.0.1",
  "localhost",
  "com",
])("%s has one alphabet, or a normal combination", (name) => {
  expect(mixedName(hostOf(name))).toBeNull();
});

it("ignores labels that are not punycode", () => {
  expect(mixedName("xn--!.com")).toBeNull();
});
