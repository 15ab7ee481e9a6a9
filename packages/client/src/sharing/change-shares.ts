/** Changes and ends shares, for their owner. */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import { isUnanswered } from "../failures.ts";
import type { Scope } from "../sync/scope.ts";
import { scopeOf } from "../vault/context.ts";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { type MissingShare, recordFromRow, sharesMissingFrom, withRecord } from "./grant-records.ts";
import { keysWith, updateLinkedGrants } from "./linked-grants.ts";
import { listedShare, ownShare, requireShown } from "./pressed-shares.ts";
import { reconcile, reconcileEach } from "./reconcile.ts";
import { recordBeforeSending } from "./record-before-sending.ts";
import { withRetired } from "./retired-keys.ts";
import type { ShareTerms } from "./seal-grants.ts";
import { endShare, recipientNamed, regrantNamed, sendLevel, sendShare } from "./send-changes.ts";
import { endOf, nextSince } from "./share-end.ts";
import type { OfShare } from "./share-lists.ts";
import { retriedWhenStale, signChange } from "./sign-changes.ts";
import { signStatement } from "./statement-writers.ts";
import { ALWAYS, endedAsBefore, endedByBoth, type GrantRecord } from "./stored-shares.ts";
import { changeTrust, isGone, readTrust, type TrustStore, withEndedIn, withGiven, withUntil } from "./trust-store.ts";
import { isUnlisted, returnToOwner } from "./unlisted-scope.ts";

/** Ends a share at once; then the key is replaced, or what no one else reads comes back. @throws AppError not_found */
export function revoke(context: SharingContext, of: OfShare): Promise<void> {
  return context.oneAtATime(async () => {
    const rows = await listSharedByMe(context);
    const missingFrom = async (listed: readonly SharedItem[]) => (await sharesMissingFrom(context, listed)).find((one) => one.id === of.id);
    const isMissing = (await missingFrom(rows)) !== undefined;
    const row = isMissing ? null : await listedShare(context, of, rows);
    if (row) await endListed(context, row);
    else {
      const missing = await missingFrom([]);
      if (missing) {
        requireShown(missing, of.shown);
        await endMissing(context, missing);
      }
    }
    await reconcileNow(context);
  });
}

async function endListed(context: SharingContext, row: SharedItem): Promise<void> {
  await endNoted(context, await scopeOf(context, row.item_id), [row.id]);
}

/** Shares of one item or vault. All are noted first: a client that is ended in between knows that this was pressed, and no save goes under a key of theirs if the answer is lost. */
async function endNoted(context: SharingContext, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { scopeId: scope_id } = scope.keys;
  const noted = await rememberEnded(context, scope, ids, ALWAYS);
  for (const [at, id] of ids.entries())
    await endShare(context, { id, scope_id }).catch(async (error: unknown) => {
      // Another device has ended it since it was listed.
      if (isRefusal(error, "not_found")) return;
      if (noted && error instanceof AppError && !isUnanswered(error)) await takeBack(context, noted, { ids: ids.slice(at), scope_id });
      throw error;
    });
}

/** They were refused: the shares go on, but for those that another device had ended by then, or has ended since, or given again. */
const takeBack = (context: SharingContext, noted: Noted, { ids, scope_id }: Pick<SharedItem, "scope_id"> & Pick<Noted, "ids">) =>
  changeTrust(context, (store) => {
    const isOwn = (id: string): boolean => noted.ids.includes(id) && store.ended[scope_id]?.grants[id] === ALWAYS;
    return ids.filter(isOwn).reduce((sum, id) => asBefore(sum, noted.before, { id, scope_id }), store);
  });

/** What another device, or a log, has noted meanwhile stays, and so does that the key is spent: the server may have kept what was sealed. */
function asBefore(store: TrustStore, before: TrustStore, { scope_id: scopeId, id }: Pick<SharedItem, "id" | "scope_id">): TrustStore {
  const given = withGiven(store, scopeId, id, before.given[scopeId]?.[id] ?? null);
  return { ...given, ended: endedAsBefore(store.ended, before.ended, id) };
}

