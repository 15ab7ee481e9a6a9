/** The copy of an overview in a record's seal: it saves opening the fields, and never says anything that they do not. */

import type { SealedRecord } from "@coffer/contract/record";
import { wireFields } from "@coffer/core/items/kinds";
import { recordCode } from "@coffer/core/items/record-code";
import { context, fromHex, open, seal, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ScopeKeys } from "../keyring.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import { openRecord } from "./seal-record.ts";

const LOGIN = { title: "Bank", username: "ann", password: "hunter2!", website_url: "https://bank.example", notes: "" };
const SHOWN = ["title", "username", "website_url", "favicon_url", "password_strength", "tags"];

let keys: ScopeKeys;
beforeEach(async () => {
  keys = await ownScopeKeys();
});

/** How many texts the platform opened during the work. */
async function opening<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const decrypt = vi.spyOn(crypto.subtle, "decrypt");
  try {
    const result = await work();
    return [result, decrypt.mock.calls.length];
  } finally {
    decrypt.mockRestore();
  }
}

const WIRES = new Map(wireFields("password"));

const sealOf = ({ id, revision, saveId }: SealedRecord) => ({
  key: keys.fieldKey,
  purpose: "recordSeal" as const,
  epoch: keys.epoch,
  context: context(
    "field",
    uuidToBytes(keys.scopeId),
    uuidToBytes(id),
    u8(recordCode("password")),
    utf8(":seal"),
    u64(revision),
    fromHex(saveId),
  ),
});

/** The record with another seal, made by someone who holds the key. */
async function resealed(record: SealedRecord, change: (content: Record<string, unknown>) => object): Promise<SealedRecord> {
  const content = JSON.parse(await open({ ...sealOf(record), sealed: record.seal })) as Record<string, unknown>;
  return { ...record, seal: await seal({ ...sealOf(record), text: JSON.stringify(change(content)) }) };
}

describe("what a list shows of a record", () => {
  it("is read from its seal alone", async () => {
    const record = await sealedRecord(keys, "password", { ...LOGIN, tags: "home" });
    const [opened, texts] = await opening(() => openRecord(keys, record, SHOWN));
    expect(opened).toMatchObject({
      state: "intact",
      fields: { title: "Bank", username: "ann", website_url: "https://bank.example", tags: "home" },
    });
    expect(opened.fields).not.toHaveProperty("password");
    expect(texts).toBe(1);
  });

  it("equals the fields, including half a surrogate pair and a byte order mark", async () => {
    const record = await sealedRecord(keys, "password", { ...LOGIN, title: "\uFEFFHalf \uD83D", username: "__proto__" });
    const { fields } = await openRecord(keys, record);
    expect(await openRecord(keys, record, SHOWN)).toMatchObject({
      state: "intact",
      fields: { title: fields.title, username: "__proto__" },
    });
    expect(fields.title).toBe("\uFEFFHalf \uFFFD");
  });

  it("is not stored twice when it is long", async () => {
    const [short, long] = [
      await sealedRecord(keys, "password", { ...LOGIN, title: "B".repeat(400) }),
      await sealedRecord(keys, "password", { ...LOGIN, title: "B".repeat(4_000) }),
    ];
    expect(long.seal.length).toBeLessThan(short.seal.length);
    expect(await openRecord(keys, long, SHOWN)).toMatchObject({ state: "intact", fields: { title: "B".repeat(4_000), username: "ann" } });
  });

  it("is not stored where it would be much longer than what it is of: a vault would weigh more under its next key than it may", async () => {
    const title = "\u0001".repeat(400);
    const record = await sealedRecord(keys, "password", { ...LOGIN, title });
    expect(record.seal.length).toBeLessThan(1_000);
    expect(await openRecord(keys, record, SHOWN)).toMatchObject({ state: "intact", fields: { title, username: "ann" } });
  });

  it.each(SHOWN.slice(0, 3))("shows that the server changed the field %s, however valid the seal is", async (name) => {
    const record = await sealedRecord(keys, "password", LOGIN);
    const wire = WIRES.get(name) ?? "";
    const text = record.fields[wire] ?? "";
    const middle = text[60] === "A" ? "B" : "A";
    const changed = { ...record, fields: { ...record.fields, [wire]: text.slice(0, 60) + middle + text.slice(61) } };
    expect(await openRecord(keys, changed, SHOWN)).toMatchObject({ state: "tampered", fields: { [name]: "(Decryption failed)" } });
  });

  it("shows that two fields were swapped, one was removed or one was added", async () => {
    const record = await sealedRecord(keys, "password", LOGIN);
    const [title = "", username = ""] = ["title", "username"].map((name) => WIRES.get(name));
    const { [title]: bank = "", [username]: ann = "", ...others } = record.fields;
    for (const fields of [
      { ...others, [title]: ann, [username]: bank },
      { ...others, [title]: bank },
      { ...record.fields, [WIRES.get("tags") ?? ""]: bank },
    ])
      expect((await openRecord(keys, { ...record, fields }, SHOWN)).state).toBe("tampered");
  });
});

describe("a seal made by someone else", () => {
  it("of a version without overviews: the fields are opened", async () => {
    const record = await resealed(await sealedRecord(keys, "password", LOGIN), ({ overview: _, ...content }) => content);
    const [opened, texts] = await opening(() => openRecord(keys, record, SHOWN));
    expect(opened).toMatchObject({ state: "intact", fields: { title: "Bank" } });
    expect(texts).toBe(4);
  });

  it.each([
    null,
    7,
    "x",
    {},
    { values: 7 },
    { values: [7] },
    { values: [[0]] },
    { values: [[99, "x"]] },
    { values: [[0, 7]] },
    { values: [[0, "Bank"]] },
  ])("with the overview %j: the fields are opened", async (overview) => {
    const record = await resealed(await sealedRecord(keys, "password", LOGIN), (content) => ({ ...content, overview }));
    expect(await openRecord(keys, record, SHOWN)).toMatchObject({ state: "intact", fields: { title: "Bank", username: "ann" } });
    expect((await openRecord(keys, record)).fields).toMatchObject(Object.fromEntries(Object.entries(LOGIN).filter(([, value]) => value)));
  });

  it("with a title that differs from the field makes the item tampered when it is opened", async () => {
    const record = await resealed(await sealedRecord(keys, "password", LOGIN), (content) => {
      const { sum, values } = content.overview as { sum: string; values: [number, string][] };
      return { ...content, overview: { sum, values: values.map(([at, value]) => [at, value === "Bank" ? "Bonk" : value]) } };
    });
    expect(await openRecord(keys, record)).toMatchObject({ state: "tampered", fields: { title: "Bank" } });
  });
});
