/**
 * Shows the server that this device has signed in to an account before, so that strangers who try the same account use up none of its
 * attempts. Random, one per account, stored next to the pins, and sent only in the calls of a sign-in and a recovery.
 */
import { fromHex, sha256, toHex, utf8, uuidToBytes } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { AccountContext } from "./context.ts";

const BYTES = 32;

type TokenContext = Pick<AccountContext, "keys" | "origin" | "random">;

/** The slot's name is a hash, so that the device's storage does not reveal who signs in here. */
async function slotOf(origin: string, whose: string): Promise<string> {
  return `${DEVICE_PREFIX}token:${toHex(await sha256(utf8(`${origin}\n${whose}`))).slice(0, 32)}`;
}

/** Made at first use; the server knows it after the first sign-in with it. @param email - normalised. @returns hex */
export async function ownDeviceToken({ keys, origin, random }: TokenContext, email: string): Promise<string> {
  const slot = await slotOf(origin, email);
  const known = await keys.get(slot);
  if (known?.length === BYTES) return toHex(known);
  const token = random(BYTES);
  await keys.set(slot, token);
  return toHex(token);
}

/** The same for a sign-in by passkey, which knows the id of the account and no email. Where there is none yet, `noteDevice` stores it. @returns hex */
export async function deviceTokenOf({ keys, origin, random }: TokenContext, account: Uint8Array): Promise<string> {
  const place = await keys.get(await slotOf(origin, toHex(account)));
  const known = place && (await keys.get(new TextDecoder().decode(place)));
  return toHex(known?.length === BYTES ? known : random(BYTES));
}

interface Whose {
  /** Normalised. */
  readonly email: string;
  readonly accountId: string;
}

/** After a sign-in: by the account the email's token is found, as long as there is one. @param token - that the server knows this device by now, where it had none before */
export async function noteDevice(
  { keys, origin }: Omit<TokenContext, "random">,
  { email, accountId }: Whose,
  token?: string,
): Promise<void> {
  const slot = await slotOf(origin, email);
  if (token !== undefined && !(await keys.get(slot))) await keys.set(slot, fromHex(token));
  await keys.set(await slotOf(origin, toHex(uuidToBytes(accountId))), utf8(slot));
}

/** After the credentials have changed the server has forgotten every device: the next sign-in starts with a new token. */
export async function forgetDeviceToken({ keys, origin }: TokenContext, email: string): Promise<void> {
  await keys.remove(await slotOf(origin, email));
}
