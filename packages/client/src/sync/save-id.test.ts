/** The id of a save in a shared scope says which texts were saved. */
import { hashHex } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { PERSONAL } from "../keyring.ts";
import { isAsSaved, pressIn, saveIdIn } from "./save-id.ts";

const PRESS = "ab".repeat(16);
const sealed = { seal: "c2VhbA", fields: { title: "dGl0bGU", password: "cGFzcw" } };
const SHARED = { rights: { ...PERSONAL, kind: "vault" } } as const;
const saveId = saveIdIn(SHARED, PRESS, sealed);

describe("the id of a save", () => {
  it("is the press, and the hash of the seal and of all fields by name", () => {
    expect(saveId).toBe(PRESS + hashHex('["c2VhbA",[["password","cGFzcw"],["title","dGl0bGU"]]]'));
    expect(pressIn(saveId)).toBe(PRESS);
  });

  it("is the same in whichever order the fields come", () => {
    const { title, password } = sealed.fields;
    expect(isAsSaved({ saveId, seal: sealed.seal, fields: { password, title } })).toBe(true);
    expect(isAsSaved({ saveId, seal: sealed.seal, fields: { title, password } })).toBe(true);
  });

  it.each([
    ["another seal", { ...sealed, seal: "c2VhbB" }],
    ["another text", { ...sealed, fields: { ...sealed.fields, password: "cGFzcx" } }],
    ["another name", { ...sealed, fields: { title: "dGl0bGU", username: "cGFzcw" } }],
    ["a field more", { ...sealed, fields: { ...sealed.fields, notes: "bm90ZXM" } }],
    ["a field less", { ...sealed, fields: { title: "dGl0bGU" } }],
    ["texts that have changed places", { ...sealed, fields: { title: "cGFzcw", password: "dGl0bGU" } }],
    ["nothing", { seal: "", fields: {} }],
  ])("is not that of %s", (_, other) => {
    expect(isAsSaved({ saveId, ...other })).toBe(false);
  });

  it("is the press alone in a personal scope, whose key no one else has", () => {
    expect(saveIdIn({ rights: PERSONAL }, PRESS, sealed)).toBe(PRESS);
  });

  it("of before says nothing of the texts", () => {
    expect(isAsSaved({ saveId: PRESS, ...sealed })).toBe(true);
  });
});
