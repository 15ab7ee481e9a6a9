/**
 * RECORD_COLUMNS: the plaintext metadata of a record, next to its sealed fields. The server can read it; the writer of the record sets it. Types, bodies, replies
 * and the server's SQL statements are derived from this table.
 *
 * Note: A new column. It takes changes in five places: a row here; the column with its wire name in `record` (the server's db/tables.ts) and its migration; where the client
 * sets it (client/vault/record-writes.ts; all other code passes it through); where the user sees it. Records saved before have the column's blank value.
 */
import type { AnyKind } from "@coffer/core/items/kinds";
import { COLOR_FORM, ICON_FORM } from "@coffer/core/items/vault-appearance";
import { z } from "zod";
import { Id } from "./schemas.ts";

interface RecordColumn {
  /** Its name on the wire and in the database. */
  readonly wire: string;
  /** Which records have it; it is blank on all others. */
  readonly of: "items" | "vaults";
  readonly shape: z.ZodType;
  /** Schema in replies, where that is wider: stored values are shown as they are. */
  readonly reply?: z.ZodType;
  readonly blank: unknown;
  /** A second specified spelling in replies (decision V-17), and one that bodies may use. */
  readonly alsoAs?: string;
  readonly accepted?: string;
}

const Color = z.string().regex(COLOR_FORM, "must be a colour like #3B82F6");
const Icon = z.string().regex(ICON_FORM, "must be the name of an icon");
const text = z.string().nullable();

export const RECORD_COLUMNS = {
  categoryId: { wire: "category_id", of: "items", shape: Id.nullable(), blank: null },
  favourite: { wire: "favourite", of: "items", shape: z.boolean(), blank: false, accepted: "favorite" },
  autoLogin: { wire: "auto_login", of: "items", shape: z.boolean(), blank: false },
  color: { wire: "color", of: "vaults", shape: Color.nullable(), reply: text, blank: null, alsoAs: "category_color" },
  icon: { wire: "icon", of: "vaults", shape: Icon.nullable(), reply: text, blank: null, alsoAs: "category_icon" },
} as const satisfies Record<string, RecordColumn>;

type Rows = typeof RECORD_COLUMNS;
type Name = keyof Rows;
type ItemColumn = { [N in Name]: Rows[N]["of"] extends "items" ? N : never }[Name];

export type RecordColumns = { readonly [N in Name]: z.output<Rows[N]["shape"]> };
/** The columns that every reply shows. */
export type WireColumns = { readonly [N in ItemColumn as Rows[N]["wire"]]: z.output<Rows[N]["shape"]> };

const COLUMNS = Object.entries(RECORD_COLUMNS) as readonly (readonly [Name, RecordColumn])[];
const isOf = ({ of }: RecordColumn, kind: AnyKind): boolean => (of === "vaults") === (kind === "category");
/** Builds an object column by column. */
function collect(fill: (into: Record<string, unknown>, name: Name, column: RecordColumn) => void): Record<string, unknown> {
  const into: Record<string, unknown> = {};
  for (const [name, column] of COLUMNS) fill(into, name, column);
  return into;
}
const isName = (name: string | undefined): name is string => name !== undefined;

export const BLANK_COLUMNS = collect((into, name, { blank }) => {
  into[name] = blank;
}) as RecordColumns;

/** Picks the columns from an object that has them. */
export const columnsOf = (record: RecordColumns): RecordColumns =>
  collect((into, name) => {
    into[name] = record[name];
  }) as RecordColumns;

/** Picks the columns from a database row. */
export const columnsOfRow = (row: { readonly [N in Name as Rows[N]["wire"]]: z.output<Rows[N]["shape"]> }): RecordColumns =>
  collect((into, name, { wire }) => {
    into[name] = (row as Record<string, unknown>)[wire];
  }) as RecordColumns;

export const columnSchemas = collect((into, name, { shape }) => {
  into[name] = shape;
}) as { readonly [N in Name]: Rows[N]["shape"] };

/** Schemas for the specification's flat bodies; columns a body leaves out are blank. */
export const bodySchemas = (kind: AnyKind) =>
  collect((into, _, column) => {
    if (isOf(column, kind)) for (const wire of [column.wire, column.accepted].filter(isName)) into[wire] = column.shape.optional();
  }) as Record<string, z.ZodType>;

/** @returns the columns as flat body entries. */
export const columnsToBody = (kind: AnyKind, record: RecordColumns): Record<string, unknown> =>
  collect((into, name, column) => {
    if (isOf(column, kind) && (kind !== "category" || record[name] !== null)) into[column.wire] = record[name];
  });

/** @param body - a body validated by its schema. */
export const columnsFromBody = (kind: AnyKind, body: Readonly<Record<string, unknown>>): RecordColumns =>
  collect((into, name, column) => {
    const said = body[column.wire] ?? (column.accepted && body[column.accepted]);
    into[name] = (isOf(column, kind) ? said : null) ?? column.blank;
  }) as RecordColumns;

/** Replies show item columns on vaults too. */
const isInReply = ({ of }: RecordColumn, kind: AnyKind): boolean => of === "items" || kind === "category";

/** The columns that only vaults show are left out. */
type ReplySchemas = { readonly [N in ItemColumn as Rows[N]["wire"]]: Rows[N]["shape"] };
export const replySchemas = (kind: AnyKind) =>
  collect((into, _, column) => {
    if (isInReply(column, kind)) for (const wire of [column.wire, column.alsoAs].filter(isName)) into[wire] = column.reply ?? column.shape;
  }) as ReplySchemas;

export const columnsToWire = (kind: AnyKind, record: RecordColumns): Record<string, unknown> =>
  collect((into, name, column) => {
    if (!isInReply(column, kind)) return;
    into[column.wire] = record[name];
    if (column.alsoAs) into[column.alsoAs] = record[name];
  });

export const columnsFromWire = (kind: AnyKind, wire: Readonly<Record<string, unknown>>): RecordColumns =>
  collect((into, name, column) => {
    into[name] = (isOf(column, kind) ? wire[column.wire] : null) ?? column.blank;
  }) as RecordColumns;
