/** Team changes that must also be in the signed log: first the server is asked, then the result is signed. */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import { type Leaving, leavingMessage } from "@coffer/contract/team-log";
import type { Role } from "@coffer/contract/team-schemas";
import { accepts } from "@coffer/core/team/log";
import type { TeamState } from "@coffer/core/team/log-state";
import { flagsOf, type PermissionSet } from "@coffer/core/team/permissions";
import { isSystemRole, MEMBER, NO_ROLE } from "@coffer/core/team/roles";
import { generateInviteKey, normaliseEmail, toBase64Url } from "@coffer/crypto";
import { readTrust } from "../sharing/trust-store.ts";
import { inviteOf, type Signable } from "./admissions.ts";
import { appendEntries } from "./append-entries.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import { refuseStopped } from "./gossip.ts";
import { fragmentOf } from "./invitation-link.ts";
import { addPendingChanges, dropPendingInvitation, isPendingProof } from "./pending-changes.ts";
import { letIn, takeOut } from "./pressed-changes.ts";
import { againIfStale } from "./retry.ts";
import { nextWriter, type VerifiedLog, writeEntries } from "./verified-log.ts";

const endpoints = api.team;

/** Everything but admissions, which need a trusted key (pressed-changes.ts). */
type Change = Exclude<Signable, { kind: "admit" }>;
type ChangesOf = (state: TeamState) => readonly Change[];
interface SignOptions {
  /** For a member who is not in the log yet: keep the change and sign it once they are (pending-changes.ts). */
  readonly orPending?: boolean;
}

/**
 * Adds to the log what the writer is allowed to add.
 * @param changesOf - in order; changes that the log does not allow are left out
 * @returns the log afterwards; null if this account has not accepted the log, because then nothing is signed on top of it
 */
async function signChanges(
  context: TeamContext,
  teamId: string,
  changesOf: ChangesOf,
  { orPending = false }: SignOptions = {},
): Promise<VerifiedLog | null> {
  const { teamSession } = context;
  const sharing = await context.sharing();
  await teamSession.ensureTrustLoaded(sharing);
  if (!(await readTrust(sharing)).teams[teamId]) return null;
  await refuseStopped(sharing, teamId);
  const identity = await sharing.identity();
  return againIfStale(async () => {
    const { log } = await teamSession.read(sharing, teamId);
    const isIn = log.state.members.has(identity.accountId) || log.state.founder?.id === identity.accountId;
    if (!isIn && orPending && isOwnTeam(context, teamId)) {
      await addPendingChanges(sharing, teamId, changesOf(log.state));
      return log;
    }
    let known = log;
    for (const change of changesOf(log.state))
      if (accepts(known.state, change, await nextWriter(known, identity)))
        known = (await appendEntries(sharing, known, [change], null)) ?? known;
    await teamSession.pin(sharing, known);
    return known;
  });
}

interface GivenRole {
  /** What the role allows, as the form has shown it; without it the role is given as the log has it. */
  readonly allows?: PermissionSet | undefined;
}

/**
 * What a role allows, if the log does not define it yet or allows more. It is what the person was shown, not what the server lists by now. Extending a role is
 * signed only by the person who edits it; otherwise a server could get an extension signed by an administrator who merely invites someone.
 */
const roleDefinition = ({ roles: known }: TeamState, roleId: number, { allows }: GivenRole): Change[] => {
  if (!allows || roleId === MEMBER) return [];
  const before = known.get(roleId);
  const permissions = flagsOf(allows).filter((flag) => before?.includes(flag) ?? true);
  return before?.join() === permissions.join() ? [] : [{ kind: "define", roleId, permissions }];
};

const roleOrMember = (roleId: number | undefined): number => (roleId === undefined || roleId === NO_ROLE ? MEMBER : roleId);

/**
 * @returns the link if it was requested instead of mailed, with a secret in its fragment that was never sent, so that both sides can
 * verify each other's keys
 */
export async function invite(
  context: TeamContext,
  { allows, ...input }: InputOf<typeof endpoints.invite> & GivenRole,
): Promise<string | null> {
  const { link = null } = await context.call(endpoints.invite, input);
  const teamId = input.teamId ?? context.sessions.session?.teamId ?? null;
  if (teamId === null) return link;
  const key = link === null ? null : await generateInviteKey(context.random);
  const log = await signInvitation(context, teamId, { ...input, allows }, key?.public);
  if (link === null || key === null || log === null) return link;
  const isSigned = [...log.state.invites.values()].some(({ proof }) => proof === key.public);
  const isSaid = isSigned || (await isPendingProof(await context.sharing(), teamId, key.public));
  return isSaid ? `${link}#${fragmentOf(key.secret, log.hashes[0] ?? "")}` : link;
}

interface Invited extends GivenRole {
  readonly email: string;
  readonly roleId?: number | undefined;
}

async function signInvitation(
  context: TeamContext,
  teamId: string,
  { email, roleId, allows }: Invited,
  proof?: string,
): Promise<VerifiedLog | null> {
  const role = roleOrMember(roleId);
  const changesOf: ChangesOf = (state) => [
    ...roleDefinition(state, role, { allows }),
    { kind: "invite", email: normaliseEmail(email), roleId: role, ...(proof !== undefined && { proof }) },
  ];
  return signChanges(context, teamId, changesOf, { orPending: true });
}

