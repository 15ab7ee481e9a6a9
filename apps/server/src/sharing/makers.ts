/** What others made in the vaults of an account that ends: it would be deleted with that account, so they are told in time, and can take it home until then. */
import { DEFAULT_LANGUAGE } from "@coffer/core/device/languages";
import { type SQL, sql } from "drizzle-orm";
import type { Entry } from "../account/audit.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { dateInEmail, itemsInEmail } from "../mail/phrases.ts";
import type { Recipient } from "../mail/recipient.ts";

/** A share through which someone could still take home what they made: it stays until its owner's account is gone. */
export const isOfMaker: SQL = sql`exists (select from record r join account m on m.id = r.maker_id where r.scope_id = ${shareGrant.scope_id} and r.state <> 'purged'
  and (m.id = ${shareGrant.recipient_id} or m.team_id = ${shareGrant.team_id}))`;

interface Ending {
  readonly id: string;
  readonly email: string;
}

/**
 * In the transaction that closes the account; often enough, where it is closed and kept again and again.
 * @param until - when it is deleted
 * @returns what their logs say of it, for the one call that writes to all of them
 */
export async function tellMakers(deps: Deps, tx: Tx, { id, email }: Ending, until: number): Promise<Entry[]> {
  const makers = await bypassRlsWithin("notices", deps.db, tx, async () => {
    const { rows } = await tx.execute<Recipient & { id: string; count: number }>(sql`
      select m.id, m.email, m.language, count(*)::int as count from record r join account m on m.id = r.maker_id
      where r.owner_id = ${id} and r.state <> 'purged' group by m.id order by m.id`);
    return rows;
  });
  const date = dateInEmail(until, DEFAULT_LANGUAGE);
  for (const { id: makerId, count, ...to } of makers) {
    const values = { by: email, what: itemsInEmail(count, to.language), until: dateInEmail(until, to.language) };
    // Each date: a maker who was told of an earlier one would come too late, or too soon.
    const isMailed = await deps.limits.noteWithin(tx, "ownerLeavesMail", `${id} ${makerId} ${date}`);
    if (isMailed) await queueEmail(deps, tx, { name: "ownerLeaves", to, values });
  }
  return makers.map(({ id: accountId }) => ({ accountId, event: "share.owner-leaves" }));
}
