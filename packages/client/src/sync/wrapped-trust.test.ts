import { DecryptError, type SecretKey, secretKey, utf8 } from "@coffer/crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { wipeKeyring } from "../keyring.ts";
import { type OwnKey, openStore, wrapTrust } from "./wrapped-trust.ts";

const newKey = (): SecretKey => secretKey(crypto.getRandomValues(new Uint8Array(32)));
const realDecrypt = crypto.subtle.decrypt;
const decrypt = vi.spyOn(crypto.subtle, "decrypt");
afterAll(() => decrypt.mockRestore());

let own: OwnKey;
let wrapped: string;
beforeEach(async () => {
  own = { accountId: crypto.randomUUID(), keyEpoch: 1, symmetricKey: newKey() };
  wrapped = await wrapTrust(own, utf8('{"stated":["one"]}'));
  decrypt.mockClear();
});

const wipe = () =>
  wipeKeyring({ ...own, personalScopeId: crypto.randomUUID(), encryptionKey: null, vaultKey: newKey(), symmetricKey: own.symmetricKey });

describe("the trust store", () => {
  it("is opened once for as long as it is the same", async () => {
    for (let at = 0; at < 3; at++) expect(await openStore(own, wrapped)).toEqual({ stated: ["one"] });
    expect(decrypt).toHaveBeenCalledTimes(1);
    const next = await wrapTrust(own, utf8('{"stated":["one","two"]}'));
    expect([await openStore(own, next), await openStore(own, wrapped)]).toEqual([{ stated: ["one", "two"] }, { stated: ["one"] }]);
  });

  it("does not open for another account, under another epoch or by another key, though it was just open", async () => {
    await openStore(own, wrapped);
    for (const other of [{ accountId: crypto.randomUUID() }, { keyEpoch: 2 }, { symmetricKey: newKey() }])
      await expect(openStore({ ...own, ...other }, wrapped)).rejects.toThrow(DecryptError);
  });

  it("is forgotten with its key", async () => {
    await openStore(own, wrapped);
    wipe();
    await expect(openStore(own, wrapped)).rejects.toThrow(DecryptError);
  });

  it("is not remembered where the key is wiped while it is being opened", async () => {
    decrypt.mockImplementationOnce((...asked) => {
      wipe();
      return realDecrypt.apply(crypto.subtle, asked);
    });
    expect(await openStore(own, wrapped)).toEqual({ stated: ["one"] });
    await expect(openStore(own, wrapped)).rejects.toThrow(DecryptError);
  });
});
