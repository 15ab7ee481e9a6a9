/** What no client can check of an admission to a team's log, and this server can (security design §6, rule 1). */
import { inviteTo } from "@coffer/core/team/log";
import type { LogChange, LogInvite } from "@coffer/core/team/log-state";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq } from "drizzle-orm";
import { normaliseEmail } from "../account/accounts.ts";
import type { Db, Tx } from "../db/connect.ts";
import { type Member, membersOf, rolesInvitedTo } from "../db/definer-functions.ts";
import { teamLog } from "../db/team-tables.ts";
import { fingerprintOf } from "./key-copies.ts";
import { storedState } from "./verified-log.ts";

type Admission = Extract<LogChange, { kind: "admit" }>;

/**
 * Whether the admitted account is in this team by that very invitation, has the address that it names, and the key that the entry names.
 * The log does not know the server's invitations. There is one of each for an address and a team at a time, so they belong together if address and role agree.
 * Where the account was in the team before the log's invitation, the person who signed that one has confirmed a member, or added one, and there is no link: then the
 * log gives the role that the account has here. Otherwise who invites members could make one of a person who came as an administrator. (The first role is in no log.)
 */
export async function isAdmissible(tx: Tx, teamId: string, { member }: Admission, invite: LogInvite): Promise<boolean> {
  const email = normaliseEmail(invite.email);
  const person = (await membersOf(tx, teamId)).find(({ id }) => id === member.id);
  if (person?.email !== email || fingerprintOf(person.public_key) !== member.key) return false;
  return isInvitedSo(tx, teamId, person, invite);
}

async function isInvitedSo(tx: Db | Tx, teamId: string, person: Member, { seq, roleId }: LogInvite): Promise<boolean> {
  const { id: accountId, email, joined_at } = person;
  const joinedAt = joined_at ?? new Date(0);
  const [entry] = await tx
    .select({ at: teamLog.at })
    .from(teamLog)
    .where(and(eq(teamLog.team_id, teamId), eq(teamLog.seq, seq)));
  if (entry && entry.at >= joinedAt && [roleId, SUPER_ADMIN].includes(person.role_id)) return true;
  return (await rolesInvitedTo(tx, { teamId, accountId, email })).includes(roleId);
}

/**
 * Without the proof of anyone whose admission would be refused: by the proof every member's client signs it unattended, in one call with all that it has to write,
 * so that one person whose invitation in the log gives another role would keep everyone else from the key.
 */
export async function withProofsThatCount(db: Db, teamId: string, people: readonly Member[]): Promise<Member[]> {
  if (people.every(({ proof }) => proof === null)) return [...people];
  const state = await storedState(db, teamId);
  const counts = async (person: Member): Promise<boolean> => {
    const invite = inviteTo(state, person.email);
    return invite === undefined || state.members.has(person.id) || isInvitedSo(db, teamId, person, invite);
  };
  return Promise.all(people.map(async (one) => (one.proof !== null && !(await counts(one)) ? { ...one, proof: null } : one)));
}
