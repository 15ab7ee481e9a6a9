/**
 * Which passkeys open this vault, by the vault's own word: a part of the trust store (sharing/trust-store.ts), which the head names. The server's list is compared with it,
 * and a passkey that is not on it opens nothing here.
 */

import { isNoAnswer } from "../failures.ts";
import type { Scope } from "../sync/scope.ts";
import type { AccountContext } from "./context.ts";
import { changeOwnPart, readOwnPart } from "./own-part.ts";
import { noteList, PART } from "./passkey-mark.ts";

export interface ListedPasskey {
  readonly name: string;
  readonly rpId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** With a provider, not on one device alone. */
  readonly isBackedUp: boolean;
  /** Of the account's keys when it was added; under later ones it opens nothing. */
  readonly keyEpoch: number;
  /** Of the credentials, as the head counts them: another master password or email ends it. Earlier versions noted none. */
  readonly credEpoch?: number;
}

/** By id. */
export type PasskeyList = Readonly<Record<string, ListedPasskey>>;

/** What the vault says of its passkeys. */
interface PasskeysOfVault {
  readonly list: PasskeyList;
  /** Whether new keys, another master password or another email have ended it since it was added. */
  readonly isEnded: (listed: ListedPasskey) => boolean;
}

/** @throws DecryptError; IntegrityError when the server's answer does not verify. */
export async function readPasskeyList(context: AccountContext): Promise<PasskeysOfVault> {
  const scope = await context.vault.scope();
  await scope.pull();
  return passkeysIn(context, scope);
}

/**
 * The same; where no answer comes, what this device has verified before.
 * @returns `away`: what kept the answer away @throws as that, and what kept the answer away where this device has nothing yet
 */
export async function knownPasskeyList(context: AccountContext): Promise<PasskeysOfVault & { readonly away: Error | undefined }> {
  const scope = await context.vault.scope();
  const away = await scope.pull().then(
    () => undefined,
    (error: Error) => {
      if (!isNoAnswer(error) || scope.held === null) throw error;
      return error;
    },
  );
  return { ...(await passkeysIn(context, scope)), away };
}

async function passkeysIn(context: AccountContext, scope: Scope): Promise<PasskeysOfVault> {
  const { cred } = await scope.epochs();
  const now = context.sessions.owner.keyEpoch;
  const list = ((await readOwnPart(context, scope, PART)) ?? {}) as PasskeyList;
  return { list, isEnded: ({ keyEpoch, credEpoch = cred }) => keyEpoch !== now || credEpoch !== cred };
}

type Change = (before: PasskeyList, now: { readonly credEpoch: number }) => PasskeyList;

/** @param change - runs once per attempt */
export async function changePasskeyList(context: AccountContext, change: Change): Promise<void> {
  await changeOwnPart(context, PART, (before, { cred }) => change((before ?? {}) as PasskeyList, { credEpoch: cred }));
  await noteList(context, await context.vault.scope());
}

export const without = (list: PasskeyList, ids: readonly string[]): PasskeyList =>
  Object.fromEntries(Object.entries(list).filter(([id]) => !ids.includes(id)));
