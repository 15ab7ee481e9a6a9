/** Changes and ends shares, for their owner. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import { ClientError } from "../errors.ts";
import { scopeOf } from "../vault/context.ts";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { ownKeyOf, sendShare } from "./create-shares.ts";
import { findRecipient, matchesOwnGrant, ownTeamKey } from "./recipients.ts";
import { reconcile } from "./reconcile.ts";
import { type ShareTerms, sealShareGrant } from "./seal-grants.ts";
import { retriedWhenStale, signChange } from "./sign-changes.ts";
import { changeTrust, withEnded, withUntil } from "./trust-store.ts";

async function ownShare(context: SharingContext, id: string): Promise<SharedItem> {
  const row = (await listSharedByMe(context)).find((one) => one.id === id);
  if (!row) throw new AppError("not_found");
  if (!(await matchesOwnGrant(context, row)))
    throw new ClientError("The server's list of what you share is not true. Nothing was changed.");
  return row;
}

/** Ends a share at once; then the key is replaced, or what no one else reads comes back. @throws AppError not_found */
export function revoke(context: SharingContext, { id }: { readonly id: string }): Promise<void> {
  return context.oneAtATime(async () => {
    const row = await ownShare(context, id);
    await end(context, row);
    await rememberEnded(context, row, ALWAYS);
    await reconcileNow(context);
  });
}

const end = async (context: SharingContext, row: SharedItem): Promise<void> => {
  await context.call(api.sharing.revoke, { id: row.id, ...(await signChange(context, row, { what: "end" })) });
};

/** Whenever a grant was signed. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

/**
 * Notes locally that the grant has ended, so the next key goes without it even if the server claims that nothing happened.
 * @param before - grants signed earlier no longer count
 */
async function rememberEnded(context: SharingContext, { id, item_id, expires_at }: SharedItem, before: number): Promise<void> {
  const { keys } = await scopeOf(context, item_id);
  // An expired share is already without the current key.
  const isOver = expires_at !== null && expires_at <= context.now();
  if (!isOver && keys.rights.kind !== "personal") await changeTrust(context, (store) => withEnded(store, keys, id, before));
}

/** Ends every share of an item or a vault and moves it back to the personal scope. @throws whatever prevents that */
export function endSharing(context: SharingContext, { id }: { readonly id: string }): Promise<void> {
  return context.oneAtATime(async () => {
    const rows = (await listSharedByMe(context)).filter(({ item_id }) => item_id === id);
    for (const row of rows) await end(context, row);
    await pull(context);
    await reconcile(context);
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
  { id, permission }: { readonly id: string; readonly permission: "read" | "write" },
): Promise<void> {
  return context.oneAtATime(async () => {
    const row = await ownShare(context, id);
    const createdAt = await retriedWhenStale(context, () => sendLevel(context, row, permission));
    if (permission === "read" && row.permission_level === "write") await rememberEnded(context, row, createdAt);
    await reconcileNow(context);
  });
}

/** @returns when the new grant was signed */
async function sendLevel(context: SharingContext, row: SharedItem, permission: "read" | "write"): Promise<number> {
  const sealed = await regrant(context, row, { permission, expiresAt: row.expires_at });
  const { createdAt, epoch, teamEpoch = null, sharedKey } = sealed;
  const statement = await signChange(context, row, { what: "level", permission, createdAt, epoch, teamEpoch, sharedKey });
  const grant = { createdAt, epoch, sharedKey, ...(teamEpoch && { teamEpoch }) };
  await context.call(api.sharing.setPermission, { id: row.id, permission_level: permission, ...grant, ...statement });
  return createdAt;
}

/** A grant for the share's recipient under the current key. @throws ClientError when that person's key has changed */
async function regrant(context: SharingContext, row: SharedItem, terms: ShareTerms) {
  const scope = await scopeOf(context, row.item_id);
  const { scopeId, epoch, rights } = scope.keys;
  if (scopeId !== row.scope_id || rights.kind === "personal") throw new AppError("not_found");
  const recipient = row.team_epoch === null ? await findRecipient(context, row.shared_with_email) : await ownTeamKey(context);
  const key = await ownKeyOf(context, scopeId, epoch);
  const input = await sealShareGrant(context, { scopeId, kind: rights.kind, epoch, key }, recipient, terms, row.id);
  key.fill(0);
  return input;
}

/**
 * An expired share gets a new grant: its key may have changed since. @param expiresAt - milliseconds since 1970; null for never @throws
 * AppError not_found
 */
export function setExpiry(
  context: SharingContext,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: number | null },
): Promise<void> {
  return context.oneAtATime(async () => {
    const row = await ownShare(context, id);
    const isOver = row.expires_at !== null && row.expires_at <= context.now();
    const send = async (): Promise<unknown> => {
      const statement = await signChange(context, row, { what: "expiry", expiresAt });
      return context.call(api.sharing.setExpiry, { id, expires_at: expiresAt, ...statement });
    };
    if (!isOver) await retriedWhenStale(context, send);
    else {
      const record = (await scopeOf(context, row.item_id)).records.get(row.item_id);
      if (!record) throw new AppError("not_found");
      const input = await regrant(context, row, { permission: row.permission_level, expiresAt });
      await sendShare(context, record, input);
    }
    await changeTrust(context, (store) => withUntil(store, row.scope_id, id, expiresAt));
    await pull(context);
  });
}
