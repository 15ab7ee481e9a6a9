/** A team's log as this server judges it: by the judge of the clients (core/team/log.ts), with its own check of Ed25519. */
import { invitedMessage, readEntry } from "@coffer/contract/team-log";
import { type ProofCheck, replay } from "@coffer/core/team/log";
import type { TeamState } from "@coffer/core/team/log-state";
import { asc, eq } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { teamLog } from "../db/team-tables.ts";
import { isProvenBy } from "../vault/signed-head.ts";

export const proofCheck =
  (teamId: string): ProofCheck =>
  (half, member, proof) =>
    isProvenBy(half, invitedMessage(teamId, member), proof);

/** @param texts - the stored entries of the team, oldest first: signatures and order were checked when they came */
export function stateOf(teamId: string, texts: readonly string[]): Promise<TeamState> {
  const entries = texts.map((text) => {
    const entry = readEntry(text);
    if (!entry) throw new Error("A stored entry cannot be read");
    return entry;
  });
  return replay(entries, proofCheck(teamId));
}

export async function storedState(tx: Db | Tx, teamId: string): Promise<TeamState> {
  const stored = await tx.select({ text: teamLog.text }).from(teamLog).where(eq(teamLog.team_id, teamId)).orderBy(asc(teamLog.seq));
  return stateOf(
    teamId,
    stored.map(({ text }) => text),
  );
}
