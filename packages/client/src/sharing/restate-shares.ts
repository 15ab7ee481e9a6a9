/**
 * After a restored backup the server has an own scope under a key that was replaced since, with the shares as they were then. What this account's owner has said since is
 * said again before the next key is made: an end, another level. Each was pressed once, and is in the account's own record; nothing is given that is not.
 */
import { isRefusal } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import type { Scope } from "../sync/scope.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { isAdded, isMore, isOwnGrant, recipientOf } from "./recipients.ts";
import { endShare, sendLevel } from "./send-changes.ts";
import { nextSince } from "./share-end.ts";
import { changeTrust, endedUnder, readTrust, withGiven } from "./trust-store.ts";

/** @returns those whose access it ended */
export async function restateShares(context: SharingContext, { keys }: Scope): Promise<SharedItem[]> {
  const trust = await readTrust(context);
  const rows = (await listSharedByMe(context)).filter(({ scope_id, along_id }) => scope_id === keys.scopeId && along_id === null);
  const over: SharedItem[] = [];
  for (const row of rows) {
    if (!(await isOwnGrant(context, keys, row))) continue;
    const given = trust.given[keys.scopeId]?.[row.id];
    if (isAdded(trust, row, context.now())) {
      await endShare(context, row).catch(unlessEnded);
      over.push(row);
    } else if (given && given.permission !== row.permission_level) await restateLevel(context, keys, row, given.permission);
  }
  return over;
}

/**
 * What is less than what the server lists, before the next key is made: that the owner has said it may not have come there. Nothing else is said again unasked.
 * @param rows - as listed @returns whether anything was said
 */
export async function restateReductions(context: SharingContext, { keys }: Scope, rows: readonly SharedItem[]): Promise<boolean> {
  const { scopeId } = keys;
  const trust = await readTrust(context);
  const [{ given }, over] = [trust, endedUnder(trust, keys) ?? {}];
  let isRestated = false;
  for (const row of rows.filter(({ scope_id, along_id }) => scope_id === scopeId && along_id === null)) {
    const to = given[scopeId]?.[row.id];
    const isEnded = to === undefined && given[scopeId] !== undefined && over[row.id] !== undefined;
    if (!(isEnded || (to && isMore(row, to))) || !(await isOwnGrant(context, keys, row))) continue;
    if (to) await restateLevel(context, keys, row, to.permission);
    else await endShare(context, row).catch(unlessEnded);
    isRestated = true;
  }
  return isRestated;
}

async function restateLevel(context: SharingContext, keys: Scope["keys"], row: SharedItem, permission: "read" | "write"): Promise<void> {
  const trust = await readTrust(context);
  const since = nextSince(trust, context.now(), keys.scopeId, row.id, row);
  const recipient = await recipientOf(context, row, trust);
  if (!recipient) return;
  await sendLevel(context, row, { permission, since }, recipient);
  await changeTrust(context, (store) => {
    const known = store.given[keys.scopeId]?.[row.id];
    return known ? withGiven(store, keys.scopeId, row.id, { ...known, since }) : null;
  });
}

const unlessEnded = (error: unknown): void => {
  if (!isRefusal(error, "not_found")) throw error;
};
