/** The share that a press is about, as its owner was shown it, as this account remembers it, and as the server lists it by then. */
import { AppError } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import { ClientError } from "../errors.ts";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { type MissingShare, YOUR_TEAM } from "./grant-records.ts";
import { addressIn, isAdded, isMore, matchesOwnGrant, requireSigned, untrue } from "./recipients.ts";
import { levelForOwner } from "./share-end.ts";
import type { OfShare, ShownShare } from "./share-lists.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

/**
 * What another device changes between the list and what this one knows of it is no lie: both are asked again. A list that stays untrue is one.
 * @returns null once it is listed no more
 * @throws AppError not_found; ClientError
 */
export async function listedShare(
  context: SharingContext,
  { id, shown }: OfShare,
  first?: readonly SharedItem[],
): Promise<SharedItem | null> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const rows = attempt === 1 && first ? first : await listSharedByMe(context);
    const row = rows.find((one) => one.id === id);
    if (!row && attempt === 1) throw new AppError("not_found");
    // Right after a start nothing of it is open yet.
    if (attempt > 1 || !(await context.scopes()).some(({ keys }) => keys.scopeId === row?.scope_id)) await pull(context);
    if (!row) return null;
    const trust = await readTrust(context);
    if (!(await matchesOwnGrant(context, row)) || !isAsRemembered(row, trust)) continue;
    if (isAsShown(trust, row, shown)) return row;
    throw isOfShown(trust, row, shown) ? new ClientError(CHANGED_SINCE) : untrue();
  }
  throw untrue();
}

/** @returns what the server lists, at the level that this account has given */
export async function ownShare(context: SharingContext, of: OfShare): Promise<SharedItem> {
  const row = await listedShare(context, of);
  if (!row) throw new AppError("not_found");
  // Another device may have given it meanwhile.
  if (isAdded(await readTrust(context), row, context.now())) await pull(context);
  await requireSigned(context, row);
  return { ...row, permission_level: levelForOwner(await readTrust(context), row) };
}

/** One that the server does not list. @throws ClientError where something else was shown under that id */
export function requireShown({ record, given }: MissingShare, { itemId, person }: ShownShare): void {
  if (record.id !== itemId || (given.name || YOUR_TEAM) !== person) throw new ClientError(CHANGED_SINCE);
}

/** Another device, or another tab, has changed it meanwhile. */
export const CHANGED_SINCE = "This share was changed since it was shown here. Nothing was done: look again, and decide.";

const isAsShown = (trust: TrustStore, row: SharedItem, shown: ShownShare): boolean =>
  isOfShown(trust, row, shown) && levelForOwner(trust, row) === shown.permission;

const isOfShown = (trust: TrustStore, row: SharedItem, { itemId, person, isTeam }: ShownShare): boolean =>
  row.item_id === itemId && addressIn(trust, row) === person && isTeam === (row.team_epoch !== null);

/**
 * As this account remembers it: the server can show an earlier grant, which this account has signed too. One that is less than what is remembered is what it is, as after a lost
 * answer.
 */
function isAsRemembered(row: SharedItem, { given }: TrustStore): boolean {
  const at = Object.keys(given).find((scopeId) => given[scopeId]?.[row.id] !== undefined);
  const to = at === undefined ? undefined : given[at]?.[row.id];
  return to === undefined || (at === row.scope_id && to.to === row.shared_with_id && !isMore(row, to));
}
