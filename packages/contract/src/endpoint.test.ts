/** The one input of an endpoint, divided for the wire. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allEndpoints, api } from "./api.ts";
import { pathNames, toWireCall } from "./endpoint.ts";
import { ERRORS } from "./errors.ts";

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";

describe("toWireCall", () => {
  it("puts the names of a path into the path, encoded", () => {
    const call = toWireCall({ ...api.vault.used, path: "/a/:id/b" }, { id: "x/y" });
    expect(call).toEqual({ url: "/a/x%2Fy/b", body: null });
  });

  it("sends what is left of a GET in the query and leaves out what is not set", () => {
    expect(toWireCall(api.vault.pull, { scope: ID, since: 3, heads: undefined })).toEqual({
      url: `/vault/all-items-data?scope=${ID}&since=3`,
      body: null,
    });
  });

  it("sends what `query` names in the query and the rest in the body, also of a DELETE", () => {
    const call = toWireCall(api.vault.removeVault, { id: ID, deleteItems: true, baseSeq: 4, head: "1.x", signature: "s", trashedAt: 5 });
    expect(call).toEqual({ url: `/categories/${ID}?deleteItems=true`, body: { baseSeq: 4, head: "1.x", signature: "s", trashedAt: 5 } });
  });
});

describe.each(allEndpoints())("%s", (_, spec) => {
  it("takes every name of its path", () => {
    const { properties = {} } = z.toJSONSchema(spec.input, { unrepresentable: "any", io: "input" });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(pathNames(spec.path)));
  });

  it("refuses names it does not know", () => {
    const issues = spec.input.safeParse({ surprise: 1 }).error?.issues ?? [];
    expect(issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
  });

  it("refuses only with rows of ERRORS", () => {
    expect(spec.refuses.every((code) => code in ERRORS)).toBe(true);
  });
});
