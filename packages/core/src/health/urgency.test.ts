/** What is urgent of a report, and what is to be done first. */
import { describe, expect, it } from "vitest";
import { FINDING_NAMES } from "./finding-names.ts";
import { findingOf, type URGENCIES } from "./findings.ts";
import type { Found } from "./health.ts";
import { countOf, firstOf } from "./urgency.ts";

const found = (finding: Found["finding"], id: string): Found => ({ finding, id, group: null });

describe("what is urgent", () => {
  it("is counted by item, however much was found in it", () => {
    const all = [found("weak", "a"), found("reused", "a"), found("reused", "b"), found("old", "a"), found("http", "c")];
    expect([countOf(all, "now"), countOf(all, "soon"), countOf(all, "later")]).toEqual([2, 1, 1]);
  });

  it("costs more points than what can wait", () => {
    const weights = (urgency: keyof typeof URGENCIES) =>
      FINDING_NAMES.filter((name) => findingOf(name).urgency === urgency).map((name) => findingOf(name).weight);
    expect(Math.min(...weights("now"))).toBeGreaterThan(Math.max(...weights("soon"), ...weights("later")));
  });
});

describe("what to do first", () => {
  it("is of the heaviest finding, and says how many there are", () => {
    expect(firstOf([found("old", "a"), found("weak", "b"), found("weak", "c")])).toMatch(/^Give 2 accounts a stronger password/);
    expect(firstOf([found("weak", "b")])).toMatch(/^Give 1 account /);
  });

  it("is nothing where nothing was found", () => {
    expect(firstOf([])).toBeNull();
  });
});
