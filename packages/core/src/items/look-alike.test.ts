import { describe, expect, it } from "vitest";
import { lookAlikeOf } from "./look-alike.ts";
import { fromPunycode } from "./punycode.ts";

const MINE = ["paypal.com", "shop.test", "my-bank.example", "xn--mnchen-bank-thb.de", "modernbank.com", "qq.com"];
const like = (host: string) => lookAlikeOf(`https://${host}/login`, MINE);

it.each([
  ["paypa1.com", "paypal.com"],
  ["paypai.com", "paypal.com"],
  ["pаypal.com", "paypal.com"], // Cyrillic
  ["www.раураl.com", "paypal.com"],
  ["pay-pal.com", "paypal.com"],
  ["paypall.com", "paypal.com"],
  ["papyal.com", "paypal.com"],
  ["paypl.com", "paypal.com"],
  ["sh0p.test", "shop.test"],
  ["shop.test.evil.example", "shop.test"],
  ["login.paypal.com.evil.example", "paypal.com"],
  ["mybank.example", "my-bank.example"],
  ["rnodernbank.com", "modernbank.com"],
  ["rnodembank.com", "modernbank.com"],
])("%s looks like %s", (host, one) => {
  expect(like(host)).toBe(one);
});

it.each([
  "paypal.com",
  "www.paypal.com",
  "paypal.de",
  "payroll.com",
  "stop.test",
  "evil.example",
  "qq.net",
  "q.com",
  "127.0.0.1",
  "localhost",
  "com",
])("%s looks like none, or is one of the saved sites", (host) => {
  expect(like(host)).toBeNull();
});

it("reports nothing on a site with a saved login, however similar another one is", () => {
  expect(lookAlikeOf("https://sh0p.test", ["shop.test", "sh0p.test"])).toBeNull();
  // What another person has shared vouches for no site, and is none that it is like.
  expect(lookAlikeOf("https://sh0p.test", ["shop.test", "sh0p.test"], ["shop.test"])).toBe("shop.test");
  expect(lookAlikeOf("https://sh0p.test", ["sh0p.test"], [])).toBeNull();
});

describe("host names", () => {
  it.each(["münchen.de", "пример.испытание", "例え.テスト", "faß.example", "аррӏе.com", "shop.test", "ünï.cödé"])(
    "%s is decoded",
    (host) => {
      expect(fromPunycode(new URL(`https://${host}`).hostname)).toBe(host);
    },
  );

  it("that are not punycode stay as they are", () => {
    for (const host of ["xn--!.com", "xn--a-.com", "xn--99999999999.com"]) expect(() => fromPunycode(host)).not.toThrow();
  });
});
