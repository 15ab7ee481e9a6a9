/**
 * Keys are derived from the normalised address, and the server compares by it; if the two forms differed, no one with such an address
 * could sign in.
 */
import { normaliseEmail as comparedAs } from "@coffer/core/account/email";
import { normaliseEmail as derivedFrom } from "@coffer/crypto";
import fc from "fast-check";
import { expect, it } from "vitest";

it("is the same in the keys and on the server", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (typed) => {
      expect(derivedFrom(typed)).toBe(comparedAs(typed));
    }),
  );
});
