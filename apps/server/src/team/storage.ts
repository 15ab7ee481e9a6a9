/** How much a team stores: the sealed bytes of what its members own (decision C-17). Shown only: nothing is refused because of it. */
import type { Team } from "@coffer/contract/team-schemas";
import { TEAM_STORAGE_BYTES } from "@coffer/core/team/roles";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";

/** For those who manage all teams. @param teamId - absent: of every team */
export async function countStorage(db: Db | Tx, teamId?: string): Promise<void> {
  await db.execute(sql`select coffer_count_storage(${teamId ?? null}::uuid)`);
}

export const storageData = (totalBytes: number): Team["storage_data"] => ({
  totalBytes,
  usagePercentage: Math.round((totalBytes / TEAM_STORAGE_BYTES) * 10_000) / 100,
});
