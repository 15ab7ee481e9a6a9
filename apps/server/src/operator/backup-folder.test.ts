import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { testConfig } from "../testing/config.ts";
import { endLine, headerLine } from "./backup-file.ts";
import { nameAt, removeSuperfluous, superfluous, timeOf, unverified } from "./backup-folder.ts";
import { checkBackups, checkKept } from "./doctor-environment.ts";
import { damagedIn, readKept } from "./kept-backups.ts";
import { writeLast } from "./last-backup.ts";
import { keyOf } from "./told.ts";

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
    for (const name of names.slice(0, 7)) renameSync(join(folder, name), unverified(join(folder, name)));
    removeSuperfluous(folder, null);
    const left = readdirSync(folder);
    expect(left.filter((name) => name.endsWith(".unverified"))).toEqual([`${names[0]}.unverified`]);
    expect(names.slice(7, 14).filter((name) => !left.includes(name))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("a draft of one that is still to be verified goes as well", () => {
    const folder = mkdtempSync(join(tmpdir(), "coffer-drafts-"));
    const [now = "", before = ""] = nightly(2);
    for (const name of [now, before]) writeFileSync(`${unverified(join(folder, name))}.part`, "");
    removeSuperfluous(folder, null, LAST + 5 * 3_600_000);
    expect(readdirSync(folder)).toEqual([`${now}.unverified.part`]);
    rmSync(folder, { recursive: true });
  });

  it("those of a clock that was ahead take no place of those of now, and stay until their time has come", () => {
    const ahead = [300, 299, 298, 297, 296, 295, 294].map((days) => nameAt(new Date(LAST + days * DAY_MS)));
    expect(superfluous([...ahead, ...nightly(20)], LAST)).toEqual(superfluous(nightly(20), LAST));
    expect(superfluous([...ahead, ...nightly(20)], LAST + 301 * DAY_MS).length).toBeGreaterThan(superfluous(nightly(20), LAST).length);
  });

  it("several of one day leave the newest", () => {
    const [early, late] = [nameAt(new Date(LAST)), nameAt(new Date(LAST + 3_600_000))];
    expect(superfluous([late, early])).toEqual([early]);
  });
});

describe("of backups that are kept", () => {
  const home = mkdtempSync(join(tmpdir(), "coffer-reread-"));
  afterAll(() => rmSync(home, { recursive: true }));

  /** A server with a verified backup for each name, the last one of today. */
  function kept(names: readonly string[], serverSecret?: string) {
    const config = { ...testConfig(mkdtempSync(join(home, "data-"))), backupDir: mkdtempSync(join(home, "backups-")) };
    for (const name of names)
      writeFileSync(join(config.backupDir, name), aBackup(name, { ...config, ...(serverSecret && { serverSecret }) }));
    noteGood(config);
    return config;
  }
  function noteGood(config: Parameters<typeof writeLast>[0]): void {
    const at = new Date().toISOString();
    writeLast(config, { at, good: at, text: "Fine.", isGood: true });
  }
  function aBackup(name: string, config: { serverSecret: string }): Buffer {
    const text = headerLine({ version: "0.1.0", schema: 1, at: "2026-11-25T02:30:00.000Z" });
    const sum = createHash("sha256").update(text).digest("hex");
    const whole = Buffer.from(`${text}${endLine(keyOf(config), {}, sum)}`);
    return name.endsWith(".gz") ? gzipSync(whole) : whole;
  }
  const flip = (path: string, at: number): void => {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  it("each gets its turn, and one that is not what was written is named until it is gone", async () => {
    const names = nightly(3);
    const config = kept(names);
    const bad = join(config.backupDir, names[1] ?? "");
    for (let hour = 0; hour < 3; hour++) expect(await readKept({ config }, LAST + hour, 1)).toMatchObject({ isGood: true });
    flip(bad, 60);
    const said = [];
    for (let hour = 3; hour < 6; hour++) said.push((await readKept({ config }, LAST + hour, 1)).isGood);
    expect(said).toEqual([true, false, true]);
    expect(damagedIn(config)).toEqual([expect.stringContaining(`${names[1]}: This backup is damaged`)]);
    const wrong = { state: "wrong", text: expect.stringContaining(`${names[1]}`), fix: expect.stringContaining("BACKUP_DIR") };
    expect(checkBackups(config)).toMatchObject(wrong);
    expect(await checkKept(config)).toMatchObject(wrong);
    // Also where nothing says of a last one.
    for (const place of [config.dataDir, config.backupDir]) rmSync(join(place, "last-backup.json"), { force: true });
    expect(checkBackups(config)).toMatchObject(wrong);
    noteGood(config);
    rmSync(bad);
    expect([damagedIn(config), checkBackups(config).state]).toEqual([[], "ok"]);
    expect(await checkKept(config)).toMatchObject({ state: "ok", text: "All 2 are what was written." });
  });

  it("all are read each hour as long as that is little, and those that were not read for the longest time before", async () => {
    const names = nightly(5);
    const config = kept(names);
    const path = (name = "") => join(config.backupDir, name);
    const bytes = readFileSync(path(names[0])).length;
    expect((await readKept({ config }, LAST)).text.split("\n")).toHaveLength(5);
    flip(path(names[0]), 60);
    flip(path(names[4]), 60);
    const read = (hour: number) => readKept({ config }, LAST + hour, 3 * bytes);
    expect((await read(1)).text.split("\n").map((line) => line.split(":")[0])).toEqual([names[4], names[3], names[2]]);
    const second = await read(2);
    expect(second.text.split("\n").map((line) => line.split(":")[0])).toEqual([names[1], names[0], names[4]]);
    expect([second.isGood, damagedIn(config).length]).toEqual([false, 2]);
  });

  it("a bit that has changed anywhere in one is noticed, but in what gzip says of the file itself", async () => {
    const [name = ""] = nightly(1);
    const config = kept([name]);
    const path = join(config.backupDir, name);
    const unnoticed: number[] = [];
    for (let at = 10; at < readFileSync(path).length; at += 7) {
      flip(path, at);
      if ((await readKept({ config })).isGood) unnoticed.push(at);
      flip(path, at);
    }
    expect(unnoticed).toEqual([]);
    expect(await readKept({ config })).toMatchObject({ isGood: true });
  });

  it("one of a time with another server secret is not called damaged, and no folder is no damage", async () => {
    const config = kept(nightly(1), "the secret of a time before, of 32 characters");
    expect(await readKept({ config })).toMatchObject({ isGood: true });
    expect(await readKept({ config: { ...config, backupDir: null } })).toMatchObject({ isGood: true });
    expect(await checkKept({ ...config, backupDir: join(home, "nowhere") })).toMatchObject({ state: "ok", text: "There are none." });
  });
});
