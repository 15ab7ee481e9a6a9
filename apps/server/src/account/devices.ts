/** Devices that have signed in to an account before. Each keeps a random token and has its own budgets, which no one else can use up (security design §9). */
import { randomUUID } from "node:crypto";
import { and, desc, eq, lt, notInArray } from "drizzle-orm";
import { device } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { hmac } from "../secrets.ts";
import { normaliseEmail } from "./accounts.ts";

/** The longest unused go first. */
const MAX_PER_ACCOUNT = 50;
const KEPT_MS = 365 * 24 * 3_600_000;

const hashOf = ({ secrets }: Deps, token: string): string => hmac(secrets.device, token).toString("base64url");

/** Takes the same steps for emails without an account. @returns its id, or null when it is not a device of that account */
export async function findDevice(deps: Deps, email: string, token: string | undefined): Promise<string | null> {
  const [row] = await deps.db
    .select({ id: device.id })
    .from(device)
    .innerJoin(account, eq(account.id, device.account_id))
    .where(and(eq(account.email, normaliseEmail(email)), eq(device.hash, hashOf(deps, token ?? ""))));
  return row?.id ?? null;
}

/** After a sign-in. @returns its id */
export async function rememberDevice(deps: Deps, tx: Tx, accountId: string, token: string): Promise<string | null> {
  const usedAt = new Date(deps.now());
  const [row] = await tx
    .insert(device)
    .values({ id: randomUUID(), account_id: accountId, hash: hashOf(deps, token), used_at: usedAt })
    .onConflictDoUpdate({ target: [device.account_id, device.hash], set: { used_at: usedAt } })
    .returning({ id: device.id });
  const isTheirs = eq(device.account_id, accountId);
  const newest = tx.select({ id: device.id }).from(device).where(isTheirs).orderBy(desc(device.used_at)).limit(MAX_PER_ACCOUNT);
  await tx.delete(device).where(and(isTheirs, notInArray(device.id, newest)));
  return row?.id ?? null;
}

/** With the credentials that they signed in with. */
export async function forgetDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(device).where(eq(device.account_id, accountId));
}

export async function purgeDevices(db: Db, now: number): Promise<void> {
  await db.delete(device).where(lt(device.used_at, new Date(now - KEPT_MS)));
}
