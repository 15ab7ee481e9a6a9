/**
 * What a member's client does for the team in the background: signs pending changes (pending-changes.ts), admits people who prove the
 * secret of a copied link, gives the team's key to members who lack it, and draws another key after a member has left by the log. It does
 * nothing because the server's list says so: that is shown, and waits for a press (to-confirm.ts).
 */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import { accepts } from "@coffer/core/team/log";
import type { TeamState } from "@coffer/core/team/log-state";
import { fingerprint, generateKey, normaliseEmail, type SecretKey, teamKeyCheck, toHex } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, withKey } from "../sharing/trust-store.ts";
import { changeOf, isSignable, provenArrivals, type Signable } from "./admissions.ts";
import { duePendingChanges, replacePendingChanges } from "./pending-changes.ts";
import { grantKeys, keyOf } from "./team-keys.ts";
import { type VerifiedLog, writeEntries } from "./verified-log.ts";

type Person = TeamLog["people"][number];

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
  const { accountId, publicKey } = await context.identity();
  const writer = { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false };
  if (log.state.members.get(accountId)?.key !== writer.key) return null;
  const here = people.map(({ email }) => normaliseEmail(email));
  const { now, later } = await duePendingChanges(context, log, here);
  let known = log;
  for (const change of now.filter(isSignable))
    if (accepts(known.state, change, { ...writer, seq: known.hashes.length + 1 }))
      known = (await appendEntries(context, known, [change], null)) ?? known;
  await replacePendingChanges(context, log.teamId, later);
  return known === log ? null : known;
}

async function reconcileMembers(context: SharingContext, reader: LogReader, log: VerifiedLog, reply: TeamLog): Promise<VerifiedLog | null> {
  const { accountId, publicKey } = await context.identity();
  const { state } = log;
  const writer = { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false, seq: log.hashes.length + 1 };
  const isOurs = state.members.get(accountId)?.key === writer.key || state.founder?.id === accountId;
  if (!isOurs) return null;
  const come = await provenArrivals(context, log, reply.people);
  if (isKeyOfLeaver(state) && accepts(state, { kind: "key", epoch: state.epoch + 1, check: "" }, writer)) {
    const { reply: whole } = await reader.read(context, log.teamId, true);
    return rotateTeamKey(context, log, come.slice(1 - MAX_ENTRIES), whole.people);
  }
  const key = await keyOf(context, log, state.epoch);
  return key ? appendEntries(context, log, come, { people: reply.people, key }) : null;
}

/** Whether a person who is out of the log, by their own signature or another's, has the newest key. */
const isKeyOfLeaver = ({ memberHistory, members, epoch }: TeamState): boolean =>
  [...memberHistory.values()].some(({ id, key, to }) => to === epoch && members.get(id)?.key !== key);

/** Writes changes and a new key, which everyone in the team afterwards gets. The key is stored before anyone has it. */
export async function rotateTeamKey(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly Signable[],
  people: readonly Person[],
): Promise<VerifiedLog> {
  const [epoch, key] = [log.state.epoch + 1, generateKey(context.random)];
  await changeTrust(context, (store) => withKey(store, log.teamId, epoch, key));
  const check = toHex(await teamKeyCheck({ teamId: log.teamId, epoch }, key));
  const after = await appendEntries(context, log, [...changes, { kind: "key", epoch, check }], { people, key });
  key.fill(0);
  return after ?? log;
}

interface Giving {
  /** People who may lack the key. */
  readonly people: readonly Person[];
  readonly key: SecretKey;
}

/** Writes as many entries as one call takes, and copies of the key for the members after them. @returns null if there is nothing to write */
export async function appendEntries(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly Signable[],
  giving: Giving | null,
): Promise<VerifiedLog | null> {
  const { entries, known } = await writeEntries(log, changes.slice(-MAX_ENTRIES).map(changeOf), await context.identity(), context.now());
  const keys = giving ? await grantKeys(context, known, giving.people, giving.key) : [];
  if (entries.length === 0 && keys.length === 0) return null;
  await context.call(api.team.writeLog, { id: log.teamId, since: log.hashes.length, entries, keys });
  return known;
}

/** Entries of one call; the rest goes with the next. The key entry is last and always included. */
export const MAX_ENTRIES = 50;
