/**
 * Cleans up after someone loses access: what others still read gets a new key; what no one else reads moves back to the personal scope. What
 * others made stays where it is, under a new key, until the owner decides (items-by-others.ts).
 * The server refuses access at once; the owner's client does this right away, or after its next pull.
 */
import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import { generateKey, type SecretKey } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { isAway, isPassing } from "../failures.ts";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { sealHead } from "../sync/head.ts";
import { digestsOf } from "../sync/head-entries.ts";
import { isRolledBack } from "../sync/retired-keys.ts";
import type { Scope } from "../sync/scope.ts";
import { nextOwn } from "../sync/shared-rules.ts";
import { hashTrust } from "../sync/wrapped-trust.ts";
import { KeyRefusedError } from "../vault/context.ts";
import { moveBetween, resealForScope, UnreadableError } from "../vault/move-records.ts";
import { pull } from "../vault/read.ts";
import { keyInUse, withCandidateKey, withKeyForVersions } from "./candidate-keys.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { beginRecords, hasTeamGrants, isStillGranted } from "./grant-records.ts";
import { ownShared } from "./known-owner.ts";
import { keysWith, updateLinkedGrants } from "./linked-grants.ts";
import { noteSeen, notSeenYet } from "./note-seen.ts";
import { SHARED_EPOCHS } from "./open-shared-scope.ts";
import { AnotherKeyError, MisplacedError, recipientsOf, WaitsForTeamError } from "./recipients.ts";
import { restateReductions, restateShares } from "./restate-shares.ts";
import { isKeyHeld, nextEpoch, withExpired } from "./retired-keys.ts";
import { isReturning, undecidedIn } from "./return-items.ts";
import { sealGrantFor } from "./seal-grants.ts";
import { endToKeep, isOver, sinceIn } from "./share-end.ts";
import { retriedWhenStale } from "./sign-changes.ts";
import { enclosingScopeIds, lacksWriters, peopleForStatement, signStatement } from "./statement-writers.ts";
import { changeTrust, readTrust, type TrustStore } from "./trust-store.ts";

/** @throws the first error; the other scopes are done anyway */
export async function reconcile(context: SharingContext): Promise<void> {
  for (const error of (await reconcileEach(context)).values()) throw error;
}

/** @returns by scope, why it could not be done */
export async function reconcileEach(context: SharingContext): Promise<ReadonlyMap<string, unknown>> {
  const failed = new Map<string, unknown>();
  await beginRecords(context);
  await noteSeen(context);
  // Vaults first: a returning item goes into one, and holders of a linked grant need the vault's new key.
  for (const kind of ["vault", "item"] as const) {
    const listed = (await scopesToReconcile(context)).filter((one) => one.kind === kind);
    for (const one of listed) await reconcileScope(context, one).catch((error: unknown) => failed.set(one.id, error));
    if (listed.length === 0) continue;
    await pull(context);
    await noteSeen(context);
  }
  context.lastReconciled.failed = failed;
  return failed;
}

/** Items that someone could not be given as well, as too many are, and until when: each costs one call an hour, and not one with every change of another. */
const full = new WeakMap<Scope, number>();
const FULL_MS = 3_600_000;

export const isFull = (scope: Scope, now: number): boolean => (full.get(scope) ?? 0) > now;

async function reconcileScope(context: SharingContext, listed: SharedScope): Promise<void> {
  const { id, own } = listed;
  const scope = (await context.scopes()).find(({ keys }) => keys.scopeId === id);
  // What the server shows of it is not believed: its owner decides first. And what goes back has one grant, its maker's, of which this account keeps no record.
  if (!scope || scope.trouble || (await isReturning(scope))) return;
  const trust = await readTrust(context);
  const hasUndecidedItems = own?.holders === 0 && (await undecidedIn(scope, trust)).length > 0;
  if (own?.holders === 0 && !hasUndecidedItems && (await isEnded(context, scope, trust)))
    await moveBetween(context, { from: scope, to: await context.scope() });
  else if (isKeyHeld(listed, trust, context.now())) {
    // Whether or not that can be done: only the server says that it is needed.
    if (own?.isAlongOld) await updateLinkedGrants(context, scope).catch(() => undefined);
    await retriedWhenStale(context, () => replaceKeyIfHeld(context, id));
  } else if (own?.isAlongOld && !isFull(scope, context.now()))
    await updateLinkedGrants(context, scope).catch((error: unknown) => {
      if (isRefusal(error, "too_many_shares")) full.set(scope, context.now() + FULL_MS);
      throw error;
    });
  else if (await lacksWriters(context, scope, trust)) await stateWriters(context, scope);
}

