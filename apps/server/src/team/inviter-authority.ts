/** An invitation gives no more than its sender may give: when it is sent, when it is used, and in between. */
import { AppError } from "@coffer/contract/errors";
import { DAY_MS } from "@coffer/core/constants";
import { inviteTo } from "@coffer/core/team/log";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { isWithin } from "@coffer/core/team/roles";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { permissionsOf } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { invitation } from "../db/tables.ts";
import { role } from "../db/team-tables.ts";
import { type Actor, getActor, isAllowed } from "./authorization.ts";
import { storedState } from "./verified-log.ts";

type Sent = Pick<typeof invitation.$inferSelect, "invited_by" | "team_id" | "role_id">;

/** Whether the sender could send it now. */
export async function isStillAuthorized(db: Db | Tx, { invited_by, team_id, role_id }: Sent): Promise<boolean> {
  // From the operator of the server, who invites into no team; or from a person whose account was deleted.
  if (invited_by === null) return team_id === null;
  const sender = await getActor(db, { accountId: invited_by });
  const isShut = sender.account.disabled_at !== null || sender.account.purge_at !== null;
  if (isShut || !isAllowed(sender, "invite", team_id)) return false;
  const [given] = await db.select().from(role).where(eq(role.id, role_id));
  return given !== undefined && isWithin(permissionsOf(given), sender.permissions);
}

const CLOCK_AHEAD_MS = 7 * DAY_MS;

/**
 * After a person lost rights. Those of one sender, team and role are judged together: an inviter with thousands of them would make their own removal slow.
 * @param which - of the invitations: those that this may concern
 */
export async function revokeUnauthorized(tx: Tx, which: SQL | undefined, at: Date): Promise<void> {
  // Those that have just expired too: a clock that was ahead now may be set right later.
  const since = new Date(at.getTime() - CLOCK_AHEAD_MS);
  const isPending = and(isNull(invitation.used_at), isNull(invitation.revoked_at), gt(invitation.expires_at, since), which);
  const { invited_by, team_id, role_id } = invitation;
  const kinds = await tx
    .selectDistinct({ invited_by, team_id, role_id })
    .from(invitation)
    .where(isPending)
    .orderBy(invited_by, team_id, role_id);
  for (const kind of kinds) {
    if (await isStillAuthorized(tx, kind)) continue;
    const isOfKind = sql`(${invited_by}, ${team_id}, ${role_id}) is not distinct from (${kind.invited_by}::uuid, ${kind.team_id}::uuid, ${kind.role_id}::int)`;
    await tx.update(invitation).set({ revoked_at: at, is_unbacked: true }).where(and(isPending, isOfKind));
  }
}

/**
 * An invitation is taken back by its sender, or by who may give its role, as in the log (core/team/log.ts, rules 4).
 * @throws AppError invited_with_more
 */
export async function requireTakenBackBy(tx: Tx, { account, permissions }: Actor, { invited_by, role_id }: Sent): Promise<void> {
  const [given] = await tx.select().from(role).where(eq(role.id, role_id));
  if (invited_by !== account.id && given && !isWithin(permissionsOf(given), permissions)) throw new AppError("invited_with_more");
}

/**
 * The same for an invitation that replaces the one to that address: the pending one here, and the one in the log, which has no end.
 * @throws AppError invited_with_more
 */
export async function requireReplacedBy(tx: Tx, actor: Actor, teamId: string, email: string): Promise<void> {
  const isPending = and(isNull(invitation.used_at), isNull(invitation.revoked_at));
  const pending = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.team_id, teamId), eq(invitation.email, email), isPending));
  for (const row of pending) await requireTakenBackBy(tx, actor, row);
  const state = await storedState(tx, teamId);
  const signed = inviteTo(state, email);
  const flags = (signed && state.roles.get(signed.roleId)) ?? [];
  if (
    signed &&
    signed.by !== actor.account.id &&
    !isWithin(
      permissionsWhere((flag) => flags.includes(flag)),
      actor.permissions,
    )
  )
    throw new AppError("invited_with_more");
}
