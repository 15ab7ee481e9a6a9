/** How much a team stores: the sealed bytes of what its members own (decision C-17). Shown only: nothing is refused because of it. */
import type { Team } from "@coffer/contract/team-schemas";
import { TEAM_STORAGE_BYTES } from "@coffer/core/team/roles";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { team } from "../db/team-tables.ts";

const STORED = sql`(select coalesce(sum(octet_length(r.seal) + octet_length(r.fields::text)), 0) from record r join account a on a.id = r.owner_id where a.team_id = ${team.id})`;

/** @param teamId - absent: of every team */
export async function countStorage(db: Db | Tx, teamId?: string): Promise<void> {
  await db.execute(sql`update ${team} set stored_bytes = ${STORED}${teamId === undefined ? sql`` : sql` where ${team.id} = ${teamId}`}`);
}

export const storageData = (totalBytes: number): Team["storage_data"] => ({
  totalBytes,
  usagePercentage: Math.round((totalBytes / TEAM_STORAGE_BYTES) * 10_000) / 100,
});
