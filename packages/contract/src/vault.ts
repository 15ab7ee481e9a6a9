/** Vault endpoints: records and heads. */
import { DELETED_KEPT_DAYS, MAX_ITEMS, REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Change, PutChange, recordReply, type WireRecord, write } from "./record.ts";
import { categoryBody, itemBody, removeBody, trashing, type WriteBody } from "./record-body.ts";
import { Id, Nothing, OwnText, QueryFlag, QueryNumber, Seq, Signature, Time, TrustText, Wrapped } from "./schemas.ts";
import { Members } from "./scope-members.ts";

const HEAD_REFUSALS = ["stale_head", "key_held", "bad_signature", "id_taken"] as const;
const RECORD_REFUSALS = ["stale_revision", "not_found", "too_many_items", "members_full", "vault_full", "too_large", "forbidden"] as const;
export const WRITE_REFUSALS = [...HEAD_REFUSALS, "fresh_proof_needed", ...RECORD_REFUSALS] as const;
/** Records of one account: the item limit once for those in use and once for the trash. */
export const MAX_RECORDS = 2 * MAX_ITEMS;
/** Clients split larger writes (client/vault/commit-parts.ts). */
export const COMMIT_MAX_BYTES = 8 * REQUEST_MAX_BYTES;
/** A restarted history is sent whole: ten thousand records of several kilobytes each, sealed. */
const REPAIR_MAX_BYTES = 64 * REQUEST_MAX_BYTES;
const READ_REFUSALS = ["not_found"] as const;
/** Part of every write's reply, in addition to the record: the scope's new seq. */
const wrote = { success: z.literal(true), seq: Seq };
export const WriteResult = z.object({ ...wrote, message: z.string().optional() });

