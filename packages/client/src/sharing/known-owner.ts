/**
 * Whose a shared scope is, as far as this account and this device know. A scope never changes its owner (security design §6), so no one else's grant opens it: not
 * even one that a colleague has signed for it, under a key of hers, and that the server lists.
 */
import { readPin } from "../sync/pins.ts";
import type { KeyStore } from "../types.ts";
import type { OwnIdentity } from "./context.ts";
import type { TrustStore } from "./trust-store.ts";

interface Knowing {
  readonly trust: Pick<TrustStore, "keys">;
  readonly identity: Pick<OwnIdentity, "accountId">;
  readonly keys: KeyStore;
}

/** @returns the account; undefined where both see the scope for the first time */
export async function knownOwnerOf(scopeId: string, { trust, identity, keys }: Knowing): Promise<string | undefined> {
  // Only for own scopes does the trust store keep keys.
  return trust.keys[scopeId] ? identity.accountId : (await readPin(keys, scopeId))?.owner;
}
