/** Lists with records of every kind: what a reset reads, and what it writes back re-sealed. */
import { type AnyKind, KIND_NAMES, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { laterReply, recordReply, recordWrite, sealedFields, type WireRecord } from "./record.ts";
import { Id } from "./schemas.ts";

/** One schema per kind, the vault first: a type that shows that the list is not empty. */
const ofEachKind = <Schema>(schemaOf: (kind: RecordKind) => Schema): [Schema, ...Schema[]] => [
  schemaOf("category"),
  ...KIND_NAMES.map(schemaOf),
];

/** A record in a list of all kinds; `itemType` is its kind. */
export const anyRecordReply: z.ZodType<WireRecord> = z.union([
  z.discriminatedUnion(
    "itemType",
    ofEachKind((kind) => recordReply(kind)),
  ),
  laterReply,
]);

/** A record re-sealed under new keys, in the specification's flat form (1 §7), with its kind. */
export const resealedBody: z.ZodType<Resealed> = z.discriminatedUnion(
  "kind",
  ofEachKind((kind) => z.strictObject({ kind: z.literal(kind), ...recordWrite, ...sealedFields(kind), vault_id: Id })),
);

export type Resealed = Record<string, unknown> & RecordKey & { kind: AnyKind; vault_id: string };
/** What identifies one save of a record. */
interface RecordKey {
  readonly id: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
}
