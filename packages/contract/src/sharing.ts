/** Sharing endpoints: public keys, what is shared with whom, and changes to that (specification 3 §7; security design §6). */
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { keepsVersions, PutChange, write } from "./record.ts";
import { Base64Url, Done, Email, Hex32, Id, Nothing, Sealed, Seq, SharedKey, Signature, Time } from "./schemas.ts";
import { MAX_RECORDS, WRITE_REFUSALS } from "./vault.ts";

/** A move sends everything at once: a vault of a thousand items, re-sealed. */
const MOVE_MAX_BYTES = 64 * REQUEST_MAX_BYTES;

const Permission = z.enum(["read", "write"]);
const ItemType = z.enum([...KIND_NAMES, "category"] as const satisfies readonly RecordKind[]);

/** Records sealed for the target scope, with their next revision; whether they are in the trash does not change. */
const moving = z.array(PutChange.extend({ trashedAt: Time.nullable() })).max(MAX_RECORDS);

/**
 * Moves records to another scope: re-sealed under its key, in one write with both heads. Without a head for the first scope, that scope is abandoned: everything in it
 * has to move. `kind`: the second scope begins with this write.
 */
export const Move = z.strictObject({
  from: z.strictObject({ scope: Id, ...write, head: write.head.optional(), signature: write.signature.optional() }),
  to: z.strictObject({ scope: Id, ...write, kind: z.enum(["vault", "item"]).optional() }),
  records: moving,
});
export type Move = z.infer<typeof Move>;

/** A grant (crypto/grant.ts), and what it is bound to in addition to its scope and the two people. */
const granted = { shareId: Id, createdAt: Time, epoch: z.int().min(1), sharedKey: SharedKey };
const regranted = { createdAt: Time, sharedKey: SharedKey, teamEpoch: z.int().min(1).optional() };

/** Linked grants: grants of an item's own key for everyone who has the vault that contains it, one per grant of the vault (decision Z-20). */
const linkedGrants = z.array(z.strictObject({ along: Id, shareId: Id, ...regranted })).max(10_000);
export type LinkedGrants = z.infer<typeof linkedGrants>;

/** The owner's statement about the change (share-change-message.ts); optional only so that a call without one is refused by its own code. */
const statement = { ownSeq: Seq.optional(), signature: Signature.optional() };

const terms = {
  shareType: z.enum(["individual", "team"]).optional(),
  /** The team, and the epoch of its key, when it is shared with a team. */
  teamId: Id.nullish(),
  teamEpoch: z.int().min(1).optional(),
  /** Required unless it is shared with a team. */
  sharedWithEmail: Email.optional(),
  permissionLevel: Permission,
  expiresAt: Time.nullable(),
  ...granted,
  /** When it does not have its own scope yet. */
  move: Move.optional(),
  /** With a move of an item that stays in a shared vault. */
  along: linkedGrants.optional(),
  /** Unless something moves, whose heads are signed. */
  ...statement,
};
const SHARE_REFUSALS = [...WRITE_REFUSALS, "forbidden", "no_such_account", "shared_with_self", "too_many_shares"] as const;

const itemShare = (path: string, failure: string, itemType: z.ZodType<RecordKind>) =>
  endpoint({
    method: "POST",
    path,
    access: "signed-in",
    summary: "Shares one item with one person, or changes what that person was given; moves it into its own scope if it does not have one.",
    failure,
    input: () => z.strictObject({ itemId: Id, itemType, ...terms }),
    maxBytes: MOVE_MAX_BYTES,
    reply: () => Done,
    refuses: SHARE_REFUSALS,
  });

/** A share as both sides see it. What only the recipient can open is shown to the recipient alone, and to no one once the share has ended. */
const SharedItem = z.strictObject({
  id: Id,
  item_id: Id,
  item_type: ItemType,
  item_name: Sealed.nullable(),
  shared_by_email: z.string(),
  shared_with_email: z.string(),
  permission_level: Permission,
  expires_at: Time.nullable(),
  shared_key: SharedKey.nullable(),
  /** For the sharer: the grant as it was signed, so that a new key goes only to people who were given this one. Null for the recipient, and once the share has ended. */
  own_grant: SharedKey.nullable(),
  scope_id: Id,
  epoch: z.int().min(1),
  created_at: Time,
  shared_by_id: Id,
  shared_by_key: Base64Url,
  shared_with_id: Id,
  /** Null when it is shared with a team, whose key is not public. */
  shared_with_key: Base64Url.nullable(),
  team_epoch: z.int().min(1).nullable(),
  /** For a linked grant: the share of the vault that it follows; it changes and ends with that share. */
  along_id: Id.nullable(),
});
export type SharedItem = z.infer<typeof SharedItem>;

const listing = (path: string, { summary }: { readonly summary: string }) =>
  endpoint({
    method: "GET",
    path,
    access: "signed-in",
    summary,
    failure: "Failed to fetch shared items",
    input: () => Nothing,
    reply: () => z.array(SharedItem),
    refuses: [],
  });

const revoking = (path: string) =>
  endpoint({
    method: "DELETE",
    path,
    access: "signed-in",
    summary: "Ends a share: access is refused from now on.",
    failure: "Failed to revoke access",
    input: () => z.strictObject({ id: Id, signature: Signature.optional() }),
    reply: () => Done,
    refuses: ["not_found", "forbidden", "bad_signature"],
  });

