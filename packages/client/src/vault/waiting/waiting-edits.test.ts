/** Edits that wait belong to the session that kept them: none goes over to the account that is opened next, and an earlier version's are read as they are kept now. */
import { blankDraft, type Item } from "@coffer/core/items/item";
import { context as bound, generateKey, utf8, uuidToBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import { localSeal } from "../../device/local-seal.ts";
import { memoryKeyStore } from "../../device/store.ts";
import { NoKeysError } from "../../errors.ts";
import type { Keyring } from "../../keyring.ts";
import type { VaultContext } from "../context.ts";
import { upgradeEdit } from "./upgrade-edit.ts";
import { WaitingEdits } from "./waiting-edits.ts";

const ITEM: Item = {
  ...{ id: "1", kind: "password", scopeId: "s", revision: 3, categoryId: null, favourite: false, state: "intact" },
  ...{ fields: { title: "Bike", password: "old" }, createdAt: 1, updatedAt: 2, lastUsedAt: null, isOwner: true, permission: "write" },
};
const DELETED = { id: "1", scopeId: "s", base: ITEM, draft: null, isDeleted: true } as const;
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

it("what is kept while a session ends is not kept for the next account, and is not shown", async () => {
  const keys = memoryKeyStore();
  const [ann, eve] = [keyringOf("a"), keyringOf("e")];
  let keyring = ann;
  const context = { keys, random, now: () => 9, keyring: () => keyring } as VaultContext;
  const keeping = { onChange: () => undefined, onSent: () => undefined };
  const edits = new WaitingEdits(context, keeping);
  expect(await edits.keep([DELETED])).toEqual([null]);
  expect(edits.find("1")).toMatchObject({ isDeleted: true, count: 1 });
  keyring = eve;
  edits.forget();
  expect([edits.edits, edits.find("1")]).toEqual([[], undefined]);
  await expect(edits.keep([DELETED])).rejects.toThrow(new NoKeysError().message);
  const of = async (whose: Keyring) => {
    keyring = whose;
    const now = new WaitingEdits(context, keeping);
    await now.read();
    return now.edits.map(({ count }) => count);
  };
  expect([await of(ann), await of(eve)]).toEqual([[1], []]);
});

it("what an earlier version has sealed is read, and is stored where that version does not look: it deletes what it cannot open", async () => {
  const keys = memoryKeyStore();
  const keyring = keyringOf("a");
  const context = { keys, random, now: () => 9, keyring: () => keyring } as VaultContext;
  const about = (accountId: string, place: string) => bound("draft", uuidToBytes(accountId), utf8(place));
  const earlier = localSeal({ keys, sessions: { keyring } }, { purpose: "draft", slot: "draft", about });
  await earlier.keep("edits that wait", [{ ...DELETED, at: 9, count: 2, refused: null, saves: [], apartId: "2" }]);
  for (const _ of ["as it was", "as it is now"]) {
    const edits = new WaitingEdits(context, { onChange: () => undefined, onSent: () => undefined });
    await edits.begin();
    expect(edits.find("1")).toMatchObject({ isDeleted: true, count: 2 });
    expect(await earlier.isThere("edits that wait")).toBe(false);
  }
});

function keyringOf(letter: string): Keyring {
  const key = generateKey();
  const accountId = `${letter.repeat(8)}-7f1e-4a52-9d21-5f1f0c9a7e11`;
  return { accountId, personalScopeId: accountId, keyEpoch: 1, encryptionKey: key, symmetricKey: key, vaultKey: key };
}

it("an edit that an earlier version has kept says of its last save alone what it was of, with the fields that were touched", () => {
  const fields = { title: "Bike", password: "new" };
  const draft = { ...blankDraft("password"), fields, favourite: true };
  const earlier = { ...DELETED, draft, isDeleted: false, at: 9, count: 2, refused: null, saveIds: ["a", "b"] };
  const now = upgradeEdit(earlier, { random });
  expect(now.saves).toEqual([{ saveId: "a" }, { saveId: "b", fields: { password: "new" }, favourite: true }]);
  expect(now.draft?.fields).toEqual({ password: "new" });
  expect(now.apartId).toMatch(/^[0-9a-f-]{36}$/);
  expect(upgradeEdit(now, { random })).toBe(now);
});
