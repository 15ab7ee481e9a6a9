/** Lists with records of every kind: what a reset reads, and what it writes back re-sealed. */
import { type AnyKind, KIND_NAMES, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { laterReply, recordReply, recordWrite, sealedFields, type WireRecord } from "./record.ts";
import { Id } from "./schemas.ts";

const ALL: readonly RecordKind[] = [...KIND_NAMES, "category"];

/** A record in a list of all kinds; `itemType` is its kind. */
export const anyRecordReply = z.union([
  z.discriminatedUnion(
    "itemType",
    ALL.map((kind) => recordReply(kind)) as unknown as readonly [z.ZodObject<{ itemType: z.ZodLiteral<RecordKind> }>],
  ) as unknown as z.ZodType<WireRecord>,
  laterReply,
]);

/** A record re-sealed under new keys, in the specification's flat form (1 §7), with its kind. */
export const resealedBody = z.discriminatedUnion(
  "kind",
  ALL.map((kind) => z.strictObject({ kind: z.literal(kind), ...recordWrite, ...sealedFields(kind), vault_id: Id })) as unknown as readonly [
    z.ZodObject<{ kind: z.ZodLiteral<RecordKind>; id: typeof Id }>,
  ],
) as unknown as z.ZodType<Resealed>;

export type Resealed = Record<string, unknown> & RecordKey & { kind: AnyKind; vault_id: string };
/** What identifies one save of a record. */
interface RecordKey {
  readonly id: string;
  readonly revision: number;
  readonly saveId: string;
  readonly seal: string;
}