const expiring = (path: string) =>
  endpoint({
    method: "PUT",
    path,
    access: "signed-in",
    summary: "Changes when a share ends by itself; null for never.",
    failure: "Failed to update expiry",
    input: () => z.strictObject({ id: Id, expires_at: Time.nullable(), ...statement }),
    reply: () => Done,
    refuses: ["not_found", "forbidden", "stale_head", "bad_signature"],
  });

const titles = z.array(z.strictObject({ id: Id, name: Sealed, type: ItemType }));
/** The name of a kind's list in the titles reply. */
export function titleListOf(kind: KindName): string {
  const { list, titleList = list } = kindOf(kind);
  return titleList;
}

export const sharing = {
  publicKey: endpoint({
    method: "GET",
    path: "/users/public-key",
    access: "signed-in",
    summary: "The account that an email belongs to, and its public key.",
    input: () => z.strictObject({ email: Email }),
    reply: () => z.strictObject({ userId: Id, email: z.string(), publicKey: Base64Url, fingerprint: Hex32 }),
    refuses: ["no_such_account"],
  }),
  allTitles: endpoint({
    method: "GET",
    path: "/share/items/all-titles",
    access: "signed-in",
    summary: "The caller's own items and vaults by name, to choose from.",
    failure: "Failed to fetch item titles",
    input: () => Nothing,
    reply: () => z.strictObject(Object.fromEntries([...KIND_NAMES.map(titleListOf), "categories"].map((name) => [name, titles]))),
    refuses: [],
  }),
  shareItem: itemShare("/share/item", "Failed to share item", z.enum(KIND_NAMES)),
  shareCategory: endpoint({
    method: "POST",
    path: "/share/category",
    access: "signed-in",
    summary: "Shares one vault with one person, or changes what that person was given.",
    failure: "Failed to share category",
    input: () => z.strictObject({ categoryId: Id, ...terms }),
    maxBytes: MOVE_MAX_BYTES,
    reply: () => Done,
    refuses: SHARE_REFUSALS,
  }),
  sharedWithMe: listing("/share/items/shared-with-me", { summary: "What others share with the caller; expired ones without their key." }),
  sharedByMe: listing("/share/items/shared-by-me", { summary: "What the caller shares with others." }),
  revoke: revoking("/share/item/:id"),
  setExpiry: expiring("/share/item/:id/expiry"),
  setPermission: endpoint({
    method: "PUT",
    path: "/share/item/:id/permission",
    access: "signed-in",
    summary: "Changes what a recipient may do. The permission is part of the grant, so a new grant is sent.",
    failure: "Failed to update permission level",
    declined: "Failed to update permission",
    input: () =>
      z.strictObject({
        id: Id,
        permission_level: Permission,
        createdAt: Time,
        sharedKey: SharedKey,
        epoch: z.int().min(1),
        teamEpoch: z.int().min(1).optional(),
        ...statement,
      }),
    reply: () => Done,
    refuses: ["not_found", "forbidden", "stale_head", "bad_signature"],
  }),
  rotate: endpoint({
    method: "POST",
    path: "/share/rotate",
    access: "signed-in",
    summary: "A new key for a shared scope: every record re-sealed, and a new grant for each person who still has access.",
    input: () =>
      z.strictObject({
        target: z.strictObject({ scope: Id, ...write }),
        epoch: z.int().min(2),
        records: moving,
        keepsVersions,
        grants: z.array(z.strictObject({ id: Id, ...regranted })).max(10_000),
      }),
    maxBytes: MOVE_MAX_BYTES,
    reply: () => Done,
    refuses: WRITE_REFUSALS,
  }),
  move: endpoint({
    method: "POST",
    path: "/vault/move",
    access: "signed-in",
    summary: "Moves the caller's own records from one scope to another, in one write.",
    input: () => Move,
    maxBytes: MOVE_MAX_BYTES,
    reply: () => Done,
    refuses: WRITE_REFUSALS,
  }),
  setLinkedGrants: endpoint({
    method: "PUT",
    path: "/share/item/:id/vault",
    access: "signed-in",
    summary:
      "Moves an individually shared item to another vault, or out of one, and gives its key to everyone who has that vault. Refused while one of them is left out.",
    input: () =>
      z.strictObject({
        id: Id,
        epoch: z.int().min(1),
        grants: linkedGrants,
        place: z.strictObject({ categoryId: Id.nullable(), ...write }).optional(),
        /** Without a place, whose head is signed. */
        ...statement,
      }),
    reply: () => Done,
    refuses: [...WRITE_REFUSALS, "too_many_shares"],
  }),
  // The specification's older names, for passwords only (decision C-04).
  sharePassword: itemShare("/vault/share", "Failed to share password", z.literal("password")),
  passwordsWithMe: listing("/vault/shared-passwords", { summary: "Passwords that others share with the caller." }),
  passwordsByMe: listing("/vault/shared-by-me", { summary: "Passwords that the caller shares." }),
  revokePassword: revoking("/vault/share/:id"),
  setPasswordExpiry: expiring("/vault/share/:id/expiry"),
};
