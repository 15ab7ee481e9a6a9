/**
 * A record as it travels.
 *
 * Note: Record on the wire. The specification gives each kind its own paths and flat bodies (2 §3); internally a record of any kind is a `SealedRecord`.
 * Only `toWire` and `fromWire` know both shapes.
 */

import { type AnyKind, KIND_NAMES, type LaterKind, laterCode, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { z } from "zod";
import { columnSchemas, columnsFromWire, columnsToWire, type RecordColumns, replySchemas, type WireColumns } from "./record-columns.ts";
import { Id, OwnText, Revision, SaveId, Sealed, Seq, Signature, Time, Wrapped } from "./schemas.ts";

/** A record of any kind as the server holds it. `fields` is keyed by wire name. */
export interface SealedRecord extends RecordColumns {
  readonly id: string;
  readonly kind: AnyKind;
  readonly scopeId: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
  readonly fields: Readonly<Record<string, string>>;
  /** In shared scopes: who made it, according to the server; null for the scope's owner, absent where the server says nothing of it. */
  readonly makerId?: string | null | undefined;
  /** Milliseconds since 1970 by the server's clock; the times a person sees are in the seal. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it was last used, according to the server; not authenticated by any head. */
  readonly lastUsedAt: number | null;
  /** When it was moved to the trash, by the clock of the device that moved it; null while it is not in the trash. */
  readonly trashedAt: number | null;
}

/** The caller's rights on a record, as the specification's replies show them. Our own client never reads them (security design §4). */
export interface ReplyRights {
  readonly isOwner: boolean;
  readonly permission: "read" | "write";
  /** The email of the person who shares it, and the shared key; null for the caller's own records. */
  readonly sharedBy?: string | null;
  readonly sharedKey?: string | null;
}

/**
 * Sent with every write (decision N-42): the resulting head, and its writer's signature of `headMessage`. `own`: in a shared scope, the owner's
 * next statement; without one the last stays. `keyWaits`: the owner knows that someone who lost access has this scope's key, and that the next one has to wait
 * for people; otherwise the server takes no new content of the owner's under such a key (`key_held`).
 */
export const write = { baseSeq: Seq, head: Wrapped, signature: Signature, own: OwnText.optional(), keyWaits: z.literal(true).optional() };
/**
 * With new keys of a scope: its owner has kept the key of before, and seals the earlier versions again (old-versions.ts). Without it they are deleted: clients of before keep none, and
 * what no device opens must not be left for anyone who has that key.
 */
export const keepsVersions = z.literal(true).optional();
/** `makerId`: in shared scopes, who made the record if not the scope's owner. It never changes (security design §6). */
export const recordWrite = { id: Id, revision: Revision, saveId: SaveId, seal: Sealed, makerId: Id.nullish() };

/**
 * Note: Fields of later versions. A field added to a kind from now on has a name starting with `x_`, the same in the seal and on the wire, where all of
 * them are listed under `later_fields`, whether or not a side knows them. So a client that does not know a field still receives it, opens it and seals it again with every
 * save: a save by an old client loses nothing (security design §4).
 */
const LATER_FIELD = /^x_[a-z0-9_]{1,38}$/;
export const isLaterField = (name: string): boolean => LATER_FIELD.test(name);
const laterFields = { later_fields: z.record(z.string().regex(LATER_FIELD), Sealed).optional() };

/** The wire names that are flat entries of bodies and replies, by kind. Cached, because every record needs them. */
const FLAT_FIELDS = new Map<AnyKind, readonly string[]>(
  ([...KIND_NAMES, "category"] as const).map((kind) => [kind, wireFields(kind).flatMap(([, wire]) => (isLaterField(wire) ? [] : wire))]),
);
const flatFields = (kind: AnyKind): readonly string[] => FLAT_FIELDS.get(kind) ?? [];

/** The sealed fields of a record in the form of bodies and replies. */
export function fieldsToBody(fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const all = Object.entries(fields);
  const later = all.filter(([name]) => isLaterField(name));
  const flat = Object.fromEntries(all.filter(([name]) => !isLaterField(name)));
  return later.length === 0 ? flat : { ...flat, later_fields: Object.fromEntries(later) };
}

/** Picks the stored fields that a reply may contain: a fixed list, so that nothing else leaves the server and no second parsing is needed. */
function fieldsToReply(kind: AnyKind, fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const into: Record<string, unknown> = {};
  for (const wire of flatFields(kind)) if (fields[wire] !== undefined) into[wire] = fields[wire];
  const later = Object.entries(fields).filter(([name]) => isLaterField(name));
  if (later.length > 0) into.later_fields = Object.fromEntries(later);
  return into;
}

/** The content fields of a kind: each one sealed, or absent when the item has none. See Note: Fields of later versions. */
export const sealedFields = (kind: AnyKind): Record<string, z.ZodType> => ({
  ...Object.fromEntries(flatFields(kind).map((wire) => [wire, Sealed.nullish()])),
  ...laterFields,
});

/** A string as its bytes, as some servers write a binary column (specification 2 §1). */
const TextBytes = z.object({ data: z.array(z.int().min(0).max(255)) });
/** Sealed text is ASCII. */
const textOf = ({ data }: z.infer<typeof TextBytes>): string => data.map((code) => String.fromCharCode(code)).join("");
/** The forms in which a sealed field may arrive. */
const ReadField = z.string().or(TextBytes);

/** A record as in the specification's replies: flat, with the caller's rights next to the sealed fields. `more`: names that only one reply has. */
export const recordReply = (kind: RecordKind, more: z.ZodRawShape = {}): RecordReply => replyOf(kind, z.literal(kind), more);
/** Replies of several kinds are told apart by their `itemType`. */
type RecordReply = z.ZodType<WireRecord> & z.core.$ZodTypeDiscriminable;

const replyOf = <Type extends z.ZodType<AnyKind>>(kind: AnyKind, itemType: Type, more: z.ZodRawShape) =>
  z.object({
    ...more,
    id: Id,
    vault_id: Id,
    personal_vault_id: Id,
    revision: Revision,
    saveId: SaveId,
    // Empty when the trash was purged; its entry in the head remains until a client removes it.
    seal: Sealed.or(z.literal("")),
    makerId: Id.nullish(),
    ...replySchemas(kind),
    created_at: Time,
    updated_at: Time,
    last_used: Time.nullable(),
    deleted_at: Time.nullable(),
    is_owner: z.boolean(),
    is_shared: z.boolean(),
    permission_level: z.enum(["read", "write"]),
    shared_key: z.string().nullable(),
    itemType,
    ...(kind === "category" ? CATEGORY_EXTRAS : {}),
    ...Object.fromEntries(flatFields(kind).map((wire) => [wire, ReadField.optional()])),
    ...laterFields,
  });

/** A record of a kind that this version does not know. See Note: Later kinds (core). */
export const laterReply: z.ZodType<WireRecord> = replyOf(
  "x_255",
  z.string().refine((name): name is LaterKind => laterCode(name) !== null),
  {},
);
/** Parses a list that the reply's own schema does not know. @returns null when it is not a list of records of a later kind */
export const laterRecords = (list: unknown): readonly WireRecord[] | null => z.array(laterReply).safeParse(list).data ?? null;

/** A category is read under two spellings (decision V-17). */
const CATEGORY_EXTRAS = {
  category_name: z.string().optional(),
  category_description: z.string().optional(),
  shared_by_email: z.string().nullable(),
};

export interface WireRecord extends WireColumns {
  readonly id: string;
  readonly vault_id: string;
  readonly personal_vault_id: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
  readonly makerId?: string | null | undefined;
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_used: number | null;
  readonly deleted_at: number | null;
  readonly is_owner: boolean;
  readonly is_shared: boolean;
  readonly permission_level: "read" | "write";
  readonly shared_key: string | null;
  readonly itemType: AnyKind;
  readonly [field: string]: unknown;
}

/** See Note: Record on the wire. */
export function toWire(record: SealedRecord, rights: ReplyRights, personalVaultId: string): WireRecord {
  const { id, kind, fields } = record;
  const category = {
    category_id: id,
    category_name: fields.name,
    category_description: fields.description,
    shared_by_email: rights.sharedBy ?? null,
  };
  return {
    ...fieldsToReply(kind, fields),
    id,
    vault_id: record.scopeId,
    personal_vault_id: personalVaultId,
    revision: record.revision,
    saveId: record.saveId,
    seal: record.seal,
    ...(record.makerId !== undefined && { makerId: record.makerId }),
    ...(columnsToWire(kind, record) as WireColumns),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    last_used: record.lastUsedAt,
    deleted_at: record.trashedAt,
    is_owner: rights.isOwner,
    is_shared: !rights.isOwner,
    permission_level: rights.permission,
    shared_key: rights.sharedKey ?? null,
    itemType: kind,
    ...(kind === "category" ? category : {}),
  };
}

/** See Note: Record on the wire. The kind comes from the list that contained the record, never from the record. */
export const fromWire = (kind: AnyKind, wire: WireRecord): SealedRecord => ({
  id: wire.id,
  kind,
  scopeId: wire.vault_id,
  revision: wire.revision,
  saveId: wire.saveId,
  seal: wire.seal,
  ...(wire.makerId !== undefined && { makerId: wire.makerId }),
  fields: pickFields(kind, wire),
  ...columnsFromWire(kind, wire),
  createdAt: wire.created_at,
  updatedAt: wire.updated_at,
  lastUsedAt: wire.last_used,
  trashedAt: wire.deleted_at,
});

/** The sealed fields of a body, by wire name, without absent and null ones. */
export function pickFields(kind: AnyKind, body: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const wire of flatFields(kind)) {
    const value = body[wire];
    if (typeof value === "string") fields[wire] = value;
    else if (value != null) fields[wire] = textOf(TextBytes.parse(value));
  }
  return { ...fields, ...(body.later_fields as Record<string, string> | undefined) };
}

