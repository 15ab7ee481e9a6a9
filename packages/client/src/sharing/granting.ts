/** Shares made, changed and taken back by their owner. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { Move, SharedItem } from "@coffer/contract/sharing";
import { fingerprint, type GrantTerms, generateId, generateKey, type Party, type SecretKey, sealGrant, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { digestsOf } from "../sync/entries.ts";
import { sealHead } from "../sync/head.ts";
import type { Scope } from "../sync/scope.ts";
import type { KnownRecord } from "../types.ts";
import { scopeOf } from "../vault/context.ts";
import { sealFor } from "../vault/moving.ts";
import { pull } from "../vault/read.ts";
import { byMe, type SharingContext } from "./context.ts";
import { findPerson, refuseChanged } from "./people.ts";
import { settle } from "./settling.ts";
import { SHARED_EPOCHS } from "./shared-scopes.ts";
import { changeTrust, keyIn, readTrust, type TrustStore, withKey, withPerson } from "./trust.ts";

export interface ShareWish {
  /** Of an item or a vault of one's own. */
  readonly id: string;
  readonly email: string;
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
  /** Percent of what has to be sealed anew. */
  readonly onProgress?: (percent: number) => void;
}

type Terms = Pick<ShareWish, "permission" | "expiresAt">;

/**
 * Gives one person access to one item or vault, or changes what that person was given. What is shared for the first time moves into a scope of its own in the same write.
 * @throws AppError no_such_account, shared_with_self, not_found; ClientError when the person's key is another than it was, or when the item lies in a shared vault.
 */
export function share(context: SharingContext, wish: ShareWish): Promise<void> {
  return context.oneAtATime(async () => {
    const person = await findPerson(context, { email: wish.email });
    refuseChanged(person);
    const recipient = { accountId: person.accountId, publicKey: person.publicKey };
    const met = { email: person.email, fingerprint: toHex(await fingerprint(person.publicKey)), isVerified: false, since: context.now() };
    const scope = await scopeOf(context, wish.id);
    const record = scope.records.get(wish.id);
    if (!record || !scope.keys.rights.isOwner) throw new AppError("not_found");
    refuseInsideShared(scope, record);
    const remember = (store: TrustStore): TrustStore | null =>
      store.people[person.accountId] ? null : withPerson(store, person.accountId, met);
    if (scope.keys.rights.kind === "personal") await shareFirst(context, { wish, record, recipient, email: person.email, remember });
    else {
      await changeTrust(context, remember);
      await shareAgain(context, scope, { wish, record, recipient, email: person.email });
    }
    await pull(context);
  });
}

function refuseInsideShared({ keys }: Scope, { kind }: KnownRecord): void {
  if (keys.rights.kind === "vault" && kind !== "category")
    throw new ClientError("This item lies in a shared vault. Share the vault, or move the item out of it first.");
}

interface Sharing {
  readonly wish: ShareWish;
  readonly record: KnownRecord;
  readonly recipient: Party;
  readonly email: string;
}

/** The key is kept before anything is under it: whatever stops this half-way leaves everything where it was. */
async function shareFirst(
  context: SharingContext,
  { wish, record, recipient, email, remember }: Sharing & { readonly remember: (store: TrustStore) => TrustStore | null },
): Promise<void> {
  const [scopeId, key] = [generateId(context.random), generateKey(context.random)];
  await changeTrust(context, (store) => withKey(remember(store) ?? store, scopeId, 1, key));
  const identity = await context.identity();
  const kind = record.kind === "category" ? "vault" : "item";
  const rights = { kind, isOwner: true, permission: "write", sharedBy: null } as const;
  const keys = await scopeKeys({ key, scopeId, epoch: 1, signer: identity.signer, rights });
  const words = await grantWords(context, { scopeId, kind, epoch: 1, key }, recipient, wish);
  await moveOut(context, keys, record, wish, async (move) => sendShare(context, record, { ...words, sharedWithEmail: email, move }));
  key.fill(0);
}

type Words = Awaited<ReturnType<typeof grantWords>> & { readonly sharedWithEmail: string; readonly move?: Move };

/** The call of the kind (specification 3 §7). */
function sendShare({ call }: SharingContext, { id, kind }: KnownRecord, words: Words): Promise<unknown> {
  if (kind === "category") return call(api.sharing.shareCategory, { categoryId: id, ...words });
  return call(api.sharing.shareItem, { itemId: id, itemType: kind, shareType: "individual", ...words });
}

/** A vault goes with everything that lies in it. */
async function moveOut(
  context: SharingContext,
  keys: ScopeKeys,
  record: KnownRecord,
  { onProgress }: Pick<ShareWish, "onProgress">,
  send: (move: Move) => Promise<unknown>,
): Promise<void> {
  const personal = await context.scope();
  await personal.commitTogether(async ({ state, deviceId, records, draw }) => {
    const wanted = records.filter(
      (one) => one.trashedAt === null && (one.id === record.id || (record.kind === "category" && one.categoryId === record.id)),
    );
    const onDone = (count: number): void => onProgress?.(Math.round((count / wanted.length) * 100));
    const moved = await sealFor(context, wanted, { from: personal.keys, to: keys, onDone });
    const first = await sealHead({
      ...{ keys, generation: 1, seq: 1, previous: null, epochs: SHARED_EPOCHS, flags: 0, trust: null, deviceId, now: context.now() },
      digests: await digestsOf(moved.map(({ known }) => known)),
      count: moved.length,
    });
    const left = await draw(new Map(moved.map(({ known }) => [known.id, null])));
    const { kind } = keys.rights;
    await send({
      from: { scope: personal.keys.scopeId, baseSeq: state.seq, ...left.sealed },
      to: { scope: keys.scopeId, baseSeq: 0, ...first, ...(kind !== "personal" && { kind }) },
      records: moved.map(({ wire }) => wire),
    });
    return left;
  });
}

