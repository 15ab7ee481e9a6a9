import { type Passkey, readPasskeys, writePasskeyKeys, writePasskeys } from "@coffer/core/items/passkeys";
import { readTags, writeAddresses, writeHistory, writeTags } from "@coffer/core/items/structured-fields";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIST_MERGES } from "./merge-lists.ts";

const { tags: mergeTags, addresses, history, passkeys, keys } = LIST_MERGES;
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

describe("merged passkeys", () => {
  const made = (id: string, changed: Partial<Passkey> = {}): Passkey => ({
    ...{
      id,
      rpId: "example.com",
      rpName: "",
      user: "AQ",
      name: "ann",
      displayName: "",
      alg: -7,
      at: 1,
      prf: true,
      state: "kept",
      since: 1,
    },
    ...changed,
  });
  const mergedPasskeys = (...[base, mine, theirs]: readonly [Passkey[], Passkey[], Passkey[]]): Passkey[] =>
    readPasskeys(passkeys?.({ base: writePasskeys(base), mine: writePasskeys(mine), theirs: writePasskeys(theirs) }) ?? "");
  const removed = { state: "removed", since: 5 } as const;

  it("have those that either side added", () => {
    expect(mergedPasskeys([made("a")], [made("a"), made("b")], [made("a"), made("c")])).toEqual([made("a"), made("c"), made("b")]);
  });

  it("have what only one side changed, whichever it is", () => {
    const others = [made("a"), made("b")];
    expect(mergedPasskeys([made("a")], [made("a", removed)], others)).toEqual([made("a", removed), made("b")]);
    expect(mergedPasskeys([made("a")], others, [made("a", removed)])).toEqual([made("a", removed), made("b")]);
  });

  it("have the newer state where both changed it", () => {
    const [older, newer] = [made("a", removed), made("a", { since: 9 })];
    expect(mergedPasskeys([made("a")], [older], [newer])).toEqual([newer]);
    expect(mergedPasskeys([made("a")], [newer], [older])).toEqual([newer]);
  });

  it("lose none of more than a login takes", () => {
    const many = (from: number) => Array.from({ length: 20 }, (_, at) => made(`${from + at}`));
    expect(mergedPasskeys([], many(0), many(100))).toHaveLength(40);
  });

  it("keep every key", () => {
    const key = (id: string) => ({ id, key: `key of ${id}`, prfUv: "", prfNoUv: "" });
    const [a, b, c] = [key("a"), key("b"), key("c")] as const;
    const versions = { base: writePasskeyKeys([a]), mine: writePasskeyKeys([a, b]), theirs: writePasskeyKeys([a, c]) };
    expect(keys?.(versions)).toBe(writePasskeyKeys([a, c, b]));
  });
});
