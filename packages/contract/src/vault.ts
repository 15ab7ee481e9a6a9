/** Endpoints of the vault room: records and heads. */

import { DELETED_KEPT_DAYS, MAX_ITEMS, REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Change, PutChange, recordReply, type WireRecord, write } from "./record.ts";
import { categoryBody, itemBody, removeBody, trashing, type WriteBody } from "./record-body.ts";
import { Id, Nothing, QueryFlag, QueryNumber, Seq, Signature, Time, TrustText, Wrapped } from "./schemas.ts";
import { Members } from "./scope-members.ts";

export const WRITE_REFUSALS = [
  "stale_head",
  "bad_signature",
  "fresh_proof_needed",
  "stale_revision",
  "id_taken",
  "not_found",
  "too_many_items",
  "forbidden",
] as const;
/** Of one account: as many as may be in use, and as many in the trash beside them. */
export const MAX_RECORDS = 2 * MAX_ITEMS;
/** Clients divide what is more (client/vault/commit-parts.ts). */
export const COMMIT_MAX_BYTES = 8 * REQUEST_MAX_BYTES;
/** A history that begins anew comes whole: ten thousand records of several kilobytes sealed. */
const REPAIR_MAX_BYTES = 64 * REQUEST_MAX_BYTES;
const READ_REFUSALS = ["not_found"] as const;
/** What a write answers beside the record: the scope's new seq. */
const wrote = { success: z.literal(true), seq: Seq };
export const WriteResult = z.object({ ...wrote, message: z.string().optional() });

const recordEndpoints = (kind: RecordKind, path: string, body: WriteBody) => ({
  create: endpoint({
    method: "POST",
    path,
    access: "signed-in",
    summary: `Creates one ${kind}.`,
    input: body,
    reply: recordReply(kind),
    refuses: WRITE_REFUSALS,
  }),
  update: endpoint({
    method: "PUT",
    path: `${path}/:id`,
    access: "signed-in",
    summary: `Replaces one ${kind}.`,
    input: body,
    reply: recordReply(kind),
    refuses: WRITE_REFUSALS,
  }),
});

const itemEndpoints = (kind: KindName) => {
  const { path, words } = kindOf(kind);
  return {
    list: endpoint({
      method: "GET",
      path,
      access: "signed-in",
      summary: `Every ${kind} the caller may read.`,
      failure: words.fetchFailed,
      input: Nothing,
      reply: z.array(recordReply(kind)),
      refuses: [],
    }),
    ...recordEndpoints(kind, path, itemBody(kind)),
    get: endpoint({
      method: "GET",
      path: `${path}/:id`,
      access: "signed-in",
      summary: `One ${kind}.`,
      failure: "Failed to fetch entry",
      input: z.strictObject({ id: Id, isShared: QueryFlag.optional() }),
      reply: recordReply(kind),
      refuses: READ_REFUSALS,
    }),
    remove: endpoint({
      method: "DELETE",
      path: `${path}/:id`,
      access: "signed-in",
      summary: `Deletes one ${kind}; its ciphertext is kept ${DELETED_KEPT_DAYS} days.`,
      input: removeBody,
      query: ["isShared"],
      reply: WriteResult,
      refuses: WRITE_REFUSALS,
    }),
  };
};

export type ItemEndpoints = ReturnType<typeof itemEndpoints>;
/** The specified calls of each kind. */
export const items = Object.fromEntries(KIND_NAMES.map((kind) => [kind, itemEndpoints(kind)])) as Record<KindName, ItemEndpoints>;

type RecordList = z.ZodArray<z.ZodType<WireRecord>>;
const itemListOf = (kind: KindName) => [kindOf(kind).list, z.array(recordReply(kind))] as const;
/** The lists of the all-items reply. */
export const itemLists: Record<string, RecordList> = Object.fromEntries(KIND_NAMES.map(itemListOf));
const pullLists: typeof itemLists = { ...itemLists, categories: z.array(recordReply("category")) };

/** How often a scope's history was begun anew; 0 as long as nobody has signed a head of it. */
const Generation = z.int().min(0).max(0xffff_ffff);
/** One head as stored: where it stands, its wrapped text and its writer's signature, which heads of the first version do not have. */
export const HeadText = z.strictObject({ seq: Seq, generation: Generation, head: Wrapped, signature: Signature.nullable() });
export type HeadText = z.infer<typeof HeadText>;
/** A scope as a reader meets it: how far it is, and under which epoch its key is. */
export const ScopeState = z.strictObject({
  id: Id,
  kind: z.enum(["personal", "vault", "item"]),
  seq: Seq,
  generation: Generation,
  epoch: z.int().min(1),
});
export type ScopeState = z.infer<typeof ScopeState>;

/** Another scope that the reader may read; `stamp` grows with every change of who may. */
const SharedScope = ScopeState.extend({
  stamp: z.int().min(0),
  /** Of an own one: whether access was taken back or lessened since its key was drawn, how many have it, lapsed ones too, and whether others have its item's vault than have the item along with it. */
  own: z.strictObject({ isKeyOld: z.boolean(), holders: z.int().min(0), isAlongOld: z.boolean() }).nullable(),
});
export type SharedScope = z.infer<typeof SharedScope>;

