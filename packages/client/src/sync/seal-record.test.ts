/** A sealed record: fields of later versions pass through unharmed, and nothing can be added or removed unnoticed. */
import { fromWire, toWire } from "@coffer/contract/record";
import { recordCode } from "@coffer/core/items/record-code";
import { context, fromHex, randomBytes, seal, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { ScopeKeys } from "../keyring.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import { sealWrite } from "../vault/record-writes.ts";
import { openRecord } from "./seal-record.ts";

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