/** @param email - the invited address */
export async function revokeInvitation(
  context: TeamContext,
  { id, email, teamId }: { readonly id: string; readonly email: string; readonly teamId: string | null },
): Promise<void> {
  await context.call(endpoints.revokeInvitation, { id });
  if (teamId === null) return;
  await signChanges(context, teamId, ({ invites }) =>
    [...invites.values()].filter((one) => one.email === normaliseEmail(email)).map(({ seq }) => ({ kind: "withdraw", invited: seq })),
  );
  await dropPendingInvitation(await context.sharing(), teamId, normaliseEmail(email));
}

export async function addMember(
  context: TeamContext,
  { email, allows, ...input }: InputOf<typeof endpoints.addMember> & { readonly email: string } & GivenRole,
): Promise<void> {
  await context.call(endpoints.addMember, input);
  const log = await signInvitation(context, input.teamId, { email, roleId: input.roleId, allows });
  // A log that this account may not sign gets them by someone who may.
  if (log && inviteOf(log.state, email)) await letIn(context, { teamId: input.teamId, userId: input.memberUserId, email });
}

/**
 * Takes someone into the log whom the server lists and no one invited in it: a person decides that. @throws ClientError if the log does
 * not allow it, or their key is not the known one
 */
export async function confirmMember(
  context: TeamContext,
  { teamId, userId, ...member }: Required<Omit<Invited, "allows">> & GivenRole & { readonly teamId: string; readonly userId: string },
): Promise<void> {
  await signInvitation(context, teamId, member);
  await letIn(context, { teamId, userId, email: member.email });
}

/** @param teamId - of the member */
export async function giveRole(
  context: TeamContext,
  { teamId, allows, ...input }: InputOf<typeof endpoints.updateMemberRole> & { readonly teamId: string | null } & GivenRole,
): Promise<void> {
  await context.call(endpoints.updateMemberRole, input);
  const wanted = teamId ?? context.sessions.session?.teamId ?? null;
  if (wanted === null) return;
  const roleId = roleOrMember(input.roleId);
  await signChanges(context, wanted, (state) => [...roleDefinition(state, roleId, { allows }), { kind: "role", id: input.userId, roleId }]);
}

/** What a new role allows is in the log of the account's own team before anyone has the role. */
export async function createRole(context: TeamContext, input: InputOf<typeof endpoints.createRole>): Promise<void> {
  const { role } = await context.call(endpoints.createRole, input);
  // The id of an existing role in the answer would give that role these permissions.
  const signed = signRole(context, { id: role.id, permissions: input.permissions }, (isKnown) => !isKnown && !isSystemRole(role.id));
  await signed.catch(() => undefined); // the role exists: a retry would create a second one; the first invitation with it signs its definition
}

/** What it allows from now on goes into the log of the account's own team too. */
export async function updateRole(context: TeamContext, input: InputOf<typeof endpoints.updateRole>): Promise<void> {
  await context.call(endpoints.updateRole, input);
  await signRole(context, { id: Number(input.id), permissions: input.permissions }, (isKnown) => isKnown);
}

/** Signs what was chosen, not what the server answers. @param when - condition on whether the log has the role */
async function signRole(context: TeamContext, { id, permissions }: Pick<Role, "id" | "permissions">, when: (isKnown: boolean) => boolean) {
  const teamId = context.sessions.session?.teamId ?? null;
  const change = { kind: "define", roleId: id, permissions: flagsOf(permissions) } as const;
  const isNew = ({ roles }: TeamState): boolean => when(roles.has(id)) && roles.get(id)?.join() !== change.permissions.join();
  if (teamId !== null) await signChanges(context, teamId, (state) => (isNew(state) ? [change] : []));
}

/**
 * After the server has let someone go at a press that named them. @param teamId - null: the account's own team
 * @throws ClientError when the log still has them
 */
export async function signRemoval(context: TeamContext, teamId: string | null, userId: string): Promise<void> {
  const wanted = teamId ?? context.sessions.session?.teamId ?? null;
  if (wanted !== null) await takeOut(context, { teamId: wanted, userIds: [userId] });
}

/** Leaves, by an entry where the log has this account: then no one else has to take it out. */
export function signLeaving(context: TeamContext): Promise<void> {
  return againIfStale(async () => {
    const leaving = await ownLeaving(context);
    await context.call(endpoints.leaveTeam, leaving ? { leaving } : { signature: await leavingSignature(context) });
  });
}

/** No entry: who signs an entry says that everything before it is true (verified-log.ts). */
async function leavingSignature({ sharing, sessions }: TeamContext): Promise<string> {
  const { accountId, signer } = await (await sharing()).identity();
  return toBase64Url(await signer.sign(leavingMessage(sessions.session?.teamId ?? "", accountId)));
}

/** @returns null where the log does not have this account; a log that is not believed keeps no one either */
export const ownLeaving = (context: TeamContext): Promise<Leaving | null> => ownRemoval(context).catch(() => null);

async function ownRemoval(context: TeamContext): Promise<Leaving | null> {
  const [sharing, teamId] = [await context.sharing(), context.sessions.session?.teamId];
  if (!teamId) return null;
  const { log } = await context.teamSession.read(sharing, teamId);
  const identity = await sharing.identity();
  if (!(await readTrust(sharing)).teams[teamId] || !log.state.members.has(identity.accountId)) return null;
  const change = { kind: "remove", id: identity.accountId } as const;
  const { entries, known } = await writeEntries(log, [change], identity, context.now(), { isAlone: true });
  const [entry] = entries;
  return entry && !known.state.members.has(identity.accountId) ? { since: log.hashes.length, entry } : null;
}
