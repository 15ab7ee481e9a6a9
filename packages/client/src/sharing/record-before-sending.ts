/** What this account gives is in its own record before it is sent: the answer can be lost. */
import { ClientError } from "../errors.ts";
import { isUnanswered } from "../failures.ts";
import type { Scope } from "../sync/scope.ts";
import type { SharingContext } from "./context.ts";
import { keysWith } from "./linked-grants.ts";
import { CHANGED_SINCE } from "./pressed-shares.ts";
import { withRetired } from "./retired-keys.ts";
import type { GrantRecord } from "./stored-shares.ts";
import { changeTrust, isGone, readTrust, type TrustStore, withGiven, withUntil } from "./trust-store.ts";

interface OfScope {
  readonly scope: Scope;
  readonly shareId: string;
}

/**
 * Where the server refuses, no one has it by that, or as before, as far as anyone can tell. But it can have kept what was sealed, and give it out all the same: so nothing more is
 * saved under a key that someone was given by it, or under one for which someone's signature counts more by it.
 * @param noted - the record, with what is given
 * @throws ClientError where another device has ended it meanwhile: what is ended there stays so
 */
export async function recordBeforeSending<T>(
  context: SharingContext,
  { scope, shareId }: OfScope,
  noted: (store: TrustStore) => TrustStore,
  send: () => Promise<T>,
): Promise<T> {
  const { scopeId } = scope.keys;
  const before = await readTrust(context);
  await changeTrust(context, (store) => {
    if (before.given[scopeId]?.[shareId] && isGone(store, scopeId, shareId)) throw new ClientError(CHANGED_SINCE);
    return noted(store);
  });
  return send().catch(async (error: unknown) => {
    if (isUnanswered(error)) throw error;
    const [had, end, within] = [before.given[scopeId]?.[shareId], before.until[scopeId]?.[shareId] ?? null, await keysWith(context, scope)];
    await changeTrust(context, (store) => {
      if (isGone(store, scopeId, shareId)) return null;
      const undone = withUntil(withGiven(store, scopeId, shareId, had ?? null), scopeId, shareId, end);
      return isMoreThan(had, store.given[scopeId]?.[shareId]) ? withRetired(undone, [scopeId], within) : undone;
    });
    throw error;
  });
}

const isMoreThan = (had: GrantRecord | undefined, given: GrantRecord | undefined): boolean =>
  had === undefined || (had.permission === "read" && given?.permission === "write");
