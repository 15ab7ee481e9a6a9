import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeAddresses, writeHistory } from "../items/structured-fields.ts";
import { anItem } from "../items/testing/an-item.ts";
import { anyVault } from "../transfer/testing/any-vault.ts";
import { FINDING_NAMES, type FindingName, IGNORED_FIELD } from "./finding-names.ts";
import { examinedFields, FINDINGS, isExamined } from "./findings.ts";
import { expiryInList, healthOf } from "./health.ts";
import { withIgnored } from "./ignored.ts";
import type { ExaminedItem } from "./item-facts.ts";

const NOW = Date.UTC(2026, 5, 15);
const DAY = 86_400_000;
const STRONG = ["kV9#tq!Lz2@wXe7$", "Wd4&hJ8*pRz1!mQx", "b7%GyN3^sKc6)uFv"] as const;

const login = (id: string, fields: Record<string, string> = {}, more: Partial<ExaminedItem> = {}): ExaminedItem => ({
  ...anItem("password", { title: id, username: "ann", password: STRONG[0], website_url: `https://${id}.example`, ...fields }),
  id,
  createdAt: NOW,
  updatedAt: NOW,
  ...more,
});
const card = (expiration: string): ExaminedItem => ({ ...anItem("card", { name: "Card", expiration_date: expiration }), id: expiration });

const namesOf = (items: readonly ExaminedItem[], id: string, weak?: ReadonlyMap<string, boolean>): FindingName[] =>
  healthOf(items, { now: NOW, ...(weak && { weak }) })
    .found.filter((one) => one.id === id)
    .map(({ finding }) => finding);
const only = (item: ExaminedItem): FindingName[] => namesOf([item], item.id);

describe("what is found in one login", () => {
  it.each<[string, Record<string, string>, FindingName[]]>([
    ["nothing", {}, []],
    ["a short password", { password: "aB3$x" }, ["weak"]],
    ["one character again and again", { password: "aaaaaaaaaaaaaaaa" }, ["weak"]],
    ["an address anybody can read", { website_url: "http://shop.example" }, ["http"]],
    ["a further address anybody can read", { more_urls: writeAddresses([{ url: "http://shop.example", match: "domain" }]) }, ["http"]],
    ["the router at home", { website_url: "http://192.168.1.1" }, []],
    ["a name of the own network", { website_url: "http://nas" }, []],
    ["an address without a scheme", { website_url: "shop.example" }, []],
    ["a pattern", { more_urls: writeAddresses([{ url: "http://.*", match: "regex" }]) }, []],
    ["a site that offers codes", { website_url: "https://gist.github.com/x" }, ["noCode"]],
    ["the same with its code", { website_url: "https://github.com", totp: "JBSWY3DPEHPK3PXP" }, []],
    ["a site that only looks like it", { website_url: "https://github.com.evil.example" }, []],
    ["no password at a site that offers codes", { website_url: "https://github.com", password: "" }, []],
  ])("%s", (_, fields, found) => {
    expect(only(login("shop", fields))).toEqual(found);
  });

  it("recognizes a one-time code that was not opened", () => {
    expect(only(login("a", { website_url: "https://github.com" }, { holds: ["totp"] }))).toEqual([]);
  });

  it("counts the age of a password from its last change, or from the first save", () => {
    const old = NOW - 366 * DAY;
    expect(only(login("a", {}, { createdAt: old }))).toEqual(["old"]);
    expect(only(login("a", {}, { createdAt: NOW - 364 * DAY }))).toEqual([]);
    expect(only(login("a", { password_history: writeHistory([{ value: "before", at: NOW - DAY }]) }, { createdAt: old }))).toEqual([]);
  });

  it("leaves undecided passwords to the estimate", () => {
    const item = login("a", { password: "Sunflower2019" });
    expect(healthOf([item], { now: NOW }).undecided).toEqual(["a"]);
    expect(namesOf([item], "a")).toEqual([]);
    expect(namesOf([item], "a", new Map([["a", true]]))).toEqual(["weak"]);
    const decided = healthOf([item], { now: NOW, weak: new Map([["a", false]]) });
    expect([decided.found, decided.undecided]).toEqual([[], []]);
  });

  it("reports a leak only for passwords that were looked up and found", () => {
    const items = [login("a"), login("b", { password: STRONG[1] }), login("c", { password: "" })];
    const breached = new Map([
      ["a", 0],
      ["b", 17],
      ["c", 3],
    ]);
    expect(healthOf(items, { now: NOW, breached }).found.map(({ id, finding }) => [id, finding])).toEqual([["b", "breached"]]);
    expect(healthOf(items, { now: NOW, breached }).score).toBe(66);
    expect(healthOf(items, { now: NOW }).score).toBe(100);
  });

  it("reports nothing for items that do not open", () => {
    expect(healthOf([login("a", { password: "x" }, { state: "tampered" })], { now: NOW })).toMatchObject({ score: null, found: [] });
  });
});

