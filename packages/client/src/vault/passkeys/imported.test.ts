/** Passkeys of other programs' files: each signs here as it did there, for the public key that its site has; what could not is kept as text. */
import { createHash, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { readPasskeyKeys, readPasskeys } from "@coffer/core/items/passkeys";
import { readImport } from "@coffer/core/transfer/import";
import { describe, expect, it } from "vitest";
import { assertPasskey } from "./assert-passkey.ts";

interface Pair {
  readonly publicKey: KeyObject;
  readonly der: Buffer;
}
const pairOf = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): Pair => ({
  publicKey,
  der: privateKey.export({ type: "pkcs8", format: "der" }),
});
const PAIRS = {
  [-7]: () => pairOf(generateKeyPairSync("ec", { namedCurve: "P-256" })),
  [-8]: () => pairOf(generateKeyPairSync("ed25519")),
  [-257]: () => pairOf(generateKeyPairSync("rsa", { modulusLength: 2048 })),
};
const pemOf = ({ der }: Pair): string =>
  `-----BEGIN PRIVATE KEY-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`;

const CREDENTIAL = {
  credentialId: "b64.AQIDBAUGBwgJCgsMDQ4P_w",
  keyType: "public-key",
  keyAlgorithm: "ECDSA",
  keyCurve: "P-256",
  rpId: "example.com",
  userHandle: "dXNlci0x",
  userName: "ann@example.com",
  counter: "0",
  rpName: "Example",
  userDisplayName: "Ann",
  discoverable: "true",
  creationDate: "2024-10-23T16:38:08.617Z",
};
function bitwarden(...credentials: readonly object[]) {
  const login = { username: "ann", password: null, uris: [{ uri: "https://example.com" }], fido2Credentials: credentials };
  const text = JSON.stringify({ encrypted: false, folders: [], items: [{ id: "1", type: 1, name: "Example", login }] });
  return readImport({ sourceId: "bitwarden-json", text });
}

const STRINGS = {
  Title: "Example",
  UserName: "ann",
  Password: "",
  URL: "https://example.com",
  KPEX_PASSKEY_USERNAME: "ann@example.com",
  KPEX_PASSKEY_CREDENTIAL_ID: "AQIDBAUGBwgJCgsMDQ4P_w",
  KPEX_PASSKEY_RELYING_PARTY: "example.com",
  KPEX_PASSKEY_USER_HANDLE: "dXNlci0x",
  KPEX_PASSKEY_FLAG_BE: "1",
  KPEX_PASSKEY_FLAG_BS: "1",
};
function keepass(strings: Readonly<Record<string, string>>) {
  const fields = Object.entries(strings).map(([key, value]) => `<String><Key>${key}</Key><Value>${value}</Value></String>`);
  const times = "<Times><CreationTime>2024-10-23T16:38:08Z</CreationTime></Times>";
  const text = `<?xml version="1.0"?><KeePassFile><Root><Group><Name>Root</Name><Entry>${fields.join("")}${times}</Entry></Group></Root></KeePassFile>`;
  return readImport({ sourceId: "keepass2-xml", text });
}

type Reading = ReturnType<typeof readImport>;
const listsOf = ({ candidates: [one] }: Reading) => ({
  passkeys: readPasskeys(one?.fields.x_passkeys ?? ""),
  keys: readPasskeyKeys(one?.fields.x_passkey_keys ?? ""),
  custom: one?.fields.custom_fields ?? "",
  status: one?.status,
});

/** Whether the site, which has the public key, takes what the imported passkey signs. */
async function isSignedFor({ publicKey }: Pair, reading: Reading): Promise<boolean> {
  const { passkeys, keys } = listsOf(reading);
  const [passkey, key] = [passkeys[0], keys[0]];
  if (!passkey || !key) throw new Error("There is none");
  const page = { origin: "https://example.com" };
  const answer = await assertPasskey({ page, options: { challenge: "AQID" }, isVerified: true, passkey, key });
  if ("error" in answer) throw new Error(answer.error);
  const [said, authData, signature] = [answer.response.clientDataJSON, answer.response.authenticatorData, answer.response.signature].map(
    (text) => Buffer.from(text, "base64url"),
  ) as [Buffer, Buffer, Buffer];
  const signed = Buffer.concat([authData, createHash("sha256").update(said).digest()]);
  return verify(passkey.alg === -8 ? null : "sha256", signed, publicKey, signature);
}

const SHOWN = { rpId: "example.com", user: "dXNlci0x", name: "ann@example.com", prf: false, state: "kept" };

