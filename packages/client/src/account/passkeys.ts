/** Passkeys that open the vault: adding, naming, removing. The master password and the recovery key open it whatever becomes of them. */
import { isRefusal } from "@coffer/contract/errors";
import { passkeys as endpoints } from "@coffer/contract/passkeys";
import { equalBytes, toBase64Url, uuidToBytes } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { isUnanswered } from "../failures.ts";
import type { VaultPasskey } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { isUnsavedElsewhere } from "./noted-kit.ts";
import { type ByPasskey, rpIdOf, use } from "./open-by-passkey.ts";
import { isBackedUp, isUserVerified, type MadeVaultPasskey, PRF_INPUT, type VaultAuthenticator } from "./passkey-authenticator.ts";
import { unwrapByPasskey, wrapForPasskey } from "./passkey-keys.ts";
import { changePasskeyList, type ListedPasskey, readPasskeyList, without } from "./passkey-list.ts";
import { hasUnsavedKit } from "./recovery-kit.ts";

const NO_SECRET =
  "This passkey cannot open a vault: its device does not keep a secret for this (PRF), or did not check that it is you. Nothing was added. If the device still shows it, it can be deleted there.";

const SAVE_KIT =
  "Please save your recovery key first, on the device where it was made, or make a new one: it opens your vault when the master password is forgotten.";

interface Named {
  readonly name: string;
}

/**
 * Makes a passkey on an authenticator of the person's, and has it open this vault: on the list of the vault first, so that the server never has one that the vault does not
 * know. Asks the person twice, once to make it and once to use it.
 * @throws ClientError when it has no secret for us; AppError stale_credentials
 */
export async function addPasskey(context: AccountContext, { authenticator, name }: ByPasskey & Named): Promise<{ isBackedUp: boolean }> {
  const { call, sessions } = context;
  // Once there is a way in without the master password, it is typed less and forgotten sooner.
  if ((await hasUnsavedKit(context)) || (await isUnsavedElsewhere(context))) throw new ClientError(SAVE_KIT);
  const { accountId, email } = sessions.owner;
  const rpId = rpIdOf(context);
  const exclude = await openingNow(context);
  const { requestId, challenge } = await call(endpoints.passkeyToAdd, {});
  const asked = { rpId, challenge, prfInput: PRF_INPUT, userId: uuidToBytes(accountId), email, exclude };
  const made = await authenticator.create(asked);
  const { id, clientDataJSON, attestationObject, authenticatorData } = made;
  try {
    const { copy, keyEpoch } = await copyFor(context, { authenticator }, made);
    const entry: ListedPasskey = { name, rpId, at: context.now(), isBackedUp: isBackedUp(authenticatorData), keyEpoch };
    await changePasskeyList(context, (list, { credEpoch }) => ({ ...list, [id]: { ...entry, credEpoch } }));
    await call(endpoints.addPasskey, { requestId, id, clientDataJSON, attestationObject, copy, keyEpoch });
    return { isBackedUp: entry.isBackedUp };
  } catch (error) {
    // Where the answer was lost, the server may have stored it.
    const isStored = isUnanswered(error) ? await hasStored(context, id) : false;
    if (isStored === true) return { isBackedUp: isBackedUp(authenticatorData) };
    if (isStored === null) throw error; // it stays on the list, which will show what became of it
    await authenticator.forget(rpId, id);
    await changePasskeyList(context, (list) => without(list, [id])).catch(() => undefined); // it stays on the list, without a copy to open
    throw error;
  }
}

/** Whether the server has it; null where it cannot be asked. */
async function hasStored({ call }: AccountContext, id: string): Promise<boolean | null> {
  const reply = await call(endpoints.listPasskeys, {}).catch(() => null);
  return reply === null ? null : reply.passkeys.some((row) => row.id === id);
}

/** Ids of those that open the vault: where one of them is, there is no need for another. One that ended is no reason not to add one. */
async function openingNow(context: AccountContext): Promise<string[]> {
  return (await passkeys(context)).flatMap(({ id, state }) => (state === "opens" ? [id] : []));
}

