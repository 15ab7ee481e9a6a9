/** Joining and leaving a team: the one place that changes membership. What a team shares begins and ends here. */
import { randomUUID } from "node:crypto";
import { MEMBER, SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, inArray, isNotNull, isNull, max, not, or, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { addBusinessDays, BUSINESS_DAYS } from "../account/account-deletion.ts";
import { type AccountRow, endLinks, endSessions } from "../account/accounts.ts";
import type { Entry } from "../account/audit.ts";
import type { Tx } from "../db/connect.ts";
import { leftAccess, shareGrant } from "../db/sharing-tables.ts";
import { account, invitation, scope } from "../db/tables.ts";
import { teamKey, teamMark } from "../db/team-key-tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { dateInEmail } from "../mail/phrases.ts";
import { isOfMaker, tellMakers } from "../sharing/makers.ts";
import { revokeUnauthorized } from "./inviter-authority.ts";

interface Place {
  readonly teamId: string;
  readonly roleId: number;
  /** Of the person who founds it. */
  readonly isInLog?: boolean;
}

/**
 * Before an invitation is used up for it: what was used until now belongs to an earlier membership, also where the clock stopped since, or was set back
 * (`coffer_has_agreed`).
 * @param joining - locked, and in no team. Holders of the first role keep it.
 * @returns when it began
 */
export async function beginMembership(tx: Tx, joining: AccountRow, { teamId, roleId, isInLog = false }: Place, at: Date): Promise<Date> {
  const role = joining.role_id === SUPER_ADMIN ? {} : { role_id: roleId };
  const [last] = await tx
    .select({ used_at: max(invitation.used_at) })
    .from(invitation)
    .where(eq(invitation.used_by, joining.id));
  const joinedAt = new Date(Math.max(at.getTime(), (last?.used_at?.getTime() ?? 0) + 1));
  const place = { team_id: teamId, membership_id: randomUUID(), joined_at: joinedAt, is_in_log: isInLog, ...role };
  await tx.update(account).set(place).where(eq(account.id, joining.id));
  return joinedAt;
}

/**
 * What the team shares is closed to them at once, and what they shared with the team to its members. Their pending invitations become void.
 * @param leaving - locked, after their team. See Note: One order (authorization.ts)
 * @param kept - of what they shared with the team
 */
export async function endMembership(tx: Tx, leaving: AccountRow, at: Date, kept: SQL = sql`false`): Promise<void> {
  const { id, team_id: teamId } = leaving;
  const role = leaving.role_id === SUPER_ADMIN ? {} : { role_id: MEMBER };
  // Out of the team the account is its owner's alone: a team that adds it again cannot delete it (decision C-15).
  const nowhere = { team_id: null, membership_id: null, joined_at: null, invited_proof: null, managed_by: null, former_team_id: teamId };
  await tx
    .update(account)
    .set({ ...nowhere, ...role })
    .where(eq(account.id, id));
  if (teamId === null) return;
  await revokeUnauthorized(tx, eq(invitation.invited_by, id), at);
  await noteAccess(tx, leaving, sql`g.team_id = ${teamId} and g.sender_id <> ${id}`, at);
  await endTeamShares(tx, and(eq(shareGrant.team_id, teamId), eq(shareGrant.sender_id, id), not(kept)), at);
  await tx.delete(teamKey).where(and(eq(teamKey.team_id, teamId), eq(teamKey.member_id, id)));
  await tx.delete(teamMark).where(and(eq(teamMark.team_id, teamId), eq(teamMark.member_id, id)));
}

/**
 * Notes for each owner what a person could read until now. In a shared vault that also includes what others keep there.
 * @param which - of the grants g that were not ended
 */
async function noteAccess(tx: Tx, { id, email }: AccountRow, which: SQL, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${leftAccess} (owner_id, item_id, email, at)
    select distinct coalesce(r.maker_id, r.owner_id), g.item_id, ${email}, ${at}::timestamptz
    from share_grant g join record r on r.scope_id = g.scope_id
    where g.ended_at is null and coalesce(r.maker_id, r.owner_id) <> ${id} and ${which}
    on conflict (owner_id, item_id, email) do update set at = excluded.at`);
}

/**
 * Before the accounts of those who shared them are locked, and in one order: who replaces a key holds its scope, and then writes rows that refer to their account.
 * @param which - of the shares with a team
 */
export async function lockTeamShares(tx: Tx, which: SQL | undefined): Promise<void> {
  const shared = tx
    .select({ id: shareGrant.scope_id })
    .from(shareGrant)
    .where(and(which, isNull(shareGrant.ended_at)));
  await tx.select({ id: scope.id }).from(scope).where(inArray(scope.id, shared)).orderBy(scope.id).for("update");
}

/** The shares of a member with their team. */
export const sharedWithTeamBy = (accountId: string): SQL | undefined =>
  and(isNotNull(shareGrant.team_id), eq(shareGrant.sender_id, accountId));

/** @param which - of the shares with a team. Their owners learn of it with their next pull, and replace the keys. */
export async function endTeamShares(tx: Tx, which: SQL | undefined, at: Date): Promise<void> {
  const ended = await tx
    .update(shareGrant)
    .set({ ended_at: at })
    .where(and(which, isNull(shareGrant.ended_at)))
    .returning({ scopeId: shareGrant.scope_id });
  const ids = ended.map(({ scopeId }) => scopeId);
  if (ids.length > 0)
    await tx
      .update(scope)
      .set({ stamp: sql`${scope.stamp} + 1` })
      .where(inArray(scope.id, ids));
}

/**
 * Ends an account that a team made (decision C-12): no one signs in to it from now on, and it is purged in seven business days. Until then the operator of the server
 * can let its owner in again.
 * @returns what the logs say of it, for the one call that writes to all of them
 */
export async function deleteManaged(deps: Deps, tx: Tx, viewer: Viewer, target: AccountRow): Promise<Entry[]> {
  const at = new Date(deps.now());
  const purgeAt = addBusinessDays(deps.now(), BUSINESS_DAYS);
  await endMembership(tx, target, at, isOfMaker);
  await tx
    .update(account)
    .set({ disabled_at: at, purge_at: new Date(purgeAt) })
    .where(eq(account.id, target.id));
  await endSessions(tx, target.id, at);
  await endLinks(tx, target.id);
  await noteAccess(tx, target, sql`g.recipient_id = ${target.id}`, at);
  // What they shared, and what was shared with them. Where others made something, they decide about that first.
  const isTheirs = or(and(eq(shareGrant.sender_id, target.id), not(isOfMaker)), eq(shareGrant.recipient_id, target.id));
  await tx
    .update(shareGrant)
    .set({ ended_at: at })
    .where(and(isTheirs, isNull(shareGrant.ended_at)));
  const told = await tellMakers(deps, tx, target, purgeAt);
  await queueEmail(deps, tx, { name: "accountDeletedByTeam", to: target, values: { until: dateInEmail(purgeAt, target.language) } });
  return [
    { accountId: target.id, event: "account.deleted-by-team" },
    { accountId: viewer.accountId, event: "team.member-deleted" },
    ...told,
  ];
}
