/** Whether a member joined by their own choice: by using an invitation. A person who was added was not asked. */
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../db/connect.ts";
import { account, invitation } from "../db/tables.ts";

/** Of an account `a`. An invitation used earlier belongs to an earlier membership: a membership begins after every earlier one was used (membership.ts). */
export const HAS_CONSENTED: SQL = sql`(a.managed_by is not distinct from a.team_id or exists (
  select from ${invitation} i where i.used_by = a.id and i.team_id = a.team_id and i.used_at >= a.joined_at))`;

export async function hasConsented(tx: Tx, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from ${account} a where a.id = ${accountId} and ${HAS_CONSENTED}`);
  return rowCount === 1;
}
