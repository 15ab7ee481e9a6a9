/** The words and sections of item forms, walked over the table of kinds. */
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { createdToast, editorWords, foldedSections, sectionsOf } from "./editors.ts";

describe("item editors", () => {
  it("calls the password editor by where it was opened (decision V-05)", () => {
    expect(editorWords("password", "modal")).toMatchObject({ edit: "Edit Password", update: "Update Password", reveals: [] });
    expect(editorWords("password", "entry")).toMatchObject({
      create: "Add New Password",
      edit: "Edit Password Entry",
      view: "View Shared Password",
      update: "Save Changes",
      busy: "Saving...",
      reveals: ["favicon_url"],
    });
  });

  it("says another message after adding from the picker than from a list (decision V-19)", () => {
    expect(createdToast("card", "picker")).toBe("Card details added successfully");
    expect(createdToast("card", "list")).toBe("Card created successfully");
  });

  it("puts the password's fields under the two headings of the specification (spec 2 §2)", () => {
    expect(sectionsOf("password", []).map(({ heading, fields }) => [heading, fields.map(({ name }) => name)])).toEqual([
      ["Account Information", ["username", "password", "totp", "x_passkeys", "website_url", "url_match", "more_urls", "x_ask"]],
      ["Additional Information", ["notes"]],
      ["Custom fields", ["custom_fields"]],
      [null, ["tags"]],
    ]);
  });

  it.each(KIND_NAMES)("shows every field of %s that is not hidden exactly once, the tags last", (kind) => {
    const { fields, title } = kindOf(kind);
    const expected = Object.keys(fields).filter((name) => name !== title && !fields[name]?.hidden);
    const shown = sectionsOf(kind, []).flatMap((section) => section.fields.map(({ name }) => name));
    expect(shown.toSorted()).toEqual(expected.toSorted());
    expect(shown.at(-1)).toBe("tags");
  });

  it("folds what few fill in, but not what is filled; no heading is there twice", () => {
    const sections = sectionsOf("password", []);
    const said = (some: ReturnType<typeof sectionsOf>) => some.map(({ heading, fields }) => [heading, ...fields.map(({ name }) => name)]);
    const blank = foldedSections(sections, () => false);
    expect(said(blank.open)).toEqual([
      ["Account Information", "username", "password", "totp", "x_passkeys", "website_url"],
      ["Additional Information", "notes"],
    ]);
    expect(said(blank.folded)).toEqual([
      [null, "url_match", "more_urls", "x_ask"],
      ["Custom fields", "custom_fields"],
      [null, "tags"],
    ]);
    const tagged = foldedSections(sections, (name) => name === "tags");
    expect(said(tagged.open).at(-1)).toEqual([null, "tags"]);
    expect(said(tagged.folded).flat()).not.toContain("tags");
  });

  it("shows a hidden field where an editor asks for it", () => {
    const names = sectionsOf("password", ["favicon_url"]).flatMap((section) => section.fields.map(({ name }) => name));
    expect(names).toContain("favicon_url");
    expect(names).not.toContain("password_strength");
  });
});
