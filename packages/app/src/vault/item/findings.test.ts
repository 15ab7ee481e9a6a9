import type { Found, HealthReport } from "@coffer/core/health/health";
import { expect, it, vi } from "vitest";
import { anItem } from "../../testing/sample-items.ts";
import { findingsInLists } from "./findings.ts";

const NOW = Date.UTC(2026, 5, 15);
const [a, b, c] = [anItem("A"), anItem("B"), anItem("C")];
const reported = (...found: Found[]): HealthReport => ({ score: 50, looked: 3, found, ignored: [], undecided: [] });
const revisions = new Map([a, b, c].map(({ id, revision }) => [id, revision]));
const said = (items: Parameters<typeof findingsInLists>[0], report: HealthReport) =>
  [...findingsInLists(items, { report, revisions }, NOW)].map(([id, found]) => [id, found.map(({ finding }) => finding)]);

it("says what the last look found, the gravest first, and not what only its page says", () => {
  const report = reported(
    { id: a.id, finding: "weak", group: null },
    { id: a.id, finding: "reused", group: null },
    { id: a.id, finding: "old", group: null },
    { id: b.id, finding: "noCode", group: null },
  );
  expect(said([a, b, c], report)).toEqual([[a.id, ["weak", "reused"]]]);
});

it("is silent about what was saved since, and counts it out of its group", () => {
  const group = [a.id, b.id, c.id];
  const report = reported(...group.map((id): Found => ({ id, finding: "reused", group })));
  const saved = { ...c, revision: c.revision + 1 };
  const found = findingsInLists([a, b, saved], { report, revisions }, NOW);
  expect([...found.keys()]).toEqual([a.id, b.id]);
  expect(found.get(a.id)?.[0]?.group).toEqual([a.id, b.id]);
  expect(said([a, { ...b, revision: 9 }, saved], report)).toEqual([]);
});

it("looks through a group once for all its members: ten thousand with one password held up the page for seconds", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => anItem(`Item ${index}`));
  const group = many.map(({ id }) => id);
  const looks = vi.spyOn(group, "filter");
  const report = reported(...group.map((id): Found => ({ id, finding: "reused", group })));
  const found = findingsInLists(many, { report, revisions: new Map(many.map(({ id, revision }) => [id, revision])) }, NOW);
  expect(found.size).toBe(10_000);
  expect(found.get(group[0] ?? "")?.[0]?.group).toHaveLength(10_000);
  expect(looks).toHaveBeenCalledTimes(1);
});

it("knows of a card by itself that it is over, and leaves it to the look once there was one", () => {
  const card = anItem("Card", { kind: "card", fields: { name: "Card", expiration_date: "05/26" } });
  expect(findingsInLists([card], null, NOW).get(card.id)?.[0]?.finding).toBe("expired");
  const ignored = findingsInLists([card], { report: reported(), revisions: new Map([[card.id, card.revision]]) }, NOW);
  expect(ignored.size).toBe(0);
});
