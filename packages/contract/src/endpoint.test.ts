/** How the single input of an endpoint is split for the wire. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./all-endpoints.ts";
import { api } from "./api.ts";
import { pathNames, toWireCall } from "./endpoint.ts";
import { ERRORS } from "./errors.ts";

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";

describe("toWireCall", () => {
  it("puts path parameters into the path, encoded", () => {
    const call = toWireCall({ ...api.vault.used, path: "/a/:id/b" }, { id: "x/y" });
    expect(call).toEqual({ url: "/a/x%2Fy/b", body: null });
  });

  it("sends the rest of a GET in the query and leaves out unset values", () => {
    expect(toWireCall(api.vault.pull, { scope: ID, since: 3, heads: undefined })).toEqual({
      url: `/vault/all-items-data?scope=${ID}&since=3`,
      body: null,
    });
  });

  it("sends the names listed in `query` in the query and the rest in the body, also for DELETE", () => {
    const call = toWireCall(api.vault.removeVault, { id: ID, deleteItems: true, baseSeq: 4, head: "1.x", signature: "s", trashedAt: 5 });
    expect(call).toEqual({ url: `/categories/${ID}?deleteItems=true`, body: { baseSeq: 4, head: "1.x", signature: "s", trashedAt: 5 } });
  });
});

describe.each(allEndpoints())("%s", (_, spec) => {
  it("accepts every parameter of its path", () => {
    const { properties = {} } = z.toJSONSchema(spec.input, { unrepresentable: "any", io: "input" });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(pathNames(spec.path)));
  });

  it("refuses unknown names", () => {
    const issues = spec.input.safeParse({ surprise: 1 }).error?.issues ?? [];
    expect(issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
  });

  it("refuses only with codes from ERRORS", () => {
    expect(spec.refuses.every((code) => code in ERRORS)).toBe(true);
  });
});
