import { describe, expect, it } from "vitest";
import type { Role } from "../roles.ts";
import { type Shape, textsFor } from "./values.ts";

const shape = (role: Role, more: Partial<Shape> = {}): Shape => ({
  role,
  type: "text",
  maxLength: Number.POSITIVE_INFINITY,
  sample: "",
  ...more,
});
const CARD = { "cc-number": "4111 1111 1111 1111", "cc-exp": "2031-04", "cc-csc": "123" };

describe("the expiry of a card", () => {
  it.each([
    [{}, "04/31"],
    [{ sample: "MM / YY" }, "04 / 31"],
    [{ sample: "MM/YYYY" }, "04/2031"],
    [{ sample: "MM-JJ" }, "04-31"],
    [{ maxLength: 7 }, "04/2031"],
    [{ maxLength: 4 }, "0431"],
    [{ maxLength: 6 }, "042031"],
    [{ type: "month" }, "2031-04"],
  ])("is written in the format of a field with %j", (more, text) => {
    expect(textsFor([shape("cc-exp", more)], CARD)).toEqual([text]);
  });
  it("is split over two fields", () => {
    expect(textsFor([shape("cc-exp-month"), shape("cc-exp-year")], CARD)).toEqual(["04", "2031"]);
    expect(textsFor([shape("cc-exp-month", { maxLength: 2 }), shape("cc-exp-year", { maxLength: 2 })], CARD)).toEqual(["04", "31"]);
  });
});

describe("boxes", () => {
  it("get four digits of a card number each", () => {
    expect(
      textsFor(
        Array.from({ length: 4 }, () => shape("cc-number", { maxLength: 4 })),
        CARD,
      ),
    ).toEqual(["4111", "1111", "1111", "1111"]);
  });
  it("get one digit of a code each", () => {
    expect(
      textsFor(
        Array.from({ length: 6 }, () => shape("one-time-code", { maxLength: 1 })),
        { "one-time-code": "123456" },
      ),
    ).toEqual([..."123456"]);
  });
  it("get one digit, or four, when they have no length limit", () => {
    const three = (role: Role) => Array.from({ length: 3 }, () => shape(role));
    expect(textsFor(three("one-time-code"), { "one-time-code": "123" })).toEqual(["1", "2", "3"]);
    expect(textsFor(three("cc-number"), CARD)).toEqual(["4111", "1111", "1111"]);
  });
  it("are not assumed when a password is asked for twice", () => {
    const values = { "new-password": "Made-for-you-2468" };
    expect(textsFor([shape("new-password"), shape("new-password")], values)).toEqual(["Made-for-you-2468", "Made-for-you-2468"]);
  });
  it("stay empty without a value", () => {
    expect(textsFor([shape("one-time-code"), shape("one-time-code"), shape("username")], { username: "ada" })).toEqual([null, null, "ada"]);
  });
});

describe("a birthday", () => {
  it("is whole or in parts", () => {
    const roles = ["bday", "bday-day", "bday-month", "bday-year"] as const;
    expect(
      textsFor(
        roles.map((role) => shape(role)),
        { bday: "1815-12-10" },
      ),
    ).toEqual(["1815-12-10", "10", "12", "1815"]);
  });
});

describe("a birthday in one field", () => {
  it.each([
    [{ type: "date", sample: "DD/MM/YYYY" }, "1815-12-10"],
    [{ sample: "DD/MM/YYYY" }, "10/12/1815"],
    [{ sample: "mm/dd/yyyy" }, "12/10/1815"],
    [{ sample: "TT.MM.JJJJ" }, "10.12.1815"],
    [{ sample: "JJ/MM/AAAA" }, "10/12/1815"],
    [{ sample: "gg-mm-aa" }, "10-12-15"],
    [{ sample: "YYYY / MM / DD" }, "1815 / 12 / 10"],
    [{ sample: "ДД.ММ.ГГГГ" }, "10.12.1815"],
    [{ sample: "e.g. 31/12/1990" }, "10/12/1815"],
    [{ sample: "12/31/1990" }, "12/10/1815"],
    [{ sample: "01/02/1990" }, "1815-12-10"],
    [{ sample: "Date of birth" }, "1815-12-10"],
  ])("is written in the format that a field with %j shows", (more, text) => {
    expect(textsFor([shape("bday", more)], { bday: "1815-12-10" })).toEqual([text]);
  });

  it("in words is left as it is and has no parts", () => {
    expect(textsFor([shape("bday"), shape("bday-year"), shape("bday-day")], { bday: "10 December 1815" })).toEqual([
      "10 December 1815",
      null,
      null,
    ]);
  });
});

it("the current password is never written into a field for a new one", () => {
  expect(textsFor([shape("new-password"), shape("none")], { "current-password": "x" })).toEqual([null, null]);
});

it("what another field of the form takes is left out", () => {
  const values = {
    ...{ "tel-national": "0170 1", "tel-country-code": "+49", "address-line2": "Flat 2, Tower B", "address-line3": "Tower B" },
    known: { "tel-national": ["170 1"], "address-line2": ["Flat 2"] },
  };
  const text = (...roles: Role[]) =>
    textsFor(
      roles.map((role) => shape(role)),
      values,
    );
  expect(text("tel-country-code", "tel-national")).toEqual(["+49", "170 1"]);
  expect(text("tel-national", "address-line2")).toEqual(["0170 1", "Flat 2, Tower B"]);
  expect(text("address-line2", "address-line3")).toEqual(["Flat 2", "Tower B"]);
});
