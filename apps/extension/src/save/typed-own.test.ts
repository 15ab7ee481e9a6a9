import { readFileSync } from "node:fs";
import type { Role } from "@coffer/fill/roles";
import { describe, expect, it } from "vitest";
import { typedNumber } from "../fill/phone.ts";
import type { Places } from "../fill/places.ts";
import { isCardNumber, isKnown, typedOwnIn } from "./typed-own.ts";

const PLACES = JSON.parse(readFileSync(new URL("../../public/list-names.json", import.meta.url), "utf8")) as Places;
const form = (values: Partial<Record<Role, string>>) =>
  typedOwnIn(
    Object.entries(values).map(([role, value]) => ({ role: role as Role, value, form: 1 })),
    1,
  );
const CARD = { "cc-number": "4111 1111 1111 1111", "cc-name": "ANN LEE", "cc-exp": "12 / 29", "cc-csc": "123" } as const;
const ADDRESS = {
  "given-name": "Ann",
  "family-name": "Lee",
  "address-line1": "1 High Street",
  "postal-code": "AB1 2CD",
  "address-level2": "Bath",
} as const;

describe("a card that was typed", () => {
  it("is saved with its number, holder, month and code", () => {
    expect(form(CARD)).toEqual({
      kind: "card",
      fields: {
        name: "Card ending in 1111",
        card_holder_name: "ANN LEE",
        card_number: "4111111111111111",
        expiration_date: "12/29",
        cvv: "123",
      },
    });
  });
  it.each<[string, string, string, string]>([
    ["12/2029", "", "", "12/29"],
    ["2029-12", "", "", "12/29"],
    ["", "7", "2031", "07/31"],
    ["", "07", "31", "07/31"],
  ])("expires as typed: %j, %j, %j", (whole, month, year, expiry) => {
    expect(form({ ...CARD, "cc-exp": whole, "cc-exp-month": month, "cc-exp-year": year })?.fields.expiration_date).toBe(expiry);
  });
  it("is none with a mistyped number, without a month, or without any name", () => {
    for (const wrong of [{ "cc-number": "4111 1111 1111 1112" }, { "cc-exp": "13/29" }, { "cc-exp": "" }, { "cc-name": "" }])
      expect(form({ ...CARD, ...wrong })).toBeNull();
    expect(isCardNumber("4111111111111111")).toBe(true);
    expect(isCardNumber("0")).toBe(false);
  });
});

describe("an address that was typed", () => {
  it("is saved with its person", () => {
    expect(form({ ...ADDRESS, country: "United Kingdom", tel: "030 1" })).toMatchObject({
      kind: "personal",
      fields: {
        name: "Ann Lee",
        first_name: "Ann",
        last_name: "Lee",
        address_1: "1 High Street",
        zip_postal_code: "AB1 2CD",
        country: "United Kingdom",
      },
    });
    expect(form({ name: "Ann Mary Lee", "street-address": "1 High Street\nFlat 2", "postal-code": "1" })?.fields).toMatchObject({
      first_name: "Ann Mary",
      last_name: "Lee",
      address_1: "1 High Street",
    });
  });
  it("is none without a name, a street or a place, nor of another form", () => {
    for (const without of ["given-name", "address-line1"] as const) expect(form({ ...ADDRESS, [without]: "" })).toBeNull();
    expect(form({ ...ADDRESS, "postal-code": "", "address-level2": "" })).toBeNull();
    expect(typedOwnIn([{ role: "cc-number", value: "4111111111111111", form: 2 }], 1)).toBeNull();
  });
});

it("is known by the card's number, or by person, street and postal code, however they are written", () => {
  const card = form(CARD);
  const person = form(ADDRESS);
  if (card === null || person === null) throw new Error("not read");
  expect(isKnown(card, [{ kind: "card", fields: { card_number: "4111-1111-1111-1111" } }])).toBe(true);
  expect(isKnown(card, [{ kind: "card", fields: { card_number: "5555555555554444" } }])).toBe(false);
  const saved = { address_1: "1 high street", zip_postal_code: "ab12cd", last_name: "LEE" };
  expect(isKnown(person, [{ kind: "personal", fields: saved }])).toBe(true);
  expect(isKnown(person, [{ kind: "personal", fields: { ...saved, address_1: "2 High Street" } }])).toBe(false);
});

