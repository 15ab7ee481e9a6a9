/**
 * Judges the entries of a team's log (security design §6): who is in a team, with which role, who is invited, and which key the team has. Clients and server ask
 * this one judge. It decides by the earlier entries whether the writer was allowed to write an entry, and whether an admission carries the proof that its
 * invitation requires; signatures of entries and their order are checked before. An entry that is not believed, or of an unknown kind, changes nothing, and the
 * server does not store it.
 *
 * Note: Rules. A log written by earlier versions must be believed as it was. So the log itself says from where on stricter rules count: by an entry of kind "rules",
 * which a client writes before the next entry it writes (client/team/verified-log.ts). Any member may write it, since it only makes the log stricter, and once.
 * A date would not do: the dates of entries are their writers', and each server is upgraded on another day. Nor would a device's pin: every client must come to
 * the same state. The server judges what comes by the newest rules at once, whatever the log says.
 * Rules 2: without the secret of a link only a member who may invite into that role admits. Under rules 1 any member could.
 * Rules 3: a new key names the copies of all members (new-key.ts); who made the team and its last administrator leave by their own signature (successors.ts).
 */
import {
  type LogChange,
  type LogEntry,
  type LogInvite,
  type LogMember,
  type LogPerson,
  NO_TEAM,
  RULES_NOW,
  type SignedChange,
  type TeamState,
} from "./log-state.ts";
import { type CopiesSent, reachesAll } from "./new-key.ts";
import { PERMISSION_FLAGS, type PermissionFlag } from "./permissions.ts";
import { MEMBER, SUPER_ADMIN, TEAM_ADMIN } from "./roles.ts";
import { hasHandedOver, isLastAdmin, leavesAlone } from "./successors.ts";

const EVERYTHING = PERMISSION_FLAGS;
const isWithin = (theirs: readonly PermissionFlag[], mine: readonly PermissionFlag[]): boolean =>
  theirs.every((flag) => mine.includes(flag));

/** A person's permissions according to the log; null for strangers, and for signatures with another key. */
function allowedIn({ members, founder, roles }: TeamState, id: string, key: string): readonly PermissionFlag[] | null {
  if (founder?.id === id && founder.key === key) return EVERYTHING;
  const member = members.get(id);
  return member?.key === key ? (roles.get(member.roleId) ?? []) : null;
}

/** The writer of an entry. */
type Writer = Pick<LogEntry, "by" | "key">;

interface WriterRights {
  readonly flags: readonly PermissionFlag[];
  readonly isFounder: boolean;
  readonly isAdmin: boolean;
}

function rightsOf(state: TeamState, { by, key }: Writer): WriterRights | null {
  const flags = allowedIn(state, by, key);
  if (flags === null) return null;
  return { flags, isFounder: state.founder?.id === by, isAdmin: state.members.get(by)?.roleId === TEAM_ADMIN };
}

const hasAny = ({ flags, isFounder, isAdmin }: WriterRights, ...any: readonly PermissionFlag[]): boolean =>
  isFounder || isAdmin || any.some((flag) => flags.includes(flag));

/** The first role cannot be given, and is in no log. */
const isGivable = ({ roles }: TeamState, roleId: number, { flags }: WriterRights): boolean =>
  roleId !== SUPER_ADMIN && roles.has(roleId) && isWithin(roles.get(roleId) ?? [], flags);

const mayInvite = (state: TeamState, roleId: number, mine: WriterRights): boolean =>
  hasAny(mine, "invite_members", "manage_teams") && isGivable(state, roleId, mine);

const roleOf = (state: TeamState, id: string): readonly PermissionFlag[] => state.roles.get(state.members.get(id)?.roleId ?? MEMBER) ?? [];

type Rules = {
  readonly [Kind in LogChange["kind"]]: (
    state: TeamState,
    change: Extract<LogChange, { kind: Kind }>,
    mine: WriterRights,
    entry: Judged,
  ) => boolean;
};
type Judged = Pick<LogEntry, "by" | "key" | "isProven">;

