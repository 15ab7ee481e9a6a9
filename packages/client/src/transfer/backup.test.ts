import { DecryptError, generateKey, randomBytes, wrap } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { isSealedBackup, openBackup, sealBackup } from "./backup.ts";

const text = '\uFEFF{"name":"Müller ✓ 🔑 e\u0301"}\r\n';
const password = "correct horse battery";
const sealed = await sealBackup(text, password, randomBytes);
const withPart = (part: object): string => JSON.stringify({ ...JSON.parse(sealed), ...part });

describe("a sealed backup", () => {
  it("opens with its password to exactly the same text", async () => {
    expect(await openBackup(sealed, password)).toBe(text);
    expect(isSealedBackup(sealed)).toBe(true);
  });

  it("shows nothing but how to derive the key", () => {
    const file = JSON.parse(sealed) as Record<string, unknown>;
    expect(file).toEqual({
      format: "coffer-sealed-backup",
      version: 1,
      kdf: { id: 1, salt: expect.stringMatching(/^[\w-]{22}$/) },
      data: expect.stringMatching(/^1\.[\w-]+$/),
    });
    expect(sealed).not.toContain("Müller");
  });

  it("is a different file each time", async () => expect(await sealBackup(text, password, randomBytes)).not.toBe(sealed));

  it("does not open with a wrong or empty password", async () => {
    for (const attempt of ["correct horse batterz", ""]) await expect(openBackup(sealed, attempt)).rejects.toThrow(DecryptError);
  });

  it("does not open when its data or salt was changed, or when something else was wrapped", async () => {
    const data = String(JSON.parse(sealed).data);
    const foreign = await wrap({ key: generateKey(), bytes: randomBytes(9), purpose: "draft", epoch: 1, context: randomBytes(4) });
    const changed = `${data.slice(0, -6)}${data.at(-6) === "A" ? "B" : "A"}${data.slice(-5)}`;
    for (const part of [{ data: changed }, { data: foreign }, { data: "" }, { kdf: { id: 1, salt: "A".repeat(22) } }])
      await expect(openBackup(withPart(part), password)).rejects.toThrow(DecryptError);
  });

  it("is told from other files before any password is tried", async () => {
    const others = [
      "",
      "null",
      "[]",
      "name,password\n",
      '{"format":"coffer-backup","version":1,"vaults":[],"items":[]}',
      withPart({ version: 2 }),
      withPart({ kdf: { id: 2, salt: "A".repeat(22) } }),
      withPart({ kdf: { id: 1, salt: "AAAA" } }),
      withPart({ kdf: { id: 1, salt: "%" } }),
      withPart({ data: 7 }),
    ];
    for (const file of others) {
      expect(isSealedBackup(file)).toBe(false);
      expect(await openBackup(file, password)).toBeNull();
    }
  });

  it("cannot be made without a password", async () => {
    await expect(sealBackup(text, "", randomBytes)).rejects.toThrow(RangeError);
  });
});
