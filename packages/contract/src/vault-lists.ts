/** Vault endpoints apart from the records themselves: lists by flag, by vault and by host, the trash, and bulk changes. */

import { MAX_ITEMS } from "@coffer/core/constants";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { recordReply, type WireRecord, write } from "./record.ts";
import { Hex32, Id, Nothing } from "./schemas.ts";
import { COMMIT_MAX_BYTES, itemLists, WRITE_REFUSALS, WriteResult } from "./vault.ts";

/** The kind that the calls below `/vault/entries` are about. */
export const ENTRY_KIND: KindName = "password";

type Lists = Record<string, readonly WireRecord[]>;
/** One list per kind, named as in a vault with contents (specification 2 §3). */
const vaultLists: Record<string, z.ZodType> = Object.fromEntries(
  KIND_NAMES.map((kind) => [kindOf(kind).vaultList, z.array(recordReply(kind))]),
);
const entries = z.array(recordReply(ENTRY_KIND));
const vaultWithItems = recordReply("category", vaultLists);

/** How many items of each kind a vault contains, under the names of its lists. */
const counts = { count: z.int(), ...Object.fromEntries(KIND_NAMES.map((kind) => [kindOf(kind).vaultList, z.int()])) };
export type Counts = Readonly<Record<string, number>> & { readonly count: number };

export const lists = {
  favouriteEntries: endpoint({
    method: "GET",
    path: "/vault/entries/favorites",
    access: "signed-in",
    summary: "Every password the caller marked as favorite.",
    input: () => Nothing,
    reply: () => entries,
    refuses: [],
  }),
  favourites: endpoint({
    method: "GET",
    path: "/vault/favourites-items-data",
    access: "signed-in",
    summary: "Every favorite, by kind, as in all items.",
    input: () => Nothing,
    reply: () => z.object({ success: z.literal(true), data: z.object(itemLists) as z.ZodType<Lists> }),
    refuses: [],
  }),
  searchEntries: endpoint({
    method: "GET",
    path: "/vault/entries/search",
    access: "signed-in",
    summary: "Always empty for 32 bytes in hex, and refused for readable text: the server has nothing it could search (decision Z-05).",
    failure: "Failed to search entries",
    input: () => z.strictObject({ q: Hex32 }),
    reply: () => entries,
    refuses: [],
  }),
  vaultsWithItems: endpoint({
    method: "GET",
    path: "/categories/entries",
    access: "signed-in",
    summary: "Every vault with its items.",
    failure: "API request failed",
    input: () => Nothing,
    reply: () => z.array(vaultWithItems),
    refuses: [],
  }),
  countItems: endpoint({
    method: "GET",
    path: "/categories/get-count",
    access: "signed-in",
    summary: "How many items are in each vault, and in none.",
    failure: "API request failed",
    input: () => Nothing,
    reply: () =>
      z.object({
        success: z.literal(true),
        data: z.array(z.object({ category_id: Id, ...counts })),
        uncategorized: z.object(counts),
      }),
    refuses: [],
  }),
  unassignedItems: endpoint({
    method: "GET",
    path: "/categories/uncategorized/get-items",
    access: "signed-in",
    summary: "Items that are in no vault.",
    failure: "Failed to load category items",
    input: () => Nothing,
    reply: () => z.object(vaultLists) as z.ZodType<Lists>,
    refuses: [],
  }),
  entriesOfVault: endpoint({
    method: "GET",
    path: "/categories/:id/entries",
    access: "signed-in",
    summary: "The passwords of one vault.",
    failure: "API request failed",
    input: () => z.strictObject({ id: Id }),
    reply: () => entries,
    refuses: ["not_found"],
  }),
  itemsOfVault: endpoint({
    method: "GET",
    path: "/categories/:id/get-items",
    access: "signed-in",
    summary: "One vault with its items.",
    failure: "Failed to load category items",
    input: () => z.strictObject({ id: Id }),
    reply: () => vaultWithItems,
    refuses: ["not_found"],
  }),
};

const ids = z.array(Id).min(1).max(MAX_ITEMS, "is too long");

export const trash = {
  listTrash: endpoint({
    method: "GET",
    path: "/vault/trash",
    access: "signed-in",
    summary: "Items the caller deleted, until they are purged. Writing one again under its next revision restores it.",
    input: () => Nothing,
    reply: () => z.object({ success: z.literal(true), data: z.object(itemLists) as z.ZodType<Lists> }),
    refuses: [],
  }),
  purge: endpoint({
    method: "DELETE",
    path: "/vault/trash/:id",
    access: "signed-in",
    fresh: true,
    summary: "Deletes an item from the trash permanently. This cannot be undone.",
    input: () => z.strictObject({ id: Id, ...write }),
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  purgeMany: endpoint({
    method: "POST",
    path: "/vault/trash/purge",
    access: "signed-in",
    fresh: true,
    summary: "The same for many items, all or none.",
    input: () => z.strictObject({ ids, ...write }),
    maxBytes: COMMIT_MAX_BYTES,
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
};

export const bulk = {
  placeMany: endpoint({
    method: "POST",
    path: "/vault/place",
    access: "signed-in",
    summary: "Puts many items of one scope into a vault, or with null into none; all or none.",
    input: () => z.strictObject({ ids, categoryId: Id.nullable(), ...write }),
    maxBytes: COMMIT_MAX_BYTES,
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  setFavourites: endpoint({
    method: "POST",
    path: "/vault/favourites",
    access: "signed-in",
    summary: "Sets or clears the favorite flag of many items of one scope; all or none.",
    input: () => z.strictObject({ ids, favourite: z.boolean(), ...write }),
    maxBytes: COMMIT_MAX_BYTES,
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
};
