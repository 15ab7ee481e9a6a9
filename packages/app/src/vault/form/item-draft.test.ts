/** What an item form makes of what is typed, without a screen. */
import { blankDraft, type Draft, REQUIRED_FIELDS_MISSING } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { isClear } from "../../ui/form/form-state.ts";
import { asDraft, checkDraft, draftPlace, withTyped } from "./item-draft.ts";

const filled = (kind: KindName, fields: Record<string, string>): Draft => ({ ...blankDraft(kind), fields });
const login = (more: Record<string, string> = {}) => filled("password", { title: "Bank", username: "ann", password: "x", ...more });

describe("the check of an item form", () => {
  it("names every field that is missing, and says so in general (spec 2 §5)", () => {
    expect(checkDraft(blankDraft("password"))).toEqual({
      fields: { title: "Title is required", username: "Username is required", password: "Password is required" },
      whole: REQUIRED_FIELDS_MISSING,
    });
  });

  it("does not claim that something is missing when a value is merely wrong", () => {
    expect(checkDraft(login({ website_url: "ftp://a.b" }))).toEqual({ fields: { website_url: "Please enter a valid URL" }, whole: null });
  });

  it("looks at every further web address as at the first (V-4)", () => {
    const addresses = (...urls: string[]) => JSON.stringify(urls.map((url) => ({ url, match: "domain" })));
    expect(checkDraft(login({ more_urls: addresses("https://a.example", "ftp://b.example") })).fields).toEqual({
      more_urls: "Please enter a valid URL",
    });
    expect(isClear(checkDraft(login({ more_urls: addresses("https://a.example", "b.example") })))).toBe(true);
  });

  it("refuses a weak setup key that is typed, and lets one stay that the item had (T13)", () => {
    const weak = login({ totp: "otpauth://totp/x?secret=JBSWY3DP" });
    expect(checkDraft(weak).fields).toEqual({ totp: expect.stringMatching(/fewer than 80 bits/) });
    expect(isClear(checkDraft(weak, weak.fields))).toBe(true);
    expect(isClear(checkDraft(login({ totp: "otpauth://totp/x?secret=JBSWY" }), weak.fields))).toBe(false);
  });

  it("lets a complete item through", () => {
    expect(isClear(checkDraft(login()))).toBe(true);
  });
});

describe("what is typed", () => {
  it("gets the slash of an expiry date (spec 2 §5)", () => {
    expect(withTyped(blankDraft("card"), "expiration_date", "1227").expiration_date).toBe("12/27");
  });

  it("leaves the other fields as they are", () => {
    expect(withTyped(login(), "title", "Bank 2")).toEqual({ title: "Bank 2", username: "ann", password: "x" });
  });
});

describe("a kept draft", () => {
  it("has a place for each item and for the new item of each kind", () => {
    expect(draftPlace("card", null)).toBe("item/new/card");
    expect(draftPlace("card", "id-1")).toBe("item/id-1");
  });

  it.each(KIND_NAMES)("of %s is read back as it was", (kind) => {
    const draft = { ...blankDraft(kind, "vault-1"), favourite: true };
    expect(asDraft(JSON.parse(JSON.stringify(draft)), kind)).toEqual(draft);
  });

  it.each([null, 7, "draft", {}, { kind: "password" }, { kind: "card", fields: {} }])("of a password is not %j", (kept) => {
    expect(asDraft(kept, "password")).toBeNull();
  });
});
