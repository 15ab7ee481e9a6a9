/** What no client can check of an entry of a team's log, and this server can, because it knows the accounts (security design §6). */
import type { LogChange, TeamState } from "@coffer/core/team/log-state";
import { PERMISSION_FLAGS, type PermissionFlag } from "@coffer/core/team/permissions";
import { and, eq, isNull, or } from "drizzle-orm";
import { permissionsOf } from "../access.ts";
import { getAccount, normaliseEmail } from "../account/accounts.ts";
import type { Tx } from "../db/connect.ts";
import { findPerson, membersOf } from "../db/definer-functions.ts";
import { role } from "../db/team-tables.ts";
import { isAdmissible } from "./check-admission.ts";
import { fingerprintOf } from "./key-copies.ts";

interface Place {
  readonly teamId: string;
  /** Who writes it. */
  readonly accountId: string;
}

type Checks = {
  readonly [Kind in LogChange["kind"]]?: (
    tx: Tx,
    place: Place,
    state: TeamState,
    change: Extract<LogChange, { kind: Kind }>,
  ) => Promise<boolean>;
};

/** Each later entry is judged with all of them. */
const MAX_OPEN_INVITATIONS = 1_000;

type Definition = Extract<LogChange, { kind: "define" }>;

const CHECKS: Checks = {
  found: async (tx, { accountId }, _, { founder }) => normaliseEmail(founder.email) === (await getAccount(tx, accountId)).email,
  // Only so do clients find it again: a later invitation replaces it, and one that is taken back is gone.
  invite: async (_tx, _place, { invites }, { email }) => email === normaliseEmail(email) && invites.size < MAX_OPEN_INVITATIONS,
  define: (tx, { teamId }, { roles }, change) => isAsStored(tx, teamId, roles.get(change.roleId), change),
  admit: async (tx, { teamId }, { invites }, change) => {
    const invite = invites.get(change.invited);
    return invite !== undefined && isAdmissible(tx, teamId, change, invite);
  },
  remove: async (tx, { teamId }, state, { id, isClosed = false }) => !isClosed || isGone(tx, teamId, state, id),
  key: async (tx, { teamId }, _, { without = [] }) => without.length === 0 || !(await isAnyIn(tx, teamId, without)),
};

/** @param state - before the entry */
export async function isEntryTrue(tx: Tx, place: Place, state: TeamState, change: LogChange | null): Promise<boolean> {
  if (change === null) return false;
  // The cast: each kind has the check of its own type.
  const check = CHECKS[change.kind] as ((tx: Tx, place: Place, state: TeamState, change: LogChange) => Promise<boolean>) | undefined;
  return check === undefined || check(tx, place, state, change);
}

/** Whether the account is closed, or is another one than the log means: with other keys, or, for a member, out of the team. */
async function isGone(tx: Tx, teamId: string, { members, founder }: TeamState, id: string): Promise<boolean> {
  const person = await findPerson(tx, { id });
  if (person === null || person.is_closing || person.is_disabled) return true;
  const member = members.get(id);
  return (member ?? founder)?.key !== fingerprintOf(person.public_key) || (member !== undefined && !(await isAnyIn(tx, teamId, [id])));
}

/**
 * What a role may do is changed by who may change roles, here first. A person who invites only names roles that the log lacks, or takes from them what they lost.
 * @param before - what it may do by the log
 */
async function isAsStored(tx: Tx, teamId: string, before: readonly PermissionFlag[] | undefined, { roleId, permissions }: Definition) {
  const isOurs = or(isNull(role.team_id), eq(role.team_id, teamId));
  const [row] = await tx
    .select()
    .from(role)
    .where(and(eq(role.id, roleId), isOurs));
  const stored = row && permissionsOf(row);
  const isTrueOf = (flag: PermissionFlag): boolean =>
    permissions.includes(flag) ? stored?.[flag] === true : !stored?.[flag] || before?.includes(flag) === false;
  return stored !== undefined && PERMISSION_FLAGS.every(isTrueOf);
}

async function isAnyIn(tx: Tx, teamId: string, ids: readonly string[]): Promise<boolean> {
  return (await membersOf(tx, teamId)).some(({ id }) => ids.includes(id));
}
