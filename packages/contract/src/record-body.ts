/** The specification's flat bodies for writing one record of a kind (2 §3), and their conversion to the internal shape. */
import type { KindName, RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { fieldsToBody, type PutChange, pickFields, recordWrite, sealedFields, write } from "./record.ts";
import { bodySchemas, columnsFromBody, columnsToBody } from "./record-columns.ts";
import { Id, QueryFlag, SharedKey, Time, Wrapped } from "./schemas.ts";

/** As in replies: a grant, or the owner's own wrapped key. Permissions come only from the share (decision Z-17). */
const AnyKey = Wrapped.or(SharedKey);

/** Specified names without effect; accepted so that every body of the specification is valid (2 §3, V176). */
const accepted = {
  is_owner: z.boolean().optional(),
  isSharedUpdate: z.boolean().optional(),
  is_shared: z.boolean().optional(),
  shared_key: AnyKey.nullish(),
  itemType: z.string().max(20).optional(),
};

export type WriteBody = z.ZodType<
  Record<string, unknown> & {
    id: string;
    baseSeq: number;
    head: string;
    signature: string;
    own?: string | undefined;
    keyWaits?: true | undefined;
    revision: number;
    saveId: string;
    seal: string;
    makerId?: string | null | undefined;
  }
>;

export const itemBody = (kind: KindName): WriteBody =>
  z.strictObject({
    ...recordWrite,
    ...write,
    ...sealedFields(kind),
    ...accepted,
    ...bodySchemas(kind),
  });

export const categoryBody: WriteBody = z.strictObject({
  ...recordWrite,
  ...write,
  ...sealedFields("category"),
  ...bodySchemas("category"),
});

/** Sent in addition when a record goes to the trash: the time, as listed in the head. */
export const trashing = { trashedAt: Time };
export const removeBody = z.strictObject({ id: Id, ...write, ...trashing, isShared: QueryFlag.optional(), sharedKey: AnyKey.optional() });

/** Converts the internal shape to the flat body of a specified create or update call. */
export function toWriteBody(change: PutChange): Record<string, unknown> {
  const { id, revision, saveId, seal, makerId, fields, kind } = change;
  const record = { id, revision, saveId, seal, ...(makerId && { makerId }), ...fieldsToBody(fields), ...columnsToBody(kind, change) };
  if (kind === "category") return record;
  return { ...record, itemType: kind };
}

/** Converts a validated flat body to the internal shape. */
export function fromWriteBody(kind: RecordKind, body: z.output<WriteBody>): PutChange {
  const { id, revision, saveId, seal, makerId } = body;
  const maker = makerId === undefined ? {} : { makerId };
  return { op: "put", id, revision, saveId, seal, ...maker, kind, fields: pickFields(kind, body), ...columnsFromBody(kind, body) };
}