/** Not while the team's log is in doubt: someone may be in it for this account alone. */
async function stateWriters(context: SharingContext, scope: Scope): Promise<void> {
  await context.team.requireShareable(context, "again");
  await signStatement(context, scope);
}

/** Others may save while everything is sealed again: then it begins again. Or another device has replaced the key. */
async function replaceKeyIfHeld(context: SharingContext, id: string): Promise<void> {
  const scope = (await context.scopes()).find(({ keys }) => keys.scopeId === id);
  const listed = (await ownShared(context)).find((one) => one.id === id);
  if (scope && listed && isKeyHeld(listed, await readTrust(context), context.now())) await replaceKey(context, scope);
}

/** By this account's own record, not by the server's list: no one has it, nor the vault that it is in. */
async function isEnded(context: SharingContext, scope: Scope, trust: TrustStore): Promise<boolean> {
  return !(await enclosingScopeIds(context, scope)).some((id) => isStillGranted(trust, id, context.now()));
}

/** Own scopes that need a new key, other holders, or to be moved back. */
export async function scopesToReconcile(context: SharingContext): Promise<readonly SharedScope[]> {
  const own = await ownShared(context);
  if (own.length === 0) return [];
  const trust = await readTrust(context);
  const scopes = await context.scopes();
  // After every pull: people who share with no team pay nothing for it.
  const lacking = await inBatches(hasTeamGrants(trust) ? scopes : [], async (scope) =>
    (await lacksWriters(context, scope, trust)) ? [scope.keys.scopeId] : [],
  );
  const due = new Set([...notSeenYet(trust, scopes), ...lacking.flat()]);
  return own.filter((one) => needsReconcile(one, trust, context.now()) || !trust.given[one.id] || due.has(one.id));
}

/** Access that this account has ended is known locally: a server could keep quiet about it. */
const needsReconcile = (one: SharedScope, trust: TrustStore, now: number): boolean =>
  one.own !== null && (one.own.holders === 0 || one.own.isAlongOld || isKeyHeld(one, trust, now));

/**
 * What is saved after someone lost access goes under a key that they never had: it is replaced first. This matters where the answer about the end was lost, or the
 * page was loaded again right after it. Where the next key has to wait for people, by what this device knows of them (a team in doubt, or whose key has not come),
 * the save does not. Where it does not come for any other reason, nothing is saved: a server could bring about all of them for the person who has the one in use.
 * @param isRefused - the server has said that someone has it, since another device ended their access
 * @returns the same scope, or the one that replaced it: under the next key, or the personal one where no one else reads it any more
 * @throws ConnectionError, AppError while the server serves no one, KeyRefusedError
 */
export async function scopeToSave(context: SharingContext, within: Scope, isRefused = false): Promise<Scope> {
  const { scopeId } = within.keys;
  const personal = await context.scope();
  const isListed = (): boolean => personal.shared.some(({ id }) => id === scopeId);
  if (!isListed() || isRefused || context.unanswered.size > 0) {
    await pull(context);
    context.unanswered.clear();
  }
  await replaceHeldKey(context, within, () => context.oneAtATime(() => reconcileEach(context)));
  const now = (await context.scopes()).find(({ keys }) => keys.scopeId === scopeId);
  return now ?? (isListed() ? within : personal);
}

/**
 * Before something is saved there. Where the key was to be replaced and has to wait for people, what is saved from now on tells the server so.
 * @param run - in turn with what else is done about shares
 * @throws as `scopeToSave`
 */
export async function replaceHeldKey(context: SharingContext, within: Scope, run = () => reconcileEach(context)): Promise<void> {
  const { scopeId } = within.keys;
  let failed: ReadonlyMap<string, unknown> = new Map();
  // Another device may be replacing it: then the second attempt knows.
  for (let attempt = 1; attempt <= 2 && (await isHeldIn(context, within)); attempt++) {
    failed = await run().catch((error: unknown) => new Map([[scopeId, error]]));
    for (const error of failed.values()) if (isAway(error)) throw error;
  }
  if (!(await isHeldIn(context, within))) return void context.keyWaits.delete(scopeId);
  const reasons = (await enclosingScopeIds(context, within)).flatMap((id) => failed.get(id) ?? []);
  const other = reasons.find((error) => !(error instanceof WaitsForTeamError));
  if (other !== undefined || reasons.length === 0) throw new KeyRefusedError(whyNot(other), { cause: other });
  context.keyWaits.add(scopeId);
}

