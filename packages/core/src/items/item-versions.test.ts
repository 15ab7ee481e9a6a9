import { describe, expect, it } from "vitest";
import { differingFields, isRestorable, timelineOf, withRestored } from "./item-versions.ts";

const revisions = (...all: number[]) => all.map((revision) => ({ revision }));

describe("a timeline", () => {
  it("has the newest version first, and nothing missing where revisions count by one", () => {
    expect(timelineOf(revisions(1, 3, 2), 0)).toEqual({ entries: revisions(3, 2, 1), before: null });
    expect(timelineOf([], 0)).toEqual({ entries: [], before: null });
  });

  it("shows what is left out between two of them, one or many", () => {
    expect(timelineOf(revisions(9, 7, 3), 0).entries).toEqual([
      { revision: 9 },
      { from: 8, to: 8 },
      { revision: 7 },
      { from: 4, to: 6 },
      { revision: 3 },
    ]);
  });

  it("names what is before the first one, once there is nothing more to ask for", () => {
    expect(timelineOf(revisions(5, 4), 0).before).toEqual({ from: 1, to: 3 });
    expect(timelineOf(revisions(5, 4), 3).before).toBeNull();
  });

  it("misses none that is the same as the one after it, sealed again under new keys", () => {
    const all = [{ revision: 7, again: 2 }, { revision: 4, again: 1 }, { revision: 1 }];
    expect(timelineOf(all, 0)).toEqual({ entries: [all[0], all[1], { from: 2, to: 2 }, all[2]], before: null });
    expect(timelineOf([{ revision: 3, again: 2 }], 0).before).toBeNull();
    expect(timelineOf([{ revision: 3, again: 1 }], 0).before).toEqual({ from: 1, to: 1 });
  });

  it("shows both of two that have one revision, as after a history that was restarted", () => {
    expect(timelineOf(revisions(4, 3, 3, 2, 1), 0)).toEqual({ entries: revisions(4, 3, 3, 2, 1), before: null });
  });
});

describe("two versions", () => {
  const now = { title: "Shop", password: "new", notes: "same", password_history: "[]", password_strength: "weak", x_passkey_keys: "k" };

  it("differ in what is kept, not in what is computed at each save or opened on demand; a field that is not there is empty", () => {
    const before = { title: "Shop", password: "old", notes: "same", url_match: "", password_strength: "strong" };
    expect(differingFields("password", before, now)).toEqual(["password"]);
    expect(differingFields("password", { ...before, totp: "x", tags: '["a"]' }, now)).toEqual(["password", "totp", "tags"]);
    expect(differingFields("password", before, { ...before, x_of_a_later_version: "x" })).toEqual([]);
  });

  it("give back what is chosen alone; what was empty then is empty again", () => {
    expect(withRestored(now, { title: "Store", password: "old" }, ["password", "notes"])).toEqual({ ...now, password: "old", notes: "" });
  });

  it("never give back or take away a passkey", () => {
    expect(isRestorable("password", "x_passkeys")).toBe(false);
    expect(isRestorable("password", "password")).toBe(true);
  });
});
