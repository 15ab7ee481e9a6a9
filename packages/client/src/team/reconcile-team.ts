/**
 * What a member's client does for the team in the background: signs pending changes (pending-changes.ts), admits people who prove the
 * secret of a copied link, gives the team's key to members who lack it, and draws another key after a member has left by the log. It does
 * nothing because the server's list says so: that is shown, and waits for a press (to-confirm.ts).
 */
import { isRefusal } from "@coffer/contract/errors";
import type { TeamLog } from "@coffer/contract/team-log";
import { accepts } from "@coffer/core/team/log";
import type { TeamState } from "@coffer/core/team/log-state";
import { normaliseEmail } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { isSignable, provenArrivals } from "./admissions.ts";
import { appendEntries, MAX_ENTRIES, rotateTeamKey } from "./append-entries.ts";
import { duePendingChanges, replacePendingChanges } from "./pending-changes.ts";
import { keyOf } from "./team-keys.ts";
import { nextWriter, type VerifiedLog } from "./verified-log.ts";

/** Reads the full list of members with their keys. */
interface LogReader {
  read(context: SharingContext, teamId: string, all: boolean): Promise<{ readonly reply: TeamLog }>;
}

/** @returns the log afterwards; null if there was nothing to do */
export async function reconcileTeam(
  context: SharingContext,
  reader: LogReader,
  log: VerifiedLog,
  reply: TeamLog,
): Promise<VerifiedLog | null> {
  const withPending = await signPendingChanges(context, log, reply);
  return (await reconcileMembers(context, reader, withPending ?? log, reply)) ?? withPending;
}

/** Signs what was decided before the log had this account. @returns the log afterwards; null if there was nothing to sign */
async function signPendingChanges(context: SharingContext, log: VerifiedLog, { people }: TeamLog): Promise<VerifiedLog | null> {
  const identity = await context.identity();
  const { by, key } = await nextWriter(log, identity);
  if (log.state.members.get(by)?.key !== key) return null;
  const here = people.map(({ email }) => normaliseEmail(email));
  const { now, later } = await duePendingChanges(context, log, here);
  let known = log;
  for (const change of now.filter(isSignable))
    if (accepts(known.state, change, await nextWriter(known, identity)))
      known = (await appendEntries(context, known, [change], null).catch(nullIfRefused)) ?? known;
  await replacePendingChanges(context, log.teamId, later);
  return known === log ? null : known;
}

/** What a role may do can have changed since it was chosen: then the server refuses that change, and the others go on. */
const nullIfRefused = (error: unknown): null => {
  if (isRefusal(error, "forbidden")) return null;
  throw error;
};

async function reconcileMembers(context: SharingContext, reader: LogReader, log: VerifiedLog, reply: TeamLog): Promise<VerifiedLog | null> {
  const { state } = log;
  const writer = await nextWriter(log, await context.identity());
  const isOurs = state.members.get(writer.by)?.key === writer.key || state.founder?.id === writer.by;
  if (!isOurs) return null;
  const come = await provenArrivals(context, log, reply.people);
  const next = { kind: "key", epoch: state.epoch + 1, check: "", copies: "" } as const;
  if (isKeyOfLeaver(state) && refusalsOf(reader).get(log.teamId) !== log.hashes.length && accepts(state, next, writer)) {
    const { reply: whole } = await reader.read(context, log.teamId, true);
    const drawn = await rotateTeamKey(context, log, come.slice(1 - MAX_ENTRIES), whole.people).catch((error: unknown) => {
      if (!isRefusal(error, "team_key_incomplete")) throw error;
      refusalsOf(reader).set(log.teamId, log.hashes.length);
      return null;
    });
    if (drawn) return drawn;
  }
  const key = await keyOf(context, log, state.epoch);
  return key ? appendEntries(context, log, come, { people: reply.people, key }) : null;
}

/** By team, the size of the log at which no complete key could be drawn: it is tried again when the log has changed, or at a press. */
const refusals = new WeakMap<LogReader, Map<string, number>>();

function refusalsOf(reader: LogReader): Map<string, number> {
  const known = refusals.get(reader) ?? new Map<string, number>();
  refusals.set(reader, known);
  return known;
}

/** Ids of people who are out of the log, by their own signature or another's, and have the newest key. */
export const keptByLeavers = ({ memberHistory, members, epoch }: TeamState): string[] =>
  [...memberHistory.values()].filter(({ id, key, to }) => to === epoch && members.get(id)?.key !== key).map(({ id }) => id);

const isKeyOfLeaver = (state: TeamState): boolean => keptByLeavers(state).length > 0;
