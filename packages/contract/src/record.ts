/**
 * A record as it travels.
 *
 * Note: Record on the wire. The specification gives each kind its own paths and flat bodies (2 §3); inside, a record of any kind has one shape, `SealedRecord`.
 * `toWire` and `fromWire` are the only places that know both.
 */

import { KIND_NAMES, type KindName, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { COLOR_FORM, ICON_FORM } from "@coffer/core/items/vault-look";
import { z } from "zod";
import { isSearchedByHost, SearchTokens } from "./search-tokens.ts";
import { Hex16, Id, QueryFlag, Revision, Sealed, Seq, Time, Wrapped } from "./shapes.ts";

/** A record of any kind as the server holds it. `fields` is keyed by wire name. */
export interface SealedRecord {
  readonly id: string;
  readonly kind: RecordKind;
  readonly scopeId: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly categoryId: string | null;
  readonly favourite: boolean;
  readonly autoLogin: boolean;
  readonly color: string | null;
  readonly icon: string | null;
  /** Milliseconds since 1970 by the server's clock; the times a person sees are in the seal. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastUsedAt: number | null;
  readonly isOwner: boolean;
  readonly permission: "read" | "write";
}

/** What every write carries (decision N-42). */
export const write = { baseSeq: Seq, head: Wrapped };
export const recordWrite = { id: Id, revision: Revision, saveId: Hex16, seal: Sealed };
const COLOR = z.string().regex(COLOR_FORM, "must be a colour like #3B82F6");
const ICON = z.string().regex(ICON_FORM, "must be the name of an icon");

/** The content fields of a kind: every one sealed, or absent when the item has none. */
export const sealedFields = (kind: RecordKind): Record<string, z.ZodType> =>
  Object.fromEntries(wireFields(kind).map(([, wire]) => [wire, Sealed.nullish()]));

/** Specified names that our own client does not send; accepted so that every body of the specification is (2 §3, V176). */
const accepted = {
  favorite: z.boolean().optional(),
  is_owner: z.boolean().optional(),
  isSharedUpdate: z.boolean().optional(),
  is_shared: z.boolean().optional(),
  shared_key: Wrapped.nullish(),
  itemType: z.string().max(20).optional(),
};

export type WriteBody = z.ZodType<
  Record<string, unknown> & { id: string; baseSeq: number; head: string; revision: number; saveId: string; seal: string }
>;

export const itemBody = (kind: KindName): WriteBody =>
  z.strictObject({
    ...recordWrite,
    ...write,
    ...sealedFields(kind),
    ...accepted,
    ...(isSearchedByHost(kind) ? { search_tokens: SearchTokens.optional() } : {}),
    category_id: Id.nullish(),
    favourite: z.boolean().optional(),
    auto_login: z.boolean().optional(),
  }) as unknown as WriteBody;

export const categoryBody = z.strictObject({
  ...recordWrite,
  ...write,
  ...sealedFields("category"),
  color: COLOR.optional(),
  icon: ICON.optional(),
}) as unknown as WriteBody;

export const removeBody = z.strictObject({ id: Id, ...write, isShared: QueryFlag.optional(), sharedKey: Wrapped.optional() });

/** A record as the specification's replies show it: flat, with the caller's rights beside the sealed fields. `more`: names that only one reply has. */
export const recordReply = (kind: RecordKind, more: z.ZodRawShape = {}): z.ZodType<WireRecord> =>
  z.object({
    ...more,
    id: Id,
    vault_id: Id,
    personal_vault_id: Id,
    revision: Revision,
    saveId: Hex16,
    seal: Sealed,
    category_id: Id.nullable(),
    favourite: z.boolean(),
    auto_login: z.boolean(),
    created_at: Time,
    updated_at: Time,
    last_used: Time.nullable(),
    is_owner: z.boolean(),
    is_shared: z.boolean(),
    permission_level: z.enum(["read", "write"]),
    shared_key: z.string().nullable(),
    itemType: z.literal(kind),
    ...(kind === "category" ? CATEGORY_EXTRAS : {}),
    ...Object.fromEntries(wireFields(kind).map(([, wire]) => [wire, z.string().optional()])),
  }) as unknown as z.ZodType<WireRecord>;

/** A category is read under two spellings (decision V-17). */
const CATEGORY_EXTRAS = {
  category_name: z.string().optional(),
  category_description: z.string().optional(),
  color: z.string().nullable(),
  category_color: z.string().nullable(),
  icon: z.string().nullable(),
  category_icon: z.string().nullable(),
  shared_by_email: z.string().nullable(),
};

export interface WireRecord {
  readonly id: string;
  readonly vault_id: string;
  readonly personal_vault_id: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
  readonly category_id: string | null;
  readonly favourite: boolean;
  readonly auto_login: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_used: number | null;
  readonly is_owner: boolean;
  readonly is_shared: boolean;
  readonly permission_level: "read" | "write";
  readonly shared_key: string | null;
  readonly itemType: RecordKind;
  readonly [field: string]: unknown;
}

/** See Note: Record on the wire. */
export function toWire(record: SealedRecord, personalVaultId: string): WireRecord {
  const { id, kind, fields, color, icon } = record;
  const category = {
    category_id: id,
    category_name: fields.name,
    category_description: fields.description,
    color,
    category_color: color,
    icon,
    category_icon: icon,
    shared_by_email: null,
  };
  return {
    ...fields,
    id,
    vault_id: record.scopeId,
    personal_vault_id: personalVaultId,
    revision: record.revision,
    saveId: record.saveId,
    seal: record.seal,
    category_id: record.categoryId,
    favourite: record.favourite,
    auto_login: record.autoLogin,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    last_used: record.lastUsedAt,
    is_owner: record.isOwner,
    is_shared: !record.isOwner,
    permission_level: record.permission,
    shared_key: null,
    itemType: kind,
    ...(kind === "category" ? category : {}),
  };
}

/** See Note: Record on the wire. The kind comes from the list the record stood in, never from the record. */
export function fromWire(kind: RecordKind, wire: WireRecord): SealedRecord {
  const isCategory = kind === "category";
  return {
    id: wire.id,
    kind,
    scopeId: wire.vault_id,
    revision: wire.revision,
    saveId: wire.saveId,
    seal: wire.seal,
    fields: pickFields(kind, wire),
    categoryId: isCategory ? null : wire.category_id,
    favourite: wire.favourite,
    autoLogin: wire.auto_login,
    color: isCategory ? ((wire.color as string | null) ?? null) : null,
    icon: isCategory ? ((wire.icon as string | null) ?? null) : null,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    lastUsedAt: wire.last_used,
    isOwner: wire.is_owner,
    permission: wire.permission_level,
  };
}

/** The sealed fields of a flat body, by wire name; absent and null ones left out. */
export function pickFields(kind: RecordKind, body: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, wire] of wireFields(kind)) if (typeof body[wire] === "string") fields[wire] = body[wire];
  return fields;
}

