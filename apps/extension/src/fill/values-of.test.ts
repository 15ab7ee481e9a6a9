import { describe, expect, it } from "vitest";
import { codeValues, loginValues, ownValues } from "./values-of.ts";

describe("a card", () => {
  it("is filled with its number, holder, month and code, and never with its PIN", () => {
    const fields = { card_number: "4111111111111111", card_holder_name: "ANN", expiration_date: "12/29", cvv: "123", pin: "9876" };
    expect(ownValues("card", fields)).toEqual({ "cc-number": "4111111111111111", "cc-name": "ANN", "cc-csc": "123", "cc-exp": "2029-12" });
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
    const values = ownValues("personal", {
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

  it("gives no number with a country's code where that is asked for apart", () => {
    expect(ownValues("personal", { phone: "+49 30 1" })).toEqual({ tel: "+49 30 1" });
    expect(ownValues("personal", { phone: "030 1" })).toEqual({ tel: "030 1", "tel-national": "030 1" });
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
