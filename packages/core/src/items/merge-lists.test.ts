import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeIgnored } from "../health/ignored.ts";
import { LIST_MERGES } from "./merge-lists.ts";
import { type Passkey, readPasskeys, writePasskeyKeys, writePasskeys } from "./passkeys.ts";
import { readTags, writeAddresses, writeHistory, writeTags } from "./structured-fields.ts";

const { tags: mergeTags, addresses, history, ignored, passkeys, keys } = LIST_MERGES;
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

it("merged findings that are ignored are those of both sides", () => {
  const [old, mine, theirs] = (["weak", "reused", "old"] as const).map((finding) => ({ finding, reason: "", at: 1 }));
  if (!old || !mine || !theirs) throw new Error("unreachable");
  const versions = { base: writeIgnored([old]), mine: writeIgnored([old, mine]), theirs: writeIgnored([theirs]) };
  expect(ignored?.(versions)).toBe(writeIgnored([theirs, mine]));
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

  it("keep in use what one side removed while the other changed it, whatever the clocks say", () => {
    for (const since of [3, 9]) {
      const [gone, hidden] = [made("a", removed), made("a", { state: "hidden", since })];
      expect(mergedPasskeys([made("a")], [gone], [hidden])).toEqual([hidden]);
      expect(mergedPasskeys([made("a")], [hidden], [gone])).toEqual([hidden]);
    }
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
