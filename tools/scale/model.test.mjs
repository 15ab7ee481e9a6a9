/** The arithmetic of the simulation, on numbers that can be counted by hand. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as assumptions from "./assumptions.mjs";
import { capacityOf, curveOf, dayOf, diskOf, needsOf, peakOf, STEPS, sumOfDay, weekdayOf, weekdaysOfYear } from "./model.mjs";

const flat = { peaks: [], floor: 1, hoursInSight: 0, weekend: 1 };
const stream = { "an open stream, one minute": { times: 1 }, "an idle server, one minute": { times: 1 } };

describe("a day", () => {
  it("has as much of everything as its average says, whatever its shape", () => {
    const curve = curveOf(assumptions.DAY);
    expect(curve).toHaveLength(STEPS);
    expect(curve.reduce((sum, one) => sum + one, 0)).toBeCloseTo(STEPS, 6);
  });

  it("is busiest where its peaks are, in the morning more than in the evening", () => {
    const curve = curveOf(assumptions.DAY);
    const at = (hour) => curve[Math.round((hour * STEPS) / 24)];
    expect(Math.max(...curve)).toBe(at(10.5));
    expect(at(20.5)).toBeGreaterThan(at(16.5));
    expect(at(3)).toBeLessThan(0.5);
  });

  it("of 86,400 accounts that call once is one call a second", () => {
    const weekday = weekdayOf({ person: { call: 1 }, day: flat, acts: { ...stream, call: { calls: 1, node: 20, wal: 7 } } });
    const steps = dayOf({ accounts: 86_400, weekday, day: flat, curve: curveOf(flat) });
    expect(peakOf(steps)).toMatchObject({ calls: 1, nodeCores: 0.02, walWarm: 7, walCold: 7, streams: 0 });
    expect(sumOfDay(steps, "calls")).toBeCloseTo(86_400, 6);
  });

  it("knows how many of its acts others hear of", () => {
    const acts = { ...stream, save: { calls: 1 }, pull: { calls: 1 } };
    expect(weekdayOf({ person: { save: 0.5, pull: 9 }, day: flat, acts, tellNews: new Set(["save"]) })).toMatchObject({
      calls: 9.5,
      news: 0.5,
    });
  });

  it("counts of a stream only what its server does not do anyway, and of the database nothing where it was not asked", () => {
    const of = (statements) => {
      const acts = {
        "an open stream, one minute": { times: 10, node: 5, down: 24, postgres: 4, statements },
        "an idle server, one minute": { times: 1, node: 30, postgres: 10, statements: 1 },
      };
      return weekdayOf({ person: {}, day: { ...flat, hoursInSight: 2 }, acts });
    };
    expect(of(0.15)).toMatchObject({ node: 240, down: 2_880, postgres: 0, statements: 0 });
    expect(of(1.1)).toMatchObject({ node: 240, postgres: 360, statements: 120 });
  });
});

describe("what accounts need", () => {
  it("a weekend counts by its part", () => {
    expect(weekdaysOfYear({ weekend: 1 })).toBe(365);
    expect(weekdaysOfYear({ weekend: 0.3 })).toBeCloseTo(292, 6);
  });

  it("an account brings its items, and each year adds what lasts, rows of the activity log by their number", () => {
    const acts = { ...stream, save: { lasting: 150, tables: { record: 100, audit: 50 }, audit: 2 }, "an account": { lasting: 3_000 } };
    const costs = { acts, rowBytes: { record: 2_000, audit: 10 } };
    const weekday = weekdayOf({ person: { save: 1 }, day: flat, acts });
    expect(diskOf({ weekday, day: flat, costs, itemsAtStart: 10 })).toEqual({ start: 23_000, year: 365 * 120 });
  });

  it("a database is full when its cores, commits or its disk are, whichever comes first", () => {
    const machine = { cores: 16, busy: 0.5, disk: 100 };
    const of = (postgresCores, news) =>
      capacityOf({
        machine,
        peak: { postgresCores, nodeCores: 3 * postgresCores, news },
        disk: { start: 1e6, year: 1e6 },
        years: 1,
        commits: 100,
      });
    expect(of(0.001, 0.001)).toEqual({ byCores: 8_000, together: 2_000, byCommits: 50_000, byDisk: 50_000, accounts: 8_000 });
    expect([of(0.0001, 0.001).accounts, of(0.0001, 0.01).accounts]).toEqual([50_000, 5_000]);
  });

  it("dollars are cores, disks, backups, bytes and emails", () => {
    const machine = { busy: 0.5, copies: 2, spare: 1.5, backups: 10 };
    const prices = { coreMonth: 10, diskGbMonth: 0.1, backupGbMonth: 0.01, egressGb: 0.05, thousandEmails: 1 };
    const needs = needsOf({
      accounts: 1_000,
      capacity: 400,
      peak: { nodeCores: 1, postgresCores: 1 },
      bytes: 10e9,
      sums: { down: 20e9, emails: 5_000 },
      machine,
      prices,
    });
    expect(needs).toMatchObject({ cells: 3, nodeCores: 3, postgresCores: 9 });
    expect(needs.dollars).toEqual({ cores: 1_440, disk: 36, backups: 12, egress: 1, emails: 5 });
    expect(needs.ofAccount).toBeCloseTo(1.494, 6);
  });
});

it("what was measured knows every act of the assumed day", () => {
  const { acts } = JSON.parse(readFileSync(new URL("costs.json", import.meta.url), "utf8"));
  expect(() => weekdayOf({ person: assumptions.PERSON, day: assumptions.DAY, acts })).not.toThrow();
});
