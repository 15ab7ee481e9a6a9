/** Items whose ids are bound to no one: the owner's statement names their makers, and no one else claims them. */

import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import type { Named } from "@coffer/core/items/item";
import { generateId, generateIdentity, generateKey, openSigner, type Signer } from "@coffer/crypto";
import { beforeAll, expect, it } from "vitest";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { withProvenMakers } from "./changed-makers.ts";
import { makerOf, mayHaveMaker } from "./makers.ts";
import { nextOwn, readOwn } from "./own-statement.ts";
import { RecordTable } from "./record-table.ts";
import { sealRecord } from "./seal-record.ts";

const [scopeId, key] = [generateId(), generateKey()];
const [ann, bob, eve, carol] = ["ann", "bob", "eve", "carol"].map((name): Named => ({ id: generateId(), email: `${name}@example.com` }));
let signer: Signer;
beforeAll(async () => {
  signer = await openSigner((await generateIdentity()).secret);
});

const keysOf = (self: Named | undefined): Promise<ScopeKeys> => {
  const rights = { kind: "vault", isOwner: self === ann, permission: "write", sharedBy: null, self: self ?? null } as const;
  return scopeKeys({ key: key.slice() as typeof key, scopeId, epoch: 1, signer: { ...signer, verify: async () => true }, rights });
};

/** Of before, or moved in. @param row - whom the server names */
async function itemOf(owner: Named | undefined, row = owner): Promise<KnownRecord> {
  const next = { id: generateId(), kind: "password", revision: 1, saveId: "01".repeat(16) } as const;
  const content = { fields: { title: "Lent" }, createdAt: 1, updatedAt: 1, device: "test", owner };
  const sealed = await sealRecord(await keysOf(ann), { ...next, ...content });
  return {
    ...next,
    ...sealed,
    ...BLANK_COLUMNS,
    scopeId,
    createdAt: 1,
    updatedAt: 1,
    lastUsedAt: null,
    trashedAt: null,
    learned: 1,
    makerId: row?.id ?? null,
  };
}

const statementOn = async (...records: KnownRecord[]): Promise<string> =>
  (await nextOwn(await keysOf(ann), { before: null, generation: 1, records })) ?? "";

/** Whom that person's device shows as the maker. */
async function seenBy(
  self: Named | undefined,
  record: KnownRecord,
  statement: string | null,
  sealed: Named | undefined,
): Promise<Named | undefined> {
  const changed = await withProvenMakers(await keysOf(self), new RecordTable(), new Map([[record.id, record]]), statement, true);
  const known = changed.get(record.id);
  return known && mayHaveMaker(known) ? makerOf(known, sealed) : undefined;
}

it("the owner's statement names the maker of what was moved in, where row and seal agree", async () => {
  const [his, claimed, own] = [await itemOf(bob), await itemOf(bob, eve), await itemOf(undefined)];
  expect(readOwn(await statementOn(his, claimed, own))?.makers).toEqual(new Map([[his.id, bob?.id]]));
});

it("the maker is believed by a device that sees it first when the owner names them, and by others of before", async () => {
  const his = await itemOf(bob);
  const [named, unnamed] = [await statementOn(his), await statementOn()];
  expect(await seenBy(carol, his, named, bob)).toBe(bob);
  expect(await seenBy(carol, his, null, bob), "a vault of before").toBe(bob);
  expect(await seenBy(carol, his, unnamed, bob), "a writer and the server alone").toBeUndefined();
  for (const self of [ann, bob]) expect(await seenBy(self, his, unnamed, bob)).toBe(bob);
});

it("an owner alone gives no one an item that they have not made, and others see whom the owner names", async () => {
  const his = await itemOf(bob);
  const [shown, named] = [{ ...his, makerId: null }, await statementOn(his)];
  expect([await seenBy(bob, shown, named, bob), await seenBy(carol, shown, named, bob)]).toEqual([undefined, bob]);
});

it("a save that names another maker than the owner is refused, whatever the row says", async () => {
  const his = await itemOf(bob);
  const hers = { ...(await itemOf(eve)), id: his.id };
  const claim = {
    ...hers,
    ...(await sealRecord(await keysOf(ann), { ...hers, kind: "password", fields: {}, device: "test", owner: eve })),
  };
  for (const self of [ann, bob, carol])
    await expect(seenBy(self, claim, await statementOn(his), eve)).rejects.toMatchObject({ code: "overstepped" });
});

it("a new statement names makers of items that have not changed", async () => {
  const his = await itemOf(bob);
  const known = { ...his, provenMaker: null };
  const changed = await withProvenMakers(await keysOf(carol), new RecordTable([known]), new Map(), await statementOn(his), true);
  expect(changed.get(his.id)).toMatchObject({ provenMaker: bob?.id });
  expect(await withProvenMakers(await keysOf(carol), new RecordTable([known]), new Map(), await statementOn(his), false)).toEqual(
    new Map(),
  );
});
