import { expect, it } from "vitest";
import { readRange, splitHash } from "./breach-range.ts";

const REST = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";

it("splits a hash into the prefix to ask with and the rest, in any case", () => {
  expect(splitHash(`5baa6${REST.toLowerCase()}`)).toEqual(["5BAA6", REST]);
});

it("reads rows with any line ending and ignores padding", () => {
  const other = "0".repeat(35);
  expect([...readRange(`${REST}:42\r\n${other}:0\r\n`)]).toEqual([[REST, 42]]);
  expect(readRange(`${REST.toLowerCase()}:1`).get(REST)).toBe(1);
  expect(readRange(`${other}:0`).size).toBe(0);
});

it.each(["", "\n", "<html>", `${REST}`, `${REST}:`, `${REST}:x`, `${REST.slice(1)}:1`, `${REST}:1\nnot a row`])(
  "does not treat %j as a list without the password",
  (text) => {
    expect(() => readRange(text)).toThrow();
  },
);
