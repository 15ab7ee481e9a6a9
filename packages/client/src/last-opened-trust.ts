/** The trust store that a key has opened last (sync/wrapped-trust.ts): a save asks for it many times. It is forgotten when its key is wiped (keyring.ts). */
import type { SecretKey } from "@coffer/crypto";

interface OpenedTrust {
  readonly accountId: string;
  readonly keyEpoch: number;
  readonly wrapped: string;
  readonly store: object;
}

/** By the account's symmetric key. */
export const lastOpenedTrust = new WeakMap<SecretKey, OpenedTrust>();
