/**
 * A recovery key that its owner has not put away yet. It is shown once; so that neither a page load nor a crash in that moment loses it, this device keeps it sealed,
 * and asks for it again after a sign-in until it is saved.
 */
import { normaliseEmail } from "@coffer/crypto";
import type { AccountContext } from "./context.ts";
import { kitSlot, openKit, type SealedKit } from "./sealed-kit.ts";

export interface UnsavedKit {
  readonly email: string;
  /** As it is shown. */
  readonly recoveryKey: string;
}

/** Never fails: the key is about to be shown, and a full disk must not stop that. @param email - normalised. */
export function storeKit(
  { keys, steps }: Pick<AccountContext, "keys" | "steps">,
  email: string,
  { slot, sealed }: SealedKit,
): Promise<void> {
  steps.kits.set(email, slot);
  return keys.set(slot, sealed).catch(() => undefined);
}

/** The one of whoever is signed in. @returns null when there is none, or a later one has taken its place. */
export async function unsavedKit({ keys, sessions, vault, steps }: AccountContext): Promise<UnsavedKit | null> {
  const { keyring } = sessions;
  const slot = await kitSlot(keyring.accountId);
  const sealed = await keys.get(slot);
  if (!sealed) return null;
  const kit = await openKit(keyring, sealed);
  if (kit?.epoch !== (await (await vault.scope()).epochs()).recovery) {
    await keys.remove(slot);
    return null;
  }
  const { email, recoveryKey } = kit;
  steps.kits.set(email, slot);
  return { email, recoveryKey };
}

/** Whether there is one: the key itself need lie nowhere until its owner asks for it. */
export const hasUnsavedKit = async (context: AccountContext): Promise<boolean> => (await unsavedKit(context)) !== null;

/** Its owner has it: this device forgets it. Also before anybody is signed in, right after a registration or a reset. */
export async function kitSaved({ keys, steps }: AccountContext, { email }: Pick<UnsavedKit, "email">): Promise<void> {
  const slot = steps.kits.get(normaliseEmail(email));
  if (slot !== undefined) await keys.remove(slot);
}
