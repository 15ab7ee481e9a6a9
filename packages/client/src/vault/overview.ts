/**
 * What lists show of a record, and which save it belongs to.
 *
 * Note: Known overviews. A record whose overview is known is not opened for lists. There are two sources: what an earlier start stored on
 * this device, and what was just sealed. Either counts only for its own save: the save id must equal the record's, and the head, which
 * this device has verified or sealed, vouches for the record's save.
 */

import type { SealedRecord } from "@coffer/contract/record";
import type { RecordColumns } from "@coffer/contract/record-columns";
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import type { OpenedRecord } from "../sync/seal-record.ts";

/** `fields` has the overview fields of the kind, and no secret. */
export interface KnownOverview extends OpenedRecord {
  readonly id: string;
  readonly saveId: string;
  /** What lists show of the record that is not under its seal, as it was then. Earlier versions kept none, and what was just sealed has it in its record. */
  readonly row?: OverviewRow;
}

/** `holds`: the wire names of the fields it has, with commas between them: most records have the same. */
export interface OverviewRow extends Pick<RecordColumns, "categoryId" | "favourite" | "color" | "icon"> {
  readonly kind: AnyKind;
  readonly revision: number;
  readonly lastUsedAt: number | null;
  readonly holds: string;
}

export const rowOf = ({ kind, revision, lastUsedAt, categoryId, favourite, color, icon, fields }: SealedRecord): OverviewRow => ({
  ...{ kind, revision, lastUsedAt, categoryId, favourite, color, icon },
  holds: Object.keys(fields).join(),
});

/** By kind and names: there are as many as kinds, and as fields that later versions add. */
const blankFields = new Map<string, SealedRecord["fields"]>();

/** The record as far as lists need it; null where the overview does not know its row. Nothing under its seal is in it. */
export function blankRecord(scopeId: string, { id, saveId, row, createdAt, updatedAt }: KnownOverview): SealedRecord | null {
  if (!row) return null;
  const { holds, ...columns } = row;
  const known = `${row.kind} ${holds}`;
  const fields = blankFields.get(known) ?? Object.fromEntries(holds.split(",").map((name) => [name, ""]));
  blankFields.set(known, fields);
  return { id, scopeId, saveId, seal: "", fields, createdAt, updatedAt, trashedAt: null, autoLogin: false, ...columns };
}

/** A record that was just sealed, with all its fields; for the caller that saved it, never stored. */
export interface Saved extends OpenedRecord {
  readonly id: string;
  readonly kind: AnyKind;
  readonly saveId: string;
}

export function overviewOf({ id, kind, saveId, fields, state, createdAt, updatedAt, author, owner }: Saved): KnownOverview {
  const names = kind === "category" ? Object.keys(fields) : isItemKind(kind) ? kindOf(kind).overview : [];
  const shown = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return { id, saveId, fields: Object.fromEntries(shown), state, createdAt, updatedAt, ...(author && { author }), ...(owner && { owner }) };
}
