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
 * Rules 4: an invitation is taken back, or replaced by another to the same address, by its writer, or by who may give its role. Before, anyone who might invite could.
 */
import { Drafts, EFFECTS } from "./log-effects.ts";
import {
  type LogChange,
  type LogEntry,
  type LogInvite,
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

/** The invitation to an address that counts until a later one replaces it (decision C-23). */
export const inviteTo = ({ invites }: TeamState, email: string): LogInvite | undefined =>
  [...invites.values()].find((one) => one.email === email);

/** Otherwise who invites members could make a member of a person who was invited as an administrator. */
const mayTakeBack = (state: TeamState, { by, roleId }: LogInvite, mine: WriterRights, writer: string): boolean =>
  by === writer ||
  (hasAny(mine, "remove_members", "invite_members", "manage_teams") && (state.rules < 4 || isGivable(state, roleId, mine)));

const mayReplace = (state: TeamState, email: string, mine: WriterRights, writer: string): boolean => {
  const before = inviteTo(state, email);
  return state.rules < 4 || before === undefined || mayTakeBack(state, before, mine, writer);
};

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
  invite: (state, { email, roleId }, mine, { by }) => mayInvite(state, roleId, mine) && mayReplace(state, email, mine, by),
  withdraw: (state, { invited }, mine, { by }) => {
    const invite = state.invites.get(invited);
    return invite !== undefined && mayTakeBack(state, invite, mine, by);
  },
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
export const judge = (state: TeamState, signed: SignedChange, isProof: ProofCheck, incoming?: Incoming): Promise<TeamState | null> =>
  judgeWith(new Drafts(), { state, signed, isProof, incoming });

interface Judging {
  readonly state: TeamState;
  readonly signed: SignedChange;
  readonly isProof: ProofCheck;
  readonly incoming?: Incoming | undefined;
}

async function judgeWith(drafts: Drafts, { state, signed, isProof, incoming }: Judging): Promise<TeamState | null> {
  const { change } = signed;
  const entry: LogEntry = { ...signed, isProven: await isProven(state, change, isProof) };
  if (change === null || !(incoming ? accepts : isValid)(state, change, entry)) return null;
  if (incoming && change.kind === "key" && !reachesAll(state, change, entry.by, incoming.copiesOf(change.epoch))) return null;
  const next: Partial<TeamState> = EFFECTS[change.kind](state, change as never, entry, drafts);
  return withAllowedInvites({ ...state, ...next });
}

async function isProven({ invites }: TeamState, change: LogChange | null, isProof: ProofCheck): Promise<boolean> {
  if (change?.kind !== "admit" || change.proof === undefined) return false;
  const half = invites.get(change.invited)?.proof ?? null;
  return half !== null && (await isProof(half, change.member, change.proof));
}

/** @param before - the state before the first of them. @returns what they add up to; `before` itself when none is believed */
export async function replay(entries: readonly SignedChange[], isProof: ProofCheck, before = NO_TEAM): Promise<TeamState> {
  const drafts = new Drafts();
  let state = before;
  for (const signed of entries) state = (await judgeWith(drafts, { state, signed, isProof })) ?? state;
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
