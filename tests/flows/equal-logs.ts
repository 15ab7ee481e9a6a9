/** Every team's log adds up to the same for the server and for a client that reads it whole; nothing of it is there that no client believes. */
import { expect } from "vitest";
import { stateOf } from "../../apps/server/src/team/judged-log.ts";
import { emptyLog, type VerifiedLog, verifyEntries } from "../../packages/client/src/team/verified-log.ts";
import type { SignedEntry } from "../../packages/contract/src/team-log.ts";
import type { World } from "./world.ts";

/** As a new device would read it. */
export async function storedLog({ sql }: Pick<World, "sql">, teamId: string): Promise<VerifiedLog> {
  const entries = await sql<SignedEntry>("select text, signature from team_log where team_id = $1 order by seq", [teamId]);
  const authors = await sql<{ key: string }>("select public_key as key from team_author where team_id = $1", [teamId]);
  let log = emptyLog(teamId);
  for (const entry of entries) {
    const after = await verifyEntries(log, { entries: [entry], authors: authors.map(({ key }) => key) });
    expect(after.state, `believed by no client: ${entry.text}`).not.toBe(log.state);
    log = after;
  }
  return log;
}

export async function expectEqualLogs({ sql }: Pick<World, "sql">): Promise<void> {
  const teams = await sql<{ id: string; texts: string[] }>(
    "select team_id as id, array_agg(text order by seq) as texts from team_log group by team_id",
  );
  for (const { id, texts } of teams) expect(await stateOf(id, texts)).toEqual((await storedLog({ sql }, id)).state);
}
