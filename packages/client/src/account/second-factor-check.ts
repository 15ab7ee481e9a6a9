/**
 * Detects a server that has stopped asking for the second factor.
 *
 * Note: Expected. The personal head records that there is a second factor; the server cannot change it. It is compared with what this
 * client did: whether it sent a code in this sign-in. What the server says about the account does not count: a server that skips the
 * question would also deny the second factor.
 */
import { ClientError } from "../errors.ts";
import { HEAD_FLAGS } from "../sync/head.ts";
import type { KeyStore } from "../types.ts";
import type { AccountContext } from "./context.ts";

/** Cleared with the session; a page load must not answer the question. */
const SLOT = "codeSent";

const UNANSWERED =
  "You signed in without a code, although two-factor authentication was on. Nothing is saved until you have answered the notice at the top of the page.";

/** Written before the session begins or changes: listeners ask at once. @param sent - null where a passkey has verified its user, which says nothing of a second factor */
export const noteCode = ({ keys }: Pick<AccountContext, "keys">, sent: boolean | null): Promise<void> =>
  sent === null ? keys.remove(SLOT) : keys.set(SLOT, Uint8Array.of(sent ? 1 : 0));

/**
 * Read each time: another tab may have turned the second factor on or off. @returns null for a session that began by a passkey, or of an earlier
 * version, which did not note it.
 */
async function wasCodeSent(keys: KeyStore): Promise<boolean | null> {
  const noted = await keys.get(SLOT);
  return noted ? noted[0] === 1 : null;
}

/** Flags of every head from now on, by what this client did. */
export const expectedFlags = async (keys: KeyStore): Promise<number> => ((await wasCodeSent(keys)) ? HEAD_FLAGS.twoFactorExpected : 0);

const isExpected = (flags: number): boolean => (flags & HEAD_FLAGS.twoFactorExpected) !== 0;

/** Whether this session began without a second factor although the vault has one: someone removed it, or the server lies. */
export async function isSecondFactorMissing({ keys, sessions, vault }: AccountContext): Promise<boolean> {
  if (!sessions.session || (await wasCodeSent(keys)) !== false) return false;
  return isExpected(await (await vault.scope()).flags());
}

/**
 * Checked before every write.
 * @param flags - of the newest head on this device.
 * @throws ClientError while the question is open.
 */
export async function refuseUnanswered(keys: KeyStore, flags: number): Promise<void> {
  if (isExpected(flags) && (await wasCodeSent(keys)) === false) throw new ClientError(UNANSWERED);
}
