import { describe, expect, it } from "vitest";
import { lookAlikeOf } from "./look-alike.ts";
import { fromPunycode } from "./punycode.ts";

const MINE = [
  "https://www.paypal.com/signin",
  "shop.test",
  "",
  "not an address",
  "my-bank.example",
  "münchen-bank.de",
  "modernbank.com",
  "qq.com",
];
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
])("%s is made to look like %s", (host, one) => {
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
])("%s is like none, or is one", (host) => {
  expect(like(host)).toBeNull();
});

it("says nothing on a site that one has a login for, however alike another is", () => {
  expect(lookAlikeOf("https://sh0p.test", ["shop.test", "sh0p.test"])).toBeNull();
});

describe("names of hosts", () => {
  it.each(["münchen.de", "пример.испытание", "例え.テスト", "faß.example", "аррӏе.com", "shop.test", "ünï.cödé"])(
    "%s is read as it was written",
    (host) => {
      expect(fromPunycode(new URL(`https://${host}`).hostname)).toBe(host);
    },
  );

  it("that are no such code stay as they are", () => {
    for (const host of ["xn--!.com", "xn--a-.com", "xn--99999999999.com"]) expect(() => fromPunycode(host)).not.toThrow();
  });
});
