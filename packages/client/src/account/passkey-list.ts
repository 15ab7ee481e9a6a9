/**
 * Which passkeys open this vault, by the vault's own word: a part of the trust store (sharing/trust-store.ts), which the head names. The server's list is compared with it,
 * and a passkey that is not on it opens nothing here.
 */
import { api } from "@coffer/contract/api";
import { DecryptError } from "@coffer/crypto";
import type { Scope } from "../sync/scope.ts";
import { unwrapTrust, wrapTrust } from "../sync/wrapped-trust.ts";
import type { AccountContext } from "./context.ts";

export interface ListedPasskey {
  readonly name: string;
  readonly rpId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** With a provider, not on one device alone. */
  readonly isBackedUp: boolean;
  /** Of the account's keys when it was added; under later ones it opens nothing. */
  readonly keyEpoch: number;
}

/** By id. */
export type PasskeyList = Readonly<Record<string, ListedPasskey>>;

/** The other parts are none of our business, and stay. */
interface Store {
  readonly passkeys?: PasskeyList;
  readonly [part: string]: unknown;
}

/** @throws DecryptError */
async function openStore({ sessions }: AccountContext, { trust }: Scope): Promise<Store> {
  if (trust === null) return {};
  const bytes = await unwrapTrust(sessions.keyring, trust);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Store;
  } catch {
    throw new DecryptError(); // sealed by us, and no store
  } finally {
    bytes.fill(0);
  }
}

/** @throws DecryptError; IntegrityError when the server's answer does not verify. */
export async function readPasskeyList(context: AccountContext): Promise<PasskeyList> {
  const scope = await context.vault.scope();
  await scope.pull();
  return (await openStore(context, scope)).passkeys ?? {};
}

/** @param change - runs once per attempt */
export async function changePasskeyList(context: AccountContext, change: (before: PasskeyList) => PasskeyList): Promise<void> {
  const scope = await context.vault.scope();
  await scope.commit(async () => {
    const store = await openStore(context, scope);
    const bytes = new TextEncoder().encode(JSON.stringify({ ...store, passkeys: change(store.passkeys ?? {}) }));
    const trust = await wrapTrust(context.sessions.keyring, bytes);
    bytes.fill(0);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}

export const without = (list: PasskeyList, id: string): PasskeyList => {
  const { [id]: _, ...others } = list;
  return others;
};