const RULES_OF_KINDS: Rules = {
  found: () => false, // only valid as the first entry, which `accepts` handles
  invite: (state, { roleId }, mine) => mayInvite(state, roleId, mine),
  withdraw: ({ invites }, { invited }, mine, { by }) =>
    invites.has(invited) && (invites.get(invited)?.by === by || hasAny(mine, "remove_members", "invite_members", "manage_teams")),
  // With the proof any member may admit: the inviter decided who joins with which role. Without one the writer vouches for the key.
  admit: (state, { invited, member }, mine, { isProven }) => {
    const invite = state.invites.get(invited);
    if (invite === undefined || state.members.has(member.id)) return false;
    return invite.proof === null ? state.rules < 2 || mayInvite(state, invite.roleId, mine) : isProven;
  },
  role: (state, { id, roleId }, mine, { by }) =>
    id !== by &&
    state.members.has(id) &&
    hasAny(mine, "manage_team") &&
    isWithin(roleOf(state, id), mine.flags) &&
    isGivable(state, roleId, mine) &&
    (state.rules < 3 || roleId === TEAM_ADMIN || !isLastAdmin(state, id)),
  define: (state, { roleId, permissions }, mine, { by }) =>
    roleId !== SUPER_ADMIN &&
    roleId !== MEMBER &&
    (mine.isFounder || state.members.get(by)?.roleId !== roleId) &&
    hasAny(mine, "manage_roles", "manage_team", "invite_members", "manage_teams") &&
    isWithin([...permissions, ...(state.roles.get(roleId) ?? [])], mine.flags),
  remove: (state, { id, isClosed = false }, mine, { by }) =>
    (state.members.has(id) || state.founder?.id === id) &&
    (state.rules < 3 || (id === by ? hasHandedOver(state, id) : isClosed || !leavesAlone(state, id))) &&
    (id === by || mine.isAdmin || (hasAny(mine, "remove_members", "manage_teams") && isWithin(roleOf(state, id), mine.flags))),
  key: (state, { epoch, copies }, mine) =>
    epoch === state.epoch + 1 && (state.rules < 3 || copies !== undefined) && hasAny(mine, "remove_members", "manage_team", "manage_teams"),
  rules: ({ rules }, { version }) => version > rules,
};

/** Whether an entry may be added now: by the newest rules, whatever the log says. */
export const accepts = (state: TeamState, change: LogChange | null, entry: Judged & Pick<LogEntry, "seq">): boolean =>
  isValid({ ...state, rules: Math.max(state.rules, change?.kind === "rules" ? 0 : RULES_NOW) }, change, entry);

/** Whether its writer has the right, and it refers to something that exists. */
function isValid(state: TeamState, change: LogChange | null, entry: Judged & Pick<LogEntry, "seq">): boolean {
  if (change === null) return false;
  if (change.kind === "found") return entry.seq === 1 && change.founder.id === entry.by && change.founder.key === entry.key;
  const mine = rightsOf(state, entry);
  // The cast: each kind has the rule of its own type.
  const rule = RULES_OF_KINDS[change.kind] as (state: TeamState, change: LogChange, mine: WriterRights, entry: Judged) => boolean;
  return mine !== null && rule(state, change, mine, entry);
}

/**
 * Whether the secret of an invitation signed that this account with this key joins the team of the log: an Ed25519 signature over
 * contract/team-log.ts `invitedMessage`. Client and server hand in their own.
 * @param half - the public half of the secret, as in the invitation
 */
export type ProofCheck = (half: string, member: Omit<LogPerson, "email">, proof: string) => boolean | Promise<boolean>;

interface Incoming {
  readonly copiesOf: (epoch: number) => CopiesSent;
}

/**
 * Judges an entry whole: writer, rule and proof.
 * @param state - before it
 * @param incoming - for what is about to be stored, which is judged by the newest rules: the copies of a new key that come with it
 * @returns the state after it; null for an entry that is not believed
 */
export async function judge(state: TeamState, signed: SignedChange, isProof: ProofCheck, incoming?: Incoming): Promise<TeamState | null> {
  const { change } = signed;
  const entry: LogEntry = { ...signed, isProven: await isProven(state, change, isProof) };
  if (change === null || !(incoming ? accepts : isValid)(state, change, entry)) return null;
  if (incoming && change.kind === "key" && !reachesAll(state, change, entry.by, incoming.copiesOf(change.epoch))) return null;
  const next: Partial<TeamState> = EFFECTS[change.kind](state, change as never, entry);
  return withAllowedInvites({ ...state, ...next });
}

