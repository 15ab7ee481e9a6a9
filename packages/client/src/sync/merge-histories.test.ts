/** Merging two histories of one vault: neither side loses anything, and a restored backup does not bring back what was deleted. */
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { generateId } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import type { KnownRecord } from "../types.ts";
import { type DeviceHistory, mergeHistories, onlyOnThisDevice, type ServerHistory } from "./merge-histories.ts";

const COMMON = 5;
const [BEFORE, AFTER] = [COMMON, COMMON + 1];

/** A record, identified by its save. */
const record = (id: string, saveId: string, learned: number): KnownRecord => ({
  ...{ id, kind: "note", scopeId: "s", revision: 1, saveId, seal: saveId, fields: {}, ...BLANK_COLUMNS },
  ...{ createdAt: 0, updatedAt: 0, lastUsedAt: null, trashedAt: null, learned },
});

const oursOf = (records: readonly KnownRecord[], more: Partial<DeviceHistory> = {}): DeviceHistory => ({
  records: new Map(records.map((one) => [one.id, one])),
  isWhole: true,
  common: COMMON,
  ...more,
});
const toldOf = (records: readonly KnownRecord[], changed: readonly string[] = [], purged: readonly string[] = []): ServerHistory => ({
  records: new Map(records.map((one) => [one.id, one])),
  since: { changed: new Set(changed), purged: new Set(purged) },
});
const id = generateId();
const savesOf = (merged: ReturnType<typeof mergeHistories>) => [...merged.records.values()].map(({ saveId }) => saveId);

describe("a server that is behind", () => {
  it("gets this device's state unchanged", () => {
    const merged = mergeHistories(
      "behind",
      oursOf([record(id, "ours", AFTER)]),
      toldOf([record(id, "old", 0), record(generateId(), "purged", 0)]),
    );
    expect([savesOf(merged), merged.deviceOnly]).toEqual([["ours"], []]);
  });

  it("still provides what only this device has lost", () => {
    const merged = mergeHistories("behind", oursOf([], { isWhole: false }), toldOf([record(id, "lost here", 0)]));
    expect(savesOf(merged)).toEqual(["lost here"]);
  });
});

describe("histories that have parted", () => {
  const merge = (ours: readonly KnownRecord[], told: ServerHistory, more: Partial<DeviceHistory> = {}) =>
    mergeHistories("parted", oursOf(ours, more), told);

  it("keep a change that only one side made", () => {
    expect(savesOf(merge([record(id, "ours", AFTER)], toldOf([record(id, "old", 0)])))).toEqual(["ours"]);
    expect(savesOf(merge([record(id, "old", BEFORE)], toldOf([record(id, "theirs", 0)], [id])))).toEqual(["theirs"]);
  });

  it("keep both versions if both sides changed it: the server's under its id, this device's as a copy", () => {
    const ours = record(id, "ours", AFTER);
    const merged = merge([ours], toldOf([record(id, "theirs", 0)], [id]));
    expect([savesOf(merged), merged.deviceOnly]).toEqual([["theirs"], [{ record: ours, isConflict: true }]]);
  });

  it("keep what is new on either side, and what was changed here and purged there", () => {
    const [here, there] = [record(generateId(), "new here", AFTER), record(generateId(), "new there", 0)];
    expect(savesOf(merge([here], toldOf([there], [there.id]))).sort()).toEqual(["new here", "new there"]);
    expect(savesOf(merge([record(id, "ours", AFTER)], toldOf([], [], [id])))).toEqual(["ours"]);
  });

  it("drop what one side purged and the other left unchanged", () => {
    expect(savesOf(merge([record(id, "old", BEFORE)], toldOf([], [], [id])))).toEqual([]);
    expect(savesOf(merge([], toldOf([record(id, "old", 0)])))).toEqual([]);
  });

  it("keep a record in doubt: gone there without a trace, or without a common head", () => {
    expect(savesOf(merge([record(id, "old", BEFORE)], toldOf([])))).toEqual(["old"]);
    const unknown: ServerHistory = { records: new Map([[id, record(id, "theirs", 0)]]), since: null };
    expect(savesOf(merge([], unknown, { common: 0 }))).toEqual(["theirs"]);
    expect(merge([record(id, "ours", 1)], unknown, { common: 0 }).deviceOnly).toHaveLength(1);
  });
});

it("what only this device has: changes after the last common head that the new history lacks", () => {
  const [old, same, changed, only] = ["old", "same", "changed", "only"].map((save) =>
    record(generateId(), save, save === "old" ? BEFORE : AFTER),
  );
  if (!old || !same || !changed || !only) throw new Error("Four records were made");
  const after = new Map([same, { ...changed, saveId: "theirs" }].map((one) => [one.id, one]));
  expect(onlyOnThisDevice([old, same, changed, only], COMMON, after)).toEqual([
    { record: changed, isConflict: true },
    { record: only, isConflict: false },
  ]);
});