describe("a passkey of Bitwarden's JSON", () => {
  it("signs for its site, and needs no password", async () => {
    const pair = PAIRS[-7]();
    const reading = bitwarden({ ...CREDENTIAL, keyValue: pair.der.toString("base64url") });
    const { passkeys, status, custom } = listsOf(reading);
    const at = Date.parse("2024-10-23T16:38:08.617Z");
    expect(passkeys).toEqual([{ ...SHOWN, id: "AQIDBAUGBwgJCgsMDQ4P_w", rpName: "Example", displayName: "Ann", alg: -7, at, since: at }]);
    expect({ status, custom, errors: reading.errors }).toEqual({ status: "complete", custom: "", errors: [] });
    expect(await isSignedFor(pair, reading)).toBe(true);
    expect(await isSignedFor(PAIRS[-7](), reading)).toBe(false);
  });

  it("with a UUID for its id is known by the sixteen bytes of it", () => {
    const keyValue = PAIRS[-7]().der.toString("base64url");
    const { passkeys } = listsOf(bitwarden({ ...CREDENTIAL, keyValue, credentialId: "01020304-0506-0708-090A-0b0c0d0e0f10" }));
    expect(passkeys.map(({ id }) => Buffer.from(id, "base64url").toString("hex"))).toEqual(["0102030405060708090a0b0c0d0e0f10"]);
  });

  it("that counted says that a site may refuse it", () => {
    const keyValue = PAIRS[-7]().der.toString("base64url");
    const { errors } = bitwarden({ ...CREDENTIAL, keyValue, counter: "7" });
    expect(errors.map(({ message }) => message)).toEqual([
      "The passkey for example.com counted its uses, which ours do not: a site may refuse it.",
    ]);
  });

  it("is one of several, and those without room are kept as text", () => {
    const keyValue = PAIRS[-7]().der.toString("base64url");
    const many = Array.from({ length: 22 }, (_, at) => ({
      ...CREDENTIAL,
      keyValue,
      credentialId: `b64.${Buffer.from([at]).toString("base64url")}`,
    }));
    const { passkeys, keys, custom } = listsOf(bitwarden(...many));
    expect([passkeys.length, keys.length, custom.match(/"label":"Passkey"/g)?.length]).toEqual([20, 20, 2]);
  });

  const key = PAIRS[-7]().der;
  it.each<[string, object]>([
    ["an id of another form", { credentialId: "a3e1" }],
    ["an empty id", { credentialId: "b64." }],
    ["no id", { credentialId: null }],
    ["a key that is cut off", { keyValue: key.subarray(0, -1).toString("base64url") }],
    ["a key with more behind it", { keyValue: Buffer.concat([key, Buffer.alloc(1)]).toString("base64url") }],
    ["a key of another curve", { keyValue: pairOf(generateKeyPairSync("ec", { namedCurve: "P-384" })).der.toString("base64url") }],
    ["no key", { keyValue: "" }],
    ["a key that is no base64", { keyValue: "MIG*" }],
    ["a public suffix as its site", { rpId: "com" }],
    ["an address as its site", { rpId: "https://example.com/x" }],
    ["another spelling of its site", { rpId: "Example.com" }],
    ["a user id of 65 bytes", { userHandle: Buffer.alloc(65).toString("base64url") }],
    ["a user id that is no base64", { userHandle: "*" }],
  ])("with %s is kept as text, whole", (_, changed) => {
    const credential = { ...CREDENTIAL, keyValue: key.toString("base64url"), ...changed };
    const { passkeys, keys, custom } = listsOf(bitwarden(credential));
    expect([passkeys, keys]).toEqual([[], []]);
    expect(JSON.parse(custom)).toEqual([{ label: "Passkey", type: "hidden", section: "", value: JSON.stringify(credential) }]);
  });
});

describe("a passkey of KeePassXC", () => {
  it.each([-7, -8, -257] as const)("of algorithm %i signs for its site", async (alg) => {
    const pair = PAIRS[alg]();
    const reading = keepass({ ...STRINGS, KPEX_PASSKEY_PRIVATE_KEY_PEM: pemOf(pair) });
    const { passkeys, custom, status } = listsOf(reading);
    const at = Date.parse("2024-10-23T16:38:08Z");
    expect(passkeys).toEqual([{ ...SHOWN, id: "AQIDBAUGBwgJCgsMDQ4P_w", rpName: "", displayName: "", alg, at, since: at }]);
    expect({ custom, status }).toEqual({ custom: "", status: "complete" });
    expect(await isSignedFor(pair, reading)).toBe(true);
    expect(await isSignedFor(PAIRS[alg](), reading)).toBe(false);
  });

  it("of its first versions is read too", () => {
    const { KPEX_PASSKEY_USERNAME: name, KPEX_PASSKEY_CREDENTIAL_ID: id, ...rest } = STRINGS;
    const key = { KPEX_PASSKEY_PRIVATE_KEY_PEM: pemOf(PAIRS[-7]()) };
    const { passkeys, custom } = listsOf(keepass({ ...rest, ...key, KPXC_PASSKEY_USERNAME: name, KPEX_PASSKEY_GENERATED_USER_ID: id }));
    expect(passkeys).toMatchObject([{ id, name }]);
    expect(custom).toBe("");
  });

  it("that could not sign is kept in its fields, its key hidden", () => {
    const { passkeys, custom } = listsOf(keepass({ ...STRINGS, KPEX_PASSKEY_PRIVATE_KEY_PEM: "-----BEGIN PRIVATE KEY-----\nMIG\n" }));
    expect(passkeys).toEqual([]);
    const kept = JSON.parse(custom) as { label: string; type: string }[];
    expect(kept.map(({ label }) => label).toSorted()).toEqual(
      [...Object.keys(STRINGS).filter((name) => name.startsWith("KPEX")), "KPEX_PASSKEY_PRIVATE_KEY_PEM"].toSorted(),
    );
    expect(kept.find(({ label }) => label === "KPEX_PASSKEY_PRIVATE_KEY_PEM")?.type).toBe("hidden");
  });
});