/** The server does not list it, or not any more: the end is signed all the same, and the next key goes without it. */
async function endMissing(context: SharingContext, { id, scope }: MissingShare): Promise<void> {
  const { scopeId } = scope.keys;
  // With the last share, what this device has of it returns to its owner.
  const isLast = Object.keys((await readTrust(context)).given[scopeId] ?? {}).length === 1;
  if (isLast && (await isUnlisted(context, scope))) return returnToOwner(context, scope);
  await endNoted(context, scope, [id]);
}

interface Noted {
  /** What this account knew before. */
  readonly before: TrustStore;
  readonly ids: readonly string[];
}

/**
 * Notes locally that the grants have ended, so the next key goes without them even if the server claims that nothing happened.
 * @param before - grants signed earlier no longer count
 * @returns which were noted here; null where all were gone by then
 */
async function rememberEnded(
  context: SharingContext,
  scope: Scope,
  ids: readonly string[],
  before: number,
  to: GrantRecord | null = null,
): Promise<Noted | null> {
  const { scopeId, rights } = scope.keys;
  let noted = null as Noted | null;
  if (rights.kind === "personal") return noted;
  const within = await keysWith(context, scope);
  await changeTrust(context, (store) => {
    noted = null;
    // By the own record it is without the current key already: it has expired, or another device has ended it, and then no level of it is left to note.
    const live = ids.filter((id) => !isGone(store, scopeId, id));
    // What it has noted may still be refused there, and is ended here too.
    const both = { ...store, ended: before === ALWAYS ? endedByBoth(store.ended, ids) : store.ended };
    if (live.length === 0) return both.ended === store.ended ? null : both;
    noted = { before: store, ids: live };
    return live.reduce((sum, id) => withEndedIn(withGiven(sum, scopeId, id, to), within, id, before), both);
  });
  return noted;
}

/** Ends every share of an item or a vault and moves it back to the personal scope. @throws whatever prevents that */
export function endSharing(context: SharingContext, { id }: { readonly id: string }): Promise<void> {
  return context.oneAtATime(async () => {
    const scope = await scopeOf(context, id);
    const { scopeId } = scope.keys;
    const rows = (await listSharedByMe(context)).filter(({ item_id, scope_id }) => item_id === id && scope_id === scopeId);
    const listed = rows.map((row) => row.id);
    const isLeftOut = await isUnlisted(context, scope);
    // Whatever the server lists: everyone whom this account has given it to.
    const given = isLeftOut ? [] : Object.keys((await readTrust(context)).given[scopeId] ?? {});
    await endNoted(context, scope, [...new Set([...listed, ...given])]);
    if (isLeftOut)
      for (const missing of await sharesMissingFrom(context, [])) if (missing.record.id === id) await endMissing(context, missing);
    // One of before gets its record now: no one has it.
    await changeTrust(context, (store) => (store.given[scopeId] ? null : withRecord(store, scopeId)));
    await pull(context);
    // What another item or vault waits for holds up nothing here.
    const failed = await reconcileEach(context);
    if (failed.has(scopeId)) throw failed.get(scopeId);
  });
}

/** What cannot be done now is done after the next pull: access is refused already. */
async function reconcileNow(context: SharingContext): Promise<void> {
  await pull(context);
  await reconcile(context).catch(() => undefined);
}

