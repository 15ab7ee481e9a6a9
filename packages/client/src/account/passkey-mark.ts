/**
 * That this device has seen that the account has no passkey: its lock screen offers none then. The list itself is sealed, and a locked device cannot read it; the mark says no more
 * than whether it was empty. Where there is no mark, one may be there.
 */
import { sha256, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { AccountContext } from "./context.ts";

const NONE = Uint8Array.of(1);

const slotOf = async (accountId: string): Promise<string> =>
  `${DEVICE_PREFIX}passkeys:${toHex(await sha256(utf8(accountId))).slice(0, 32)}`;

/** Of the account that is signed in, locked or not. */
export const mayHavePasskey = async ({ keys, sessions }: AccountContext): Promise<boolean> =>
  (await keys.get(await slotOf(sessions.owner.accountId))) === null;

/** @param list - as this device has verified it */
export async function notePasskeys({ keys, sessions }: AccountContext, list: unknown): Promise<void> {
  const slot = await slotOf(sessions.owner.accountId);
  if (Object.keys(list ?? {}).length > 0) await keys.remove(slot);
  else await keys.set(slot, NONE);
}
