/**
 * What a member's client does by itself when it sees the team: says what it wanted to say before it was in it (pending-changes.ts), takes those into the log who were invited and have come, takes those out whom the server lists no more, draws
 * another key after that, and gives the key to whoever lacks it. Everything by what the log allows; whoever was not invited in it is left to a person to confirm.
 */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import { accepts } from "@coffer/core/team/log";
import type { LogChange, LogInvite, TeamState } from "@coffer/core/team/log-state";
import { fingerprint, generateKey, normaliseEmail, type SecretKey, teamKeyCheck, toHex, verifyInvited } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, withKey } from "../sharing/trust-store.ts";
import { duePendingChanges, replacePendingChanges } from "./pending-changes.ts";
import { grantKeys, keyOf } from "./team-keys.ts";
import { invitedMessage, type VerifiedLog, writeEntries } from "./verified-log.ts";

type Person = TeamLog["people"][number];

/** Reads the whole list of members with their keys. */
interface LogReader {
  read(context: SharingContext, teamId: string, all: boolean): Promise<{ readonly reply: TeamLog }>;
}

/** @returns the log afterwards; null where there was nothing to do */
export async function reconcileTeam(
  context: SharingContext,
  reader: LogReader,
  log: VerifiedLog,
  reply: TeamLog,
): Promise<VerifiedLog | null> {
  const wished = await signPendingChanges(context, log, reply);
  return (await reconcileMembers(context, reader, wished ?? log, reply)) ?? wished;
}

/** What was wished before the log had this account. @returns the log afterwards; null where there was nothing to say */
async function signPendingChanges(context: SharingContext, log: VerifiedLog, { people }: TeamLog): Promise<VerifiedLog | null> {
  const { accountId, publicKey } = await context.identity();
  const writer = { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false };
  if (log.state.members.get(accountId)?.key !== writer.key) return null;
  const here = people.map(({ email }) => normaliseEmail(email));
  const { now, later } = await duePendingChanges(context, log, here);
  let known = log;
  for (const change of now)
    if (accepts(known.state, change, { ...writer, seq: known.hashes.length + 1 }))
      known = (await appendEntries(context, known, [change], null)) ?? known;
  await replacePendingChanges(context, log.teamId, later);
  return known === log ? null : known;
}

async function reconcileMembers(context: SharingContext, reader: LogReader, log: VerifiedLog, reply: TeamLog): Promise<VerifiedLog | null> {
  const { accountId, publicKey } = await context.identity();
  const writer = { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false, seq: log.hashes.length + 1 };
  const isOurs = log.state.members.get(accountId)?.key === writer.key || log.state.founder?.id === accountId;
  const key = await keyOf(context, log, log.state.epoch);
  if (!isOurs || !key) return null;
  const here = new Set(reply.members);
  const back = new Set((await returnedMembers(log, reply.people)).slice(0, BACK_AT_ONCE));
  const removals = [...log.state.members.keys()]
    .filter((id) => (!here.has(id) || back.has(id)) && id !== accountId)
    .map((id) => ({ kind: "remove", id }) as const)
    .filter((change) => accepts(log.state, change, writer));
  const mayDraw = accepts(log.state, { kind: "key", epoch: log.state.epoch + 1, check: "" }, writer);
  const come = await arrivals(log, reply.people);
  if (removals.length > 0 && mayDraw) {
    const { reply: whole } = await reader.read(context, log.teamId, true);
    const members = new Map([...log.state.members].filter(([id]) => !removals.some((one) => one.id === id)));
    const again = await arrivals(
      { ...log, state: { ...log.state, members } },
      reply.people.filter(({ id }) => back.has(id)),
    );
    const [out, gone] = [removals.filter(({ id }) => back.has(id)), removals.filter(({ id }) => !back.has(id))];
    // Whoever has come was invited by somebody who might, also where that one is gone by now: the server let them in before.
    return rotateTeamKey(context, log, fitOneCall({ come, back: [...out, ...again], gone }), whole.people);
  }
  return appendEntries(context, log, come, { people: reply.people, key });
}

/**
 * Changes of one call, beside the new key. Whoever came back is taken out and in again in the same one, or they would be out; whoever has come goes last, and waits for
 * the next call where there is no room.
 */
export function fitOneCall<Change>({ come, back, gone }: Record<"come" | "back" | "gone", readonly Change[]>): Change[] {
  const out = gone.slice(0, MAX_ENTRIES - 1 - back.length);
  // Whoever invited them may be among those who are gone: they come in before.
  return [...come.slice(0, MAX_ENTRIES - 1 - back.length - out.length), ...back, ...out];
}

type Admission = Extract<LogChange, { kind: "admit" }>;

const inviteOf = ({ invites }: TeamState, email: string): LogInvite | undefined =>
  [...invites.values()].find((one) => one.email === normaliseEmail(email));

/** Members of the log who left and came in again before anybody's client looked: by another invitation, or with other keys. */
async function returnedMembers({ state }: VerifiedLog, people: readonly Person[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { id, email, publicKey } of people) {
    const known = state.members.get(id);
    if (known && (inviteOf(state, email) || known.key !== toHex(await fingerprint(publicKey)))) ids.push(id);
  }
  return ids;
}

/** Those who were invited in the log and have come; where the invitation asks for a proof, with one. */
async function arrivals({ teamId, state }: VerifiedLog, people: readonly Person[]): Promise<Admission[]> {
  const changes: Admission[] = [];
  for (const { id, email, publicKey, proof } of people) {
    const invite = inviteOf(state, email);
    if (!invite || state.members.has(id)) continue;
    const member = { id, key: toHex(await fingerprint(publicKey)) };
    const message = invitedMessage(teamId, id, member.key);
    if (invite.proof !== null && (proof === null || !(await verifyInvited(invite.proof, message, proof)))) continue;
    changes.push({ kind: "admit", invited: invite.seq, member, ...(invite.proof !== null && proof !== null && { proof }) });
  }
  return changes;
}

/** Changes and another key, which all get who are in the team afterwards. The key is kept before anybody has it. */
async function rotateTeamKey(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly LogChange[],
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
  /** Who may lack the key. */
  readonly people: readonly Person[];
  readonly key: SecretKey;
}

/** As many entries as one call takes, and copies of the key for whoever is in the log then. @returns null where there is nothing to write */
export async function appendEntries(
  context: SharingContext,
  log: VerifiedLog,
  changes: readonly LogChange[],
  giving: Giving | null,
): Promise<VerifiedLog | null> {
  const { entries, known } = await writeEntries(log, changes.slice(-MAX_ENTRIES), await context.identity(), context.now());
  const keys = giving ? await grantKeys(context, known, giving.people, giving.key) : [];
  if (entries.length === 0 && keys.length === 0) return null;
  await context.call(api.team.writeLog, { id: log.teamId, since: log.hashes.length, entries, keys });
  return known;
}

/** Of one call; the rest comes with the next. The key comes last, and always goes with it. */
const MAX_ENTRIES = 50;
/** Two entries for each. */
const BACK_AT_ONCE = 20;
