import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markUnverified, nameAt, removeSuperfluous, superfluous, timeOf } from "./backup-folder.ts";

const DAY_MS = 86_400_000;
const LAST = Date.parse("2026-11-25T02:30:00Z");
const nightly = (days: number): string[] => Array.from({ length: days }, (_, back) => nameAt(new Date(LAST - back * DAY_MS)));

/** @returns how many days before the last one each kept backup was made */
const keptOf = (names: readonly string[]): number[] => {
  const gone = new Set(superfluous(names));
  return names.filter((name) => !gone.has(name)).map((name) => Math.round((LAST - (timeOf(name)?.getTime() ?? 0)) / DAY_MS));
};

describe("of nightly backups", () => {
  it("a year leaves the last 7 days, 4 weeks and 6 months: the newest of each", () => {
    // A Wednesday; the Sundays before it end weeks, the last days of months end those.
    expect(keptOf(nightly(365))).toEqual([0, 1, 2, 3, 4, 5, 6, 10, 17, 25, 56, 86, 117, 148]);
  });

  it("what is kept does not depend on when it is looked at: a night more takes one away at most per kind", () => {
    const [before, after] = [new Set(superfluous(nightly(200).slice(1))), superfluous(nightly(200))];
    expect(after.filter((name) => !before.has(name)).length).toBeLessThanOrEqual(3);
  });

  it("the few there are all stay, and so do files of other names", () => {
    expect(superfluous([...nightly(7), "before-restore.backup", "coffer-2020.backup", "last-backup.json"])).toEqual([]);
  });

  it("the newest that was verified stays, however many were made since", () => {
    const folder = mkdtempSync(join(tmpdir(), "coffer-kept-"));
    for (const name of nightly(60)) writeFileSync(join(folder, name), "");
    const daysAgo = (days: number): string => new Date(LAST - days * DAY_MS).toISOString();
    removeSuperfluous(folder, daysAgo(40));
    const left = readdirSync(folder);
    expect([left.includes(nameAt(new Date(daysAgo(40)))), left.includes(nameAt(new Date(daysAgo(41))))]).toEqual([true, false]);
    removeSuperfluous(folder, null);
    expect(readdirSync(folder)).toHaveLength(left.length - 1);
    rmSync(folder, { recursive: true });
  });

  it("those of an earlier version, which are not compressed, count as the others do", () => {
    const old = nightly(365).map((name) => name.replace(".gz", ""));
    expect(keptOf([...nightly(3), ...old.slice(3)])).toEqual(keptOf(nightly(365)));
  });

  it("drafts that a server left when it ended at night go, and one that may be at work stays, as do those of others", () => {
    const folder = mkdtempSync(join(tmpdir(), "coffer-drafts-"));
    const [, ...old] = nightly(4);
    const drafts = [nameAt(new Date(LAST)), ...old].map((name) => `${name}.part`);
    for (const name of [...drafts, "mine.backup.part", "coffer.part"]) writeFileSync(join(folder, name), "");
    removeSuperfluous(folder, null, LAST + 5 * 3_600_000);
    expect(readdirSync(folder).sort()).toEqual([`${nameAt(new Date(LAST))}.part`, "coffer.part", "mine.backup.part"].sort());
    rmSync(folder, { recursive: true });
  });

  it("those that could not be verified take no place of a good one, and the newest of them stays", () => {
    const folder = mkdtempSync(join(tmpdir(), "coffer-unverified-"));
    const names = nightly(60);
    for (const name of names) writeFileSync(join(folder, name), "");
    for (const name of names.slice(0, 7)) markUnverified(join(folder, name));
    removeSuperfluous(folder, null);
    const left = readdirSync(folder);
    expect(left.filter((name) => name.endsWith(".unverified"))).toEqual([`${names[0]}.unverified`]);
    expect(names.slice(7, 14).filter((name) => !left.includes(name))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("several of one day leave the newest", () => {
    const [early, late] = [nameAt(new Date(LAST)), nameAt(new Date(LAST + 3_600_000))];
    expect(superfluous([late, early])).toEqual([early]);
  });
});
