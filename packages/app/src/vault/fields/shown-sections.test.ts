/** What the detail view shows, walked over the table of kinds. */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { shownSections } from "./shown-sections.ts";

const anItem = (kind: KindName, fields: Record<string, string>) => ({ kind, fields });
const outline = (item: Parameters<typeof shownSections>[0]) =>
  shownSections(item).map(({ heading, rows }) => [heading, rows.map(({ name }) => name)]);

describe("the fields of a detail", () => {
  it("are under the headings of the form, with tags by themselves and earlier passwords to be read", () => {
    const every = Object.fromEntries(Object.keys(kindOf("password").fields).map((name) => [name, "x"]));
    expect(outline(anItem("password", every))).toEqual([
      ["Account Information", ["username", "password", "totp", "x_passkeys", "website_url", "more_urls", "x_ask"]],
      ["Additional Information", ["notes", "password_history"]],
      ["Custom fields", ["custom_fields"]],
      [null, ["tags"]],
    ]);
  });

  it("leave out what is empty, with its heading", () => {
    expect(outline(anItem("password", { title: "t", username: "u" }))).toEqual([["Account Information", ["username"]]]);
  });

  it.each(KIND_NAMES)("of %s never include the title, and none is listed twice", (kind) => {
    const { fields, title } = kindOf(kind);
    const names = shownSections(anItem(kind, Object.fromEntries(Object.keys(fields).map((name) => [name, "x"])))).flatMap(({ rows }) =>
      rows.map(({ name }) => name),
    );
    expect(names).not.toContain(title);
    expect(new Set(names).size).toBe(names.length);
  });
});
