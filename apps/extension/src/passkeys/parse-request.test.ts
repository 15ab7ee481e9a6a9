import { describe, expect, it } from "vitest";
import { parseCreation, parseRequest } from "./parse-request.ts";

const read = (asked: object) => parseRequest(JSON.stringify({ challenge: "AQID", ...asked }));

describe("what a page asks for", () => {
  it("is read as the standard says, and nothing else of it is kept", () => {
    expect(read({ rpId: "a.example", allowCredentials: ["one"], userVerification: "required", timeout: 60_000, more: 1 })).toEqual({
      challenge: "AQID",
      rpId: "a.example",
      allowCredentials: [{ id: "one" }],
      userVerification: "required",
      timeout: 60_000,
      appid: undefined,
      extensions: { prf: undefined },
    });
  });
  it.each([undefined, "", "always", 7, null])("a verification of %j is none that the standard knows: preferred", (userVerification) => {
    expect(read({ userVerification })?.userVerification).toBe("preferred");
  });
  it("inputs of a PRF are texts, and what is none is left out", () => {
    const prf = { eval: { first: "AQ", second: 7 }, evalByCredential: { one: { first: "Ag" }, two: { second: "Aw" }, three: 7 } };
    const allowCredentials = ["one", "two", "three"];
    expect(read({ allowCredentials, extensions: { prf } })?.extensions?.prf).toEqual({
      eval: { first: "AQ", second: undefined },
      evalByCredential: { one: { first: "Ag", second: undefined } },
    });
    expect(read({ extensions: { prf: {} } })?.extensions?.prf).toEqual({ eval: undefined });
    expect(read({ extensions: { appid: "https://a.example" } })?.appid).toBe("https://a.example");
  });
});

describe("what a page asks of a new passkey", () => {
  const NEW = {
    challenge: "AQID",
    rp: { name: "The shop", more: 1 },
    user: { id: "AQID", name: "ann", displayName: "Ann" },
    pubKeyCredParams: [
      { type: "public-key", alg: -8 },
      { type: "public-key", alg: "-7" },
    ],
  };
  it("is read as the standard says, in the site's order, and nothing else of it is kept", () => {
    expect(parseCreation(JSON.stringify({ ...NEW, excludeCredentials: ["one"], extensions: { credProps: true, other: true } }))).toEqual({
      challenge: "AQID",
      rp: { id: undefined, name: "The shop" },
      user: NEW.user,
      pubKeyCredParams: [
        { type: "public-key", alg: -8 },
        { type: "public-key", alg: -7 },
      ],
      excluded: ["one"],
      authenticatorSelection: { userVerification: "preferred" },
      timeout: null,
      appid: undefined,
      extensions: { credProps: true, prf: undefined },
    });
  });
  it("without a word about algorithms it is one of those that the standard means", () => {
    expect(parseCreation(JSON.stringify({ ...NEW, pubKeyCredParams: [] }))).not.toBeNull();
    expect(parseCreation(JSON.stringify({ ...NEW, pubKeyCredParams: 7 }))).toBeNull();
  });
});
