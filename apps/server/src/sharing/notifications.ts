/** What people are told of shares: rows in the activity logs of both sides, and an email to the recipient, or to the owner of something deleted. No names: they are sealed. */
import type { RecordKind } from "@coffer/core/items/kinds";
import { and, ne, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { type Entry, writeAuditWithOthers } from "../account/audit.ts";
import { linkTo } from "../config.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { itemsInEmail, vaultInEmail } from "../mail/phrases.ts";
import { recipientOf } from "../mail/recipient.ts";
import { isAnyOf } from "../vault/statements.ts";

type ShareChange = "given" | "changed" | "ended";
const EVENTS = {
  given: ["share.given", "share.received"],
  changed: ["share.changed", "share.received-changed"],
  ended: ["share.revoked", "share.ended"],
} as const satisfies Record<ShareChange, readonly [Entry["event"], Entry["event"]]>;

/** In the transaction of what happened; across accounts. */
export async function auditShare(deps: Deps, tx: Tx, viewer: Viewer, recipientId: string | null, what: ShareChange): Promise<void> {
  const [own, theirs] = EVENTS[what];
  const mine = { accountId: viewer.accountId, event: own };
  // A team has no log of its own; its members see the share.
  await writeAuditWithOthers(deps, tx, viewer, mine, ...(recipientId === null ? [] : [{ accountId: recipientId, event: theirs }]));
}

interface Given {
  /** Null: a team. */
  readonly recipientId: string | null;
  readonly makerId: string | null;
}

/** Both logs, and an email for a share that was not there before; of many in a row, one. */
export async function notifyOfShare(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { recipientId, makerId }: Given,
  { isNew, kind }: { readonly isNew: boolean; readonly kind: RecordKind },
): Promise<void> {
  // What goes back was always its owner's.
  if (makerId !== null) return;
  await auditShare(deps, tx, viewer, recipientId, isNew ? "given" : "changed");
  if (recipientId === null || !isNew) return;
  if (!(await deps.limits.noteWithin(tx, "shareMail", `${viewer.accountId} ${recipientId}`))) return;
  const { email: by } = await recipientOf(tx, viewer.accountId);
  const to = await bypassRlsWithin("notices", deps.db, tx, () => recipientOf(tx, recipientId));
  const what = kind === "category" ? vaultInEmail(to.language) : itemsInEmail(1, to.language);
  const values = { by, what, link: linkTo(deps.config, "/sharing-center") };
  await queueEmail(deps, tx, { name: "shareReceived", to, values });
}

/**
 * When a member puts records of others into the trash: each owner is mailed once, and can bring them back (decision V-09). In the transaction of the deletion: none is
 * made that its owner is not told of.
 */
export function notifyOfDeletion(deps: Deps, tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<void> {
  return bypassRlsWithin("notices", deps.db, tx, async () => {
    const whose = sql<string>`coalesce(${record.maker_id}, ${record.owner_id})`;
    const rows = await tx
      .select({ id: whose, count: sql<number>`count(*)::int` })
      .from(record)
      .where(and(isAnyOf(ids), ne(whose, viewer.accountId)))
      .groupBy(whose)
      .orderBy(whose);
    for (const { id, count } of rows) {
      const [{ email: by }, to] = [await recipientOf(tx, viewer.accountId), await recipientOf(tx, id)];
      const isMailed = await deps.limits.noteWithin(tx, "deletionMail", `${viewer.accountId} ${id}`);
      if (isMailed) await queueEmail(deps, tx, { name: "sharedItemDeleted", to, values: { by, what: itemsInEmail(count, to.language) } });
    }
    const entries = rows.map(({ id }) => ({ accountId: id, event: "item.deleted-by-other" }) as const);
    await writeAuditWithOthers(deps, tx, viewer, ...entries);
  });
}
