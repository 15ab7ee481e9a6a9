/** What becomes of a vault that two devices change at once. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_VAULT_COLOR } from "../constants.ts";
import { changedOfVault, lookOfVault, mergeVaults, type VaultLook } from "./merge-vaults.ts";

const BASE: VaultLook = { name: "Home", description: "d", color: "#111111", icon: "home" };
const text = fc.constantFrom("a", "b", "c");
const looks = fc.record({ name: text, description: text, color: text, icon: text });

describe("a vault that two devices change at once", () => {
  it("has the name of one and the colour of the other", () => {
    const sides = { base: BASE, mine: { ...BASE, color: "#222222" }, theirs: { ...BASE, name: "House", description: "new" } };
    expect(mergeVaults(sides)).toEqual({
      merged: { ...BASE, name: "House", description: "new", color: "#222222" },
      conflicts: [],
      taken: ["name", "description"],
    });
  });

  it("has what is saved where both changed the same, and names it", () => {
    const { merged, conflicts, taken } = mergeVaults({ base: BASE, mine: { ...BASE, name: "Mine" }, theirs: { ...BASE, name: "Theirs" } });
    expect([merged.name, conflicts, taken]).toEqual(["Theirs", ["name"], []]);
  });

  it("counts no colour as the first one, so that a form that shows it changes nothing", () => {
    const plain = { ...BASE, color: "" };
    const mine = { ...BASE, color: DEFAULT_VAULT_COLOR };
    expect(mergeVaults({ base: plain, mine, theirs: { ...plain, color: "#222222" } })).toMatchObject({
      conflicts: [],
      merged: { color: "#222222" },
    });
  });

  it("loses no change: each is in the result, or both made it and it is named", () => {
    fc.assert(
      fc.property(looks, looks, looks, (base, mine, theirs) => {
        const { merged, conflicts, taken } = mergeVaults({ base, mine, theirs });
        const isKept = (side: VaultLook) =>
          changedOfVault(base, side).every((name) => conflicts.includes(name) || merged[name] === side[name]);
        expect([isKept(mine), isKept(theirs)]).toEqual([true, true]);
        expect(taken.every((name) => merged[name] === theirs[name])).toBe(true);
        expect(lookOfVault(merged)).toEqual(merged);
      }),
    );
  });
});
