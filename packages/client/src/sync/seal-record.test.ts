/** A sealed record: fields of later versions pass through unharmed, and nothing can be added or removed unnoticed. */
import { fromWire, type SealedRecord, toWire } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { recordCode } from "@coffer/core/items/record-code";
import { context, fromHex, generateId, randomBytes, seal, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { ScopeKeys } from "../keyring.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import { sealWrite } from "../vault/record-writes.ts";
import { pressIn } from "./save-id.ts";
import { openRecord, sealRecord } from "./seal-record.ts";

const LOGIN = { title: "Bank", username: "ann", password: "hunter2!", website_url: "https://bank.example", notes: "" };
const LATER = { x_passkey: "a key of a later version" };
const sealing = { random: randomBytes, now: () => 7, device: "test" };

let keys: ScopeKeys;
beforeEach(async () => {
  keys = await ownScopeKeys();
});

describe("a field of a later version", () => {
  it("is opened under its own name, over the wire too", async () => {
    const record = await sealedRecord(keys, "password", { ...LOGIN, ...LATER });
    const wire = toWire(record, { isOwner: true, permission: "write" }, keys.scopeId);
    expect(wire).toHaveProperty(["later_fields", "x_passkey"]);
    expect(wire).not.toHaveProperty("x_passkey");
    const opened = await openRecord(keys, fromWire("password", wire));
    expect(opened).toMatchObject({ state: "intact", fields: LATER });
  });

  it("survives a save by a form that does not know it", async () => {
    const record = await sealedRecord(keys, "password", { ...LOGIN, ...LATER });
    const content = { kind: "password", fields: { ...LOGIN, title: "Bank 2" }, categoryId: null, favourite: false } as const;
    const { change } = await sealWrite(sealing, { keys }, record.id, content, record);
    const opened = await openRecord(keys, { ...record, ...change });
    expect(opened).toMatchObject({ state: "intact", fields: { title: "Bank 2", ...LATER } });
  });

  it("survives a renamed vault", async () => {
    const record = await sealedRecord(keys, "category", { name: "Home", description: "", ...LATER });
    const content = { kind: "category", fields: { name: "House", description: "" }, categoryId: null, favourite: false } as const;
    const { change } = await sealWrite(sealing, { keys }, record.id, content, record);
    expect(await openRecord(keys, { ...record, ...change })).toMatchObject({ state: "intact", fields: { name: "House", ...LATER } });
  });

  it("makes the record tampered if it is removed, added or swapped", async () => {
    const record = await sealedRecord(keys, "password", { ...LOGIN, ...LATER });
    const { x_passkey = "", ...without } = record.fields;
    const stateOf = async (fields: Readonly<Record<string, string>>) => (await openRecord(keys, { ...record, fields })).state;
    expect(await stateOf(without)).toBe("tampered");
    expect(await stateOf({ ...record.fields, x_more: x_passkey })).toBe("tampered");
    expect(await stateOf({ ...record.fields, x_passkey: record.fields.title ?? "" })).toBe("tampered");
    expect(await stateOf(record.fields)).toBe("intact");
  });
});

describe("an authentic seal that lists no fields", () => {
  it.each(["{no JSON", "null", "{}", '{"fields":"title"}', "7"])("%s makes its own record tampered, and throws nothing", async (text) => {
    const record = await sealedRecord(keys, "password", LOGIN);
    const parts = [uuidToBytes(keys.scopeId), uuidToBytes(record.id), u8(recordCode("password")), utf8(":seal"), u64(record.revision)];
    const bound = context("field", ...parts, fromHex(record.saveId));
    const sealText = await seal({ key: keys.fieldKey, text, purpose: "recordSeal", epoch: keys.epoch, context: bound });
    expect(await openRecord(keys, { ...record, seal: sealText })).toMatchObject({ state: "tampered", fields: { title: "Bank" } });
  });
});

describe("a seal that says more than fits into one that is made again", () => {
  const people = (email: string) => ({ id: generateId(), email });
  const opened = async (more: object) => {
    const identity = { id: generateId(), kind: "password", revision: 1, saveId: "ab".repeat(16), createdAt: 1, updatedAt: 2 } as const;
    const sealed = await sealRecord(keys, { ...identity, fields: LOGIN, device: "test", ...more });
    const columns = { ...BLANK_COLUMNS, scopeId: keys.scopeId, lastUsedAt: null, trashedAt: null };
    return openRecord(keys, { ...identity, ...columns, ...sealed });
  };

  it("names no one by what is no address, and no proof that is none", async () => {
    const made = { print: "ab".repeat(32), nonce: "ab".repeat(16), scope: generateId(), signature: "a".repeat(86) };
    const [author, owner] = [people("bob@example.com"), people(`${"b".repeat(242)}@example.com`)];
    expect(await opened({ author, owner, made })).toMatchObject({ state: "intact", author, owner, made });
    const long = {
      author: people(`${"b".repeat(243)}@example.com`),
      owner: { ...owner, id: `${owner.id}0` },
      made: { ...made, nonce: "ab".repeat(100) },
    };
    expect(await opened(long)).toMatchObject({ state: "intact", author: undefined, owner: undefined, made: undefined });
  });

  it("has the times of the row where its own are none", async () => {
    const strange = { createdAt: "1".repeat(1_000), updatedAt: { at: 2 } };
    expect(await opened(strange)).toMatchObject({ state: "intact", createdAt: 1, updatedAt: 2 });
    expect(await opened({ createdAt: 0.5, updatedAt: 1.5 })).toMatchObject({ createdAt: 0.5, updatedAt: 1.5 });
  });
});

describe("in a shared scope the id of a save covers what was saved", () => {
  const content = (password: string) => ({ kind: "password", fields: { ...LOGIN, password }, categoryId: null, favourite: false }) as const;
  const press = "ab".repeat(16);
  const shared = () => ({ ...keys, rights: { ...keys.rights, kind: "vault" as const } });
  const saved = async (password: string, before?: SealedRecord) => {
    const at = before?.id ?? generateId();
    const { change } = await sealWrite(sealing, { keys: shared() }, at, { ...content(password), saveId: press }, before);
    const { op: _, ...sealed } = change;
    return { ...sealed, scopeId: keys.scopeId, createdAt: 1, updatedAt: 2, lastUsedAt: null, trashedAt: null };
  };

  it("under one press other texts have another id, and opened under its own it is intact", async () => {
    const one = await saved("hunter2!");
    const other = await saved("hunter2!");
    expect([one.saveId.length, pressIn(one.saveId), one.saveId === other.saveId]).toEqual([96, press, false]);
    expect(await openRecord(shared(), one)).toMatchObject({ state: "intact", fields: { password: "hunter2!" } });
  });

  it("what someone else with the key seals under it is tampered, all of it or one field", async () => {
    const { id, saveId, ...before } = await saved("hunter2!");
    const { change } = await sealWrite(sealing, { keys: shared() }, id, { ...content("of Eve"), saveId: press });
    const forged = { ...before, id, seal: change.seal, fields: change.fields };
    expect(await openRecord(shared(), { ...forged, saveId: change.saveId })).toMatchObject({ state: "intact" });
    const failed = { state: "tampered", fields: { title: DECRYPTION_FAILED }, author: undefined };
    expect(await openRecord(shared(), { ...forged, saveId })).toMatchObject({ ...failed, fields: { password: DECRYPTION_FAILED } });
    expect(await openRecord(shared(), { ...forged, saveId }, ["title"])).toMatchObject(failed);
    expect(await openRecord(shared(), { ...forged, saveId: press })).toMatchObject({ state: "intact" });
  });

  it("of a personal scope it is the press alone", async () => {
    const { change } = await sealWrite(sealing, { keys }, generateId(), { ...content("hunter2!"), saveId: press });
    expect(change.saveId).toBe(press);
  });
});

it("says of how many revisions it is the same as, where that can be", async () => {
  const said = async (again: number): Promise<number | undefined> => {
    const next = { id: generateId(), kind: "password", revision: 5, saveId: "01".repeat(16) } as const;
    const content = { fields: LOGIN, createdAt: 1, updatedAt: 1, device: "test", again };
    const record = { ...next, ...BLANK_COLUMNS, ...(await sealRecord(keys, { ...next, ...content })) };
    return (await openRecord(keys, { ...record, scopeId: keys.scopeId, createdAt: 1, updatedAt: 1, lastUsedAt: null, trashedAt: null }))
      .again;
  };
  expect(await Promise.all([4, -1, 0.5, 5, 1_000].map(said))).toEqual([4, undefined, undefined, undefined, undefined]);
});
