/**
 * What a member's client does for the team in the background: signs pending changes (pending-changes.ts), admits invited people who have
 * joined, removes members the server no longer lists, then rotates the team key and gives it to members who lack it. It only does what
 * the log allows; people who were not invited in the log wait for a person to confirm them.
 */
import { api } from "@coffer/contract/api";
import { invitedMessage, type TeamLog } from "@coffer/contract/team-log";
import { accepts } from "@coffer/core/team/log";
import type { LogChange, LogInvite, TeamState } from "@coffer/core/team/log-state";
import { fingerprint, generateKey, normaliseEmail, type SecretKey, teamKeyCheck, toHex, verifyInvited } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, withKey } from "../sharing/trust-store.ts";
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
    // New members were invited by someone with that right, even if the inviter is being removed now: the server let them in before.
    return rotateTeamKey(context, log, fitOneCall({ come, back: [...out, ...again], gone }), whole.people);
  }
  return appendEntries(context, log, come, { people: reply.people, key });
}

/**
 * The changes of one call, next to the new key. A returning member is removed and admitted in the same call, or they would be locked out;
 * new members come last and wait for the next call if there is no room.
 */
export function fitOneCall<Change>({ come, back, gone }: Record<"come" | "back" | "gone", readonly Change[]>): Change[] {
  const out = gone.slice(0, MAX_ENTRIES - 1 - back.length);
  // New members are admitted before removals: the person who invited them may be among the removed.
  return [...come.slice(0, MAX_ENTRIES - 1 - back.length - out.length), ...back, ...out];
}

type Admission = Extract<LogChange, { kind: "admit" }>;

const inviteOf = ({ invites }: TeamState, email: string): LogInvite | undefined =>
  [...invites.values()].find((one) => one.email === normaliseEmail(email));

/** Members who left and joined again before any client noticed: they have another invitation or other keys. */
async function returnedMembers({ state }: VerifiedLog, people: readonly Person[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { id, email, publicKey } of people) {
    const known = state.members.get(id);
    if (known && (inviteOf(state, email) || known.key !== toHex(await fingerprint(publicKey)))) ids.push(id);
  }
  return ids;
}

/** Invited people who have joined, with a valid proof where the invitation requires one. */
async function arrivals({ teamId, state }: VerifiedLog, people: readonly Person[]): Promise<Admission[]> {
  const changes: Admission[] = [];
  for (const { id, email, publicKey, proof } of people) {
    const invite = inviteOf(state, email);
    if (!invite || state.members.has(id)) continue;
    const member = { id, key: toHex(await fingerprint(publicKey)) };
    const message = invitedMessage(teamId, member);
    if (invite.proof !== null && (proof === null || !(await verifyInvited(invite.proof, message, proof)))) continue;
    changes.push({ kind: "admit", invited: invite.seq, member, ...(invite.proof !== null && proof !== null && { proof }) });
  }
  return changes;
}

/** Writes changes and a new key, which everyone in the team afterwards gets. The key is stored before anyone has it. */
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
  /** People who may lack the key. */
  readonly people: readonly Person[];
  readonly key: SecretKey;
}

/** Writes as many entries as one call takes, and copies of the key for the members after them. @returns null if there is nothing to write */
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

/** Entries of one call; the rest goes with the next. The key entry is last and always included. */
const MAX_ENTRIES = 50;
/** Two entries each. */
const BACK_AT_ONCE = 20;
