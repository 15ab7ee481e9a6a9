/** Columns that many tables have. */
import { bigint, timestamp } from "drizzle-orm/pg-core";

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** A count that only grows; stays below 2^53. */
export const count = (name: string) => bigint(name, { mode: "number" });