async function isHeldIn(context: SharingContext, within: Scope): Promise<boolean> {
  const own = await ownShared(context);
  if (!own.some(({ id }) => id === within.keys.scopeId)) return false;
  const [trust, ids] = [await readTrust(context), await enclosingScopeIds(context, within)];
  return own.some((one) => ids.includes(one.id) && isKeyHeld(one, trust, context.now()));
}

/** What a person can mend is said: another device that saves all the time, an item that does not open, a person who has begun again. */
const whyNot = (error: unknown): string =>
  isPassing(error) || error instanceof UnreadableError || error instanceof AnotherKeyError || error instanceof MisplacedError
    ? `Someone who lost access may still have the key in use, and the next one waits, so nothing was saved. ${error.message}`
    : "Someone who lost access may still have the key in use, and the server did not take the next one, so nothing was saved. Please tell your operator.";

const KEPT = { keepsVersions: true } as const;

/**
 * Seals everything in the scope under a new key, and grants that key to those who still have access. The key is stored before anything is
 * under it; the one of before stays for the earlier versions (vault/seal-versions.ts).
 */
export async function replaceKey(context: SharingContext, scope: Scope): Promise<void> {
  const { scopeId, epoch: before, rights } = scope.keys;
  const trust = await readTrust(context);
  let rows = await listSharedByMe(context);
  const isBack = isRolledBack(trust, scopeId, before);
  if (isBack) await restateShares(context, scope);
  if (isBack || (await restateReductions(context, scope, rows))) rows = await listSharedByMe(context);
  const [key, identity, within] = [generateKey(context.random), await context.identity(), await keysWith(context, scope)];
  const lapsedIn = (store: TrustStore): TrustStore => withExpired(store, scope.keys, within, context.now());
  const [epoch, inUse] = [nextEpoch(lapsedIn(trust), scope.keys), await keyInUse(trust, scope.keys)];
  await changeTrust(context, (store) => {
    const lapsed = lapsedIn(store);
    return withCandidateKey(inUse ? withKeyForVersions(lapsed, scope.keys, inUse) : lapsed, { id: scopeId, epoch }, key);
  });
  const keys = await scopeKeys({ key, scopeId, epoch, signer: identity.signer, rights });
  const grants = await regrant(context, keys, { key, before, rows });
  key.fill(0);
  await scope.commitTogether(async ({ state, deviceId, records }) => {
    const moved = await resealForScope(context, records, { from: scope.keys, to: keys });
    const { generation } = state.head;
    const [before, listed] = [state.trust ?? null, moved.map(({ known }) => known)];
    const people = await peopleForStatement(context, keys);
    const own = await nextOwn(keys, { before, generation, records: listed, renewed: { least: 0 }, people });
    const sealed = await sealHead({
      ...{ keys, generation, seq: state.seq + 1, previous: state.head.head, deviceId, now: context.now() },
      ...{ digests: await digestsOf(listed), count: moved.length, epochs: SHARED_EPOCHS, flags: 0, trust: await hashTrust(own) },
    });
    const target = { scope: scopeId, baseSeq: state.seq, ...sealed, ...(own && { own }) };
    await context.call(api.sharing.rotate, { target, epoch, records: moved.map(({ wire }) => wire), grants, ...(inUse && KEPT) });
    return null;
  });
}

interface Regrant {
  readonly key: SecretKey;
  /** The epoch of the key of before. */
  readonly before: number;
  /** As the server lists them. */
  readonly rows: readonly SharedItem[];
}

/** Grants of the new key for everyone who still has access, through linked grants too. */
async function regrant(context: SharingContext, keys: ScopeKeys, { key, before, rows }: Regrant) {
  const trust = await readTrust(context);
  const live = rows.filter((row) => row.scope_id === keys.scopeId && !isOver(endToKeep(trust, row), context.now()));
  const kind = keys.rights.kind === "vault" ? "vault" : "item";
  const granted = { scopeId: keys.scopeId, kind, epoch: keys.epoch, key } as const;
  return Promise.all(
    (await recipientsOf(context, { ...keys, epoch: before }, live)).map(async ({ row, recipient }) => {
      const since = sinceIn(trust.given, keys.scopeId, row.id);
      const terms = { permission: row.permission_level, expiresAt: endToKeep(trust, row), ...since };
      return { id: row.id, ...(await sealGrantFor(context, granted, recipient, terms, row.id)) };
    }),
  );
}