export const vault = {
  pull: endpoint({
    method: "GET",
    path: "/vault/all-items-data",
    access: "signed-in",
    summary:
      "One snapshot of a scope: records changed since `since`, those in the trash among them, ids of purged ones, and the heads in between. Without `since`, everything.",
    declined: "Failed to fetch items",
    input: z.strictObject({
      scope: Id.optional(),
      since: QueryNumber.optional(),
      /** Tells also of records used after this time. */
      usedSince: QueryNumber.optional(),
      /** Heads after this seq; as `since` when absent, and only the newest when both are. */
      heads: QueryNumber.optional(),
    }),
    reply: z.strictObject({
      success: z.literal(true),
      // Lists of kinds that only a later version knows stay in the answer, so that a client can tell that they are there.
      data: z.object(pullLists).catchall(z.unknown()) as unknown as z.ZodType<Record<string, readonly WireRecord[]>>,
      scope: ScopeState,
      heads: z.array(HeadText),
      /** Purged since. */
      tombstones: z.array(Id),
      /** Of the account's credentials and recovery copy, for its personal scope; null for others. The head says them too. */
      epochs: z.strictObject({ cred: z.int().min(1), recovery: z.int().min(1) }).nullable(),
      /** Last uses after `usedSince`; no head vouches for them. */
      used: z.array(z.object({ id: Id, at: Time })),
      /** With the personal scope: the shared ones that the caller may read, own ones among them; and what the account knows of others. */
      scopes: z.array(SharedScope),
      trust: TrustText.nullable(),
      /** With a shared scope; null for the personal one. */
      members: Members.nullable(),
    }),
    lists: { in: "data", row: (list) => pullLists[list]?.element },
    refuses: READ_REFUSALS,
  }),
  commit: endpoint({
    method: "POST",
    path: "/vault/commit",
    access: "signed-in",
    summary: "Several changes of one scope in one transaction; none, when only the head says something new.",
    input: z.strictObject({ scope: Id, ...write, changes: z.array(Change).max(MAX_ITEMS), trust: TrustText.optional() }),
    maxBytes: COMMIT_MAX_BYTES,
    reply: WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  repair: endpoint({
    method: "POST",
    path: "/vault/repair",
    access: "signed-in",
    summary:
      "Begins the history of a scope anew on top of what the server has: the head of the next generation, and whatever it changes. For a device that has seen more than a restored server.",
    input: z.strictObject({
      scope: Id,
      ...write,
      /** Of the new head: each higher than any that the device or the server has seen. */
      seq: Seq,
      generation: Generation,
      /** As the device has them: any revision, also in the trash. */
      records: z.array(PutChange.extend({ trashedAt: Time.nullable() })).max(MAX_RECORDS),
      purged: z.array(Id).max(MAX_RECORDS),
    }),
    maxBytes: REPAIR_MAX_BYTES,
    reply: WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  createVault: recordEndpoints("category", "/categories", categoryBody).create,
  updateVault: recordEndpoints("category", "/categories", categoryBody).update,
  listVaults: endpoint({
    method: "GET",
    path: "/categories",
    access: "signed-in",
    summary: "Every vault the caller may read.",
    failure: "Failed to fetch vaults",
    input: Nothing,
    reply: z.array(recordReply("category")),
    refuses: [],
  }),
  removeVault: endpoint({
    method: "DELETE",
    path: "/categories/:id",
    access: "signed-in",
    summary: "Deletes a vault. `deleteItems=true` deletes what it holds (the head must say so), false moves it to unassigned.",
    failure: "Failed to delete vault",
    input: z.strictObject({ id: Id, ...write, ...trashing, deleteItems: QueryFlag.optional() }),
    query: ["deleteItems"],
    reply: WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  toggleFavourite: endpoint({
    method: "POST",
    path: "/vault/entries/:id/favourite",
    access: "signed-in",
    summary: "Turns the favourite mark of an item of any kind.",
    input: z.strictObject({ id: Id, ...write }),
    reply: z.object({ ...wrote, favourite: z.boolean() }),
    refuses: WRITE_REFUSALS,
  }),
  place: endpoint({
    method: "POST",
    path: "/vault/entry/:id/category",
    access: "signed-in",
    summary: "Puts an item of any kind into a vault.",
    input: z.strictObject({ id: Id, categoryId: Id, ...write }),
    reply: WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  unplace: endpoint({
    method: "DELETE",
    path: "/vault/entry/:id/category",
    access: "signed-in",
    summary: "Takes an item of any kind out of its vault.",
    input: z.strictObject({ id: Id, ...write }),
    reply: WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  used: endpoint({
    method: "POST",
    path: "/vault/entries/:id/used",
    access: "signed-in",
    summary: "Notes that an item was copied or launched now.",
    input: z.strictObject({ id: Id }),
    reply: z.object({ success: z.literal(true), last_used: Time }),
    refuses: READ_REFUSALS,
  }),
};
