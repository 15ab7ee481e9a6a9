/** The flat bodies in which the specification writes one record of a kind (2 §3), and the one inner shape they become. */
import type { KindName, RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { fieldsToBody, type PutChange, pickFields, recordWrite, sealedFields, write } from "./record.ts";
import { bodySchemas, columnsFromBody, columnsToBody } from "./record-columns.ts";
import { Id, QueryFlag, SharedKey, Time, Wrapped } from "./schemas.ts";

/** As a reply has it: a grant, or an owner's own wrap. Who may is decided by the share alone (decision Z-17). */
const AnyKey = Wrapped.or(SharedKey);

/** Specified names that decide nothing; accepted so that every body of the specification is (2 §3, V176). */
const accepted = {
  is_owner: z.boolean().optional(),
  isSharedUpdate: z.boolean().optional(),
  is_shared: z.boolean().optional(),
  shared_key: AnyKey.nullish(),
  itemType: z.string().max(20).optional(),
};

export type WriteBody = z.ZodType<
  Record<string, unknown> & { id: string; baseSeq: number; head: string; signature: string; revision: number; saveId: string; seal: string }
>;

export const itemBody = (kind: KindName): WriteBody =>
  z.strictObject({
    ...recordWrite,
    ...write,
    ...sealedFields(kind),
    ...accepted,
    ...bodySchemas(kind),
  }) as unknown as WriteBody;

export const categoryBody = z.strictObject({
  ...recordWrite,
  ...write,
  ...sealedFields("category"),
  ...bodySchemas("category"),
}) as unknown as WriteBody;

/** What puts a record into the trash carries beside the write: when, as the head says it. */
export const trashing = { trashedAt: Time };
export const removeBody = z.strictObject({ id: Id, ...write, ...trashing, isShared: QueryFlag.optional(), sharedKey: AnyKey.optional() });

/** The flat body of a specified create or update call, from the inner shape. */
export function toWriteBody(change: PutChange): Record<string, unknown> {
  const { id, revision, saveId, seal, fields, kind } = change;
  const record = { id, revision, saveId, seal, ...fieldsToBody(fields), ...columnsToBody(kind, change) };
  if (kind === "category") return record;
  return { ...record, itemType: kind };
}

/** The inner shape of a flat body that has passed its schema. */
export function fromWriteBody(kind: RecordKind, body: z.output<WriteBody>): PutChange {
  const { id, revision, saveId, seal } = body;
  return { op: "put", id, revision, saveId, seal, kind, fields: pickFields(kind, body), ...columnsFromBody(kind, body) };
}