describe("a telephone that was typed", () => {
  const phone = (values: Partial<Record<Role, string>>): string => typedNumber(form({ ...ADDRESS, ...values })?.fields.phone ?? "", PLACES);
  it.each<[Partial<Record<Role, string>>, string]>([
    [{ tel: "030 1" }, "030 1"],
    [{ tel: "+49 30 1" }, "+49 30 1"],
    [{ "tel-country-code": "Germany (+49) DE", "tel-national": "0170 1" }, "+49 170 1"],
    [{ "tel-country-code": "🇮🇹 0039", "tel-national": "06 1" }, "+39 06 1"],
    [{ "tel-country-code": "United States 1", tel: "202 555 0123" }, "+1 202 555 0123"],
    [{ "tel-country-code": "+49", tel: "+43 1 2" }, "+43 1 2"],
    [{ "tel-area-code": "202", "tel-local-prefix": "555", "tel-local-suffix": "0123" }, "202 555 0123"],
    [{ "tel-area-code": "030", "tel-local": "1234" }, "030 1234"],
    [{ "tel-country-code": "Germany (+49)" }, ""],
    // What a list shows, and the value behind it.
    [{ "tel-country-code": "+49, 49", "tel-national": "0170 1" }, "+49 170 1"],
    [{ "tel-country-code": "India, IN", "tel-national": "098765 43210" }, "+91 98765 43210"],
    [{ "tel-country-code": "India, 105", "tel-national": "98765 43210" }, "+91 98765 43210"],
    [{ "tel-country-code": "🇮🇳, 91", "tel-national": "98765 43210" }, "+91 98765 43210"],
    [{ "tel-country-code": "🇮🇳, IN", "tel-national": "91 98765 43210" }, "+91 98765 43210"],
    [{ "tel-country-code": "Allemagne, 276", "tel-national": "0170 1" }, "+49 170 1"],
    [{ "tel-country-code": "🏳, 276", "tel-national": "0170 1" }, "0170 1"],
    [{ "tel-country-code": "Canada (+1), CA", "tel-national": "1 416 555 0123" }, "+1 416 555 0123"],
    [{ "tel-country-code": "Bermuda (+1-441), BM", "tel-national": "295 1234" }, "+1 441 295 1234"],
    [{ "tel-country-code": "Bermuda +1 (441), BM", "tel-national": "295 1234" }, "+1 441 295 1234"],
    [{ "tel-country-code": "Bermuda (+1-441), BM", "tel-national": "441 295 1234" }, "+1 441 295 1234"],
    [{ "tel-country-code": "Bermuda (+1), 1441", "tel-national": "295 1234" }, "+1 441 295 1234"],
    // The value is a site's own.
    [{ "tel-country-code": "Iceland (+354), 1234", "tel-national": "555 1234" }, "+354 555 1234"],
    [{ "tel-country-code": "Estonia (+372), 2048", "tel-national": "512 3456" }, "+372 512 3456"],
    [{ "tel-country-code": "Bermuda, 1441", "tel-national": "295 1234" }, "+1 441 295 1234"],
    [{ "tel-country-code": "Guernsey (+44-1481), GG", "tel-national": "723456" }, "+44 1481 723456"],
    [{ "tel-country-code": "Guernsey (+44-1481), GG", "tel-national": "07781 123456" }, "+44 7781 123456"],
    [{ "tel-country-code": "Dominican Republic (+1-809, +1-829), DO", "tel-national": "809 555 0123" }, "+1 809 555 0123"],
    [{ "tel-country-code": "Dominican Republic (+1-809, +1-829), DO", "tel-national": "555 0123" }, "555 0123"],
    [{ "tel-country-code": "Russia (+7), RU", "tel-national": "8 912 345-67-89" }, "+7 912 345-67-89"],
    [{ "tel-country-code": "Hungary (+36), HU", "tel-national": "06 20 123 4567" }, "+36 20 123 4567"],
    [{ "tel-country-code": "United Kingdom +44 (0), GB", "tel-national": "07700 900123" }, "+44 7700 900123"],
    [{}, ""],
  ])("in one field or several is one number: %j", (values, number) => {
    expect(phone(values)).toBe(number);
  });
});

it("a third line of an address is saved with the second", () => {
  expect(form({ ...ADDRESS, "address-line2": "Flat 2", "address-line3": "Tower B" })?.fields.address_2).toBe("Flat 2, Tower B");
});
