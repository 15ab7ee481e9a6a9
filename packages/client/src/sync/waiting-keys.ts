/**
 * Keys of the edits that wait on a device (vault/waiting), one for each epoch of the account's keys: made of the symmetric key, which they do not open. Anyone who makes new keys
 * puts the one of before into the trust store, so that a device that was away still opens what it has kept.
 */
import { context, deriveKey, fromBase64Url, type SecretKey, secretKey, toBase64Url, u32, uuidToBytes } from "@coffer/crypto";
import { type OwnKey, storeIn, unwrapTrust } from "./wrapped-trust.ts";

/** The other parts of the trust store are none of our business, and stay. */
interface Store {
  /** By key epoch, base64url. */
  readonly waiting?: Readonly<Record<string, string>>;
  readonly [part: string]: unknown;
}

/** Who was away for more renewals than this has lost what waited. */
const KEPT_KEYS = 50;

export const deriveWaitingKey = ({ accountId, keyEpoch, symmetricKey }: OwnKey): Promise<SecretKey> =>
  deriveKey(symmetricKey, context("waiting-key", uuidToBytes(accountId), u32(keyEpoch)));

/** @param trust - the store's bytes; null for none. They are wiped. @param own - the keys that are about to be replaced @throws DecryptError where it is no store */
export async function withWaitingKey(trust: Uint8Array | null, own: OwnKey): Promise<Uint8Array> {
  const store = trust === null ? {} : storeIn<Store>(trust);
  const waiting = Object.entries({ ...store.waiting, [own.keyEpoch]: toBase64Url(await deriveWaitingKey(own)) });
  return new TextEncoder().encode(JSON.stringify({ ...store, waiting: Object.fromEntries(waiting.slice(-KEPT_KEYS)) }));
}

/** @param text - the trust store, wrapped. @returns keys of earlier epochs. @throws DecryptError */
export async function waitingKeysIn(own: OwnKey, text: string): Promise<readonly (readonly [epoch: number, key: SecretKey])[]> {
  const { waiting = {} } = storeIn<Store>(await unwrapTrust(own, text));
  return Object.entries(waiting).map(([epoch, key]) => [Number(epoch), secretKey(fromBase64Url(key))]);
}
