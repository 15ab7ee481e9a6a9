/** What lists show: items in vaults that still exist, and no overview that belongs to another save. */
import type { SealedRecord } from "@coffer/contract/record";
import type { FieldValues } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { randomBytes, toHex } from "@coffer/crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ScopeKeys } from "../keyring.ts";
import { openedAs, openRecord } from "../sync/seal-record.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import { ContentsCache } from "./contents.ts";
import { overviewOf, rowOf } from "./overview.ts";

let keys: ScopeKeys;
let cache: ContentsCache;
beforeEach(async () => {
  keys = await ownScopeKeys();
  cache = new ContentsCache();
});

const NOTHING_KNOWN = new Map();
const byId = <T extends { readonly id: string }>(...all: T[]) => new Map(all.map((one) => [one.id, one]));

const sealed = (kind: RecordKind, fields: FieldValues, categoryId: string | null = null): Promise<SealedRecord> =>
  sealedRecord(keys, kind, fields, { categoryId });

const aLogin = { title: "Bank", username: "ann", password: "hunter2!", website_url: "https://bank.example", notes: "" };

describe("an item whose vault is gone", () => {
  it("is shown as unassigned, and in the vault again once that is back", async () => {
    const home = await sealed("category", { name: "Home", description: "" });
    const item = await sealed("password", aLogin, home.id);
    await cache.refresh([{ keys, records: byId(home, item) }], NOTHING_KNOWN);
    expect(cache.contents().items[0]?.categoryId).toBe(home.id);
    await cache.refresh([{ keys, records: byId(item) }], NOTHING_KNOWN);
    expect(cache.contents()).toMatchObject({ items: [{ id: item.id, categoryId: null }], vaults: [] });
    await cache.refresh([{ keys, records: byId(home, item) }], NOTHING_KNOWN);
    expect(cache.contents().items[0]?.categoryId).toBe(home.id);
  });

  it("is shown as unassigned when its vault id is that of an item", async () => {
    const other = await sealed("note", { name: "Not a vault", notes: "" });
    const item = await sealed("password", aLogin, other.id);
    await cache.refresh([{ keys, records: byId(other, item) }], NOTHING_KNOWN);
    expect(cache.contents().items.map(({ categoryId }) => categoryId)).toEqual([null, null]);
  });
});

describe("a known overview", () => {
  const known = (record: SealedRecord, title: string) =>
    overviewOf({ ...record, ...openedAs({ ...record, fields: { title }, device: "" }) });

  it("is shown without opening the record", async () => {
    const item = await sealed("password", aLogin);
    expect(await cache.refresh([{ keys, records: byId(item) }], byId(known(item, "As known")))).toMatchObject({ openedCount: 0 });
    expect(cache.contents().items[0]?.fields.title).toBe("As known");
  });

  it("is ignored if it is of another save: the record is opened", async () => {
    const item = await sealed("password", aLogin);
    const older = { ...known(item, "Of an older save"), saveId: toHex(randomBytes(16)) };
    expect(await cache.refresh([{ keys, records: byId(item) }], byId(older))).toMatchObject({ openedCount: 1 });
    expect(cache.contents().items[0]?.fields.title).toBe("Bank");
  });

  it("made from a whole record equals the result of opening it for lists, without any secret", async () => {
    const item = await sealed("password", aLogin);
    await cache.refresh([{ keys, records: byId(item) }], NOTHING_KNOWN);
    const made = overviewOf({ ...item, ...(await openRecord(keys, item)) });
    expect([...cache.overviews(keys.scopeId)]).toEqual([{ ...made, row: rowOf(item) }]);
    expect(JSON.stringify(made)).not.toContain(aLogin.password);
  });
});

describe("a record that is opened early", () => {
  const counted = async <T>(work: () => Promise<T>) => {
    const decrypt = vi.spyOn(crypto.subtle, "decrypt");
    try {
      return { result: await work(), opened: decrypt.mock.calls.length };
    } finally {
      decrypt.mockRestore();
    }
  };

  it("is opened once, and shown to no one before it is needed", async () => {
    const item = await sealed("password", aLogin);
    expect((await counted(async () => cache.openEarly(keys, item))).opened).toBe(1);
    expect(cache.contents()).toEqual({ items: [], vaults: [] });
    // As it is after the pull that brought it.
    const known = { ...item, learned: 7 };
    expect((await counted(() => cache.refresh([{ keys, records: byId(known) }], NOTHING_KNOWN))).opened).toBe(0);
    expect(cache.contents().items[0]).toMatchObject({ state: "intact", fields: { title: "Bank" } });
  });

  it("is not used for another save or scope, or in the trash", async () => {
    const item = await sealed("password", aLogin);
    cache.openEarly(keys, item);
    const other = { ...(await sealed("password", { ...aLogin, title: "Another" })), id: item.id };
    await cache.refresh([{ keys, records: byId(other) }], NOTHING_KNOWN);
    expect(cache.contents().items[0]?.state).toBe("tampered");
    const elsewhere = await ownScopeKeys();
    await cache.refresh([{ keys: elsewhere, records: byId(item) }], NOTHING_KNOWN);
    expect(cache.contents().items[0]?.state).toBe("tampered");
    expect((await counted(async () => cache.openEarly(keys, { ...item, trashedAt: 1 }))).opened).toBe(0);
  });

  it("that was changed on the way is still recognised as tampered", async () => {
    const [one, two] = [await sealed("password", aLogin), await sealed("password", { ...aLogin, title: "Two" })];
    const swapped = { ...one, fields: { ...one.fields, title: two.fields.title ?? "" } };
    cache.openEarly(keys, swapped);
    await cache.refresh([{ keys, records: byId(swapped) }], NOTHING_KNOWN);
    expect(cache.contents().items[0]).toMatchObject({ state: "tampered", fields: { title: "(Decryption failed)" } });
  });
});
