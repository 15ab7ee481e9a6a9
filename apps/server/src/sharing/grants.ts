/** What every change of a grant does. */
import { eq, sql } from "drizzle-orm";
import type { Tx } from "../db/connect.ts";
import type { shareGrant } from "../db/sharing-tables.ts";
import { scope } from "../db/tables.ts";

/** A writer under this key may have signed heads, which the old grant proves. */
export const previousWriteKey = (before: typeof shareGrant.$inferSelect, permission: "read" | "write") =>
  permission === "read" && before.permission === "write" ? { write_key: before.shared_key, write_signed_at: before.signed_at } : {};

/** Given again, it is given from then on. */
export const isLapsed = ({ expires_at: end }: Pick<typeof shareGrant.$inferSelect, "expires_at">, at: Date): boolean =>
  end !== null && end <= at;

/** Makes everyone who has the scope read its grants again. */
export const bumpGrantStamp = async (tx: Tx, scopeId: string): Promise<void> => {
  await tx
    .update(scope)
    .set({ stamp: sql`${scope.stamp} + 1` })
    .where(eq(scope.id, scopeId));
};
