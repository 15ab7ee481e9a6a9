/** What no client can check of an admission to a team's log, and this server can (security design §6, rule 1). */
import type { LogChange, LogInvite } from "@coffer/core/team/log-state";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, gte } from "drizzle-orm";
import { normaliseEmail } from "../account/accounts.ts";
import type { Tx } from "../db/connect.ts";
import { account, identity, invitation } from "../db/tables.ts";
import { teamLog } from "../db/team-tables.ts";
import { fingerprintOf } from "./key-copies.ts";

type Admission = Extract<LogChange, { kind: "admit" }>;

/**
 * Whether the admitted account is in this team by that very invitation, has the address that it names, and the key that the entry names.
 * The log does not know the server's invitations. There is one of each for an address and a team at a time, so they belong together if address and role agree.
 * Where the account was in the team before the log's invitation, the person who signed that one has confirmed a member, or added one, and there is no link: then the
 * log gives the role that the account has here. Otherwise who invites members could make one of a person who came as an administrator. (The first role is in no log.)
 */
export async function isAdmissible(
  tx: Tx,
  teamId: string,
  { member }: Admission,
  { seq, email: invited, roleId }: LogInvite,
): Promise<boolean> {
  const email = normaliseEmail(invited);
  const [person] = await tx
    .select({ email: account.email, roleId: account.role_id, joinedAt: account.joined_at, publicKey: identity.public_key })
    .from(account)
    .innerJoin(identity, eq(identity.account_id, account.id))
    .where(and(eq(account.id, member.id), eq(account.team_id, teamId)));
  if (person?.email !== email || fingerprintOf(person.publicKey) !== member.key) return false;
  const joinedAt = person.joinedAt ?? new Date(0);
  const [entry] = await tx
    .select({ at: teamLog.at })
    .from(teamLog)
    .where(and(eq(teamLog.team_id, teamId), eq(teamLog.seq, seq)));
  if (entry && entry.at >= joinedAt && [roleId, SUPER_ADMIN].includes(person.roleId)) return true;
  const isOfThis = and(eq(invitation.team_id, teamId), eq(invitation.email, email), eq(invitation.role_id, roleId));
  const isUsed = and(eq(invitation.used_by, member.id), gte(invitation.used_at, joinedAt));
  return (await tx.select({ id: invitation.id }).from(invitation).where(and(isOfThis, isUsed))).length > 0;
}
