/** The specified flat bodies and the internal shape carry the same data. */
import { KIND_NAMES, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { items } from "./api.ts";
import { fromWire, recordReply, type SealedRecord, toWire } from "./record.ts";
import { fromWriteBody, toWriteBody } from "./record-body.ts";
import { columnsOf, RECORD_COLUMNS } from "./record-columns.ts";
import { vault } from "./vault.ts";

const SEALED = `2.${"A".repeat(60)}`;
const WRITE = { baseSeq: 1, head: `1.${"A".repeat(140)}`, signature: "A".repeat(86) };
const OWNER = { isOwner: true, permission: "write" } as const;
const KINDS_AND_VAULT: readonly RecordKind[] = [...KIND_NAMES, "category"];
const uuid = fc.uuid({ version: 4 });

const recordOf = (kind: RecordKind): fc.Arbitrary<SealedRecord> =>
  fc.record({
    id: uuid,
    kind: fc.constant(kind),
    scopeId: uuid,
    revision: fc.integer({ min: 1, max: 1e6 }),
    saveId: fc.constant("ab".repeat(16)),
    seal: fc.constant(SEALED),
    fields: fc.subarray(wireFields(kind).map(([, wire]) => wire)).map((names) => Object.fromEntries(names.map((name) => [name, SEALED]))),
    categoryId: kind === "category" ? fc.constant(null) : fc.option(uuid),
    favourite: kind === "category" ? fc.constant(false) : fc.boolean(),
    autoLogin: kind === "category" ? fc.constant(false) : fc.boolean(),
    color: fc.constant(kind === "category" ? "#3B82F6" : null),
    icon: fc.constant(kind === "category" ? "folder" : null),
    createdAt: fc.nat(),
    updatedAt: fc.nat(),
    lastUsedAt: fc.option(fc.nat()),
    trashedAt: fc.option(fc.nat()),
  });

it.each(KINDS_AND_VAULT)("of kind %s is read both from strings and from their bytes in a data field (V007)", (kind) => {
  const [record] = fc.sample(recordOf(kind), 1);
  if (record === undefined) throw new Error("no sample");
  const wire = toWire(record, OWNER, record.id);
  const bytes = { data: [...new TextEncoder().encode(SEALED)] };
  const asBytes = { ...wire, ...Object.fromEntries(Object.keys(record.fields).map((name) => [name, bytes])) };
  const reply = recordReply(kind).parse(asBytes);
  expect(fromWire(kind, reply)).toEqual(record);
  expect(recordReply(kind).safeParse({ ...asBytes, [wireFields(kind)[0]?.[1] ?? ""]: { data: [256] } }).success).toBe(false);
});

it.each([`1.${"A".repeat(120)}`, `3.${"A".repeat(1646)}`, null])(
  "accepts the shared key as a reply shows it: %.4s (decision Z-17)",
  (key) => {
    const body = { id: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11", revision: 1, saveId: "ab".repeat(16), seal: SEALED, ...WRITE };
    expect(items.note.update.input.safeParse({ ...body, shared_key: key }).success).toBe(true);
    expect(items.note.update.input.safeParse({ ...body, shared_key: "a readable key" }).success).toBe(false);
  },
);

const endpointsOf = (kind: RecordKind) =>
  kind === "category"
    ? { create: vault.createVault, update: vault.updateVault }
    : { create: items[kind].create, update: items[kind].update };

describe.each(KINDS_AND_VAULT)("a %s", (kind) => {
  it("survives the round trip over the wire unchanged", () => {
    fc.assert(
      fc.property(recordOf(kind), uuid, (record, personalVaultId) => {
        expect(fromWire(kind, toWire(record, OWNER, personalVaultId))).toEqual(record);
      }),
    );
  });

  it("converts to a body that its endpoint accepts, and back without loss", () => {
    fc.assert(
      fc.property(recordOf(kind), (sealed) => {
        const { id, revision, saveId, seal, fields } = sealed;
        const change = { op: "put" as const, kind, id, revision, saveId, seal, fields, ...columnsOf(sealed) };
        const body = { ...toWriteBody(change), ...WRITE };
        expect(fromWriteBody(kind, endpointsOf(kind).create.input.parse(body))).toEqual(change);
      }),
    );
  });

  it("is refused when any field is not sealed", () => {
    const base = { id: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11", revision: 1, saveId: "ab".repeat(16), seal: SEALED, ...WRITE };
    for (const [, wire] of wireFields(kind)) {
      const { success } = endpointsOf(kind).update.input.safeParse({ ...base, [wire]: "correct horse battery staple" });
      expect(success, wire).toBe(false);
    }
  });
});

describe("a write", () => {
  const body = { id: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11", revision: 1, saveId: "ab".repeat(16), seal: SEALED, name: SEALED };

  it("is refused without a head, its signature or the previous seq", () => {
    const { input } = items.note.create;
    expect(input.safeParse({ ...body, ...WRITE }).success).toBe(true);
    for (const name of Object.keys(WRITE)) expect(input.safeParse({ ...body, ...WRITE, [name]: undefined }).success, name).toBe(false);
    expect(input.safeParse({ ...body, ...WRITE, signature: "A".repeat(85) }).success).toBe(false);
  });

  it("contains no search tokens (finding S10)", () => {
    expect(items.password.create.input.safeParse({ ...body, ...WRITE, name: undefined, search_tokens: [] }).success).toBe(false);
  });
});

describe("RECORD_COLUMNS", () => {
  it("has the five columns of the specification (spec 2 §3), each under its own name", () => {
    expect(Object.values(RECORD_COLUMNS).map(({ wire }) => wire)).toEqual(["category_id", "favourite", "auto_login", "color", "icon"]);
  });

  it("accepts both spellings of a favorite and of a vault's color (decision V-17)", () => {
    const base = { id: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11", revision: 1, saveId: "ab".repeat(16), seal: SEALED, ...WRITE };
    expect(fromWriteBody("note", { ...base, favorite: true })).toMatchObject({ favourite: true, categoryId: null, color: null });
    expect(fromWriteBody("note", { ...base, favourite: false, favorite: true })).toMatchObject({ favourite: false });
    const [vaultRecord] = fc.sample(recordOf("category"), 1);
    if (vaultRecord === undefined) throw new Error("no sample");
    expect(toWire({ ...vaultRecord, icon: "star" }, OWNER, "p")).toMatchObject({
      color: "#3B82F6",
      category_color: "#3B82F6",
      icon: "star",
      category_icon: "star",
    });
  });

  it("gives an item no color and a vault no favorite flag, whatever was sent", () => {
    const sent = { id: "x", revision: 1, saveId: "s", seal: SEALED, ...WRITE, color: "#3B82F6", favourite: true };
    expect(fromWriteBody("note", sent)).toMatchObject({ color: null, favourite: true });
    expect(fromWriteBody("category", sent)).toMatchObject({ color: "#3B82F6", favourite: false });
  });
});