/** Used once before it counts: what it yields now, it must yield again. @throws ClientError */
async function copyFor(context: AccountContext, by: ByPasskey, made: MadeVaultPasskey): Promise<{ copy: string; keyEpoch: number }> {
  const { sessions, random } = context;
  const { accountId, keyEpoch, vaultKey } = sessions.keyring;
  const binding = { accountId, keyEpoch, rpId: rpIdOf(context), id: made.id };
  try {
    if (!made.isPrfEnabled || !isUserVerified(made.authenticatorData)) throw new ClientError(NO_SECRET);
    const { id, prf, userHandle } = await use(context, by, toBase64Url(random(32)), [made.id]);
    const isSame = made.prf === null || equalBytes(made.prf, prf);
    if (id !== made.id || !isSame || !equalBytes(userHandle, uuidToBytes(accountId))) {
      prf.fill(0);
      throw new ClientError(NO_SECRET);
    }
    const again = prf.slice();
    const copy = await wrapForPasskey(prf, vaultKey, binding);
    const opened = await unwrapByPasskey(again, copy, binding);
    const isRight = equalBytes(opened, vaultKey);
    opened.fill(0);
    if (!isRight) throw new ClientError(NO_SECRET);
    return { copy, keyEpoch };
  } finally {
    made.prf?.fill(0);
  }
}

/** The vault's own list, with what the server says of each, and what only the server knows. The oldest first. */
export async function passkeys(context: AccountContext): Promise<readonly VaultPasskey[]> {
  const { list, isEnded } = await readPasskeyList(context);
  const { passkeys: rows } = await context.call(endpoints.listPasskeys, {});
  const listed = Object.entries(list).map(([id, one]): VaultPasskey => {
    const row = rows.find((known) => known.id === id);
    // Its word alone ends nothing: a server may have what it does not show.
    const state = isEnded(one) ? "ended" : row ? "opens" : "missing";
    const { lastUsedAt = null, sessions = [] } = row ?? {};
    return { id, name: one.name, createdAt: one.at, lastUsedAt, isBackedUp: one.isBackedUp, state, sessions };
  });
  const foreign = rows
    .filter(({ id }) => !Object.hasOwn(list, id))
    .map(({ device, ...row }): VaultPasskey => ({ ...row, name: device, isBackedUp: false, state: "unknown" }));
  return [...listed, ...foreign].toSorted((one, other) => one.createdAt - other.createdAt);
}

export async function renamePasskey(context: AccountContext, { id, name }: Named & { readonly id: string }): Promise<void> {
  await changePasskeyList(context, (list) => {
    const { [id]: entry } = list;
    return entry === undefined ? list : { ...list, [id]: { ...entry, name } };
  });
}

/** Its copy at the server, then its place on the list: in between it opens nothing. Anyone who kept the copy and has the passkey still opens today's vault: new keys end that. */
export async function removePasskey(context: AccountContext, { authenticator, id }: ByPasskey & { readonly id: string }): Promise<void> {
  await context.call(endpoints.removePasskey, { id }).catch((error: unknown) => {
    if (!isRefusal(error, "not_found")) throw error; // new keys have ended it
  });
  await changePasskeyList(context, (list) => without(list, [id]));
  await tellAuthenticator(context, { authenticator });
}

interface Lost {
  /** Of one of its sessions. */
  readonly id: string;
  /** Those that may be used there. */
  readonly passkeys: readonly string[];
  /** Null where none can be told. */
  readonly authenticator: VaultAuthenticator | null;
}

/** Ends a device's sessions and the passkeys that may be used there, as `removePasskey` does. @throws AppError not_found when it is not another live session of this account */
export async function reportLost(context: AccountContext, { id, passkeys: ended, authenticator }: Lost): Promise<void> {
  await context.call(endpoints.reportLost, { id, passkeys: [...ended] });
  if (ended.length === 0) return;
  await changePasskeyList(context, (list) => without(list, ended));
  if (authenticator) await tellAuthenticator(context, { authenticator });
}

/** What is over by the vault's own word, an authenticator need not offer any more. What a server says does not count: it could have all of them deleted. */
export async function tellAuthenticator(context: AccountContext, { authenticator }: ByPasskey): Promise<void> {
  const { list, isEnded } = await readPasskeyList(context);
  const left = Object.entries(list).flatMap(([id, one]) => (isEnded(one) ? [] : [id]));
  await authenticator.keepOnly(rpIdOf(context), uuidToBytes(context.sessions.owner.accountId), left);
}