describe("what is found in a card", () => {
  it.each<[string, FindingName[]]>([
    ["05/26", ["expired"]],
    ["06/26", ["expiring"]],
    ["07/26", ["expiring"]],
    ["12/26", []],
    ["06/2026", ["expiring"]],
    ["13/20", []],
    ["", []],
  ])("%s", (expiration, found) => {
    expect(only(card(expiration))).toEqual(found);
    expect(expiryInList(card(expiration), NOW)).toBe(found[0] ?? null);
  });

  it("is shown in a list only if nothing is ignored, the item opens, and its kind is examined", () => {
    const over = card("05/26");
    expect(expiryInList({ ...over, holds: ["cvv"] }, NOW)).toBe("expired");
    expect(expiryInList({ ...over, holds: [IGNORED_FIELD] }, NOW)).toBeNull();
    expect(expiryInList({ ...over, state: "tampered" }, NOW)).toBeNull();
    expect(expiryInList({ ...over, kind: "note" }, NOW)).toBeNull();
  });
});

describe("groups", () => {
  it("finds a password used by several accounts, the largest group first and the newest item of each first", () => {
    const items = [
      login("a", { password: STRONG[1] }),
      login("b", { password: STRONG[1] }, { updatedAt: NOW + 1 }),
      login("c"),
      login("d"),
      login("e", {}, { updatedAt: NOW + 1 }),
      login("alone", { password: STRONG[2] }),
    ];
    const { found } = healthOf(items, { now: NOW });
    expect(found.map(({ id, finding, group }) => [id, finding, group?.length])).toEqual([
      ["e", "reused", 3],
      ["c", "reused", 3],
      ["d", "reused", 3],
      ["b", "reused", 2],
      ["a", "reused", 2],
    ]);
  });

  it("treats the same account twice as a duplicate, not as reuse, ignoring subdomains and the case of the user name", () => {
    const items = [
      login("a", { website_url: "https://login.shop.co.uk/x" }),
      login("b", { website_url: "shop.co.uk", username: " ANN " }, { updatedAt: NOW + 1 }),
    ];
    const { found } = healthOf(items, { now: NOW });
    expect(found).toEqual([
      { id: "b", finding: "duplicate", group: ["b", "a"] },
      { id: "a", finding: "duplicate", group: ["b", "a"] },
    ]);
  });

  it("treats two users of one site as reuse, and compares logins without a site by name", () => {
    expect(namesOf([login("a", { website_url: "x.example" }), login("b", { website_url: "x.example", username: "bob" })], "a")).toEqual([
      "reused",
    ]);
    expect(namesOf([login("a", { website_url: "" }), login("b", { website_url: "" })], "a")).toEqual(["reused"]);
  });

  it("does not group logins without a password", () => {
    expect(namesOf([login("a", { password: "" }), login("b", { password: "" })], "a")).toEqual([]);
  });
});

