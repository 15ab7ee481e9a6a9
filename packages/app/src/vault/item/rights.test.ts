/** Rights over items and vaults, and the names of copy buttons. */
import type { Item } from "@coffer/core/items/item";
import { anItem } from "@coffer/core/items/testing/an-item";
import { describe, expect, it } from "vitest";
import { copyLabels, mayEdit, mayFix, mayOrganise, mayShare, ownerLabel, spokenLabel } from "./rights.ts";

describe("rights", () => {
  it("lets the owner do everything, whatever the permission says (spec 2 §6)", () => {
    const own = { isOwner: true, permission: "read" } as const;
    expect([mayEdit(own), mayOrganise(own)]).toEqual([true, true]);
  });

  it("lets a recipient with write edit, but not organise (decision V-10)", () => {
    const shared = { isOwner: false, permission: "write" } as const;
    expect([mayEdit(shared), mayOrganise(shared)]).toEqual([true, false]);
  });

  it("lets a recipient with read only look", () => {
    const shared = { isOwner: false, permission: "read" } as const;
    expect([mayEdit(shared), mayOrganise(shared)]).toEqual([false, false]);
  });
});

describe("sharing", () => {
  const bob = { id: "b", email: "bob@example.com" };
  it.each<[string, Partial<Item>, boolean]>([
    ["is offered for the user's own item", {}, true],
    ["is not for what others made in the user's own vault", { belongsTo: bob }, false],
    ["is not for the user's own item in someone else's vault", { sharedBy: bob.email }, false],
    ["is not for what someone else shares", { isOwner: false, permission: "write", sharedBy: bob.email }, false],
    ["is not for what does not open", { state: "tampered" }, false],
  ])("%s", (_, more, isOffered) => expect(mayShare(anItem("note", {}, more))).toBe(isOffered));
});

it("says whose a vault is where it is someone else's, and nothing of the user's own", () => {
  expect([{ sharedBy: "bob@example.com" }, { sharedBy: null }, {}].map(ownerLabel)).toEqual(["by bob@example.com", null, null]);
});

describe("mending", () => {
  it("is for a user who may edit; a merge, which deletes the others, is for the owner", () => {
    const [own, write, read] = [
      { isOwner: true, permission: "write" },
      { isOwner: false, permission: "write" },
      { isOwner: false, permission: "read" },
    ] as const;
    expect([own, write, read].map((held) => mayFix(held, "password"))).toEqual([true, true, false]);
    expect([own, write, read].map((held) => mayFix(held, "merge"))).toEqual([true, false, false]);
  });
});

describe("spoken labels", () => {
  it.each([
    ["Username / Email", "username"],
    ["CVV", "CVV"],
    ["IBAN Number", "IBAN number"],
    ["Card PIN", "card PIN"],
    ["Website URL", "website URL"],
  ])("speaks of %s as %s", (label, spoken) => {
    expect(spokenLabel(label)).toBe(spoken);
  });

  it("names the field and the item", () => {
    expect(copyLabels("password", "password", "GitHub")).toEqual({
      label: "Copy password for GitHub",
      copied: "Copied password for GitHub",
    });
  });
});
