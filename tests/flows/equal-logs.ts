/** Every team's log adds up to the same for the server and for a client that reads it whole; nothing of it is there that no client believes. */
import { expect } from "vitest";
import { stateOf } from "../../apps/server/src/team/verified-log.ts";
import { emptyLog, type VerifiedLog, verifyEntries } from "../../packages/client/src/team/verified-log.ts";
import type { SignedEntry } from "../../packages/contract/src/team-log.ts";
import type { TeamState } from "../../packages/core/src/team/log-state.ts";
import type { World } from "./world.ts";

/** What the last logs came to, by their whole text: long runs ask for the same ones again and again, and the answer depends on nothing else. */
const MOST_KNOWN = 50;
function known<T>(): (name: string, find: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, T>();
  return async (name, find) => {
    const answer = answers.get(name) ?? (await find());
    answers.delete(name);
    answers.set(name, answer);
    if (answers.size > MOST_KNOWN) for (const oldest of [...answers.keys()].slice(0, 1)) answers.delete(oldest);
    return answer;
  };
}
const [byClients, byServer] = [known<VerifiedLog>(), known<TeamState>()];

/** As a new device would read it. */
export async function storedLog({ sql }: Pick<World, "sql">, teamId: string): Promise<VerifiedLog> {
  const entries = await sql<SignedEntry>("select text, signature from team_log where team_id = $1 order by seq", [teamId]);
  const authors = await sql<{ key: string }>("select public_key as key from team_author where team_id = $1", [teamId]);
  return byClients(JSON.stringify([teamId, entries, authors]), async () => {
    let log = emptyLog(teamId);
    for (const entry of entries) {
      const after = await verifyEntries(log, { entries: [entry], authors: authors.map(({ key }) => key) });
      expect(after.state, `believed by no client: ${entry.text}`).not.toBe(log.state);
      log = after;
    }
    return log;
  });
}

export async function expectEqualLogs({ sql }: Pick<World, "sql">): Promise<void> {
  const teams = await sql<{ id: string; texts: string[] }>(
    "select team_id as id, array_agg(text order by seq) as texts from team_log group by team_id",
  );
  for (const { id, texts } of teams) {
    const state = await byServer(JSON.stringify([id, texts]), () => stateOf(id, texts));
    expect(state).toEqual((await storedLog({ sql }, id)).state);
  }
}