describe("what is ignored", () => {
  it("is listed with its reason and costs no points, while the others of its group are still found", () => {
    const ignored_findings = withIgnored("", "reused", "the same company", NOW);
    const report = healthOf([login("a", { ignored_findings }), login("b")], { now: NOW });
    expect(report.ignored).toMatchObject([{ id: "a", finding: "reused", reason: "the same company", ignoredAt: NOW }]);
    expect(report.found).toMatchObject([{ id: "b", finding: "reused" }]);
    expect(report.found[0]?.group).toHaveLength(2);
    expect(report.score).toBe(60);
  });
});

/** Any vault, with unique item ids. */
const someVault = () =>
  anyVault(12).map(({ items }) => ({ items: items.map((item, at): ExaminedItem => ({ ...item, id: `item ${at}` })) }));

describe("any vault", () => {
  const weights = new Map<string, number>(Object.entries(FINDINGS).map(([name, { weight }]) => [name, weight]));

  it("has a score from 0 to 100, the average of what each item's heaviest finding leaves, and 100 only without findings", () => {
    fc.assert(
      fc.property(someVault(), ({ items }) => {
        const { score, looked, found } = healthOf(items, { now: NOW });
        if (score === null) {
          expect([looked, found]).toEqual([0, []]);
          return;
        }
        const left = new Map<string, number>();
        for (const { id, finding } of found) left.set(id, Math.min(left.get(id) ?? 100, 100 - (weights.get(finding) ?? 0)));
        const sum = [...left.values()].reduce((all, points) => all + points, (looked - left.size) * 100);
        expect(score).toBe(Math.floor(sum / looked));
        expect(score === 100).toBe(found.length === 0);
      }),
    );
  });

  it("has the same findings in any order of items, and none for kinds that are not examined", () => {
    fc.assert(
      fc.property(someVault(), ({ items }) => {
        const setOf = (all: readonly ExaminedItem[]) =>
          new Set(healthOf(all, { now: NOW }).found.map(({ id, finding }) => `${id} ${finding}`));
        expect(setOf(items.toReversed())).toEqual(setOf(items));
        const kinds = new Map(items.map(({ id, kind }) => [id, kind]));
        for (const { id, finding } of healthOf(items, { now: NOW }).found) expect(FINDINGS[finding].kinds).toContain(kinds.get(id));
      }),
    );
  });

  it("never scores worse with an ignored finding", () => {
    fc.assert(
      fc.property(someVault(), fc.nat(), ({ items }, at) => {
        const before = healthOf(items, { now: NOW });
        const chosen = before.found[at % Math.max(1, before.found.length)];
        if (!chosen) return;
        const ignoring = (item: ExaminedItem): ExaminedItem => ({
          ...item,
          fields: { ...item.fields, ignored_findings: withIgnored(item.fields.ignored_findings ?? "", chosen.finding, "", NOW) },
        });
        const after = healthOf(
          items.map((item) => (item.id === chosen.id ? ignoring(item) : item)),
          { now: NOW },
        );
        expect(after.score).toBeGreaterThanOrEqual(before.score ?? 0);
        expect(after.found.length + after.ignored.length).toBe(before.found.length + before.ignored.length);
      }),
    );
  });
});

it("opens no fields of kinds that are not examined, and all fields that a row reads of the others", () => {
  expect(isExamined("note")).toBe(false);
  expect(examinedFields("note")).toEqual([]);
  expect([...examinedFields("password")].sort()).toEqual(["ignored_findings", "more_urls", "password", "password_history"]);
  expect(examinedFields("card")).toEqual(["ignored_findings"]);
  for (const name of FINDING_NAMES)
    for (const kind of FINDINGS[name].kinds) expect(examinedFields(kind)).toEqual(expect.arrayContaining([...FINDINGS[name].reads]));
});
