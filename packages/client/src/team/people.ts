/** Who is in a team, as its log says it: what the server lists beside that is shown to nobody but those who may look into it (security design §6). */
import { api } from "@coffer/contract/api";
import type { ActiveMember, PendingInvitation, Role } from "@coffer/contract/team-schemas";
import type { LogInvite, LogMember, LogPerson } from "@coffer/core/team/log-state";
import { MEMBER, SYSTEM_ROLE_NAMES } from "@coffer/core/team/roles";
import { fingerprint, normaliseEmail, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { SharingContext } from "../sharing/context.ts";
import { readTrust, type TrustStore } from "../sharing/trust-store.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import { pendingInvitations } from "./pending-changes.ts";
import type { TeamStatus } from "./team-session.ts";
import type { VerifiedLog } from "./verified-log.ts";

/** A member as the log has them. */
export interface TeamMember extends ActiveMember {
  /** Nobody who has the team's key has been online since they came. */
  readonly isKeyPending: boolean;
  /** The role that the server has them with. It shows nothing; but what it does not let anybody do to them is not offered. */
  readonly serverRoleId: number;
  /** Whether their key was proven: by the secret of a link, or by numbers that were compared. */
  readonly isVerified: boolean;
}

export interface TeamInvitation extends PendingInvitation {
  /** Whether the team's log says it, or will as soon as it has this account. Of what the server alone lists nobody knows who invited; it is not sent again. */
  readonly isInLog: boolean;
}

export interface TeamPeople {
  readonly members: readonly TeamMember[];
  /** Those that the server lists and the log does not have: they receive nothing. */
  readonly unconfirmed: readonly ActiveMember[];
  readonly invitations: readonly TeamInvitation[];
  /** Those that members of the team may have. */
  readonly roles: readonly Role[];
  /** Of the own team; of others `open`, `without-log` or `not-believed`. */
  readonly status: TeamStatus;
}

const room = api.team;

/** @param teamId - null: of the own team. @throws AppError forbidden */
export async function people(context: TeamContext, { teamId }: { readonly teamId: string | null }): Promise<TeamPeople> {
  const { call, sessions } = context;
  const data = teamId === null ? await call(room.ownTeamMembers, {}) : await call(room.teamMembers, { teamId });
  const wanted = teamId ?? sessions.session?.teamId ?? null;
  const none = data.pendingInvitations.map((row) => ({ ...row, isInLog: false }));
  if (wanted === null) return { invitations: none, roles: data.roles, members: [], unconfirmed: data.activeMembers, status: "none" };
  const { status, members, invites, lacking, isProven } = await logOf(context, wanted);
  const trust = await readTrust(await context.sharing());
  const said = [...invites, ...pendingInvitations(trust, wanted)];
  const base = { invitations: data.pendingInvitations.map((row) => withSignedRole(row, said, data.roles)), roles: data.roles };
  const shown: TeamMember[] = [];
  const unconfirmed: ActiveMember[] = [];
  for (const row of data.activeMembers) {
    const known = members.get(row.user_id);
    if (!known) unconfirmed.push(row);
    else {
      const isVerified = (isProven && known.isProven) || isCompared(trust, known);
      shown.push({
        ...row,
        ...roleOf(row, known, data.roles),
        email: known.email,
        serverRoleId: row.role_id,
        isKeyPending: lacking.has(row.user_id),
        isVerified,
      });
    }
  }
  return { ...base, members: shown, unconfirmed, status };
}

type Invited = Pick<LogInvite, "email" | "roleId">;

/** With the role that was said, whichever the server lists it with: it is what would be signed again. */
function withSignedRole(row: PendingInvitation, said: readonly Invited[], roles: readonly Role[]): TeamInvitation {
  const invited = said.find(({ email }) => email === normaliseEmail(row.email));
  return invited ? { ...row, ...roleOf(row, invited, roles), isInLog: true } : { ...row, isInLog: false };
}

interface Log {
  readonly status: TeamStatus;
  readonly invites: readonly LogInvite[];
  readonly members: ReadonlyMap<string, LogMember>;
  readonly lacking: ReadonlySet<string>;
  /** Whether what it calls proven is. */
  readonly isProven: boolean;
}

const isCompared = ({ people: known }: TrustStore, { id, key }: LogPerson): boolean =>
  known[id]?.isVerified === true && known[id].fingerprint === key;

/**
 * Whether more than the server's word says whose log it is: a link named its beginning, or the key that began it is the own one or was compared. A mailed link proves
 * nothing, and then the server could have begun it, and let it say of anybody that they are proven.
 */
async function isLogProven(sharing: SharingContext, { teamId, state: { founder } }: VerifiedLog): Promise<boolean> {
  const trust = await readTrust(sharing);
  if (trust.teams[teamId]?.isProven === true) return true;
  const { accountId, publicKey } = await sharing.identity();
  if (founder?.id === accountId) return founder.key === toHex(await fingerprint(publicKey));
  return founder !== null && isCompared(trust, founder);
}

/** Nobody is in a team whose log is not believed. */
async function logOf(context: TeamContext, teamId: string): Promise<Log> {
  const { teamSession, sharing, sessions } = context;
  const nobody = { members: new Map<string, LogMember>(), invites: [], lacking: new Set<string>(), isProven: false };
  const isOwn = isOwnTeam(context, teamId);
  try {
    if (isOwn) await teamSession.sync(await sharing(), true);
    const { log, reply } = isOwn ? await teamSession.read(await sharing(), teamId) : await teamSession.maintain(await sharing(), teamId);
    const isEmpty = log.hashes.length === 0;
    const status = isOwn ? teamSession.status : isEmpty ? "without-log" : "open";
    if (isOwn && !teamSession.trustedLog) return { ...nobody, status };
    const own = sessions.session?.user.id ?? "";
    const lacking = reply.people.map(({ id }) => id).filter((id) => id !== own || teamSession.status === "key-pending");
    const isProven = await isLogProven(await sharing(), log);
    const { members, invites, founder } = log.state;
    return { status, members, invites: [...invites.values()], lacking: new Set(lacking.filter((id) => id !== founder?.id)), isProven };
  } catch (error) {
    if (error instanceof IntegrityError) return { ...nobody, status: "not-believed" };
    throw error;
  }
}

type WithRole = Pick<ActiveMember, "role_id" | "role_name">;

/** The role of the log, by the name that the server has for it; of one that it says nothing of, the least. */
function roleOf(row: WithRole, { roleId }: Pick<LogMember, "roleId">, roles: readonly Role[]): WithRole {
  if (row.role_id === roleId) return { role_id: roleId, role_name: row.role_name };
  // Plain members are told no roles.
  const named = roles.find(({ id }) => id === roleId)?.name ?? SYSTEM_ROLE_NAMES[roleId];
  return { role_id: roleId, role_name: named ?? SYSTEM_ROLE_NAMES[MEMBER] };
}
