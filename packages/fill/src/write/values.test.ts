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
  ])("is written as a field of %j wants it", (more, text) => {
    expect(textsFor([shape("cc-exp", more)], CARD)).toEqual([text]);
  });
  it("is parted where there are two fields", () => {
    expect(textsFor([shape("cc-exp-month"), shape("cc-exp-year")], CARD)).toEqual(["04", "2031"]);
    expect(textsFor([shape("cc-exp-month", { maxLength: 2 }), shape("cc-exp-year", { maxLength: 2 })], CARD)).toEqual(["04", "31"]);
  });
});

describe("boxes", () => {
  it("share a number, four digits each", () => {
    expect(
      textsFor(
        Array.from({ length: 4 }, () => shape("cc-number", { maxLength: 4 })),
        CARD,
      ),
    ).toEqual(["4111", "1111", "1111", "1111"]);
  });
  it("have one digit of a code each", () => {
    expect(
      textsFor(
        Array.from({ length: 6 }, () => shape("one-time-code", { maxLength: 1 })),
        { "one-time-code": "123456" },
      ),
    ).toEqual([..."123456"]);
  });
  it("get nothing when there is nothing", () => {
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

it("a password for signing in never goes where a new one is asked for", () => {
  expect(textsFor([shape("new-password"), shape("none")], { "current-password": "x" })).toEqual([null, null]);
});
