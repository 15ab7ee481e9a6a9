/** Copies of items. */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { duplicateOf } from "./duplicate.ts";

const anItem = (kind: KindName, fields: Record<string, string> = {}, rest: { categoryId?: string; isOwner?: boolean } = {}) => ({
  kind,
  fields,
  categoryId: null,
  isOwner: true,
  ...rest,
});

describe("a duplicate", () => {
  it("has every field of the original, a name that tells them apart, and the same place", () => {
    const fields = { title: "GitHub", username: "ann", password: "s3cret", totp: "JBSWY3DPEHPK3PXP", tags: '["work"]' };
    const copy = duplicateOf(anItem("password", fields, { categoryId: "vault" }));
    expect(copy).toMatchObject({ kind: "password", categoryId: "vault", favourite: false });
    expect(copy.fields).toMatchObject({ ...fields, title: "GitHub (copy)" });
  });

  it("leaves the earlier passwords to the original", () => {
    const copy = duplicateOf(
      anItem("password", { title: "GitHub", password_history: '[{"value":"old","at":1}]', password_strength: "Fair" }),
    );
    expect(copy.fields).toMatchObject({ password_history: "", password_strength: "" });
  });

  it("leaves the passkeys to the original: each is in one login, where it can be removed", () => {
    const copy = duplicateOf(anItem("password", { title: "Shop", password: "s3cret", x_passkeys: "[{}]", x_passkey_keys: "[{}]" }));
    expect(copy.fields).toMatchObject({ password: "s3cret", x_passkeys: "", x_passkey_keys: "" });
  });

  it("of someone else's item is in no vault", () => {
    expect(duplicateOf(anItem("note", { name: "n" }, { categoryId: "theirs", isOwner: false })).categoryId).toBeNull();
  });

  it.each(KIND_NAMES)("of a nameless %s is called by what it is", (kind) => {
    expect(duplicateOf(anItem(kind)).fields[kindOf(kind).title]).toBe(`${kindOf(kind).unnamed} (copy)`);
  });
});
