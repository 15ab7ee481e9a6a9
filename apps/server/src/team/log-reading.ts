/** Serves a team's log, and what a member's client needs with it: its copies of the key, and who it has to give one. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import type { team as endpoints } from "@coffer/contract/team";
import type { TeamLog } from "@coffer/contract/team-log";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { holdersOfKey, membersOf } from "../db/definer-functions.ts";
import { teamKey } from "../db/team-key-tables.ts";
import { teamAuthor, teamLog } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import { getActor, getTeam } from "./authorization.ts";
import { withProofsThatCount } from "./check-admission.ts";

/** @throws AppError forbidden, not_found */
export async function readLog({ db }: Deps, viewer: Viewer, { id, since, all }: ParsedOf<typeof endpoints.readLog>): Promise<TeamLog> {
  const { key_epoch } = await getTeam(db, await getActor(db, viewer), id, "seeTeam");
  const entries = await db
    .select({ text: teamLog.text, signature: teamLog.signature })
    .from(teamLog)
    .where(and(eq(teamLog.team_id, id), gt(teamLog.seq, since)))
    .orderBy(asc(teamLog.seq));
  const authors = entries.length === 0 ? [] : await db.select().from(teamAuthor).where(eq(teamAuthor.team_id, id));
  const keys = await db
    .select()
    .from(teamKey)
    .where(and(eq(teamKey.team_id, id), eq(teamKey.member_id, viewer.accountId)))
    .orderBy(asc(teamKey.epoch));
  const [members, holders] = [await membersOf(db, id), await holdersOfKey(db, id, key_epoch)];
  const people = members.filter((one) => all || !holders.has(one.id));
  return {
    success: true,
    entries,
    authors: [...new Set([...authors.map(({ public_key }) => public_key), ...keys.map(({ sender_key }) => sender_key)])],
    keys: keys.map(({ id: grant, member_id, epoch, signed_at, key, sender_id }) => ({
      ...{ id: grant, memberId: member_id, epoch, createdAt: signed_at, key, senderId: sender_id },
    })),
    members: members.map((one) => one.id),
    people: (await withProofsThatCount(db, id, people)).map(({ public_key: publicKey, id, email, proof }) => ({
      id,
      email,
      publicKey,
      proof,
    })),
  };
}
