/** The trust store (sharing/trust-store.ts) as text: wrapped under the account's symmetric key, and named by the heads of the personal scope. */
import { context, DecryptError, type SecretKey, sha256, toHex, u32, unwrap, utf8, uuidToBytes, wrap } from "@coffer/crypto";
import { lastOpenedTrust } from "../last-opened-trust.ts";

/** The account's symmetric key at one key epoch. */
export interface OwnKey {
  readonly accountId: string;
  readonly keyEpoch: number;
  readonly symmetricKey: SecretKey;
}

const underSymmetric = ({ accountId, keyEpoch }: OwnKey) => ({
  purpose: "trust" as const,
  epoch: keyEpoch,
  context: context("trust", uuidToBytes(accountId), u32(keyEpoch)),
});

export const wrapTrust = (own: OwnKey, bytes: Uint8Array): Promise<string> =>
  wrap({ key: own.symmetricKey, bytes, ...underSymmetric(own) });

/** @throws DecryptError for another account, key or epoch. */
export const unwrapTrust = (own: OwnKey, wrapped: string): Promise<Uint8Array> =>
  unwrap({ key: own.symmetricKey, wrapped, ...underSymmetric(own) });

/** Not to be changed: the next one who asks gets the same. @throws DecryptError for another account, key or epoch, and once the key is wiped */
export async function openStore<Store extends object>(own: OwnKey, wrapped: string): Promise<Store> {
  const last = lastOpenedTrust.get(own.symmetricKey);
  if (last?.wrapped === wrapped && last.accountId === own.accountId && last.keyEpoch === own.keyEpoch) return last.store as Store;
  const store = storeIn<Store>(await unwrapTrust(own, wrapped));
  // The key may have been wiped meanwhile.
  if (own.symmetricKey.some((byte) => byte !== 0)) {
    const { accountId, keyEpoch } = own;
    lastOpenedTrust.set(own.symmetricKey, { accountId, keyEpoch, wrapped, store });
  }
  return store;
}

/** What the bytes say; several features keep their parts in it. They are wiped. @throws DecryptError where they are no store, though sealed by us: treated like anything that does not open */
export function storeIn<Store>(bytes: Uint8Array): Store {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Store;
  } catch {
    throw new DecryptError();
  } finally {
    bytes.fill(0);
  }
}

/** The hash by which a head names the trust store. @param text - wrapped. @returns hex; null for none. */
export const hashTrust = async (text: string | null): Promise<string | null> => (text === null ? null : toHex(await sha256(utf8(text))));
