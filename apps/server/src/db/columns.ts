/** Columns that many tables have. */
import { bigint, text, timestamp } from "drizzle-orm/pg-core";

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** A count that only grows; stays below 2^53. */
export const count = (name: string) => bigint(name, { mode: "number" });
/**
 * Of a shared scope: what is its owner's alone, signed (contract/own-message.ts), and the seq with which it came; and what members' saves are weighed with, and the seq it is
 * of (vault/weight.ts), null where it was not weighed yet.
 */
export const sharedColumns = { own: text(), own_at: count("own_at"), weight: count("weight"), weighed_seq: count("weighed_seq") };