/** One record to write, in the one shape that all kinds share inside. */
export const PutChange = z.strictObject({
  op: z.literal("put"),
  ...recordWrite,
  kind: z.enum([...KIND_NAMES, "category"] as const satisfies readonly RecordKind[]),
  fields: z.record(z.string().regex(/^[a-z0-9_]{1,40}$/), Sealed),
  categoryId: Id.nullable(),
  favourite: z.boolean(),
  autoLogin: z.boolean(),
  color: COLOR.nullable(),
  icon: ICON.nullable(),
  searchTokens: SearchTokens.optional(),
});
export type PutChange = z.infer<typeof PutChange>;
export const RemoveChange = z.strictObject({ op: z.literal("remove"), id: Id });
export type RemoveChange = z.infer<typeof RemoveChange>;
export const Change = z.discriminatedUnion("op", [PutChange, RemoveChange]);
export type Change = z.infer<typeof Change>;

/** The flat body of a specified create or update call, from the inner shape. */
export function toWriteBody(change: PutChange): Record<string, unknown> {
  const { id, revision, saveId, seal, fields, kind } = change;
  const record = { id, revision, saveId, seal, ...fields };
  if (kind === "category") return { ...record, ...(change.color && { color: change.color }), ...(change.icon && { icon: change.icon }) };
  const found = { ...(change.searchTokens && { search_tokens: change.searchTokens }) };
  return { ...record, ...found, category_id: change.categoryId, favourite: change.favourite, auto_login: change.autoLogin, itemType: kind };
}

/** The inner shape of a flat body that has passed its schema. */
export function fromWriteBody(kind: RecordKind, body: z.output<WriteBody>): PutChange {
  const { id, revision, saveId, seal } = body;
  return {
    op: "put",
    id,
    revision,
    saveId,
    seal,
    kind,
    fields: pickFields(kind, body),
    categoryId: (body.category_id as string | null | undefined) ?? null,
    favourite: Boolean(body.favourite ?? body.favorite ?? false),
    autoLogin: Boolean(body.auto_login ?? false),
    color: (body.color as string | undefined) ?? null,
    icon: (body.icon as string | undefined) ?? null,
    ...(Array.isArray(body.search_tokens) && { searchTokens: body.search_tokens as string[] }),
  };
}
