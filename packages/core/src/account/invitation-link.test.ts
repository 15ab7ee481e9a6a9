import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeInvitation, parseInvitation } from "./invitation-link.ts";

const someone = { token: "t>>>???~~~", email: "änn@example.com" };
const standard = Buffer.from(JSON.stringify(someone)).toString("base64");

describe("encodeInvitation", () => {
  it("can be parsed back, whatever the token", () => {
    const token = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== "" && text.isWellFormed());
    fc.assert(
      fc.property(token, (text) => {
        expect(parseInvitation(encodeInvitation({ token: text }))).toEqual({ token: text });
      }),
    );
    expect(parseInvitation(encodeInvitation(someone))).toEqual(someone);
  });
  it("needs no escaping in a URL", () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (token) => /^[A-Za-z0-9_-]+$/.test(encodeInvitation({ token }))));
  });
});

describe("parseInvitation", () => {
  it.each([
    ["standard alphabet, padded", standard],
    ["standard alphabet, bare", standard.replace(/=+$/, "")],
    ["URL alphabet", Buffer.from(JSON.stringify(someone)).toString("base64url")],
    ["plus signs turned into spaces", standard.replaceAll("+", " ")],
  ])("reads %s (decision S-02)", (_, param) => expect(parseInvitation(param)).toEqual(someone));

  it("ignores everything but the token and an email", () => {
    expect(parseInvitation(Buffer.from('{"token":"t","role":1,"email":7}').toString("base64"))).toEqual({ token: "t" });
  });

  it.each([
    "",
    "%%%",
    "e30",
    btoa("null"),
    btoa('"t"'),
    btoa('{"token":7}'),
    btoa('{"token":" "}'),
    btoa("{token}"),
    btoa("\xff\xfe"),
    "a".repeat(5000),
  ])("refuses %j", (param) => {
    expect(parseInvitation(param)).toBeNull();
  });
});
