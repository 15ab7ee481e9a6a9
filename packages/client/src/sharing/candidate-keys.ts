/**
 * Keys that devices of this account have drawn for the same epoch of an own scope, or of a team. Two devices may replace a key at the same moment, and the server takes
 * one of them. Each is kept before anything is under it; then the others go. Which one counts shows when it opens what the server has of a scope; of a team, the log
 * names it (team/team-keys.ts).
 */
import type { SharedScope } from "@coffer/contract/vault";
import { deriveHeadKey, equalBytes, fromBase64Url, type SecretKey, secretKey, toBase64Url } from "@coffer/crypto";
import { isNoAnswer } from "../failures.ts";
import type { ScopeKeys } from "../keyring.ts";
import { readWith } from "../sync/common-head.ts";
import { readStored } from "../sync/stored-scope.ts";
import { type KeyOfBefore, withVersionKey } from "../sync/version-keys.ts";
import type { SharingContext } from "./context.ts";
import { openSharedScope, ownDeps, ownKeyAs, type SharedDeps } from "./open-shared-scope.ts";
import { changeTrust, keyIn, readTrust, type TrustStore, withKey } from "./trust-store.ts";

/** More were never on their way at once. */
const MOST = 16;

/** The id is of the scope or the team. */
type OfKey = Pick<SharedScope, "id" | "epoch">;

/** The key that was kept first stays the first one to try. */
export function withCandidateKey(store: TrustStore, { id, epoch }: OfKey, key: SecretKey): TrustStore {
  if (store.keys[id]?.[epoch] === undefined) return withKey(store, id, epoch, key);
  const drawn = [toBase64Url(key), ...(store.drawn[id]?.[epoch] ?? [])].slice(0, MOST);
  return { ...store, drawn: { ...store.drawn, [id]: { ...store.drawn[id], [epoch]: drawn } } };
}

/** The other keys of that epoch go; of another one it may still be open which was taken. */
export function withAcceptedKey(store: TrustStore, { id, epoch }: OfKey, key: SecretKey): TrustStore {
  const { [id]: { [epoch]: _, ...later } = {}, ...drawn } = store.drawn;
  return { ...withKey(store, id, epoch, key), drawn: Object.keys(later).length > 0 ? { ...drawn, [id]: later } : drawn };
}

export const hasCandidates = ({ drawn }: TrustStore, { id, epoch }: OfKey): boolean => (drawn[id]?.[epoch]?.length ?? 0) > 0;

/** All that were drawn for that epoch, in the order in which they are tried; the caller wipes them. */
export function candidateKeys(store: TrustStore, { id, epoch }: OfKey): SecretKey[] {
  const first = keyIn(store, id, epoch);
  const others = (store.drawn[id]?.[epoch] ?? []).map((text) => secretKey(fromBase64Url(text)));
  return first ? [first, ...others] : others;
}

/** The one of an open scope, whatever else was drawn; null where this account has it no more. */
export async function keyInUse(store: TrustStore, { scopeId, epoch, headKey }: ScopeKeys): Promise<SecretKey | null> {
  for (const key of candidateKeys(store, { id: scopeId, epoch }))
    if (equalBytes(await deriveHeadKey(key, scopeId, epoch), headKey)) return key;
  return null;
}

export const withKeyForVersions = (store: TrustStore, of: KeyOfBefore, key: SecretKey): TrustStore => ({
  ...store,
  versionKeys: withVersionKey(store.versionKeys, of, key),
});

/** Those that can be opened without asking the server which key it has taken; also with this device's own one, where what is stored here is under it. */
export async function scopesWithOneKey(context: SharingContext, listed: readonly SharedScope[]): Promise<SharedScope[]> {
  const trust = await readTrust(context);
  const isDecided = await Promise.all(listed.map(async (one) => !hasCandidates(trust, one) || opensStored(context, trust, one)));
  return listed.filter((_, at) => isDecided[at]);
}

async function opensStored({ records }: SharingContext, trust: TrustStore, { id, epoch }: OfKey): Promise<boolean> {
  const [stored, key] = [await readStored(records, id), keyIn(trust, id, epoch)];
  if (stored?.state.epoch !== epoch || !key) return false;
  const reader = { headKey: await deriveHeadKey(key, id, epoch), scopeId: id, epoch };
  key.fill(0);
  return (await readWith([reader], stored.state.head)) !== null;
}

/**
 * Asks the server which key it has taken, where several were drawn. @returns the trust store afterwards
 * @throws ConnectionError, AppError without an answer
 */
export async function reconcileCandidateKeys(
  context: SharingContext,
  deps: SharedDeps,
  listed: readonly SharedScope[],
): Promise<TrustStore> {
  const trust = await readTrust(context);
  const undecided = listed.filter((one) => one.own !== null && hasCandidates(trust, one));
  if (undecided.length === 0) return trust;
  for (const one of undecided) {
    const drawn = candidateKeys(trust, one);
    for (const key of drawn) {
      if (!(await opens(context, deps, one, key))) continue;
      await changeTrust(context, (store) => withAcceptedKey(store, one, key));
      break;
    }
    for (const key of drawn) key.fill(0);
  }
  return readTrust(context);
}

/** Whether the key opens what the server has of the scope. @throws ConnectionError, AppError without an answer */
async function opens(context: SharingContext, deps: SharedDeps, one: SharedScope, key: SecretKey): Promise<boolean> {
  const identity = await context.identity();
  const opened = ownKeyAs(one, key, identity);
  if (!opened) return false;
  const all = { ...deps, ...context.team, ...ownDeps(context, one, identity) };
  const scope = await openSharedScope(one, opened, identity.signer.sign, all);
  return scope
    .pull()
    .then(
      () => true,
      (error: unknown) => {
        if (isNoAnswer(error)) throw error;
        return false;
      },
    )
    .finally(() => scope.close());
}
