import { expect, test } from "vitest";
import { DAY_MS } from "../constants.ts";
import { isRehearsalDue, nextRehearsal, putOffFrom } from "./rehearsal.ts";

const START = Date.UTC(2026, 0, 1);
const after = (days: number): number => START + days * DAY_MS;
const NEW = { triedAt: null, knownSince: START, laterUntil: null };

test("a kit that was never tried is asked about after a week, not before", () => {
  expect(isRehearsalDue(NEW, after(6.9))).toBe(false);
  expect(isRehearsalDue(NEW, after(7))).toBe(true);
});

test("one that was tried is asked about three months later, however long it has been known", () => {
  const tried = { ...NEW, triedAt: after(10) };
  expect(nextRehearsal(tried)).toBe(after(101));
  expect(isRehearsalDue(tried, after(100))).toBe(false);
  expect(isRehearsalDue(tried, after(101))).toBe(true);
});

test("put off, it is not asked about for a month", () => {
  const later = { ...NEW, laterUntil: putOffFrom(after(8)) };
  expect(isRehearsalDue(later, after(37))).toBe(false);
  expect(isRehearsalDue(later, after(38))).toBe(true);
});

test("putting it off never brings it forward", () => {
  expect(isRehearsalDue({ ...NEW, triedAt: after(30), laterUntil: after(38) }, after(40))).toBe(false);
});
