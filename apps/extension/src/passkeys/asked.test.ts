import { describe, expect, it } from "vitest";
import { readRequest } from "./asked.ts";

const read = (asked: object) => readRequest(JSON.stringify({ challenge: "AQID", ...asked }));

describe("what a page asks for", () => {
  it("is read as the standard says, and nothing else of it is kept", () => {
    expect(read({ rpId: "a.example", allowCredentials: ["one"], userVerification: "required", timeout: 60_000, more: 1 })).toEqual({
      challenge: "AQID",
      rpId: "a.example",
      allowCredentials: [{ id: "one" }],
      userVerification: "required",
      timeout: 60_000,
      appid: false,
      extensions: { prf: undefined },
    });
  });
  it.each([undefined, "", "always", 7, null])("a verification of %j is none that the standard knows: preferred", (userVerification) => {
    expect(read({ userVerification })?.userVerification).toBe("preferred");
  });
  it("inputs of a PRF are texts, and what is none is left out", () => {
    const prf = { eval: { first: "AQ", second: 7 }, evalByCredential: { one: { first: "Ag" }, two: { second: "Aw" }, three: 7 } };
    expect(read({ extensions: { prf } })?.extensions?.prf).toEqual({
      eval: { first: "AQ", second: undefined },
      evalByCredential: { one: { first: "Ag", second: undefined } },
    });
    expect(read({ extensions: { prf: {} } })?.extensions?.prf).toEqual({ eval: undefined });
    expect(read({ extensions: { appid: true } })?.appid).toBe(true);
  });
});
