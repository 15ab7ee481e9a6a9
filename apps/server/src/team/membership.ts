/** Being in a team, and no longer being in it: the one place that changes it. What a team shares begins and ends here. */
import { randomUUID } from "node:crypto";
import { MEMBER, SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, isNull, or } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { type AccountRow, endLinks, endSessions } from "../account/accounts.ts";
import { writeAudit } from "../account/audit.ts";
import { addBusinessDays, BUSINESS_DAYS } from "../account/closing.ts";
import type { Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { dateInEmail } from "../mail/emails.ts";
import { queueEmail } from "../mail/outbox.ts";

interface Place {
  readonly teamId: string;
  readonly roleId: number;
}

/** @param joining - locked, and in no team. Holders of the first role keep it. */
export async function beginMembership(tx: Tx, joining: AccountRow, { teamId, roleId }: Place, at: Date): Promise<void> {
  const role = joining.role_id === SUPER_ADMIN ? {} : { role_id: roleId };
  const place = { team_id: teamId, membership_id: randomUUID(), joined_at: at, ...role };
  await tx.update(account).set(place).where(eq(account.id, joining.id));
}

/** @param leaving - locked */
export async function endMembership(tx: Tx, leaving: AccountRow): Promise<void> {
  const role = leaving.role_id === SUPER_ADMIN ? {} : { role_id: MEMBER };
  const nowhere = { team_id: null, membership_id: null, joined_at: null, former_team_id: leaving.team_id, ...role };
  await tx.update(account).set(nowhere).where(eq(account.id, leaving.id));
}

/**
 * Ends an account that a team made (decision C-12): nobody signs in to it from now on, and it is purged in seven business days. Until then the operator of the server
 * can let its owner in again.
 */
export async function deleteManaged(deps: Deps, tx: Tx, viewer: Viewer, target: AccountRow): Promise<void> {
  const at = new Date(deps.now());
  const purgeAt = addBusinessDays(deps.now(), BUSINESS_DAYS);
  await endMembership(tx, target);
  await tx
    .update(account)
    .set({ disabled_at: at, purge_at: new Date(purgeAt) })
    .where(eq(account.id, target.id));
  await endSessions(tx, target.id, at);
  await endLinks(tx, target.id);
  // What they shared and what was shared with them.
  const isTheirs = or(eq(shareGrant.sender_id, target.id), eq(shareGrant.recipient_id, target.id));
  await tx
    .update(shareGrant)
    .set({ ended_at: at })
    .where(and(isTheirs, isNull(shareGrant.ended_at)));
  await queueEmail(deps, tx, { name: "accountDeletedByTeam", to: target.email, values: { until: dateInEmail(purgeAt) } });
  const events = [
    { accountId: target.id, event: "account.deleted-by-team" },
    { accountId: viewer.accountId, event: "team.member-deleted" },
  ] as const;
  await writeAudit(deps, tx, viewer, ...events);
}
