/** The item form's reducer, as a person would meet it. */
import { blankDraft, REQUIRED_FIELDS_MISSING } from "@coffer/core/items/item";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { asDraft, type FormAction, firstProblem, formReducer, isDirty, problemsOf, startForm } from "./form-state.ts";

const play = (kind: (typeof KIND_NAMES)[number], ...actions: FormAction[]) => actions.reduce(formReducer, startForm(blankDraft(kind)));
const type = (field: string, value: string): FormAction => ({ type: "typed", field, value });
const leave = (field: string): FormAction => ({ type: "left", field });

describe("the item form", () => {
  it("says nothing before a field was left (spec 2 §5)", () => {
    expect(play("password", type("title", "ab")).problems).toEqual({});
  });

  it("shows a field's sentence once it was left, and clears it at the next key stroke (spec 2 §5)", () => {
    const shown = play("password", type("title", "ab"), leave("title"));
    expect(shown.problems).toEqual({ title: "Title must be at least 3 characters" });
    expect(formReducer(shown, type("title", "abc")).problems).toEqual({});
  });

  it("keeps the sentences of other fields while one is edited", () => {
    const shown = play("password", leave("title"), leave("username"), type("title", "a"));
    expect(shown.problems).toEqual({ username: "Username is required" });
  });

  it("names every problem and the general sentence when a save is refused (spec 2 §5)", () => {
    const start = play("password");
    const refused = formReducer(start, { type: "refused", problems: problemsOf(start.draft) });
    expect(refused.summary).toBe(REQUIRED_FIELDS_MISSING);
    expect(refused.problems).toEqual({
      title: "Title is required",
      username: "Username is required",
      password: "Password is required",
    });
    expect(firstProblem("password", refused.problems)).toBe("title");
  });

  it("does not claim that something is missing when a value is merely wrong", () => {
    const filled = play(
      "password",
      type("title", "Bank"),
      type("username", "ann"),
      type("password", "x"),
      type("website_url", "ftp://a.b"),
    );
    const refused = formReducer(filled, { type: "refused", problems: problemsOf(filled.draft) });
    expect(refused.summary).toBeNull();
    expect(refused.problems).toEqual({ website_url: "Please enter a valid URL" });
  });

  it("inserts the slash of an expiry date while it is typed (spec 2 §5)", () => {
    expect(play("card", type("expiration_date", "1227")).draft.fields.expiration_date).toBe("12/27");
  });

  it("is dirty after a change and clean again when the change is taken back or saved", () => {
    const changed = play("note", type("name", "x"));
    expect(isDirty(play("note"))).toBe(false);
    expect(isDirty(changed)).toBe(true);
    expect(isDirty(formReducer(changed, type("name", "")))).toBe(false);
    expect(isDirty(formReducer(changed, { type: "saved" }))).toBe(false);
    expect(isDirty(play("note", { type: "placed", categoryId: "v" }))).toBe(true);
    expect(isDirty(play("note", { type: "marked", favourite: true }))).toBe(true);
  });

  it.each(KIND_NAMES)("reads a kept draft of %s back as it was", (kind) => {
    const draft = { ...blankDraft(kind, "vault-1"), favourite: true };
    expect(asDraft(JSON.parse(JSON.stringify(draft)), kind)).toEqual(draft);
  });

  it.each([null, 7, "draft", {}, { kind: "password" }, { kind: "card", fields: {} }])(
    "refuses %j as a kept draft of a password",
    (kept) => {
      expect(asDraft(kept, "password")).toBeNull();
    },
  );
});
