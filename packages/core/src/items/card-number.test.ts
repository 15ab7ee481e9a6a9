import { describe, expect, it } from "vitest";
import { cardScheme, groupedCardNumber } from "./card-number.ts";

describe("the scheme of a card by its number", () => {
  it.each([
    ["4111 1111 1111 1111", "visa"],
    ["4", "visa"],
    ["5555555555554444", "mastercard"],
    ["2221000000000009", "mastercard"],
    ["2720990000000007", "mastercard"],
    ["2220999999999999", null],
    ["2721000000000004", null],
    ["378282246310005", "amex"],
    ["30569309025904", "diners"],
    ["38520000023237", "diners"],
    ["6011111111111117", "discover"],
    ["6445644564456445", "discover"],
    ["3530111333300000", "jcb"],
    ["6200000000000005", "unionpay"],
    ["6759649826438453", "maestro"],
    ["5018000000000009", "maestro"],
    ["9999", null],
    ["", null],
  ])("%s: %s", (number, scheme) => expect(cardScheme(number)).toBe(scheme));
});

describe("the grouping of its digits", () => {
  it.each([
    ["4111111111111111", "4111 1111 1111 1111"],
    ["41 11 1", "4111 1"],
    ["378282246310005", "3782 822463 10005"],
    ["30569309025904", "3056 930902 5904"],
    ["6759649826438453123", "6759 6498 2643 8453 123"],
    ["", ""],
  ])("%s", (number, grouped) => expect(groupedCardNumber(number)).toBe(grouped));
});
