/** A kind is a row of KINDS: a sixth row gets its endpoints, its lists and its place in every mixed list. */
import { addSixthKind, PASSPORT, SIXTH } from "@coffer/core/items/testing/sixth-kind";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";

async function openWorld() {
  vi.resetModules();
  addSixthKind(await import("@coffer/core/items/kinds"));
  return {
    ...(await import("./api.ts")),
    ...(await import("./all-endpoints.ts")),
    ...(await import("./record.ts")),
    ...(await import("./resealed.ts")),
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => vi.resetModules());

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";
const SEALED = `2.${"A".repeat(60)}`;
const SEAL = { id: ID, revision: 1, saveId: "ab".repeat(16), seal: SEALED };
const HEAD = { head: `1.${"A".repeat(140)}`, signature: "A".repeat(86) };
const WRITE = { baseSeq: 1, ...HEAD };
const FIELDS = { name: SEALED, encrypted_country: SEALED, encrypted_passport_number: SEALED };
const RECORD = {
  ...SEAL,
  kind: SIXTH,
  scopeId: ID,
  fields: FIELDS,
  categoryId: null,
  favourite: true,
  autoLogin: false,
  color: null,
  icon: null,
  createdAt: 1,
  updatedAt: 2,
  lastUsedAt: null,
  trashedAt: null,
};

describe("a sixth kind", () => {
  it("has the same calls as every kind, under its own path", () => {
    const calls = Object.values(world.items[SIXTH]).map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(["GET /passports", "POST /passports", "PUT /passports/:id", "GET /passports/:id", "DELETE /passports/:id"]);
    expect(world.allEndpoints().map(([name]) => name)).toContain(`items.${SIXTH}.create`);
  });

  it("accepts its own fields, sealed, and no others", () => {
    const { input } = world.items[SIXTH].create;
    const body = { ...SEAL, ...WRITE, ...FIELDS };
    expect(input.safeParse(body).success).toBe(true);
    expect(input.safeParse({ ...body, name: "in plain text" }).success).toBe(false);
    expect(input.safeParse({ ...body, encrypted_cvv: SEALED }).success).toBe(false);
    expect(
      world.Change.safeParse({
        op: "put",
        ...SEAL,
        kind: SIXTH,
        fields: FIELDS,
        categoryId: null,
        favourite: true,
        autoLogin: false,
        color: null,
        icon: null,
      }).success,
    ).toBe(true);
  });

  it("has its list in vaults and in the trash", () => {
    const { listTrash, unassignedItems } = world.api.vault;
    expect(JSON.stringify(z.toJSONSchema(listTrash.reply, { unrepresentable: "any" }))).toContain(`"${PASSPORT.list}":`);
    expect(JSON.stringify(z.toJSONSchema(unassignedItems.reply, { unrepresentable: "any" }))).toContain(`"${PASSPORT.vaultList}":`);
  });

  it("is part of the all-items reply and of a reset", () => {
    const wire = world.toWire(RECORD, { isOwner: true, permission: "write" }, ID);
    expect(world.fromWire(SIXTH, wire)).toEqual(RECORD);
    const { pull } = world.api.vault;
    const none = Object.fromEntries(["passwords", "notes", "cards", "banks", "personals", "categories"].map((list) => [list, []]));
    const alone = { scopes: [], trust: null, members: null };
    const scope = { id: ID, kind: "personal", seq: 1, generation: 1, epoch: 1 };
    const rest = {
      scope,
      heads: [{ seq: 1, generation: 1, ...HEAD }],
      tombstones: [],
      epochs: { cred: 1, recovery: 1 },
      used: [],
      ...alone,
    };
    const reply = pull.reply.parse({ success: true, data: { ...none, [PASSPORT.list]: [wire] }, ...rest });
    expect(reply.data[PASSPORT.list]?.[0]).toMatchObject(FIELDS);
    expect(world.anyRecordReply.parse(wire)).toMatchObject({ itemType: SIXTH, ...FIELDS });
    expect(world.resealedBody.safeParse({ kind: SIXTH, vault_id: ID, ...SEAL, ...FIELDS }).success).toBe(true);
  });
});
