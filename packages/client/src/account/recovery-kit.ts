/**
 * A recovery key that its owner has not saved yet. It is shown once; to survive a page load or a crash, this device keeps it sealed and
 * shows it again after a sign-in until it is saved. The vault says so too, for other devices.
 */
import { normaliseEmail } from "@coffer/crypto";
import { loadPart } from "../lazy-load.ts";
import type { AccountContext } from "./context.ts";
import { kitSlot, openKit, type SealedKit } from "./sealed-kit.ts";

export interface UnsavedKit {
  readonly email: string;
  /** As displayed. */
  readonly recoveryKey: string;
}

/** Never fails: the key is about to be shown, and a full disk must not prevent that. @param email - normalised. */
export function storeKit(
  { keys, steps }: Pick<AccountContext, "keys" | "steps">,
  email: string,
  { slot, sealed }: SealedKit,
): Promise<void> {
  steps.kits.set(email, slot);
  return keys.set(slot, sealed).catch(() => undefined);
}

/** Of the signed-in account, also one that is saved and of which the vault has to be told. @returns null when there is none, or a later one has replaced it. */
async function keptKit({ keys, sessions, vault, steps }: AccountContext): Promise<UnsavedKit | null> {
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

/** Of the signed-in account. @returns null when there is none to save */
export async function unsavedKit(context: AccountContext): Promise<UnsavedKit | null> {
  const kit = await keptKit(context);
  return kit?.recoveryKey ? kit : null;
}

/** Whether there is one; the key itself is not shown before its owner asks for it. The answer does not wait until the vault has noted it, or has noted that it was saved. */
export async function hasUnsavedKit(context: AccountContext): Promise<boolean> {
  const kit = await keptKit(context);
  if (kit === null) return false;
  const noted = async (): Promise<void> => (await loadNoted()).noteKept(context, kit);
  void noted().catch(() => undefined); // the next start notes it
  return kit.recoveryKey !== "";
}

/** Its owner has saved it: this device forgets it. Also before a sign-in, right after a registration or a reset. */
export async function kitSaved(context: AccountContext, { email }: Pick<UnsavedKit, "email">): Promise<void> {
  const { keys, steps, sessions } = context;
  const slot = steps.kits.get(normaliseEmail(email));
  if (slot === undefined) return;
  if (sessions.session === null || sessions.isLocked) return keys.remove(slot);
  return (await loadNoted()).forgetKit(context, slot);
}

const loadNoted = () => loadPart(() => import("./noted-kit.ts"));
