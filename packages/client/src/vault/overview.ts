/**
 * What lists show of a record, and which save of it that is.
 *
 * Note: Known overviews. A record whose overview is known is not opened for the lists. There are two sources: what an earlier start kept on this device, and what
 * was just sealed. Either counts only for the save it was made of: its save id must be that of the record, and the head, which this device has verified or sealed,
 * vouches for which save is the record's.
 */
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import type { OpenedRecord } from "../sync/seal-record.ts";

/** `fields` holds the overview fields of the kind, and no secret. */
export interface KnownOverview extends OpenedRecord {
  readonly id: string;
  readonly saveId: string;
}

/** A record that was just sealed, with all its fields; for whoever saved it, and never kept. */
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