/** The permission is part of the signed grant, so a new grant is made; reducing it also requires a new key. @throws AppError not_found */
export function setPermission(
  context: SharingContext,
  { permission, ...of }: OfShare & { readonly permission: "read" | "write" },
): Promise<void> {
  const { id } = of;
  return context.oneAtATime(async () => {
    const row = await ownShare(context, of);
    const since = await nextSinceOf(context, row);
    const to = { ...(await recordFromRow(row)), permission, since };
    const isLess = permission === "read" && row.permission_level === "write";
    const scope = await scopeOf(context, row.item_id);
    const [less, recipient] = [isLess ? await keysWith(context, scope) : null, await recipientNamed(context, row)];
    const noted = (store: TrustStore): TrustStore => {
      const given = withGiven(store, row.scope_id, id, to);
      return less ? withRetired(given, [row.scope_id], less) : given;
    };
    const at = await recordBeforeSending(context, { scope, shareId: id }, noted, () =>
      retriedWhenStale(context, () => sendLevel(context, row, { permission, since }, recipient)),
    );
    if (less) await rememberEnded(context, await scopeOf(context, row.item_id), [id], at, to);
    await reconcileNow(context);
  });
}

const nextSinceOf = async (context: SharingContext, row: SharedItem): Promise<number> =>
  nextSince(await readTrust(context), context.now(), row.scope_id, row.id, row);

/**
 * The end is part of the signed grant, so a new grant is made. @param expiresAt - milliseconds since 1970; null for never
 * @throws AppError not_found; ClientError when the person's key has changed, or the team is in doubt, and the share would last longer
 */
export function setExpiry(context: SharingContext, { expiresAt, ...of }: OfShare & { readonly expiresAt: number | null }): Promise<void> {
  const { id } = of;
  return context.oneAtATime(async () => {
    const row = await ownShare(context, of);
    const [since, before] = [await nextSinceOf(context, row), endOf(row)];
    const isEarlier = expiresAt !== null && (before === null || expiresAt < before);
    const to = { ...(await recordFromRow(row)), since };
    const send = await endToSend(context, row, { expiresAt, since, isEarlier });
    const noted = (store: TrustStore): TrustStore => withUntil(withGiven(store, row.scope_id, id, to), row.scope_id, id, expiresAt);
    await recordBeforeSending(context, { scope: await scopeOf(context, row.item_id), shareId: id }, noted, send);
    await pull(context);
    // Otherwise it is stated with the next save.
    if (isEarlier) await stateGrants(context, row).catch(() => undefined);
    await endLinkedToo(context, id);
  });
}

/** A head with the owner's statement alone: from then on no recipient's client takes the grant of before for the newest. */
async function stateGrants(context: SharingContext, { item_id }: SharedItem): Promise<void> {
  await signStatement(context, await scopeOf(context, item_id));
}

interface NewEnd extends Pick<Required<ShareTerms>, "expiresAt" | "since"> {
  /** Than before. */
  readonly isEarlier: boolean;
}

/** @returns what sends it */
async function endToSend(
  context: SharingContext,
  row: SharedItem,
  { expiresAt, since, isEarlier }: NewEnd,
): Promise<() => Promise<unknown>> {
  const { id, permission_level: permission } = row;
  const record = (await scopeOf(context, row.item_id)).records.get(row.item_id);
  if (!record) throw new AppError("not_found");
  const input = await regrantNamed(context, row, { permission, expiresAt, since }).catch((error: unknown) => {
    if (!isEarlier) throw error;
    return null;
  });
  if (input) return () => sendShare(context, record, input, api.sharing.setExpiry.failure);
  // Nothing can be sealed to them: the server refuses from then on all the same.
  return () =>
    retriedWhenStale(context, async () => {
      const statement = await signChange(context, row, { what: "expiry", expiresAt });
      return context.call(api.sharing.setExpiry, { id, expires_at: expiresAt, ...statement });
    });
}

/** Grants of items in the vault say the same end. A later one is given after the next pull too. */
async function endLinkedToo(context: SharingContext, id: string): Promise<void> {
  for (const { along_id, item_id } of await listSharedByMe(context))
    if (along_id === id) await updateLinkedGrants(context, await scopeOf(context, item_id)).catch(() => undefined);
}