async function isProven({ invites }: TeamState, change: LogChange | null, isProof: ProofCheck): Promise<boolean> {
  if (change?.kind !== "admit" || change.proof === undefined) return false;
  const half = invites.get(change.invited)?.proof ?? null;
  return half !== null && (await isProof(half, change.member, change.proof));
}

/** The state that a whole log adds up to. */
export async function replay(entries: readonly SignedChange[], isProof: ProofCheck): Promise<TeamState> {
  let state = NO_TEAM;
  for (const entry of entries) state = (await judge(state, entry, isProof)) ?? state;
  return state;
}

/** Drops invitations that their writer could not make now, because they were removed or lost permissions. */
function withAllowedInvites(state: TeamState): TeamState {
  const isBacked = ({ by, key, roleId }: LogInvite): boolean => {
    const mine = rightsOf(state, { by, key });
    return mine !== null && mayInvite(state, roleId, mine);
  };
  const backed = [...state.invites].filter(([, one]) => isBacked(one));
  return backed.length === state.invites.size ? state : { ...state, invites: new Map(backed) };
}

const withKey = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);
const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => new Map([...map].filter(([one]) => one !== key));

const STILL = Number.MAX_SAFE_INTEGER;

function joined(state: TeamState, member: LogMember): Partial<TeamState> {
  const { id, key } = member;
  const memberHistory = withKey(state.memberHistory, `${id} ${key}`, { id, key, from: Math.max(state.epoch, 1), to: STILL });
  return { members: withKey(state.members, id, member), memberHistory };
}

const personOf = ({ members }: TeamState, id: string): LogPerson => {
  const { email = "", key = "" } = members.get(id) ?? {};
  return { id, email, key };
};

const EFFECTS: {
  readonly [Kind in LogChange["kind"]]: (
    state: TeamState,
    change: Extract<LogChange, { kind: Kind }>,
    entry: LogEntry,
  ) => Partial<TeamState>;
} = {
  found: (_, { founder, isMember, admins, check }) => {
    const base: TeamState = { ...NO_TEAM, founder, epoch: 1, checks: new Map([[1, check]]) };
    const roles = new Map([
      [TEAM_ADMIN, admins],
      [MEMBER, []],
    ]);
    return { ...base, roles, ...(isMember && joined(base, { ...founder, roleId: TEAM_ADMIN, isProven: true })) };
  },
  invite: ({ invites }, { email, roleId, proof = null }, { seq, by, key }) => {
    // A later invitation replaces an earlier one (decision C-23).
    const others = new Map([...invites].filter(([, one]) => one.email !== email));
    return { invites: others.set(seq, { seq, email, roleId, by, key, proof }) };
  },
  withdraw: ({ invites }, { invited }) => ({ invites: without(invites, invited) }),
  admit: (state, { invited, member }, { isProven }) => {
    const invite = state.invites.get(invited);
    if (!invite) return {};
    const { email, roleId, proof } = invite;
    return {
      ...joined(state, { ...member, email, roleId, isProven: proof !== null && isProven }),
      invites: without(state.invites, invited),
    };
  },
  role: ({ members }, { id, roleId }) => {
    const member = members.get(id);
    return member ? { members: withKey(members, id, { ...member, roleId }) } : {};
  },
  define: ({ roles }, { roleId, permissions }) => ({ roles: withKey(roles, roleId, permissions) }),
  remove: (state, { id }, { at }) => ({
    formerMembers: state.members.has(id)
      ? [...state.formerMembers.filter((one) => one.id !== id), { ...personOf(state, id), at }]
      : state.formerMembers,
    members: without(state.members, id),
    founder: state.founder?.id === id ? null : state.founder,
    memberHistory: new Map(
      [...state.memberHistory].map(([name, one]) => [name, one.id === id ? { ...one, to: Math.min(one.to, state.epoch) } : one]),
    ),
  }),
  key: ({ checks }, { epoch, check }) => ({ epoch, checks: withKey(checks, epoch, check) }),
  rules: (_, { version }) => ({ rules: version }),
};
