/**
 * Who is in a team according to its log. What only the server lists is shown to people who can confirm it and to no one else (security
 * design §6).
 */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { ActiveMember, PendingInvitation, Role } from "@coffer/contract/team-schemas";
import { type LogInvite, type LogPerson, NO_TEAM, type TeamState } from "@coffer/core/team/log-state";
import { fingerprint, normaliseEmail, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { SharingContext } from "../sharing/context.ts";
import { readTrust, type TrustStore } from "../sharing/trust-store.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import { mustHandOver } from "./hand-over.ts";
import { pendingInvitations } from "./pending-changes.ts";
import { keptByLeavers } from "./reconcile-team.ts";
import { asSigned, byTheirNames, roleOf } from "./roles-as-signed.ts";
import type { TeamStatus } from "./team-status.ts";
import { type ToConfirm, toConfirm } from "./to-confirm.ts";
import type { VerifiedLog } from "./verified-log.ts";

/** A member according to the log. */
export interface TeamMember extends ActiveMember {
  /** No member with the team key has been online since they joined. */
  readonly isKeyPending: boolean;
  /** The role the server has for them. Not shown; used only to hide actions the server would refuse. */
  readonly serverRoleId: number;
  /** Whether their key was verified: by the secret of a link, or by comparing safety numbers. */
  readonly isVerified: boolean;
}

export interface TeamInvitation extends PendingInvitation {
  /**
   * Whether the invitation is in the log, or will be as soon as the log has this account. Who sent the others is unknown; they are not
   * sent again.
   */
  readonly isInLog: boolean;
}

export interface TeamPeople {
  readonly members: readonly TeamMember[];
  /** What the server claims and a person has to decide. */
  readonly toConfirm: readonly ToConfirm[];
  /** Addresses of people who have left with the newest key: until the next one is there, nothing new is shared with the team. */
  readonly keyKeptBy: readonly string[];
  /** People the server lists whom no one invited in the log: they receive nothing. */
  readonly unconfirmed: readonly ActiveMember[];
  readonly invitations: readonly TeamInvitation[];
  /** Whether this account leaves only after it has made someone else an administrator. */
  readonly mustHandOver: boolean;
  /** Roles that members of this team can have. */
  readonly roles: readonly Role[];
  /** Of the account's own team; for other teams `open`, `without-log` or `not-believed`. */
  readonly status: TeamStatus;
}

const endpoints = api.team;

/** @param teamId - null: the account's own team. @throws AppError forbidden */
export async function people(context: TeamContext, { teamId }: { readonly teamId: string | null }): Promise<TeamPeople> {
  const { call, sessions } = context;
  const data = teamId === null ? await call(endpoints.ownTeamMembers, {}) : await call(endpoints.teamMembers, { teamId });
  const wanted = teamId ?? sessions.session?.teamId ?? null;
  if (wanted === null) return inNoTeam(data);
  const log = await logOf(context, wanted);
  const { status, state, questions } = log;
  const trust = await readTrust(await context.sharing());
  const signedInvites = [...state.invites.values(), ...pendingInvitations(trust, wanted)];
  const kept = keptByLeavers(state);
  const isAsked = new Set(questions.map(({ userId }) => userId));
  return {
    invitations: data.pendingInvitations.map((row) => withSignedRole(row, signedInvites, data.roles)),
    roles: asSigned(data.roles, state),
    members: membersOf(data, log, trust),
    toConfirm: questions,
    keyKeptBy: state.formerMembers.filter(({ id }) => kept.includes(id)).map(({ email }) => email),
    mustHandOver: mustHandOver(state, sessions.session?.user.id ?? "", data.activeMembers),
    unconfirmed: data.activeMembers.filter(({ user_id }) => !state.members.has(user_id) && !isAsked.has(user_id)),
    status,
  };
}

type Data = ReplyOf<typeof endpoints.teamMembers>;

const inNoTeam = ({ pendingInvitations: invited, roles, activeMembers }: Data): TeamPeople => ({
  invitations: invited.map((row) => ({ ...row, isInLog: false })),
  ...{
    roles: byTheirNames(roles),
    members: [],
    toConfirm: [],
    keyKeptBy: [],
    mustHandOver: false,
    unconfirmed: activeMembers,
    status: "none",
  },
});

/** Whom the log and the server have. */
const membersOf = ({ activeMembers, roles }: Data, { state, isProven, withoutKey }: Log, trust: TrustStore): TeamMember[] =>
  activeMembers.flatMap((row) => {
    const known = state.members.get(row.user_id);
    if (!known) return [];
    return {
      ...row,
      ...roleOf(row, known, roles),
      email: known.email,
      serverRoleId: row.role_id,
      isKeyPending: withoutKey.has(row.user_id),
      // A link that was copied on the way proves the key of the person who came, and not whose address it is.
      isVerified: (isProven && known.isProven && row.address_proven !== false) || isCompared(trust, known),
    };
  });

type Invited = Pick<LogInvite, "email" | "roleId">;

/** With the signed role, whatever role the server lists: that is what would be signed again. */
function withSignedRole(row: PendingInvitation, signedInvites: readonly Invited[], roles: readonly Role[]): TeamInvitation {
  const invited = signedInvites.find(({ email }) => email === normaliseEmail(row.email));
  return invited ? { ...row, ...roleOf(row, invited, roles), isInLog: true } : { ...row, isInLog: false };
}

interface Log {
  readonly status: TeamStatus;
  /** Of a log that is not trusted: no one. */
  readonly state: TeamState;
  readonly withoutKey: ReadonlySet<string>;
  readonly questions: readonly ToConfirm[];
  /** Whether the log's claims of verified keys can be trusted. */
  readonly isProven: boolean;
}

const isCompared = ({ people: known }: TrustStore, { id, key }: LogPerson): boolean =>
  known[id]?.isVerified === true && known[id].fingerprint === key;

/**
 * Whether more than the server's word says whose log this is: a link named its first entry, or its founder's key is this account's or was
 * compared. A mailed link proves nothing: the server could have started the log itself and marked anyone in it as verified.
 */
async function isLogProven(sharing: SharingContext, { teamId, state: { founder } }: VerifiedLog): Promise<boolean> {
  const trust = await readTrust(sharing);
  if (trust.teams[teamId]?.isProven === true) return true;
  const { accountId, publicKey } = await sharing.identity();
  if (founder?.id === accountId) return founder.key === toHex(await fingerprint(publicKey));
  return founder !== null && isCompared(trust, founder);
}

async function logOf(context: TeamContext, teamId: string): Promise<Log> {
  const { teamSession, sharing, sessions } = context;
  const noMembers = { state: NO_TEAM, withoutKey: new Set<string>(), questions: [], isProven: false };
  const isOwn = isOwnTeam(context, teamId);
  try {
    if (isOwn) await teamSession.sync(await sharing(), true);
    const { log, reply } = isOwn ? await teamSession.read(await sharing(), teamId) : await teamSession.maintain(await sharing(), teamId);
    const isEmpty = log.hashes.length === 0;
    const status = isOwn ? teamSession.status : isEmpty ? "without-log" : "open";
    if (isOwn && !teamSession.trustedLog) return { ...noMembers, status };
    const own = sessions.session?.user.id ?? "";
    const withoutKey = reply.people.map(({ id }) => id).filter((id) => id !== own || teamSession.status === "key-pending");
    const isProven = await isLogProven(await sharing(), log);
    const { founder } = log.state;
    return {
      status,
      state: log.state,
      withoutKey: new Set(withoutKey.filter((id) => id !== founder?.id)),
      questions: await toConfirm(await sharing(), log, reply),
      isProven,
    };
  } catch (error) {
    if (error instanceof IntegrityError) return { ...noMembers, status: "not-believed" };
    throw error;
  }
}
