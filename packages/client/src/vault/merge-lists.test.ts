import { readTags, writeAddresses, writeHistory, writeTags } from "@coffer/core/items/structured-fields";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIST_MERGES } from "./merge-lists.ts";

const { tags: mergeTags, addresses, history } = LIST_MERGES;
const merged = (base: string[], mine: string[], theirs: string[]): string[] =>
  readTags(mergeTags?.({ base: writeTags(base), mine: writeTags(mine), theirs: writeTags(theirs) }) ?? "");

describe("merged tags", () => {
  it("have what either side added, and not what either side removed", () => {
    expect(merged(["a", "b", "c"], ["a", "c", "mine"], ["theirs", "b", "c"])).toEqual(["theirs", "c", "mine"]);
  });

  it("have a tag once if both added it, whatever its case", () => expect(merged([], ["Work"], ["work"])).toEqual(["work"]));

  it("take one side's changes when the other changed nothing", () => {
    const lists = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
    fc.assert(
      fc.property(lists, lists, (base, edited) => {
        expect(merged(base, base, edited)).toEqual(edited);
        expect(merged(base, edited, base).sort()).toEqual([...edited].sort());
      }),
    );
  });
});

it("merged addresses keep both a changed match mode and an added address", () => {
  const [old, changed, added] = (["domain", "host", "exact"] as const).map((match) => ({ url: `https://${match}.example`, match }));
  if (!old || !changed || !added) throw new Error("unreachable");
  const versions = { base: writeAddresses([old]), mine: writeAddresses([changed]), theirs: writeAddresses([old, added]) };
  expect(addresses?.(versions)).toBe(writeAddresses([added, changed]));
});

it("merged histories keep the earlier passwords of both sides, newest first", () => {
  const entry = (value: string, at: number) => ({ value, at });
  const versions = {
    base: "",
    mine: writeHistory([entry("one", 2)]),
    theirs: writeHistory([entry("two", 3), entry("three", 1)]),
  };
  expect(history?.(versions)).toBe(writeHistory([entry("two", 3), entry("one", 2), entry("three", 1)]));
});
