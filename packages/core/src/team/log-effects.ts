/** What each kind of entry changes in the state of a team, once log.ts believes it. */
import { type LogChange, type LogEntry, type LogMember, type LogPerson, NO_TEAM, type TeamState } from "./log-state.ts";
import { MEMBER, TEAM_ADMIN } from "./roles.ts";

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

/** The state after an entry that is believed. */
export const EFFECTS: {
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
