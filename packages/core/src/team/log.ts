/**
 * Interprets the team log (security design §6): who is in a team, with which role, who is invited, and which key the team has. Signatures
 * and hashes are checked before; here the earlier entries decide whether the writer of an entry was allowed to write it. A forbidden entry, or one of an
 * unknown kind, changes nothing. The client relies on this state, whatever the server lists; the server refuses entries that would change nothing.
 */
import { type LogChange, type LogEntry, type LogInvite, type LogMember, type LogPerson, NO_TEAM, type TeamState } from "./log-state.ts";
import { PERMISSION_FLAGS, type PermissionFlag } from "./permissions.ts";
import { MEMBER, SUPER_ADMIN, TEAM_ADMIN } from "./roles.ts";

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

const RULES: Rules = {
  found: () => false, // only valid as the first entry, which `accepts` handles
  invite: (state, { roleId }, mine) => mayInvite(state, roleId, mine),
  withdraw: ({ invites }, { invited }, mine, { by }) =>
    invites.has(invited) && (invites.get(invited)?.by === by || hasAny(mine, "remove_members", "invite_members", "manage_teams")),
  // Any member may admit: the inviter decided who joins with which role.
  admit: ({ invites, members }, { invited, member }, _, { isProven }) => {
    const invite = invites.get(invited);
    return invite !== undefined && !members.has(member.id) && (invite.proof === null || isProven);
  },
  role: (state, { id, roleId }, mine, { by }) =>
    id !== by &&
    state.members.has(id) &&
    hasAny(mine, "manage_team") &&
    isWithin(roleOf(state, id), mine.flags) &&
    isGivable(state, roleId, mine),
  define: (state, { roleId, permissions }, mine, { by }) =>
    roleId !== SUPER_ADMIN &&
    roleId !== MEMBER &&
    (mine.isFounder || state.members.get(by)?.roleId !== roleId) &&
    hasAny(mine, "manage_roles", "manage_team", "invite_members", "manage_teams") &&
    isWithin([...permissions, ...(state.roles.get(roleId) ?? [])], mine.flags),
  remove: (state, { id }, mine, { by }) =>
    (state.members.has(id) || state.founder?.id === id) &&
    (id === by || mine.isAdmin || (hasAny(mine, "remove_members", "manage_teams") && isWithin(roleOf(state, id), mine.flags))),
  key: (state, { epoch }, mine) => epoch === state.epoch + 1 && hasAny(mine, "remove_members", "manage_team", "manage_teams"),
};

/** Whether an entry is valid: its writer has the right, and it refers to something that exists. */
export function accepts(state: TeamState, change: LogChange | null, entry: Judged & Pick<LogEntry, "seq">): boolean {
  if (change === null) return false;
  if (change.kind === "found") return entry.seq === 1 && change.founder.id === entry.by && change.founder.key === entry.key;
  const mine = rightsOf(state, entry);
  // The cast: each kind has the rule of its own type.
  const rule = RULES[change.kind] as (state: TeamState, change: LogChange, mine: WriterRights, entry: Judged) => boolean;
  return mine !== null && rule(state, change, mine, entry);
}

/** The state after one more entry. */
export function applyEntry(state: TeamState, entry: LogEntry): TeamState {
  const { change } = entry;
  if (change === null || !accepts(state, change, entry)) return state;
  const next: Partial<TeamState> = EFFECTS[change.kind](state, change as never, entry);
  return withAllowedInvites({ ...state, ...next });
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

export const replay = (entries: readonly LogEntry[], before: TeamState = NO_TEAM): TeamState => entries.reduce(applyEntry, before);

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
};
