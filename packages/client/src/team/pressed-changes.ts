/** What a person decides about the members of a team, each by name: who is let in, and who is taken out, with the next key in the same call. */
import { isRefusal } from "@coffer/contract/errors";
import type { TeamLog } from "@coffer/contract/team-log";
import { accepts } from "@coffer/core/team/log";
import type { TeamState } from "@coffer/core/team/log-state";
import { leavesAlone } from "@coffer/core/team/successors";
import { ClientError } from "../errors.ts";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, readTrust } from "../sharing/trust-store.ts";
import { pressedKey, withMet } from "../sharing/trusted-key.ts";
import { pull } from "../vault/read.ts";
import { inviteOf } from "./admissions.ts";
import { appendEntries, MAX_ENTRIES, rotateTeamKey } from "./append-entries.ts";
import type { TeamContext } from "./context.ts";
import { refuseStopped } from "./gossip.ts";
import { keptByLeavers } from "./reconcile-team.ts";
import { againIfStale } from "./retry.ts";
import { keyOf, memberKey } from "./team-keys.ts";
import { nextWriter, type VerifiedLog } from "./verified-log.ts";

interface Named {
  readonly teamId: string;
  readonly userId: string;
  /** As it was shown to the person who presses. */
  readonly email: string;
}

const NOT_ALLOWED = "The log of this team does not allow you to confirm this member.";

/** Only a log that this account has accepted is signed on. */
export async function acceptedLog(context: TeamContext, sharing: SharingContext, teamId: string, all: boolean) {
  await refuseStopped(sharing, teamId);
  const answer = await context.teamSession.read(sharing, teamId, all);
  return (await readTrust(sharing)).teams[teamId] ? answer : null;
}

/**
 * Signs a person into the log who was invited in it without a secret, under the key that the table of trust allows, and gives them the
 * team's key. @throws ClientError when the log does not allow it, or the key is not the known one
 */
export function letIn(context: TeamContext, { teamId, userId, email }: Named): Promise<void> {
  return againIfStale(async () => {
    const sharing = await context.sharing();
    const answer = await acceptedLog(context, sharing, teamId, false);
    if (answer?.log.state.members.has(userId)) return;
    const person = answer?.reply.people.find(({ id }) => id === userId);
    const invite = answer && inviteOf(answer.log.state, email);
    if (!answer || !person || !invite) throw new ClientError(NOT_ALLOWED);
    const { log, reply } = answer;
    const mayInvite = { kind: "invite", email: invite.email, roleId: invite.roleId } as const;
    if (!accepts(log.state, mayInvite, await nextWriter(log, await sharing.identity()))) throw new ClientError(NOT_ALLOWED);
    const member = await pressedKey(await readTrust(sharing), { accountId: userId, publicKey: person.publicKey, email });
    await changeTrust(sharing, (store) => withMet(store, member, context.now()));
    const key = await keyOf(sharing, log, log.state.epoch);
    const admission = { kind: "admit", invited: invite.seq, member } as const;
    const known = await appendEntries(sharing, log, [admission], key && { people: reply.people, key });
    if (known) await context.teamSession.pin(sharing, known);
    if (!known?.state.members.has(userId)) throw new ClientError(NOT_ALLOWED);
  });
}

interface TakingOut extends Pick<TeamContext, "sharing"> {
  readonly teamSession: Pick<TeamContext["teamSession"], "ensureTrustLoaded" | "read" | "pin">;
}

interface Out {
  readonly teamId: string;
  readonly userIds: readonly string[];
}

const isIn = ({ members, founder }: TeamState, id: string): boolean => members.has(id) || founder?.id === id;

/**
 * Takes people out of the log, and gives those who stay another key.
 * @throws ClientError when the log still has one of them afterwards: this account may not sign it
 */
export async function takeOut(context: TakingOut, { teamId, userIds }: Out): Promise<void> {
  const sharing = await context.sharing();
  for (let left = [...userIds]; left.length > 0; left = left.slice(MAX_ENTRIES - 1))
    await againIfStale(() => takeSomeOut(context, sharing, teamId, left.slice(0, MAX_ENTRIES - 1)));
  // What is shared with the team gets a new key too, so that future members can open it.
  await pull(sharing).catch(() => undefined);
}

