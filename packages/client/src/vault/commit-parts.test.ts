import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { describe, expect, it } from "vitest";
import type { Scope } from "../sync/scope.ts";
import type { Contents, KnownRecord } from "../types.ts";
import { inParts } from "./commit-parts.ts";
import type { VaultContext } from "./context.ts";
import type { ShownContents } from "./shown-contents.ts";

const sealed = (size: number): KnownRecord => {
  const texts: Pick<KnownRecord, "seal" | "fields"> = { seal: "", fields: { name: "x".repeat(size) } };
  return texts as KnownRecord;
};
/** A vault of records whose sealed texts have these lengths. */
function holding(sizes: Readonly<Record<string, number>>): VaultContext {
  const records = new Map(Object.entries(sizes).map(([id, size]) => [id, sealed(size)]));
  const loaded: Pick<Scope, "records" | "trashed"> = { records, trashed: new Map() };
  const scope = loaded as Scope;
  const shown = { contents: {} as Contents } as ShownContents;
  const context: Pick<VaultContext, "scope" | "scopes" | "shown"> = { scope: async () => scope, scopes: async () => [scope], shown };
  return context as VaultContext;
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
