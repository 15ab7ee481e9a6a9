/** Creates shares, for the owner of an item or vault. */
import { AppError } from "@coffer/contract/errors";
import type { Move } from "@coffer/contract/sharing";
import type { Named } from "@coffer/core/items/item";
import { generateId, generateKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { sealHead } from "../sync/head.ts";
import { digestsOf } from "../sync/head-entries.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { nextOwn } from "../sync/shared-rules.ts";
import { hashTrust } from "../sync/wrapped-trust.ts";
import type { KnownRecord } from "../types.ts";
import { scopeOf } from "../vault/context.ts";
import { resealForScope } from "../vault/move-records.ts";
import { pull } from "../vault/read.ts";
import { addRecipient, type ShareRequest, type Sharing, withRecipient } from "./add-recipient.ts";
import type { SharingContext } from "./context.ts";
import { grantRecordOf, withRecord } from "./grant-records.ts";
import { linkedGrants } from "./linked-grants.ts";
import { ownRights, SHARED_EPOCHS } from "./open-shared-scope.ts";
import { findPerson } from "./people.ts";
import { withPlaces } from "./placed-items.ts";
import { findRecipient, ownTeamKey, type Recipient } from "./recipients.ts";
import { sealShareGrant } from "./seal-grants.ts";
import { sendShare } from "./send-changes.ts";
import { retriedWhenStale } from "./sign-changes.ts";
import { peopleForStatement } from "./statement-writers.ts";
import { changeTrust, readTrust, type TrustStore, withGiven, withKey, withStated, withUntil } from "./trust-store.ts";
import { pressedKey, type TrustedKey } from "./trusted-key.ts";

/**
 * Gives one person access to one item or vault, or changes their access. The first share moves the record into a scope of its own in the
 * same write.
 * @throws AppError no_such_account, shared_with_self, not_found; ClientError when the person's key has changed, or the item belongs to
 * someone else.
 */
export async function share(context: SharingContext, { id, ...request }: ShareRequest): Promise<void> {
  const [left] = await shareMany(context, { ...request, ids: [id] });
  if (left) throw left.error;
}

export interface ShareManyRequest extends Omit<ShareRequest, "id"> {
  readonly ids: readonly string[];
}

/** What could not be shared, and why. */
export interface NotShared {
  readonly id: string;
  readonly error: unknown;
}

/**
 * The same for several, one write each, and one pull at the end. A failure stops none of the others.
 * @returns what was not shared. @throws as `share`, before anything is shared, when it is about the person
 */
export function shareMany(context: SharingContext, { ids, ...request }: ShareManyRequest): Promise<NotShared[]> {
  return context.oneAtATime(async () => {
    const recipient = request.email === null ? await ownTeamKey(context) : await findRecipient(context, request.email);
    const left: NotShared[] = [];
    for (const [done, id] of ids.entries()) {
      const onProgress = (percent: number): void => request.onProgress?.(Math.floor((done * 100 + percent) / ids.length));
      await shareOne(context, { ...request, id, onProgress }, recipient).catch((error: unknown) => left.push({ id, error }));
      onProgress(100);
    }
    // The shares exist even if they cannot be shown at once.
    await pull(context).catch(() => undefined);
    return left;
  });
}

async function shareOne(context: SharingContext, request: ShareRequest, recipient: Recipient): Promise<void> {
  const scope = await scopeOf(context, request.id);
  const record = scope.records.get(request.id);
  if (!record) throw new AppError("not_found");
  const { kind, isOwner } = scope.keys.rights;
  const isInside = kind === "vault" && record.kind !== "category";
  if (isInside) await refuseForeign(scope, record);
  if (!isOwner) throw new AppError("not_found");
  if (kind === "personal") return shareFirst(context, { request, record, recipient });
  if (isInside) return shareFirst(context, { request, record, recipient, within: scope, stays: true });
  await addRecipient(context, scope, { request, record, recipient });
}

/** In a shared vault people share only their own items, and only from their own vaults. */
async function refuseForeign({ keys }: Scope, record: KnownRecord): Promise<void> {
  if (!keys.rights.isOwner) throw new ClientError("This item is in someone else's vault. Move it out of there to share it on its own.");
  const { owner } = await openRecord(keys, record, []);
  if (owner && owner.id !== keys.rights.self?.id) throw new ClientError(`This item belongs to ${owner.email}. Only they can share it.`);
}

interface FirstTime {
  /** The scope it is in now; the personal one when absent. */
  readonly within?: Scope;
  /** It stays in the shared vault: everyone with access to the vault keeps it. */
  readonly stays?: true;
}

/** The key is stored before anything is sealed under it: an interruption leaves everything where it was. */
async function shareFirst(context: SharingContext, { request, record, recipient, within, stays }: Sharing & FirstTime): Promise<void> {
  const [scopeId, key, shareId] = [generateId(context.random), generateKey(context.random), generateId(context.random)];
  // What goes back to its maker is no share of this account's.
  const [isBack, to] = [within !== undefined && !stays, grantRecordOf(recipient, request.permission, context.now())];
  const given = (store: TrustStore): TrustStore =>
    withGiven(withRecord(withStated(store, scopeId), scopeId), scopeId, shareId, isBack ? null : to);
  const places = record.kind === "category" || record.categoryId === null || isBack ? [] : [record.categoryId];
  const kept = (store: TrustStore): TrustStore =>
    withPlaces(withUntil(withKey(store, scopeId, 1, key), scopeId, shareId, request.expiresAt), scopeId, places);
  await changeTrust(context, (store) => given(kept(withRecipient(context, store, recipient) ?? store)));
  const identity = await context.identity();
  const kind = record.kind === "category" ? "vault" : "item";
  const keys = await scopeKeys({ key, scopeId, epoch: 1, signer: identity.signer, rights: ownRights(kind, identity) });
  const input = await sealShareGrant(context, { scopeId, kind, epoch: 1, key }, recipient, request, shareId);
  const along = stays && (await linkedGrants(context, { scopeId, epoch: 1, key }, record.categoryId));
  const from = within ?? (await context.scope());
  // What leaves a shared vault is in no vault, unless it stays there and is shared on its own too.
  const patch = within && !stays ? { categoryId: null } : {};
  let moved = places;
  const send = (move: Move): Promise<unknown> => {
    moved = move.records.flatMap(({ id, categoryId }) => (id === record.id && kind === "item" && categoryId !== null ? [categoryId] : []));
    return sendShare(context, record, { ...input, move, ...(along && { along }) });
  };
  await retriedWhenStale(context, () => moveOut(context, { from, to: keys, patch }, record, request, send));
  key.fill(0);
  // Another device has put it elsewhere meanwhile.
  if (moved.join() !== places.join()) await changeTrust(context, (store) => withPlaces(store, scopeId, moved));
}

/** @throws AppError no_such_account, ClientError when that person's key has changed; then the item stays where it is */
export async function findOwner(context: SharingContext, owner: Named): Promise<TrustedKey> {
  const person = await findPerson(context, owner);
  const key = await pressedKey(await readTrust(context), person);
  if (key.accountId !== owner.id) throw new AppError("no_such_account");
  return key;
}

/**
 * Returns an item that someone made in an own vault: shares it with that person alone, whose client moves it to the personal scope after
 * its next pull.
 */
export async function returnItem(context: SharingContext, within: Scope, record: KnownRecord, owner: TrustedKey): Promise<void> {
  const request = { id: record.id, email: owner.email, permission: "write", expiresAt: null } as const;
  await shareFirst(context, { request, record, recipient: { person: owner }, within });
}

/** A vault moves with everything in it. */
async function moveOut(
  context: SharingContext,
  { from, to: keys, patch }: { readonly from: Scope; readonly to: ScopeKeys; readonly patch: { readonly categoryId?: null } },
  record: KnownRecord,
  { onProgress }: Pick<ShareRequest, "onProgress">,
  send: (move: Move) => Promise<unknown>,
): Promise<void> {
  await from.commitTogether(async ({ state, deviceId, records, headAfter }) => {
    const wanted = records.filter(
      (one) => one.id === record.id || (record.kind === "category" && one.categoryId === record.id && one.trashedAt === null),
    );
    // Another device may have shared or deleted it meanwhile.
    if (!wanted.some(({ id }) => id === record.id)) throw new AppError("not_found");
    const onDone = (count: number): void => onProgress?.(Math.round((count / wanted.length) * 100));
    const moved = await resealForScope(context, wanted, { from: from.keys, to: keys, patch, onDone });
    const people = await peopleForStatement(context, keys);
    const own = await nextOwn(keys, { before: null, generation: 1, records: moved.map(({ known }) => known), people });
    const named = { epochs: SHARED_EPOCHS, flags: 0, trust: await hashTrust(own) };
    const first = await sealHead({
      ...{ keys, generation: 1, seq: 1, previous: null, ...named, deviceId, now: context.now() },
      digests: await digestsOf(moved.map(({ known }) => known)),
      count: moved.length,
    });
    const left = await headAfter(new Map(moved.map(({ known }) => [known.id, null])));
    const { kind } = keys.rights;
    await send({
      from: { scope: from.keys.scopeId, baseSeq: state.seq, ...left.sealed },
      to: { scope: keys.scopeId, baseSeq: 0, ...first, ...(own && { own }), ...(kind !== "personal" && { kind }) },
      records: moved.map(({ wire }) => wire),
    });
    return left;
  });
}
