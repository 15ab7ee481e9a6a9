/** Changes of a team that its log has to say as well: the server is asked, and what it did is signed. */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import { isRefusal } from "@coffer/contract/errors";
import type { Role } from "@coffer/contract/team-schemas";
import { accepts } from "@coffer/core/team/log";
import type { LogChange, TeamState } from "@coffer/core/team/log-state";
import { isSystemRole, MEMBER, NO_ROLE } from "@coffer/core/team/roles";
import { fingerprint, generateInviteKey, normaliseEmail, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { readTrust } from "../sharing/trust-store.ts";
import { pull } from "../vault/read.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import { flagsOf, rolesOf } from "./current-roles.ts";
import { fragmentOf } from "./invitation-link.ts";
import { addPendingChanges, dropPendingInvitation, isPendingProof } from "./pending-changes.ts";
import { appendEntries } from "./reconcile-team.ts";
import type { VerifiedLog } from "./verified-log.ts";

const room = api.team;

/** Another device may be faster; then what it wrote is read first. */
const ATTEMPTS = 4;

type ChangesOf = (state: TeamState) => readonly LogChange[];
interface SignOptions {
  /** Whoever is in the team and not yet in its log says it as soon as they are (pending-changes.ts). */
  readonly orPending?: boolean;
}

/**
 * Adds to the log what the writer may.
 * @param changesOf - one after the other; what the log does not allow the writer is left out
 * @returns the log afterwards; null where this account has not accepted it, so that nothing of it is signed on
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
  const { accountId, publicKey } = await sharing.identity();
  const writer = { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false };
  for (let attempt = 1; ; attempt++) {
    const { log } = await teamSession.read(sharing, teamId);
    const isIn = log.state.members.has(accountId) || log.state.founder?.id === accountId;
    if (!isIn && orPending && isOwnTeam(context, teamId)) {
      await addPendingChanges(sharing, teamId, changesOf(log.state));
      return log;
    }
    try {
      let known = log;
      for (const change of changesOf(log.state))
        if (accepts(known.state, change, { ...writer, seq: known.hashes.length + 1 }))
          known = (await appendEntries(sharing, known, [change], null)) ?? known;
      await teamSession.pin(sharing, known);
      return known;
    } catch (error) {
      if (!isRefusal(error, "stale_head") || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * What a role may do, by the server's list: where the log says nothing of it, or more. What a role may do beyond the log is said by whoever edits it; else a server
 * could have it signed by an administrator who invites somebody.
 */
const roleDefinition = ({ roles: known }: TeamState, roleId: number, roles: readonly Role[]): LogChange[] => {
  const role = roles.find(({ id }) => id === roleId);
  if (!role || roleId === MEMBER) return [];
  const before = known.get(roleId);
  const permissions = flagsOf(role.permissions).filter((flag) => before?.includes(flag) ?? true);
  return before?.join() === permissions.join() ? [] : [{ kind: "define", roleId, permissions }];
};

const roleOrMember = (roleId: number | undefined): number => (roleId === undefined || roleId === NO_ROLE ? MEMBER : roleId);

/** @returns the link, where it was asked for and not mailed: with a secret in its fragment, which was never sent, so that both sides know each other's keys */
export async function invite(context: TeamContext, input: InputOf<typeof room.invite>): Promise<string | null> {
  const { link = null } = await context.call(room.invite, input);
  const teamId = input.teamId ?? context.sessions.session?.teamId ?? null;
  if (teamId === null) return link;
  const key = link === null ? null : await generateInviteKey(context.random);
  const log = await signInvitation(context, teamId, input, key?.public);
  if (link === null || key === null || log === null) return link;
  const isSigned = [...log.state.invites.values()].some(({ proof }) => proof === key.public);
  const isSaid = isSigned || (await isPendingProof(await context.sharing(), teamId, key.public));
  return isSaid ? `${link}#${fragmentOf(key.secret, log.hashes[0] ?? "")}` : link;
}

interface Invited {
  readonly email: string;
  readonly roleId?: number | undefined;
}

async function signInvitation(
  context: TeamContext,
  teamId: string,
  { email, roleId }: Invited,
  proof?: string,
): Promise<VerifiedLog | null> {
  const [roles, role] = [await rolesOf(context), roleOrMember(roleId)];
  const changesOf: ChangesOf = (state) => [
    ...roleDefinition(state, role, roles),
    { kind: "invite", email: normaliseEmail(email), roleId: role, ...(proof !== undefined && { proof }) },
  ];
  return signChanges(context, teamId, changesOf, { orPending: true });
}

/** @param email - of whom it was for */
export async function revokeInvitation(
  context: TeamContext,
  { id, email, teamId }: { readonly id: string; readonly email: string; readonly teamId: string | null },
): Promise<void> {
  await context.call(room.revokeInvitation, { id });
  if (teamId === null) return;
  await signChanges(context, teamId, ({ invites }) =>
    [...invites.values()].filter((one) => one.email === normaliseEmail(email)).map(({ seq }) => ({ kind: "withdraw", invited: seq })),
  );
  await dropPendingInvitation(await context.sharing(), teamId, normaliseEmail(email));
}

export async function addMember(
  context: TeamContext,
  { email, ...input }: InputOf<typeof room.addMember> & { readonly email: string },
): Promise<void> {
  await context.call(room.addMember, input);
  await signInvitation(context, input.teamId, { email, roleId: input.roleId });
  await context.teamSession.maintain(await context.sharing(), input.teamId);
}

/** Takes somebody into the log whom the server lists and nobody has invited in it: a person says so. @throws ClientError where the log does not allow it */
export async function confirmMember(
  context: TeamContext,
  { teamId, userId, email, roleId }: { readonly teamId: string; readonly userId: string; readonly email: string; readonly roleId: number },
): Promise<void> {
  await signInvitation(context, teamId, { email, roleId });
  const { log } = await context.teamSession.maintain(await context.sharing(), teamId);
  if (!log.state.members.has(userId)) throw new ClientError("The log of this team does not allow you to confirm this member.");
}

/** @param teamId - of the member */
export async function giveRole(
  context: TeamContext,
  { teamId, ...input }: InputOf<typeof room.updateMemberRole> & { readonly teamId: string | null },
): Promise<void> {
  await context.call(room.updateMemberRole, input);
  const wanted = teamId ?? context.sessions.session?.teamId ?? null;
  if (wanted === null) return;
  const [roles, roleId] = [await rolesOf(context), roleOrMember(input.roleId)];
  await signChanges(context, wanted, (state) => [...roleDefinition(state, roleId, roles), { kind: "role", id: input.userId, roleId }]);
}

/** What a new role may do stands in the log of the own team before anybody has it. */
export async function createRole(context: TeamContext, input: InputOf<typeof room.createRole>): Promise<void> {
  const { role } = await context.call(room.createRole, input);
  // Another role's number in the answer would give that one what is meant for this one.
  const signed = signRole(context, { id: role.id, permissions: input.permissions }, (isKnown) => !isKnown && !isSystemRole(role.id));
  await signed.catch(() => undefined); // made it is: whoever tried again would have two, and the first invitation with it says what it may
}

/** What it may do from now on stands in the log of the own team as well. */
export async function updateRole(context: TeamContext, input: InputOf<typeof room.updateRole>): Promise<void> {
  await context.call(room.updateRole, input);
  await signRole(context, { id: Number(input.id), permissions: input.permissions }, (isKnown) => isKnown);
}

/** As it was chosen, not as the server answers. @param when - the log has the role, or has not */
async function signRole(context: TeamContext, { id, permissions }: Pick<Role, "id" | "permissions">, when: (isKnown: boolean) => boolean) {
  const teamId = context.sessions.session?.teamId ?? null;
  const change = { kind: "define", roleId: id, permissions: flagsOf(permissions) } as const;
  const isNew = ({ roles }: TeamState): boolean => when(roles.has(id)) && roles.get(id)?.join() !== change.permissions.join();
  if (teamId !== null) await signChanges(context, teamId, (state) => (isNew(state) ? [change] : []));
}

/** After somebody has left: out of the log, and another key for those who stay. */
export async function maintainAfterRemoval(context: TeamContext, teamId: string | null): Promise<void> {
  const wanted = teamId ?? context.sessions.session?.teamId ?? null;
  // Refused it is to them already; whoever comes next does what could not be done now.
  if (wanted === null) return;
  const sharing = await context.sharing();
  await context.teamSession.maintain(sharing, wanted).catch(() => undefined);
  // What is shared with the team gets another key beside it, so that whoever comes next can open it.
  await pull(sharing).catch(() => undefined);
}
