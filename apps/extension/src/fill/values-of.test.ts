import { describe, expect, it } from "vitest";
import { codeValues, loginValues, ownValues } from "./values-of.ts";

describe("a card", () => {
  it("is filled with its number, holder, month and code, and never with its PIN", () => {
    const fields = { card_number: "4111111111111111", card_holder_name: "ANN", expiration_date: "12/29", cvv: "123", pin: "9876" };
    const { known: _, ...values } = ownValues("card", fields);
    expect(values).toEqual({ "cc-number": "4111111111111111", "cc-name": "ANN", "cc-csc": "123", "cc-exp": "2029-12" });
  });

  it("gives the halves of its holder's name where they are asked for apart", () => {
    expect(ownValues("card", { card_holder_name: "ANN Q LEE" })).toMatchObject({ "cc-given-name": "ANN Q", "cc-family-name": "LEE" });
  });

  it.each([
    ["01/2031", "2031-01"],
    [" 12 / 29 ", "2029-12"],
    ["7/29", undefined],
    ["", undefined],
  ])("that expires %j gives the month %s", (expiration_date, month) => {
    expect(ownValues("card", { expiration_date })["cc-exp"]).toBe(month);
  });
});

describe("a person", () => {
  it("has a full name and a full street as well as their parts", () => {
    const { known: _, ...values } = ownValues("personal", {
      title: "Ms",
      first_name: "Ann",
      last_name: "Lee",
      address_1: "1 High Street",
      address_2: "Flat 2",
    });
    expect(values).toEqual({
      "honorific-prefix": "Ms",
      "given-name": "Ann",
      "family-name": "Lee",
      name: "Ann Lee",
      "address-line1": "1 High Street",
      "address-line2": "Flat 2",
      "street-address": "1 High Street, Flat 2",
    });
  });

  it.each<[string, string | undefined, string, string]>([
    ["+49 170 1234567", "+49", "170 1234567", "0170 1234567"],
    ["0049 (0)170 1234567", "+49", "170 1234567", "0170 1234567"],
    ["+491701234567", "+49", "1701234567", "01701234567"],
    ["+1 (202) 555-0123", "+1", "(202) 555-0123", "(202) 555-0123"],
    ["+39 06 123 4567", "+39", "06 123 4567", "06 123 4567"],
    ["+353 85 123 4567", "+353", "85 123 4567", "085 123 4567"],
    ["030 1", undefined, "030 1", "030 1"],
    // Where ten digits are asked for.
    ["+91 98765 43210", "+91", "98765 43210", "98765 43210"],
    ["+91 098765 43210", "+91", "98765 43210", "98765 43210"],
    ["+86 138 0013 8000", "+86", "138 0013 8000", "138 0013 8000"],
    ["+86 10 1234 5678", "+86", "10 1234 5678", "010 1234 5678"],
    ["+593 99 123 4567", "+593", "99 123 4567", "099 123 4567"],
    ["+233 23 123 4567", "+233", "23 123 4567", "023 123 4567"],
    ["+262 692 12 34 56", "+262", "692 12 34 56", "0692 12 34 56"],
    ["+36 20 123 4567", "+36", "20 123 4567", "06 20 123 4567"],
    ["+36 06 20 123 4567", "+36", "20 123 4567", "06 20 123 4567"],
    ["+961 71 123 456", "+961", "71 123 456", "71 123 456"],
    ["+961 3 123 456", "+961", "3 123 456", "03 123 456"],
    ["+7 8 912 345-67-89", "+7", "912 345-67-89", "912 345-67-89"],
  ])("has a telephone, %s, whose country's code is apart: %s, %s, and as it is dialled there: %s", (phone, code, rest, national) => {
    const { known, ...values } = ownValues("personal", { phone });
    expect(values).toMatchObject({ tel: phone, "tel-national": national });
    expect([values["tel-country-code"], known?.["tel-national"]]).toEqual([code, [rest]]);
  });

  it.each<[string, string[]]>([
    ["+1 202 555 0123", ["202", "555", "0123"]],
    ["2025550123", ["202", "555", "0123"]],
    ["+81 90-1234-5678", ["090", "1234", "5678"]],
    ["030/1234567", ["030", "", "", "1234567"]],
    ["01701234567", ["", "", ""]],
  ])("has a telephone in parts: %s", (phone, [area = "", prefix = "", suffix = "", local = prefix + suffix]) => {
    const values = ownValues("personal", { phone });
    const parts = ["tel-area-code", "tel-local-prefix", "tel-local-suffix", "tel-local"] as const;
    expect(parts.map((part) => values[part] ?? "")).toEqual([area, prefix, suffix, local]);
  });

  it("has a third line, and a part of its city, where they are asked for apart", () => {
    const values = ownValues("personal", {
      address_1: "1 High Street",
      address_2: "Flat 2, Tower B",
      city_town: "Polanco, Ciudad de México",
    });
    expect(values).toMatchObject({ "address-line2": "Flat 2, Tower B", "address-line3": "Tower B", "address-level3": "Polanco" });
    expect(values.known).toMatchObject({ "address-line2": ["Flat 2"], "address-level2": ["Ciudad de México"] });
  });
});

describe("a login", () => {
  it("is a name and a password, without its code", () => {
    expect(loginValues({ username: "ann", password: "p", totp: "JBSWY3DPEHPK3PXP" })).toEqual({ username: "ann", "current-password": "p" });
    expect(loginValues({ password: "p" })).toEqual({ "current-password": "p" });
  });

  it("has the code of the moment, by the vectors of RFC 6238", () => {
    const totp = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8";
    expect(codeValues({ totp }, 59_000)).toEqual({ "one-time-code": "94287082" });
    expect(codeValues({}, 59_000)).toBeNull();
  });
});
