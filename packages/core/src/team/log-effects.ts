/** What each kind of entry changes in the state of a team, once log.ts believes it. */
import { type LogChange, type LogEntry, type LogMember, type LogPerson, NO_TEAM, type TeamState } from "./log-state.ts";
import { MEMBER, TEAM_ADMIN } from "./roles.ts";

/**
 * Maps that one replay has made itself, and changes in place: only its last state is seen. Copied for each entry, the maps of a team of 300 would be 90,000 entries to write.
 */
export class Drafts {
  readonly #made = new WeakSet<object>();

  /** The map, or a copy of it when someone else may still look at it. */
  of<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
    if (map instanceof Map && this.#made.has(map)) return map;
    const made = new Map(map);
    this.#made.add(made);
    return made;
  }

  with<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
    return this.of(map).set(key, value);
  }

  without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
    const kept = this.of(map);
    kept.delete(key);
    return kept;
  }
}

const STILL = Number.MAX_SAFE_INTEGER;

function joined(state: TeamState, member: LogMember, drafts: Drafts): Partial<TeamState> {
  const { id, key } = member;
  const memberHistory = drafts.with(state.memberHistory, `${id} ${key}`, { id, key, from: Math.max(state.epoch, 1), to: STILL });
  return { members: drafts.with(state.members, id, member), memberHistory };
}

const personOf = ({ members }: TeamState, id: string): LogPerson => {
  const { email = "", key = "" } = members.get(id) ?? {};
  return { id, email, key };
};

/** The state after an entry that is believed. The one before is not looked at again when it was made with the same drafts. */
export const EFFECTS: {
  readonly [Kind in LogChange["kind"]]: (
    state: TeamState,
    change: Extract<LogChange, { kind: Kind }>,
    entry: LogEntry,
    drafts: Drafts,
  ) => Partial<TeamState>;
} = {
  found: (_, { founder, isMember, admins, check }, __, drafts) => {
    const base: TeamState = { ...NO_TEAM, founder, epoch: 1, checks: new Map([[1, check]]) };
    const roles = new Map([
      [TEAM_ADMIN, admins],
      [MEMBER, []],
    ]);
    return { ...base, roles, ...(isMember && joined(base, { ...founder, roleId: TEAM_ADMIN, isProven: true }, drafts)) };
  },
  invite: (state, { email, roleId, proof = null }, { seq, by, key }, drafts) => {
    const invites = drafts.of(state.invites);
    // A later invitation replaces an earlier one (decision C-23).
    for (const [number, one] of [...invites]) if (one.email === email) invites.delete(number);
    return { invites: invites.set(seq, { seq, email, roleId, by, key, proof }) };
  },
  withdraw: ({ invites }, { invited }, _, drafts) => ({ invites: drafts.without(invites, invited) }),
  admit: (state, { invited, member }, { isProven }, drafts) => {
    const invite = state.invites.get(invited);
    if (!invite) return {};
    const { email, roleId, proof } = invite;
    return {
      ...joined(state, { ...member, email, roleId, isProven: proof !== null && isProven }, drafts),
      invites: drafts.without(state.invites, invited),
    };
  },
  role: ({ members }, { id, roleId }, _, drafts) => {
    const member = members.get(id);
    return member ? { members: drafts.with(members, id, { ...member, roleId }) } : {};
  },
  define: ({ roles }, { roleId, permissions }, _, drafts) => ({ roles: drafts.with(roles, roleId, permissions) }),
  remove: (state, { id }, { at }, drafts) => ({
    formerMembers: state.members.has(id)
      ? [...state.formerMembers.filter((one) => one.id !== id), { ...personOf(state, id), at }]
      : state.formerMembers,
    founder: state.founder?.id === id ? null : state.founder,
    memberHistory: new Map(
      [...state.memberHistory].map(([name, one]) => [name, one.id === id ? { ...one, to: Math.min(one.to, state.epoch) } : one]),
    ),
    // Last: what comes before asks who they were.
    members: drafts.without(state.members, id),
  }),
  key: ({ checks }, { epoch, check }, _, drafts) => ({ epoch, checks: drafts.with(checks, epoch, check) }),
  rules: (_, { version }) => ({ rules: version }),
};
