/** The trust store: what an account knows of other people, and the keys of its shares. Wrapped; the head of the personal scope says which one it is. */
import { AppError } from "@coffer/contract/errors";
import { eq } from "drizzle-orm";
import type { ScopeRow, Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { identity } from "../db/tables.ts";

export async function readTrust(tx: Tx, { accountId }: Pick<Viewer, "accountId">): Promise<string | null> {
  const [row] = await tx.select({ trust: identity.trust_store }).from(identity).where(eq(identity.account_id, accountId));
  return row?.trust ?? null;
}

/** @param target - locked @throws AppError invalid_input for a scope that is not personal */
export async function writeTrust(tx: Tx, target: ScopeRow, trust: string): Promise<void> {
  if (target.kind !== "personal") throw new AppError("invalid_input", "Only the personal scope says what an account knows of others.");
  await tx.update(identity).set({ trust_store: trust }).where(eq(identity.account_id, target.owner_id));
}
