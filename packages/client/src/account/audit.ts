/**
 * The activity log, and whether it can be trusted.
 *
 * Note: Chain. Each row's hash covers the row and the previous hash, so changing, removing or inserting a row breaks the chain. A server
 * that rewrites the whole chain is noticed by a device that has seen it before: the newest row seen is remembered and must still be
 * there.
 */
import { api } from "@coffer/contract/api";
import { sha256, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { AuditLog, AuditRow, KeyStore } from "../types.ts";
import type { AccountContext } from "./context.ts";

/** The hash before an account's first row. */
const BEGINNING = "0".repeat(64);

interface AuditContext extends Pick<AccountContext, "call" | "keys"> {
  readonly sessions: { readonly owner: { readonly accountId: string } };
}

/** Newest first. `isWhole`: every row follows from the previous one, and what this device has seen is still there. */
export async function audit({ call, keys, sessions }: AuditContext): Promise<AuditLog> {
  const { accountId } = sessions.owner;
  const { events, refused } = await call(api.account.listAudit, {});
  const isWhole = (await isChain(accountId, events)) && (await continuesSeen(keys, accountId, events));
  const [newest] = events;
  if (isWhole && newest) await keys.set(await slotOf(accountId), utf8(JSON.stringify({ seq: newest.seq, hash: newest.hash })));
  return { events, refused, isWhole };
}

/** See Note: Chain. @param rows - newest first; the last may follow rows that are not shown. */
async function isChain(accountId: string, rows: readonly AuditRow[]): Promise<boolean> {
  for (const [index, row] of rows.entries()) {
    const before = rows[index + 1];
    if (before && (row.previous !== before.hash || row.seq !== before.seq + 1)) return false;
    if (row.seq <= 1 && (row.seq < 1 || row.previous !== BEGINNING)) return false;
    if ((await hashOf(accountId, row)) !== row.hash) return false;
  }
  return true;
}

const hashOf = async (accountId: string, { previous, seq, at, event, device }: AuditRow): Promise<string> =>
  toHex(await sha256(utf8(JSON.stringify([previous, accountId, seq, at, event, device]))));

/** The row seen last may be older than this page; if it is within it, it must be unchanged. */
async function continuesSeen(keys: KeyStore, accountId: string, rows: readonly AuditRow[]): Promise<boolean> {
  const bytes = await keys.get(await slotOf(accountId));
  if (!bytes) return true;
  const seen = JSON.parse(new TextDecoder().decode(bytes)) as { seq: number; hash: string };
  const [newest] = rows;
  const oldest = rows.at(-1);
  if (!newest || !oldest || newest.seq < seen.seq) return false;
  return oldest.seq > seen.seq || rows.some(({ seq, hash }) => seq === seen.seq && hash === seen.hash);
}

async function slotOf(accountId: string): Promise<string> {
  return `${DEVICE_PREFIX}audit:${toHex(await sha256(utf8(accountId))).slice(0, 32)}`;
}
