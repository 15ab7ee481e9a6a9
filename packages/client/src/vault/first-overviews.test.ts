/** What lists begin with: the first of each kind by name, opened with one text, and worthless to anyone else. */
import { generateId, generateKey } from "@coffer/crypto";
import { expect, it } from "vitest";
import { openKeyring } from "../keyring.ts";
import { firstOverviews, openFirst, SHORT } from "./first-overviews.ts";
import type { KnownOverview, OverviewRow } from "./overview.ts";
import { sealFirst, sealOverviews } from "./seal-overviews.ts";

const SCOPE = generateId();
const HEAD = "1.7.ab";
const [WORK, EMPTY] = [generateId(), generateId()];
const row = { revision: 1, lastUsedAt: null, categoryId: null, favourite: false, color: null, icon: null, holds: "1" };
const overview = (title: string, of: Partial<OverviewRow>, id = generateId()): KnownOverview => ({
  id,
  saveId: "ab".repeat(16),
  fields: { title },
  state: "intact",
  createdAt: 1,
  updatedAt: 2,
  row: { ...row, kind: "password", ...of },
});
const named = (count: number, kind: OverviewRow["kind"], categoryId: string | null = null) =>
  Array.from({ length: count }, (_, at) => overview(`${kind} ${at}`, { kind, categoryId }));
const MANY = [
  overview("Work", { kind: "category" }, WORK),
  overview("Empty", { kind: "category" }, EMPTY),
  ...named(200, "password", WORK),
  ...named(3, "note"),
];
const titles = (all: readonly KnownOverview[]) => all.map(({ fields }) => fields.title);
const keysOf = (accountId: string) => openKeyring({ accountId, personalScopeId: SCOPE, keyEpoch: 1 }, generateKey(), generateKey());

it("has the first of each kind in their order, and only the vaults these are in", () => {
  const first = titles(firstOverviews(MANY));
  expect(first.filter((title) => title?.startsWith("password"))).toEqual(Array.from({ length: 60 }, (_, at) => `password ${at}`));
  expect(first.filter((title) => title?.startsWith("note"))).toEqual(["note 0", "note 1", "note 2"]);
  expect(first).toContain("Work");
  expect(first).not.toContain("Empty");
});

it("opens as it was sealed, with the same keys alone, and in no other place", async () => {
  const keyring = await keysOf(generateId());
  const sealed = await sealFirst(keyring, SCOPE, HEAD, MANY);
  expect(await openFirst(keyring, SCOPE, sealed)).toEqual({ head: HEAD, overviews: firstOverviews(MANY) });
  const nothing = { head: null, overviews: [] };
  expect(await openFirst(await keysOf(keyring.accountId), SCOPE, sealed)).toEqual(nothing);
  expect(await openFirst(keyring, generateId(), sealed)).toEqual(nothing);
  expect(await openFirst(keyring, SCOPE, await sealOverviews(keyring, SCOPE, HEAD, MANY))).toEqual(nothing);
  expect(await openFirst(keyring, SCOPE, [])).toEqual(nothing);
});

it("is not made where all are opened as fast", async () => {
  const keyring = await keysOf(generateId());
  expect(await sealFirst(keyring, SCOPE, HEAD, MANY.slice(0, SHORT - 1))).toEqual([]);
});
