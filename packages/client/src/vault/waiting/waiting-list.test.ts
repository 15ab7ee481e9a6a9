/** Edits of one item that wait are one edit; what lists show of them is what was wanted. */
import { blankDraft, type Item } from "@coffer/core/items/item";
import { toChoose } from "@coffer/core/items/other-values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentsWith, itemWith, joined as joinedAs, type WaitingEdit } from "./waiting-list.ts";

const FIELDS = { title: "Bike", username: "ann", password: "old", notes: "" };
const item = (fields: Readonly<Record<string, string>> = FIELDS): Item => ({
  ...{ id: "1", kind: "password", scopeId: "s", revision: 3, categoryId: null, favourite: false, fields, state: "intact" },
  ...{ createdAt: 1, updatedAt: 2, lastUsedAt: null, isOwner: true, permission: "write" },
});
const edit = (base: Item | null, fields: Readonly<Record<string, string>>, more: Partial<WaitingEdit> = {}): WaitingEdit => ({
  ...{ id: "1", scopeId: "s", base, isDeleted: false, at: 9, count: 1, refused: null, saves: [{ saveId: "a" }], apartId: "2" },
  draft: { ...blankDraft("password"), fields: { ...base?.fields, ...fields } },
  ...more,
});

const joined = (before: WaitingEdit | undefined, next: WaitingEdit) => joinedAs(before, next, { saveId: "both", device: "laptop" });

describe("two edits of one item that wait", () => {
  it("are one, of what the first began from, with what both wanted; where both changed the same, unseen, the later one is kept, and the earlier one is to be chosen from", () => {
    const one = joined(undefined, edit(item(), { username: "first", notes: "first" }, { refused: "no" }));
    // Begun from what the screen showed before the first.
    const both = joined(one, edit(item(), { username: "second", password: "second" }, { at: 10 }));
    expect(both).toMatchObject({ base: item(), at: 10, count: 2, refused: null });
    expect(both.draft?.fields).toMatchObject({ title: "Bike", username: "second", password: "second", notes: "first" });
    const first = { field: "username", value: "first", at: 9, device: "laptop", stands: { at: 10, device: "laptop" } };
    expect(toChoose(both.draft?.fields ?? {})).toEqual([first]);
    // Seen by who made the third, which changes another field.
    const third = joined(both, edit(itemWith(both, item()), { notes: "third" }, { at: 11 }));
    expect(toChoose(third.draft?.fields ?? {})).toEqual([first]);
  });

  it("of which one empties what the other changed, unseen, leave it changed", () => {
    const one = joined(undefined, edit(item(), { username: "first" }));
    const both = joined(one, edit(item(), { username: "", notes: "second" }));
    expect(both.draft?.fields).toMatchObject({ username: "first", notes: "second" });
  });

  it("leave vault and mark as the earlier one made them where the later one began before that", () => {
    const marked = edit(item(), {});
    const one = { ...marked, draft: marked.draft && { ...marked.draft, favourite: true, categoryId: "v" } };
    expect(joined(one, edit(item(), { notes: "later" })).draft).toMatchObject({ favourite: true, categoryId: "v" });
    const base = { ...item(), favourite: true, categoryId: "v" };
    expect(joined(one, edit(base, { notes: "later" })).draft).toMatchObject({ favourite: false, categoryId: null });
  });

  it("are known by the saves of both", () => {
    const both = joined(edit(item(), {}), edit(item(), {}, { saves: [{ saveId: "b" }], apartId: "3" }));
    expect([both.saves.map(({ saveId }) => saveId), both.apartId]).toEqual([["a", "b", "both"], "2"]);
  });

  it("are the later one where it deletes, and the edit again where that is taken back", () => {
    const deleted = joined(edit(item(), { notes: "kept" }), { ...edit(item(), {}), draft: null, isDeleted: true });
    expect([deleted.isDeleted, deleted.draft?.fields.notes]).toEqual([true, "kept"]);
    const back = joined(deleted, edit(item(), { notes: "kept" }));
    expect([back.isDeleted, back.draft?.fields.notes]).toEqual([false, "kept"]);
  });

  it("have, whatever came one after the other, each field as it was wanted last", () => {
    const fields = fc.dictionary(fc.constantFrom("title", "username", "password", "notes"), fc.constantFrom("a", "b", "c"), { maxKeys: 3 });
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 6 }), (presses) => {
        let waiting: WaitingEdit | undefined;
        for (const press of presses) {
          const shown = waiting ? itemWith(waiting, item()) : item();
          waiting = joined(waiting, edit(shown, press));
        }
        expect(waiting?.base).toEqual(item());
        expect(waiting?.draft?.fields).toMatchObject(Object.assign({}, FIELDS, ...presses));
      }),
    );
  });
});

describe("what is shown of an edit that waits", () => {
  const shown = (...edits: WaitingEdit[]) => contentsWith({ items: [item()], vaults: [] }, edits).items;

  it("is the item with it, marked, without what lists do not show, and never under a revision of the server's", () => {
    const [one = expect.fail()] = shown(edit(item(), { title: "Boat", password: "new" }));
    expect(one).toMatchObject({ id: "1", waits: true, fields: { title: "Boat" }, updatedAt: 9 });
    expect(one.fields).not.toHaveProperty("password");
    const [again = expect.fail()] = shown(edit(item(), { title: "Boat" }, { count: 2 }));
    expect([one.revision > 3, again.revision > one.revision, again.revision < 4]).toEqual([true, true, true]);
    const [many = expect.fail()] = shown(edit(item(), {}, { count: 5_000 }));
    expect(many.revision).toBeLessThan(4);
  });

  it("is nothing of what is deleted, nor of what was made and deleted, and a new item as its owner's", () => {
    expect(shown({ ...edit(item(), {}), draft: null, isDeleted: true })).toEqual([]);
    expect(shown(edit(null, { title: "New" }, { id: "2", isDeleted: true }))).toEqual([item()]);
    const [, made = expect.fail()] = shown(edit(null, { title: "New" }, { id: "2" }));
    expect(made).toMatchObject({ id: "2", scopeId: "s", isOwner: true, permission: "write", waits: true, createdAt: 9 });
  });

  it("is in no vault where that has gone since", () => {
    const moved = edit(item(), {});
    const inVault = { ...moved, draft: moved.draft && { ...moved.draft, categoryId: "gone" } };
    expect(shown(inVault)[0]?.categoryId).toBeNull();
  });

  it("is not an item that is no longer there: someone took it back, or deleted it for good", () => {
    expect(contentsWith({ items: [], vaults: [] }, [edit(item(), { title: "Boat" })]).items).toEqual([]);
  });
});
