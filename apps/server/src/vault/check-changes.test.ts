import { createHash } from "node:crypto";
import type { PutChange } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { textOfSave } from "@coffer/contract/save-id";
import { describe, expect, it } from "vitest";
import { checkContent, checkMaker, isExpired } from "./check-changes.ts";
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

it("what is saved is not larger than what its owner could save again in one request", () => {
  const put: PutChange = {
    op: "put",
    id: "i",
    kind: "password",
    revision: 1,
    saveId: "s",
    seal: "2.",
    fields: {},
    ...BLANK_COLUMNS,
    categoryId: "v",
  };
  const save = (length: number, stored?: { isLarge: boolean }) => () =>
    refuseTooLarge({ ...put, fields: { x_more: "a".repeat(length) } }, stored);
  expect(save(900_000)).not.toThrow();
  for (const stored of [undefined, { isLarge: false }])
    expect(save(1_000_000, stored)).toThrow(expect.objectContaining({ code: "too_large" }));
  expect(save(1_000_000, { isLarge: true })).not.toThrow();
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
