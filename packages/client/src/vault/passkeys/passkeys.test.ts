/** What pages see of a ceremony: refusals, extensions, frames, and bytes that never change. */
import type { Passkey, PasskeyKey } from "@coffer/core/items/passkeys";
import { concat, fromHex, randomBytes, toBase64Url, toHex } from "@coffer/crypto";
import { expect, it } from "vitest";
import { type AssertedCredential, assertPasskey, type RequestOptions } from "./assert-passkey.ts";
import { coseKey } from "./authenticator-data.ts";
import { encodeCbor } from "./cbor.ts";
import { type CreationOptions, createPasskey } from "./create-passkey.ts";

const PAGE = { origin: "https://example.com" };
const text = (base64: string): string => Buffer.from(base64, "base64url").toString("utf8");
const hex = (base64: string): string => Buffer.from(base64, "base64url").toString("hex");

const OPTIONS: CreationOptions = {
  rp: { name: "Example" },
  user: { id: "AQ", name: "ann", displayName: "Ann" },
  challenge: "AQID",
  pubKeyCredParams: [{ type: "public-key", alg: -8 }],
};
const create = (changed: Partial<CreationOptions> = {}, page: { origin: string; top?: string } = PAGE, isVerified = true) =>
  createPasskey({ page, options: { ...OPTIONS, ...changed }, isVerified, random: randomBytes, now: 5 });