/** One record to write, in the internal shape that all kinds share. */
export const PutChange = z.strictObject({
  op: z.literal("put"),
  ...recordWrite,
  // A client passes on records of unknown kinds; a server accepts only kinds that it would list.
  kind: z.enum([...KIND_NAMES, "category"]) as z.ZodType<AnyKind>,
  fields: z.record(z.string().regex(/^[a-z0-9_]{1,40}$/), Sealed),
  ...columnSchemas,
});
export type PutChange = z.infer<typeof PutChange>;
/** Changes a record's metadata without a new save: all columns with their new values. */
export const PlaceChange = z.strictObject({ op: z.literal("place"), id: Id, ...columnSchemas });
export type PlaceChange = z.infer<typeof PlaceChange>;
export const TrashChange = z.strictObject({ op: z.literal("trash"), id: Id, trashedAt: Time });
export type TrashChange = z.infer<typeof TrashChange>;
/** Deletes a record from the trash permanently, with all its saves. */
export const PurgeChange = z.strictObject({ op: z.literal("purge"), id: Id });
export type PurgeChange = z.infer<typeof PurgeChange>;
/** The change that one write makes to one record. */
export const Change = z.discriminatedUnion("op", [PutChange, PlaceChange, TrashChange, PurgeChange]);
export type Change = z.infer<typeof Change>;