async function shareAgain(context: SharingContext, scope: Scope, { wish, record, recipient, email }: Sharing): Promise<void> {
  const { scopeId, epoch } = scope.keys;
  const known = (await byMe(context)).find(
    ({ scope_id, shared_with_id }) => scope_id === scopeId && shared_with_id === recipient.accountId,
  );
  const key = await ownKeyOf(context, scopeId, epoch);
  const kind = record.kind === "category" ? "vault" : "item";
  const words = await grantWords(context, { scopeId, kind, epoch, key }, recipient, wish, known?.id);
  key.fill(0);
  await sendShare(context, record, { ...words, sharedWithEmail: email });
}

/** @throws ClientError when this account does not have it */
async function ownKeyOf(context: SharingContext, scopeId: string, epoch: number): Promise<SecretKey> {
  const key = keyIn(await readTrust(context), scopeId, epoch);
  if (!key) throw new ClientError("The key of this share is missing.");
  return key;
}

interface Granted {
  readonly scopeId: string;
  readonly kind: "vault" | "item";
  readonly epoch: number;
  readonly key: SecretKey;
}

/** The grant, as the call that makes the share carries it. @param shareId - of the share that it takes the place of */
async function grantWords(
  context: Pick<SharingContext, "identity" | "now" | "random">,
  { scopeId, kind, epoch, key }: Granted,
  recipient: Party,
  { permission, expiresAt }: Terms,
  shareId = generateId(context.random),
) {
  const { accountId, publicKey, signer } = await context.identity();
  const createdAt = context.now();
  const sender = { accountId, publicKey };
  const terms: GrantTerms = { grantId: shareId, scopeId, scopeKind: kind, epoch, sender, recipient, permission, createdAt };
  return { shareId, createdAt, epoch, permissionLevel: permission, expiresAt, sharedKey: await sealGrant(terms, key, signer) };
}

async function ownShare(context: SharingContext, id: string): Promise<SharedItem> {
  const row = (await byMe(context)).find((one) => one.id === id);
  if (!row) throw new AppError("not_found");
  return row;
}

/** Refused to the recipient from now on; then the key is replaced, or what nobody else reads any more comes back. @throws AppError not_found */
export function revoke(context: SharingContext, { id }: { readonly id: string }): Promise<void> {
  return context.oneAtATime(async () => {
    await context.call(api.sharing.revoke, { id });
    await settleNow(context);
  });
}

/** Done at the next pull where it cannot be done now: access is refused already. */
async function settleNow(context: SharingContext): Promise<void> {
  await pull(context);
  await settle(context).catch(() => undefined);
}

/** The grant says what its holder may do, so it is made anew; whoever may do less from now on has to do with another key. @throws AppError not_found */
export function setPermission(
  context: SharingContext,
  { id, permission }: { readonly id: string; readonly permission: "read" | "write" },
): Promise<void> {
  return context.oneAtATime(async () => {
    const row = await ownShare(context, id);
    const words = await wordsOf(context, row, { permission, expiresAt: row.expires_at });
    const { createdAt, epoch, sharedKey } = words;
    await context.call(api.sharing.setPermission, { id, permission_level: permission, createdAt, epoch, sharedKey });
    await settleNow(context);
  });
}

/** A grant for whom a share names, under the key in use. @throws ClientError when that person's key is another than it was */
async function wordsOf(context: SharingContext, row: SharedItem, terms: Terms) {
  const scope = await scopeOf(context, row.item_id);
  const { scopeId, epoch, rights } = scope.keys;
  if (scopeId !== row.scope_id || rights.kind === "personal") throw new AppError("not_found");
  const person = await findPerson(context, { email: row.shared_with_email });
  refuseChanged(person);
  const key = await ownKeyOf(context, scopeId, epoch);
  const recipient = { accountId: person.accountId, publicKey: person.publicKey };
  const words = await grantWords(context, { scopeId, kind: rights.kind, epoch, key }, recipient, terms, row.id);
  key.fill(0);
  return words;
}

/** What has lapsed is granted again: its key may be another one by now. @param expiresAt - milliseconds since 1970; null for never @throws AppError not_found */
export function setExpiry(
  context: SharingContext,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: number | null },
): Promise<void> {
  return context.oneAtATime(async () => {
    const row = await ownShare(context, id);
    const isOver = row.expires_at !== null && row.expires_at <= context.now();
    if (!isOver) await context.call(api.sharing.setExpiry, { id, expires_at: expiresAt });
    else {
      const record = (await scopeOf(context, row.item_id)).records.get(row.item_id);
      if (!record) throw new AppError("not_found");
      const words = await wordsOf(context, row, { permission: row.permission_level, expiresAt });
      await sendShare(context, record, { ...words, sharedWithEmail: row.shared_with_email });
    }
    await pull(context);
  });
}