async function made(...what: Parameters<typeof create>) {
  const answer = await create(...what);
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

/** Ed25519 with the seed 07…07, and two secrets of 01…01 and 02…02. */
const PINNED_KEY: PasskeyKey = {
  id: toBase64Url(new Uint8Array(32).fill(9)),
  key: toBase64Url(concat(fromHex("302e020100300506032b657004220420"), new Uint8Array(32).fill(7))),
  prfUv: toBase64Url(new Uint8Array(32).fill(1)),
  prfNoUv: toBase64Url(new Uint8Array(32).fill(2)),
};
const PINNED: Passkey = {
  id: PINNED_KEY.id,
  rpId: "example.com",
  rpName: "Example",
  user: "AQ",
  name: "ann",
  displayName: "Ann",
  alg: -8,
  at: 5,
  prf: true,
  state: "kept",
  since: 5,
};
const assert = (changed: Partial<RequestOptions> = {}, more: Partial<Parameters<typeof assertPasskey>[0]> = {}) =>
  assertPasskey({ page: PAGE, options: { challenge: "AQID", ...changed }, isVerified: true, passkey: PINNED, key: PINNED_KEY, ...more });
async function asserted(...what: Parameters<typeof assert>): Promise<AssertedCredential> {
  const answer = await assert(...what);
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

it("an assertion's bytes never change", async () => {
  const { response, clientExtensionResults } = await asserted({ extensions: { prf: { eval: { first: "AQ", second: "Ag" } } } });
  expect(text(response.clientDataJSON)).toBe(
    '{"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":false}',
  );
  expect(hex(response.authenticatorData)).toBe("a379a6f6eeafb9a55e378c118034e2751e682fab9f2d30ab13d2125586ce19471d00000000");
  expect(response.signature).toBe("jrsov_fDRD3hNXzwZ1hoFbKNpnVuw3hI7c6hHfj2SxMaW2UX0blbGxKU-tUO08x7X-nGIEIYSGJquP3VuKKsDg");
  expect(clientExtensionResults.prf?.results).toEqual({
    first: "MF8xTfTtKigVF4t23eW2H6-sSzqmsfErQ74SpyJvIWQ",
    second: "xUKNZ6d8JVbWKLa6iiFRAEILNHd9cSoWLTsCx-e8eWE",
  });
});

it("a COSE key and an attestation have the canonical form of CTAP2", () => {
  const numbers = { x: fromHex("0102"), y: fromHex("03"), n: new Uint8Array(256).fill(5), e: fromHex("010001") };
  const of = (alg: -7 | -8 | -257): string => toHex(coseKey(alg, { spki: new Uint8Array(), numbers }));
  expect(of(-7)).toBe("a501020326200121420102224103");
  expect(of(-8)).toBe("a401010327200621420102");
  expect(of(-257)).toBe(`a401030339010020590100${"05".repeat(256)}2143010001`);
  expect(toHex(encodeCbor(new Map([["fmt", "none"]])))).toBe("a163666d74646e6f6e65");
  expect([23, 24, 255, 256, 65_535, 65_536, -24, -25].map((value) => toHex(encodeCbor(value)))).toEqual([
    "17",
    "1818",
    "18ff",
    "190100",
    "19ffff",
    "1a00010000",
    "37",
    "3818",
  ]);
});

it("the site's order of algorithms decides, and unknown ones are passed over", async () => {
  const params = (...algs: readonly number[]) => ({ pubKeyCredParams: algs.map((alg) => ({ type: "public-key", alg })) });
  expect((await made(params(-8, -7))).passkey.alg).toBe(-8);
  expect((await made(params(-7, -8))).passkey.alg).toBe(-7);
  expect((await made(params(-47, -36, -7))).passkey.alg).toBe(-7);
  expect((await made(params())).passkey.alg).toBe(-7);
  expect(await create(params(-47))).toEqual({ error: "NotSupportedError" });
  expect(await create({ pubKeyCredParams: [{ type: "password", alg: -7 }] })).toEqual({ error: "NotSupportedError" });
});

it("what is made has 32 random bytes for its id and for each secret, and is not yet kept", async () => {
  const [{ passkey, key, credential }, other] = [await made(), await made()];
  expect([passkey.id, key.prfUv, key.prfNoUv].map((value) => hex(value).length / 2)).toEqual([32, 32, 32]);
  expect(new Set([passkey.id, key.prfUv, key.prfNoUv, other.passkey.id, other.key.prfUv, other.key.prfNoUv]).size).toBe(6);
  const shown = { rpId: "example.com", rpName: "Example", user: "AQ", name: "ann", displayName: "Ann", alg: -8 };
  expect(passkey).toEqual({ id: credential.id, ...shown, at: 5, prf: true, state: "unconfirmed", since: 5 });
  expect(credential).toMatchObject({ rawId: credential.id, type: "public-key", authenticatorAttachment: "platform" });
  expect(credential.response).toMatchObject({ transports: ["internal"], publicKeyAlgorithm: -8 });
});

it("a page without a right to the site is refused before anything is made or signed", async () => {
  const strangers = ["https://evil.example", "https://evilexample.com", "http://example.com", "null"];
  for (const origin of strangers) {
    expect(await create({ rp: { id: "example.com", name: "" } }, { origin })).toEqual({ error: "SecurityError" });
    expect(await assert({ rpId: "example.com" }, { page: { origin } })).toEqual({ error: "SecurityError" });
  }
  expect(await create({ rp: { id: "com", name: "" } })).toEqual({ error: "SecurityError" });
  expect(await assert({ rpId: "com" })).toEqual({ error: "SecurityError" });
});

it("a passkey signs for its own site only, with its own key, and where it is asked for", async () => {
  const sub = { page: { origin: "https://www.example.com" } };
  expect(await assert({}, sub)).toEqual({ error: "NotAllowedError" }); // the page's own host is another site
  expect((await asserted({ rpId: "example.com" }, sub)).id).toBe(PINNED.id);
  expect(await assert({}, { passkey: { ...PINNED, rpId: "evil.example" } })).toEqual({ error: "NotAllowedError" });
  expect(await assert({}, { key: { ...PINNED_KEY, id: "AQ" } })).toEqual({ error: "NotAllowedError" });
  expect(await assert({}, { passkey: { ...PINNED, alg: -47 } })).toEqual({ error: "NotAllowedError" });
  expect(await assert({ allowCredentials: [{ id: "AQ" }] })).toEqual({ error: "NotAllowedError" });
  expect((await asserted({ allowCredentials: [{ id: "AQ" }, { id: PINNED.id }] })).id).toBe(PINNED.id);
});

it("a required verification that was not done is refused, and the flag never says more than was done", async () => {
  const required = { authenticatorSelection: { userVerification: "required" as const } };
  expect(await create(required, PAGE, false)).toEqual({ error: "NotAllowedError" });
  expect(await assert({ userVerification: "required" }, { isVerified: false })).toEqual({ error: "NotAllowedError" });
  for (const userVerification of ["preferred", "discouraged", undefined] as const) {
    const { response } = await asserted({ userVerification }, { isVerified: false });
    expect(hex(response.authenticatorData).slice(64, 66)).toBe("19");
  }
});

it("a page inside another site's is named with the top page", async () => {
  const inside = { origin: "https://example.com", top: "https://shop.test" };
  const frame = { crossOrigin: true, topOrigin: "https://shop.test" };
  expect(JSON.parse(text((await made({}, inside)).credential.response.clientDataJSON))).toMatchObject(frame);
  const { response } = await asserted({}, { page: inside });
  expect(text(response.clientDataJSON)).toBe(
    '{"type":"webauthn.get","challenge":"AQID","origin":"https://example.com","crossOrigin":true,"topOrigin":"https://shop.test"}',
  );
});

it("the id of an account is 1 to 64 bytes", async () => {
  const user = (bytes: number) => ({ user: { ...OPTIONS.user, id: toBase64Url(new Uint8Array(bytes)) } });
  expect(await create(user(0))).toEqual({ error: "TypeError" });
  expect(await create(user(65))).toEqual({ error: "TypeError" });
  expect((await made(user(64))).passkey.user.length).toBe(86);
});

it("answers extensions that were asked for, and no others", async () => {
  const results = async (extensions: CreationOptions["extensions"]) => (await made({ extensions })).credential.clientExtensionResults;
  expect(await results({})).toEqual({});
  expect(await results({ credProps: true })).toEqual({ credProps: { rk: true } });
  expect(await results({ credProps: false })).toEqual({});
  expect(await results({ prf: {} })).toEqual({ prf: { enabled: true } });
  expect(await create({ extensions: { prf: { evalByCredential: { AQ: { first: "AQ" } } } } })).toEqual({ error: "NotSupportedError" });
  expect((await asserted()).clientExtensionResults).toEqual({});
  expect((await asserted({ extensions: { prf: {} } })).clientExtensionResults).toEqual({ prf: {} });
});

it("the PRF is the same at creation and at each sign-in, and there is one for a verified user alone", async () => {
  const prf = { eval: { first: "AQ", second: "Ag" } };
  const { passkey, key, credential } = await made({ extensions: { prf } });
  const later = async (first = "AQ", userVerification?: "discouraged") => {
    const extensions = { prf: { eval: { first, second: "Ag" } } };
    return (await asserted({ extensions, userVerification }, { passkey, key })).clientExtensionResults.prf?.results;
  };
  const created = credential.clientExtensionResults.prf?.results;
  expect(await later()).toEqual(created);
  expect(await later("AQ", "discouraged")).toEqual(created);
  expect((await later("Aw"))?.first).not.toBe(created?.first);
  expect(created?.second).not.toBe(created?.first);
});

it("a question with inputs for the PRF is one for a verified user, whatever it says; one without is not", async () => {
  const [inputs, allowCredentials] = [{ first: "AQ" }, [{ id: PINNED.id }]];
  for (const prf of [{ eval: inputs }, { evalByCredential: { [PINNED.id]: inputs } }])
    for (const userVerification of ["preferred", "discouraged", undefined] as const)
      expect(await assert({ allowCredentials, userVerification, extensions: { prf } }, { isVerified: false })).toEqual({
        error: "NotAllowedError",
      });
  const discouraged = { authenticatorSelection: { userVerification: "discouraged" as const } };
  expect(await create({ ...discouraged, extensions: { prf: { eval: inputs } } }, PAGE, false)).toEqual({ error: "NotAllowedError" });
  expect(await create({ ...discouraged, extensions: { prf: {} } }, PAGE, false)).toMatchObject({
    credential: { clientExtensionResults: { prf: { enabled: true } } },
  });
  for (const prf of [{}, { evalByCredential: {} }])
    expect(await assert({ allowCredentials, userVerification: "discouraged", extensions: { prf } }, { isVerified: false })).toMatchObject({
      id: PINNED.id,
    });
});

it("inputs for single passkeys need a list, and go before the common ones", async () => {
  const [mine, common] = [{ first: "AQ" }, { first: "Ag" }];
  const allowCredentials = [{ id: PINNED.id }];
  const of = async (prf: NonNullable<RequestOptions["extensions"]>["prf"]) =>
    (await asserted({ allowCredentials, extensions: { prf } })).clientExtensionResults.prf?.results;
  expect(await of({ eval: common, evalByCredential: { [PINNED.id]: mine } })).toEqual(await of({ eval: mine }));
  const named = { prf: { evalByCredential: { [PINNED.id]: mine } } };
  expect(await assert({ extensions: named })).toEqual({ error: "NotSupportedError" });
  expect(await assert({ allowCredentials: [{ id: "AQ" }, ...allowCredentials], extensions: named })).toMatchObject({ id: PINNED.id });
  const other = { prf: { evalByCredential: { AQ: mine } } };
  expect(await assert({ allowCredentials, extensions: other })).toEqual({ error: "SyntaxError" });
});

it("another program's passkey without secrets and account id signs in, and has no PRF", async () => {
  const passkey = { ...PINNED, user: "", prf: false };
  const { response, clientExtensionResults } = await asserted({ extensions: { prf: { eval: { first: "AQ" } } } }, { passkey });
  expect(response).not.toHaveProperty("userHandle");
  expect(clientExtensionResults).toEqual({ prf: {} });
});
