import { describe, expect, it } from "vitest";
import type { CeremonyKind } from "./messages.ts";
import { isForUs } from "./responder.ts";

const known = { bySite: { "shop.example": ["one", "two"], localhost: ["here"] }, elsewhere: ["quiet.shop.example"] };
const NEW = {
  challenge: "AQID",
  rp: { id: "shop.example", name: "The shop" },
  user: { id: "AQID", name: "ann", displayName: "Ann" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
};
const signIn = (origin: string, more: object = {}, of: typeof known | null = known): boolean =>
  isForUs("get", { origin, options: JSON.stringify({ challenge: "AQID", rpId: "shop.example", ...more }), known: of });
const creation = (origin: string, more: object = {}, of: typeof known | null = known): boolean =>
  isForUs("create", { origin, options: JSON.stringify({ ...NEW, ...more }), known: of });

describe("who answers a site's question for a passkey", () => {
  it("is us where the open vault has one of the site's, or one that it lists", () => {
    expect(signIn("https://shop.example")).toBe(true);
    expect(signIn("https://login.shop.example:8443")).toBe(true);
    expect(signIn("https://shop.example", { rpId: undefined })).toBe(true);
    expect(signIn("https://shop.example", { allowCredentials: ["other", "two"] })).toBe(true);
    expect(signIn("https://shop.example", { allowCredentials: ["one", ...Array(63).fill("other")] })).toBe(true);
    for (const appid of ["https://shop.example/appid.json", "https://login.shop.example"])
      expect(signIn("https://shop.example", { extensions: { appid } })).toBe(true);
    expect(signIn("https://login.shop.example", { extensions: { appid: "https://shop.example" } })).toBe(true);
    const prf = { evalByCredential: { two: { first: "AQ" } } };
    expect(signIn("https://shop.example", { allowCredentials: ["other", "two"], extensions: { prf } })).toBe(true);
    expect(signIn("http://localhost:8080", { rpId: undefined })).toBe(true);
  });
  it.each<[string, string, object?]>([
    ["a site that we have none of", "https://other.example", { rpId: "other.example" }],
    ["another site that asks for ours", "https://evil.example"],
    ["a site whose name only ends like ours", "https://evilshop.example"],
    ["a host below ours that asks for itself", "https://login.shop.example", { rpId: undefined }],
    ["a connection that others can read", "http://shop.example"],
    ["a list of others alone", "https://shop.example", { allowCredentials: ["other"] }],
    ["a host where the person wants the browser", "https://quiet.shop.example"],
    ["a payment", "https://shop.example", { extensions: { payment: true } }],
    ["a page that speaks for another machine's", "https://shop.example", { extensions: { remoteDesktopClientOverride: true } }],
    ["a name that every list inherits", "https://constructor", { rpId: "constructor" }],
    ["inputs of a PRF for one that is not listed", "https://shop.example", { extensions: { prf: { evalByCredential: { one: {} } } } }],
    [
      "inputs of a PRF for another one than is listed",
      "https://shop.example",
      { allowCredentials: ["one"], extensions: { prf: { evalByCredential: { two: {} } } } },
    ],
    ["more than browsers let a site list", "https://shop.example", { allowCredentials: ["one", ...Array(64).fill("other")] }],
    ["what is asked for in making one alone", "https://shop.example", { extensions: { credProps: true } }],
    ["keys that are excluded in making one", "https://shop.example", { extensions: { appidExclude: "https://shop.example" } }],
    ["room that is asked for in making one", "https://shop.example", { extensions: { largeBlob: "make" } }],
    ["another site's older keys", "https://shop.example", { extensions: { appid: "https://evil.example/a.json" } }],
    ["older keys by a connection that others can read", "https://shop.example", { extensions: { appid: "http://shop.example" } }],
    ["older keys by no address", "https://shop.example", { extensions: { appid: "shop" } }],
    ["older keys of a public suffix", "https://shop.example", { extensions: { appid: "https://example" } }],
    ["options that are none", "https://shop.example", { challenge: 7 }],
    ["a list that is none", "https://shop.example", { allowCredentials: [7] }],
  ])("is the browser for %s", (_, origin, more) => {
    expect(signIn(origin, more)).toBe(false);
  });
  it.each(["get", "create", "__proto__", "toString"])(
    "is the browser for what cannot be read, and for a kind that is none (%s)",
    (kind) => {
      for (const options of ["", "null", "7", "[]", "{", "{}"])
        expect(isForUs(kind as CeremonyKind, { origin: "https://shop.example", options, known })).toBe(false);
    },
  );
  it("is the browser while the vault is locked", () => {
    expect(signIn("https://shop.example", {}, null)).toBe(false);
    expect(creation("https://shop.example", {}, null)).toBe(false);
  });
});

describe("who makes a site's new passkey", () => {
  it("is us, while the vault is open", () => {
    expect(creation("https://shop.example")).toBe(true);
    expect(creation("https://login.shop.example")).toBe(true);
    expect(creation("https://other.example", { rp: { name: "Other" } })).toBe(true);
    for (const alg of [-7, -8, -257])
      expect(creation("https://shop.example", { pubKeyCredParams: [{ type: "public-key", alg }] })).toBe(true);
    expect(
      creation("https://shop.example", { attachment: "platform", hints: ["client-device", "security-key"], attestation: "direct" }),
    ).toBe(true);
    expect(creation("https://shop.example", { extensions: { credentialProtectionPolicy: "userVerificationRequired" } })).toBe(true);
  });
  it.each<[string, string, object?]>([
    ["another site's", "https://evil.example"],
    ["a host where the person wants the browser", "https://quiet.shop.example"],
    ["one on another device", "https://shop.example", { attachment: "cross-platform" }],
    ["one on a key that people carry", "https://shop.example", { hints: ["security-key"] }],
    ["one on a phone", "https://shop.example", { hints: ["hybrid", "client-device"] }],
    ["one that a company vouches for", "https://shop.example", { attestation: "enterprise" }],
    ["one that stores things for the site", "https://shop.example", { extensions: { largeBlob: true } }],
    ["one that pays", "https://shop.example", { extensions: { payment: true } }],
    ["an algorithm that we do not have", "https://shop.example", { pubKeyCredParams: [{ type: "public-key", alg: -35 }] }],
    ["a kind that no one has", "https://shop.example", { pubKeyCredParams: [{ type: "other", alg: -7 }] }],
    ["inputs of a PRF for single ones", "https://shop.example", { extensions: { prf: { evalByCredential: {} } } }],
    ["more than browsers let a site exclude", "https://shop.example", { excludeCredentials: Array(65).fill("other") }],
    ["older keys in making one", "https://shop.example", { extensions: { appid: "https://shop.example" } }],
    ["another site's older keys, excluded", "https://shop.example", { extensions: { appidExclude: "https://evil.example" } }],
    [
      "protection that the site insists on",
      "https://shop.example",
      { extensions: { credentialProtectionPolicy: "userVerificationRequired", enforceCredentialProtectionPolicy: true } },
    ],
    ["protection that is none", "https://shop.example", { extensions: { credentialProtectionPolicy: "bogus" } }],
    ["no account", "https://shop.example", { user: { name: "ann", displayName: "Ann" } }],
    ["an account with too long an id", "https://shop.example", { user: { ...NEW.user, id: "A".repeat(87) } }],
  ])("is the browser for %s", (_, origin, more) => {
    expect(creation(origin, more)).toBe(false);
  });
});
