/**
 * What an account stores on this device only, sealed under its symmetric key: neither the slot's name nor its content reveals whose or
 * what it is.
 */
import { DecryptError, type Purpose, sha256, toHex, unwrap, wrap } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { KeyStore } from "../types.ts";
import { DEVICE_PREFIX } from "./store.ts";

export interface LocalSealDeps {
  readonly keys: KeyStore;
  readonly sessions: { readonly keyring: Keyring };
}

export interface LocalSealed {
  readonly purpose: Purpose;
  /** First part of the slots' names. */
  readonly slot: string;
  /** What a value is bound to, from `context`; its hash names the slot. */
  readonly about: (accountId: string, place: string) => Uint8Array;
}

/** Stores JSON values. They outlive the session; a replaced key makes them unreadable. @throws ClientError when no one is signed in. */
export function localSeal({ keys, sessions }: LocalSealDeps, { purpose, slot, about }: LocalSealed) {
  async function locate(place: string) {
    const { symmetricKey, accountId, keyEpoch } = sessions.keyring;
    const context = about(accountId, place);
    const name = `${DEVICE_PREFIX}${slot}:${toHex(await sha256(context)).slice(0, 32)}`;
    return { name, sealing: { key: symmetricKey, purpose, epoch: keyEpoch, context } };
  }

  return {
    keep: async (place: string, value: unknown): Promise<void> => {
      const { name, sealing } = await locate(place);
      const wrapped = await wrap({ ...sealing, bytes: new TextEncoder().encode(JSON.stringify(value)) });
      await keys.set(name, new TextEncoder().encode(wrapped));
    },
    /** @returns null when there is none, or when it was sealed under keys that have been replaced. */
    find: async (place: string): Promise<unknown> => {
      const { name, sealing } = await locate(place);
      const wrapped = await keys.get(name);
      if (!wrapped) return null;
      try {
        return JSON.parse(new TextDecoder().decode(await unwrap({ ...sealing, wrapped: new TextDecoder().decode(wrapped) })));
      } catch (error) {
        if (error instanceof DecryptError) return null;
        throw error;
      }
    },
    /** Whether there is one, also where it can no longer be opened. */
    isThere: async (place: string): Promise<boolean> => (await keys.get((await locate(place)).name)) !== null,
    discard: async (place: string): Promise<void> => keys.remove((await locate(place)).name),
  };
}