const STILL_IN =
  "The server has let them go, but the team's signed log still has them. An administrator of the team has to take them out on this page.";

async function takeSomeOut(context: TakingOut, sharing: SharingContext, teamId: string, ids: readonly string[]): Promise<void> {
  await context.teamSession.ensureTrustLoaded(sharing);
  await refuseStopped(sharing, teamId);
  const { log, reply } = await context.teamSession.read(sharing, teamId, true);
  const wanted = ids.filter((id) => isIn(log.state, id));
  if (wanted.length === 0) return;
  const isAccepted = (await readTrust(sharing)).teams[teamId] !== undefined;
  const writer = await nextWriter(log, await sharing.identity());
  const removals = wanted.map((id) => removalOf(log.state, id, reply)).filter((change) => accepts(log.state, change, writer));
  if (!isAccepted || removals.length === 0) throw new ClientError(STILL_IN);
  const known = await rotateTeamKey(sharing, log, removals, reply.people).catch((error: unknown) => {
    if (!isRefusal(error, "team_key_incomplete")) throw error;
    return appendEntries(sharing, log, removals, null);
  });
  if (known) await context.teamSession.pin(sharing, known);
  if (!known || wanted.some((id) => isIn(known.state, id))) throw new ClientError(STILL_IN);
  if (keptByLeavers(known.state).length > 0)
    throw new ClientError(`They are out of the team's log. ${await missingKey(sharing, known, reply)}`);
}

/** The person who made the team and its last administrator leave by themselves, except where the server has their account no longer. */
const removalOf = (state: TeamState, id: string, { members }: Pick<TeamLog, "members">) =>
  ({ kind: "remove", id, ...(leavesAlone(state, id) && !members.includes(id) && { isClosed: true as const }) }) as const;

/** Why there is no next key, whom it waits for, and what to do. */
async function missingKey(sharing: SharingContext, { state }: VerifiedLog, { people, members }: TeamLog): Promise<string> {
  const store = await readTrust(sharing);
  const isReached = await Promise.all(people.map(async (person) => typeof (await memberKey(store, state, person)) === "object"));
  const reached = new Set(people.filter((_, index) => isReached[index]).map(({ id }) => id));
  const waiting = [...state.members.values()].filter(({ id }) => members.includes(id) && !reached.has(id)).map(({ email }) => email);
  return `The team's next key is still missing: the server shows another security key for ${waiting.join(", ") || "a member"}. Compare your safety numbers with them, or take them out; until then the old key stays.`;
}

/**
 * Draws the next key of a team without the present one: when that never came, or does not open.
 * @throws ClientError when the log does not allow it, or a member would get none
 */
export async function drawKey(context: TeamContext, { teamId }: Pick<Out, "teamId">): Promise<void> {
  const sharing = await context.sharing();
  await againIfStale(async () => {
    await context.teamSession.ensureTrustLoaded(sharing);
    const answer = await acceptedLog(context, sharing, teamId, true);
    const next = { kind: "key", epoch: (answer?.log.state.epoch ?? 0) + 1, check: "", copies: "" } as const;
    if (!answer || !accepts(answer.log.state, next, await nextWriter(answer.log, await sharing.identity())))
      throw new ClientError(NO_NEXT_KEY);
    const { log, reply } = answer;
    const known = await rotateTeamKey(sharing, log, [], reply.people).catch(async (error: unknown) => {
      throw isRefusal(error, "team_key_incomplete") ? new ClientError(await missingKey(sharing, log, reply)) : error;
    });
    await context.teamSession.pin(sharing, known);
  });
  await context.teamSession.sync(sharing, true);
  // What this account shares with the team goes under the new key.
  await pull(sharing).catch(() => undefined);
}

const NO_NEXT_KEY = "The log of this team does not allow you to make its next key. An administrator of the team can.";
