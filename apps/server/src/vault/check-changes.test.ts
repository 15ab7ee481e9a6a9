import { createHash } from "node:crypto";
import type { PutChange } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { textOfSave } from "@coffer/contract/save-id";
import { describe, expect, it } from "vitest";
import { checkChanges, checkContent, checkMaker, checkRepair, isExpired, type Known } from "./check-changes.ts";
import { refuseTooLarge } from "./item-size.ts";

const DAY = 24 * 3_600_000;

describe("what is in the trash", () => {
  it("is expired after 30 days, and not before", () => {
    const deletedAt = new Date(Date.UTC(2025, 3, 1));
    const after = (ms: number) => isExpired({ deletedAt }, new Date(deletedAt.getTime() + ms));
    expect(after(30 * DAY - 1)).toBe(false);
    expect(after(30 * DAY)).toBe(true);
    expect(isExpired({ deletedAt: null }, new Date())).toBe(false);
  });
});

describe("who made a record", () => {
  const [ANN, BOB, CAROL] = ["ann", "bob", "carol"] as const;
  const target = { ownerId: ANN, writerId: BOB };
  const isAllowed = (makerId: string | null | undefined, stored?: string | null): boolean => {
    try {
      checkMaker({ makerId }, stored === undefined ? undefined : { makerId: stored }, target);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "maker_changed" });
      return false;
    }
  };

  it.each([
    ["a new record is made by its writer", BOB, undefined, true],
    ["a new record of someone else", CAROL, undefined, false],
    ["a new record of the owner, by another writer", ANN, undefined, false],
    ["a new record of the owner, unnamed", null, undefined, false],
    ["the owner's record, saved as the writer's", BOB, null, false],
    ["the owner's record, saved as a third person's", CAROL, null, false],
    ["the owner's record, saved as it is", null, null, true],
    ["the owner's record, by name", ANN, null, true],
    ["the writer's own record", BOB, BOB, true],
    ["the writer's own record, as the owner's", null, BOB, false],
    ["another writer's record", BOB, CAROL, false],
  ])("%s", (_, named, stored, expected) => expect(isAllowed(named, stored)).toBe(expected));

  it("is decided by the row where a client names no one", () => {
    for (const stored of [undefined, null, CAROL]) expect(isAllowed(undefined, stored)).toBe(true);
  });
});

describe("how large a record may be", () => {
  const target = { scopeId: "s", kind: "personal", ownerId: "ann", writerId: "ann", personalScopeId: "s", at: new Date() } as const;
  const note = (chars: number, revision: number): PutChange => ({
    ...{ op: "put", id: "i", kind: "note", revision, saveId: "ab".repeat(16), seal: "", fields: { x_more: "a".repeat(chars) } },
    ...BLANK_COLUMNS,
  });
  const stored = (fieldChars: number, state: Known["state"] = "live"): Known => ({
    ...{ scopeId: "s", ownerId: "ann", makerId: null, kind: "note", revision: 1, saveId: "ab".repeat(16), state, categoryId: null },
    ...{ deletedAt: null, favourite: false, autoLogin: false, isEmpty: state === "purged", fieldChars },
  });
  const knownOf = (one: Known | undefined) => new Map(one ? [["i", one]] : []);
  const ways = {
    save: (chars: number, one?: Known) => checkChanges(target, [note(chars, one ? 2 : 1)], knownOf(one)),
    repair: (chars: number, one?: Known, revision = 1) =>
      checkRepair(target, { records: [{ ...note(chars, revision), trashedAt: null }], purged: [] }, knownOf(one)),
    "repair of a later save": (chars: number, one?: Known) => ways.repair(chars, one, 2),
  };
  const LIMIT = 1_048_576 - 65_536;
  const RETURNING = 8 * 1_048_576 - 65_536;

  it.each([
    ["a new one, saved", "save", LIMIT, undefined],
    ["a stored one, saved", "save", LIMIT, stored(0)],
    ["a stored one, repaired", "repair", LIMIT, stored(0)],
    ["a large one from before, saved", "save", 2 * LIMIT, stored(2 * LIMIT)],
    ["a large one from before, repaired", "repair", 2 * LIMIT, stored(2 * LIMIT)],
    ["one that the database lacks, repaired", "repair", RETURNING, undefined],
    ["one of which the database has an earlier save, repaired", "repair of a later save", RETURNING, stored(0)],
    ["one that was purged, repaired", "repair", RETURNING, stored(0, "purged")],
    ["one that was purged, saved", "save", LIMIT, stored(0, "purged")],
  ] as const)("%s", (_, way, most, one) => {
    expect(() => ways[way](most, one)).not.toThrow();
    expect(() => ways[way](most + 1, one)).toThrow(expect.objectContaining({ code: "too_large" }));
  });

  it("of a large one from before, only the seal grows, and not without end", () => {
    const save = (seal: number) => () => refuseTooLarge({ fields: { x_more: "a".repeat(LIMIT) }, seal: "b".repeat(seal) }, stored(LIMIT));
    expect(save(32_768)).not.toThrow();
    expect(save(32_769)).toThrow(expect.objectContaining({ code: "too_large" }));
  });
});

describe("what is saved", () => {
  const PRESS = "ab".repeat(16);
  const put = (more: Partial<PutChange> = {}): PutChange => {
    const content = { seal: "c2VhbA", fields: { title: "dGl0bGU" }, ...more };
    return { op: "put", id: PRESS, kind: "password", revision: 1, saveId: PRESS, ...BLANK_COLUMNS, ...content };
  };
  const hashOf = (of: PutChange): string => createHash("sha256").update(textOfSave(of)).digest("hex");
  const refused = { code: "invalid_input" };

  it("has an id of its texts, or one that covers none", () => {
    checkContent(put());
    checkContent(put({ saveId: PRESS + hashOf(put()) }));
    expect(() => checkContent(put({ saveId: PRESS + hashOf(put({ seal: "c2VhbB" })) }))).toThrow(expect.objectContaining(refused));
  });

  it("has no id that covers none in the place of one that does", () => {
    const saveId = PRESS + hashOf(put());
    checkContent(put({ saveId }), { saveId });
    checkContent(put(), { saveId: PRESS });
    expect(() => checkContent(put(), { saveId })).toThrow(expect.objectContaining(refused));
  });

  it("has no more fields than a client can seal again", () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x_field_${at}`, "dGV4dA"]));
    checkContent(put({ fields: fields(200) }));
    expect(() => checkContent(put({ fields: fields(201) }))).toThrow(expect.objectContaining(refused));
  });
});
