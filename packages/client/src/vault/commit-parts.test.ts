import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { describe, expect, it } from "vitest";
import { inParts } from "./commit-parts.ts";
import type { VaultContext } from "./context.ts";

/** A vault of records whose sealed texts have these lengths. */
function holding(sizes: Readonly<Record<string, number>>): VaultContext {
  const records = new Map(Object.entries(sizes).map(([id, size]) => [id, { seal: "", fields: { name: "x".repeat(size) } }]));
  const scope = { records, trashed: new Map() };
  return { scope: async () => scope, scopes: async () => [scope], shown: { contents: {} } } as unknown as VaultContext;
}

describe("records that are saved together", () => {
  it("fit into one part if one commit can carry them", async () => {
    expect(await inParts(holding({ a: 10, b: 10 }), ["a", "b", "a", "gone"])).toEqual([["a", "b", "gone"]]);
    expect(await inParts(holding({}), [])).toEqual([[]]);
  });

  it("are divided in order into parts that each fit, with an oversized record in a part of its own", async () => {
    const third = COMMIT_MAX_BYTES / 6;
    const vault = holding({ a: third, b: third, c: third, d: COMMIT_MAX_BYTES, e: 1 });
    expect(await inParts(vault, ["a", "b", "c", "d", "e"])).toEqual([["a", "b"], ["c"], ["d"], ["e"]]);
    expect(await inParts(vault, ["d", "e"])).toEqual([["d"], ["e"]]);
  });
});
