/**
 * Keys of before, in the trust store: of own scopes that got new ones, as long as earlier versions may be under them (vault/seal-versions.ts). They are under the new keys of the
 * account, so who has the old ones finds them in no later copy of the server.
 */
import { fromBase64Url, type SecretKey, secretKey, toBase64Url } from "@coffer/crypto";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { hasExpired, isKeyRetired, type NotedAccess } from "./retired-keys.ts";
import { type OwnKey, storeIn, unwrapTrust } from "./wrapped-trust.ts";

/** By scope and epoch, base64url. */
export type VersionKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The other parts of the trust store are none of our business, and stay. */
interface Store extends Partial<NotedAccess> {
  readonly versionKeys?: VersionKeys;
  readonly [part: string]: unknown;
}

export interface KeyOfBefore {
  readonly scopeId: string;
  readonly epoch: number;
}

export const withVersionKey = (keys: VersionKeys = {}, { scopeId, epoch }: KeyOfBefore, key: SecretKey): VersionKeys => ({
  ...keys,
  [scopeId]: { ...keys[scopeId], [epoch]: toBase64Url(key) },
});

/** @param done - of which nothing is left to be sealed again */
function withoutVersionKeys(keys: VersionKeys = {}, done: readonly KeyOfBefore[]): VersionKeys {
  const isDone = (scopeId: string, epoch: string): boolean => done.some((one) => one.scopeId === scopeId && String(one.epoch) === epoch);
  const left = Object.entries(keys).map(([scopeId, byEpoch]) => {
    return [scopeId, Object.fromEntries(Object.entries(byEpoch).filter(([epoch]) => !isDone(scopeId, epoch)))] as const;
  });
  return Object.fromEntries(left.filter(([, byEpoch]) => Object.keys(byEpoch).length > 0));
}

const bytesOf = (store: Store): Uint8Array => new TextEncoder().encode(JSON.stringify(store));

/** @param trust - the store's bytes; they are wiped @throws DecryptError where it is no store */
export function trustWithKey(trust: Uint8Array, of: KeyOfBefore, key: SecretKey): Uint8Array {
  const store = storeIn<Store>(trust);
  return bytesOf({ ...store, versionKeys: withVersionKey(store.versionKeys, of, key) });
}

/** @returns null where it has none of them @throws DecryptError */
export function trustWithoutKeys(trust: Uint8Array, done: readonly KeyOfBefore[]): Uint8Array | null {
  const { versionKeys, ...store } = storeIn<Store>(trust);
  const left = withoutVersionKeys(versionKeys, done);
  if (JSON.stringify(left) === JSON.stringify(versionKeys ?? {})) return null;
  return bytesOf(Object.keys(left).length > 0 ? { ...store, versionKeys: left } : store);
}

/** @param text - the trust store, wrapped; null for none @throws DecryptError */
export async function versionKeysIn(own: OwnKey, text: string | null): Promise<VersionKeys> {
  return text === null ? {} : (storeIn<Store>(await unwrapTrust(own, text)).versionKeys ?? {});
}

/**
 * Whether someone who lost access may have the key in use: the next one is still to come, and they could read what is sealed under this one meanwhile, also from before their time.
 * @param text - the trust store, wrapped @throws DecryptError
 */
export async function isRetiredIn(own: OwnKey, text: string, now: number): Promise<(of: KeyOfBefore) => boolean> {
  const { ended = {}, until = {}, used = {} } = storeIn<Store>(await unwrapTrust(own, text));
  return ({ scopeId, epoch }) => isKeyRetired({ ended, used }, scopeId, epoch) || hasExpired({ until }, scopeId, now);
}

/** A scope under its keys of before, by epoch. @param keys - in use */
export async function keysOfBefore(keys: ScopeKeys, versionKeys: VersionKeys): Promise<ReadonlyMap<number, ScopeKeys>> {
  const { scopeId, signer, rights } = keys;
  const earlier = Object.entries(versionKeys[scopeId] ?? {}).filter(([epoch]) => Number(epoch) < keys.epoch);
  const opened = earlier.map(async ([epoch, text]) => {
    const key = secretKey(fromBase64Url(text));
    const of = await scopeKeys({ key, scopeId, epoch: Number(epoch), signer, rights });
    key.fill(0);
    return [Number(epoch), of] as const;
  });
  return new Map(await Promise.all(opened));
}