const recordEndpoints = (kind: RecordKind, path: string, body: WriteBody) => ({
  create: endpoint({
    method: "POST",
    path,
    access: "signed-in",
    summary: `Creates one ${kind}.`,
    input: () => body,
    reply: () => recordReply(kind),
    refuses: WRITE_REFUSALS,
  }),
  update: endpoint({
    method: "PUT",
    path: `${path}/:id`,
    access: "signed-in",
    summary: `Replaces one ${kind}.`,
    input: () => body,
    reply: () => recordReply(kind),
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
      input: () => Nothing,
      reply: () => z.array(recordReply(kind)),
      refuses: [],
    }),
    ...recordEndpoints(kind, path, itemBody(kind)),
    get: endpoint({
      method: "GET",
      path: `${path}/:id`,
      access: "signed-in",
      summary: `One ${kind}.`,
      failure: "Failed to fetch entry",
      input: () => z.strictObject({ id: Id, isShared: QueryFlag.optional() }),
      reply: () => recordReply(kind),
      refuses: READ_REFUSALS,
    }),
    remove: endpoint({
      method: "DELETE",
      path: `${path}/:id`,
      access: "signed-in",
      summary: `Deletes one ${kind}; its ciphertext is kept ${DELETED_KEPT_DAYS} days.`,
      input: () => removeBody,
      query: ["isShared"],
      reply: () => WriteResult,
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

/** How often a scope's history was restarted; 0 as long as no head of it is signed. */
const Generation = z.int().min(0).max(0xffff_ffff);
/** One head as stored: its position, its wrapped text and its writer's signature, which heads of the first version lack. */
export const HeadText = z.strictObject({ seq: Seq, generation: Generation, head: Wrapped, signature: Signature.nullable() });
export type HeadText = z.infer<typeof HeadText>;
/** The state of a scope: its newest seq, and the epoch of its key. */
export const ScopeState = z.strictObject({
  id: Id,
  kind: z.enum(["personal", "vault", "item"]),
  seq: Seq,
  generation: Generation,
  epoch: z.int().min(1),
});
export type ScopeState = z.infer<typeof ScopeState>;

/** A shared scope that the reader may read; `stamp` grows with every change of who has access. */
const SharedScope = ScopeState.extend({
  stamp: z.int().min(0),
  /** For the caller's own scopes: whether access was revoked or reduced since its key was made, how many people hold it (including expired shares), and whether the linked grants no longer match the holders of the item's vault. */
  own: z.strictObject({ isKeyOld: z.boolean(), holders: z.int().min(0), isAlongOld: z.boolean() }).nullable(),
});
export type SharedScope = z.infer<typeof SharedScope>;

export const vault = {
  pull: endpoint({
    method: "GET",
    path: "/vault/all-items-data",
    access: "signed-in",
    summary:
      "One snapshot of a scope: records changed since `since`, including the trash, ids of purged ones, and the heads in between. Without `since`, everything.",
    declined: "Failed to fetch items",
    input: () =>
      z.strictObject({
        scope: Id.optional(),
        since: QueryNumber.optional(),
        /** Also reports records used after this time. */
        usedSince: QueryNumber.optional(),
        /** Heads after this seq; defaults to `since`, and to only the newest when both are absent. */
        heads: QueryNumber.optional(),
      }),
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        // Lists of kinds from later versions stay in the reply, so that a client can tell that they exist.
        data: z.object(pullLists).catchall(z.unknown()),
        scope: ScopeState,
        heads: z.array(HeadText),
        /** Purged since. */
        tombstones: z.array(Id),
        /** Epochs of the account's credentials and recovery copy, for its personal scope; null for others. The head contains them too. */
        epochs: z.strictObject({ cred: z.int().min(1), recovery: z.int().min(1) }).nullable(),
        /** Last uses after `usedSince`; not authenticated by any head. */
        used: z.array(z.object({ id: Id, at: Time })),
        /** With the personal scope: the shared scopes that the caller may read, including the caller's own; and the account's trust store. */
        scopes: z.array(SharedScope),
        trust: TrustText.nullable(),
        /** With a shared scope; null for the personal one. `own`: its owner's newest statement, if it came after `since`; heads name it by its hash. */
        members: Members.nullable(),
        own: OwnText.optional(),
      }),
    lists: { in: "data", row: (list) => pullLists[list]?.element },
    refuses: READ_REFUSALS,
  }),
  commit: endpoint({
    method: "POST",
    path: "/vault/commit",
    access: "signed-in",
    summary: "Several changes of one scope in one transaction; without changes when only the head has something new.",
    input: () => z.strictObject({ scope: Id, ...write, changes: z.array(Change).max(MAX_ITEMS), trust: TrustText.optional() }),
    maxBytes: COMMIT_MAX_BYTES,
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  repair: endpoint({
    method: "POST",
    path: "/vault/repair",
    access: "signed-in",
    summary:
      "Restarts the history of a scope on top of what the server has: the head of the next generation, and its changes. For a device that has seen more than a restored server.",
    input: () =>
      z.strictObject({
        scope: Id,
        ...write,
        /** Position of the new head: higher than any that the device or the server has seen. */
        seq: Seq,
        generation: Generation,
        /** As the device has them: any revision, including the trash. */
        records: z.array(PutChange.extend({ trashedAt: Time.nullable() })).max(MAX_RECORDS),
        purged: z.array(Id).max(MAX_RECORDS),
        trust: TrustText.optional(),
      }),
    maxBytes: REPAIR_MAX_BYTES,
    reply: () => WriteResult,
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
    input: () => Nothing,
    reply: () => z.array(recordReply("category")),
    refuses: [],
  }),
  removeVault: endpoint({
    method: "DELETE",
    path: "/categories/:id",
    access: "signed-in",
    summary: "Deletes a vault. `deleteItems=true` deletes the items in it (the head must reflect that), false moves them to unassigned.",
    failure: "Failed to delete vault",
    input: () => z.strictObject({ id: Id, ...write, ...trashing, deleteItems: QueryFlag.optional() }),
    query: ["deleteItems"],
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  toggleFavourite: endpoint({
    method: "POST",
    path: "/vault/entries/:id/favourite",
    access: "signed-in",
    summary: "Toggles the favorite flag of an item of any kind.",
    input: () => z.strictObject({ id: Id, ...write }),
    reply: () => z.object({ ...wrote, favourite: z.boolean() }),
    refuses: WRITE_REFUSALS,
  }),
  place: endpoint({
    method: "POST",
    path: "/vault/entry/:id/category",
    access: "signed-in",
    summary: "Puts an item of any kind into a vault.",
    input: () => z.strictObject({ id: Id, categoryId: Id, ...write }),
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  unplace: endpoint({
    method: "DELETE",
    path: "/vault/entry/:id/category",
    access: "signed-in",
    summary: "Takes an item of any kind out of its vault.",
    input: () => z.strictObject({ id: Id, ...write }),
    reply: () => WriteResult,
    refuses: WRITE_REFUSALS,
  }),
  used: endpoint({
    method: "POST",
    path: "/vault/entries/:id/used",
    access: "signed-in",
    summary: "Records that an item was just copied or launched.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), last_used: Time }),
    refuses: READ_REFUSALS,
  }),
};
