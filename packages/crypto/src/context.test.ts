import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context, contextAround, LABELS, type Label } from "./context.ts";
import { concat, toHex, utf8 } from "./encoding.ts";
import { PURPOSES } from "./purpose.ts";

const label = fc.constantFrom<Label>(...LABELS);
const parts = fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 4 });

describe("context", () => {
  it("has the frozen layout", () => {
    expect(toHex(context("head", utf8("ab"), new Uint8Array(0)))).toBe("63663100" + "0004" + "68656164" + "02" + "0002" + "6162" + "0000");
  });

  it("differs for every other label or list of parts", () => {
    const spelled = (l: Label, p: Uint8Array[]) => JSON.stringify([l, p.map(toHex)]);
    fc.assert(
      fc.property(label, parts, label, parts, (l1, p1, l2, p2) => {
        expect(toHex(context(l1, ...p1)) === toHex(context(l2, ...p2))).toBe(spelled(l1, p1) === spelled(l2, p2));
      }),
    );
  });

  it("differs when the same bytes are split differently", () => {
    expect(context("field", utf8("ab"), utf8("c"))).not.toEqual(context("field", utf8("a"), utf8("bc")));
    expect(context("field", utf8("a"))).not.toEqual(context("field", utf8("a"), utf8("")));
  });

  it("is the same when the shared parts are assembled only once", () => {
    fc.assert(
      fc.property(label, parts, fc.uint8Array({ maxLength: 6 }), parts, (l, before, part, after) => {
        expect(concat(...contextAround(l, before, after)(part))).toEqual(context(l, ...before, part, ...after));
      }),
    );
  });

  it("refuses a part that its length prefix cannot hold", () => {
    expect(() => context("field", new Uint8Array(65_536))).toThrow(RangeError);
    expect(() => context("field", ...Array.from({ length: 256 }, () => utf8("")))).toThrow(RangeError);
    expect(() => contextAround("field", [], [])(new Uint8Array(65_536))).toThrow(RangeError);
  });
});

describe("the tables", () => {
  it("contain no label and no purpose number twice", () => {
    expect(new Set(LABELS).size).toBe(LABELS.length);
    expect(new Set(Object.values(PURPOSES)).size).toBe(Object.keys(PURPOSES).length);
  });

  it("keep the numbers and labels that were published", () => {
    expect(PURPOSES).toEqual({
      vaultKey: 1,
      recovery: 2,
      identity: 3,
      trust: 4,
      link: 5,
      draft: 6,
      cache: 7,
      importFile: 8,
      backup: 9,
      generated: 10,
      slot: 11,
      sites: 12,
      passkey: 13,
      field: 16,
      recordSeal: 17,
      head: 18,
      teamShare: 32,
      teamKey: 33,
    });
    expect(LABELS.join(" ")).toBe(
      "kdf-salt auth-key encryption-key vault-key recovery recovery-wrap recovery-auth symmetric-key field-key head-key field head identity " +
        "trust link grant draft cache search import backup generated slot place safety-number team team-key invited sites maker made passkey-key passkey writer waiting-key left-out",
    );
  });
});
