/**
 * What lists show of a record, and which save it belongs to.
 *
 * Note: Known overviews. A record whose overview is known is not opened for lists. There are two sources: what an earlier start stored on
 * this device, and what was just sealed. Either counts only for its own save: the save id must equal the record's, and the head, which
 * this device has verified or sealed, vouches for the record's save.
 */
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import type { OpenedRecord } from "../sync/seal-record.ts";

/** `fields` has the overview fields of the kind, and no secret. */
export interface KnownOverview extends OpenedRecord {
  readonly id: string;
  readonly saveId: string;
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
