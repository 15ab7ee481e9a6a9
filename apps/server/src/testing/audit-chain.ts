/** The chain of the audit log, checked by its description (decision N-09) and not with the code that writes it. */
import { createHash } from "node:crypto";
import type { audit } from "../db/access-tables.ts";

type AuditRow = typeof audit.$inferSelect;

const BEGINNING = "0".repeat(64);

function isHashed({ previous, account_id, seq, at, event, device, hash }: AuditRow): boolean {
  const text = JSON.stringify([previous, account_id, seq, at.getTime(), event, device]);
  return hash === createHash("sha256").update(text).digest("hex");
}

/** Whether rows of one account, oldest first, follow each other without a gap or a change. The first may follow what was purged. */
export const isChain = (rows: readonly AuditRow[]): boolean =>
  rows.every((row, index) => {
    const before = rows[index - 1];
    const follows = before === undefined || (row.previous === before.hash && row.seq === before.seq + 1);
    return follows && (row.seq > 1 || row.previous === BEGINNING) && isHashed(row);
  });
