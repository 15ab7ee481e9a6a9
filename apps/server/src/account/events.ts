/**
 * Tells the operator's event log (event-log.ts) what the activity logs of accounts record, and each refused attempt. PostgreSQL passes it on when the transaction
 * ends well: what did not happen is never told.
 */
import { AUDIT_EVENTS } from "@coffer/contract/audit";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db, Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";

export const EVENT_CHANNEL = "coffer_event";

/** Ids only. */
export const Told = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  event: z.enum(Object.keys(AUDIT_EVENTS)),
  accountId: z.uuid(),
});

export async function tellEventLog(
  { config, now }: Pick<Deps, "config" | "now">,
  db: Pick<Db | Tx, "execute">,
  { event, accountId }: { readonly event: keyof typeof AUDIT_EVENTS; readonly accountId: string },
): Promise<void> {
  if (config.eventLog === null) return;
  const told = { at: now(), event, accountId } satisfies z.infer<typeof Told>;
  await db.execute(sql`select pg_notify(${EVENT_CHANNEL}, ${JSON.stringify(told)})`);
}
