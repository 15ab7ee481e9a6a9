import type { Found, HealthReport } from "@coffer/core/health/health";
import type { Item } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { anItem } from "../../testing/sample-items.ts";
import { findingsInLists } from "./findings.ts";

const NOW = Date.UTC(2026, 5, 15);
const [a, b, c] = ["A", "B", "C"].map((title) => anItem(title, { saveId: `${title}1` })) as [Item, Item, Item];
const reported = (...found: Found[]): HealthReport => ({ score: 50, looked: 3, found, ignored: [], undecided: [] });
const saves = new Map([a, b, c].map((item) => [item.id, item]));
const said = (items: Parameters<typeof findingsInLists>[0], report: HealthReport) =>
  [...findingsInLists(items, { report, saves }, NOW)].map(([id, found]) => [id, found.map(({ finding }) => finding)]);

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
  const found = findingsInLists([a, b, saved], { report, saves }, NOW);
  expect([...found.keys()]).toEqual([a.id, b.id]);
  expect(found.get(a.id)?.[0]?.group).toEqual([a.id, b.id]);
  expect(said([a, { ...b, revision: 9 }, saved], report)).toEqual([]);
});

it("is silent about another save of the same number, as there may be one after a repair", () => {
  const report = reported({ id: a.id, finding: "weak", group: null });
  expect(said([{ ...a, saveId: "another" }, b, c], report)).toEqual([]);
});

it("looks through a group once for all its members: ten thousand with one password held up the page for seconds", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => anItem(`Item ${index}`));
  const group = many.map(({ id }) => id);
  const looks = vi.spyOn(group, "filter");
  const report = reported(...group.map((id): Found => ({ id, finding: "reused", group })));
  const found = findingsInLists(many, { report, saves: new Map(many.map((item) => [item.id, item])) }, NOW);
  expect(found.size).toBe(10_000);
  expect(found.get(group[0] ?? "")?.[0]?.group).toHaveLength(10_000);
  expect(looks).toHaveBeenCalledTimes(1);
});

it("knows of a card by itself that it is over, and leaves it to the look once there was one", () => {
  const card = anItem("Card", { kind: "card", fields: { name: "Card", expiration_date: "05/26" } });
  expect(findingsInLists([card], null, NOW).get(card.id)?.[0]?.finding).toBe("expired");
  const ignored = findingsInLists([card], { report: reported(), saves: new Map([[card.id, card]]) }, NOW);
  expect(ignored.size).toBe(0);
});

it("keeps what was found as it is where nothing of it has changed, and not a copy for each item", () => {
  const group = [a.id, b.id];
  const found = group.map((id): Found => ({ id, finding: "reused", group }));
  const lists = findingsInLists([a, b, c], { report: reported(...found), saves }, NOW);
  expect(lists.get(a.id)?.[0]).toBe(found[0]);
});
