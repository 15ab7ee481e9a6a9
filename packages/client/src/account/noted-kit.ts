/**
 * What the vault says of a recovery key that is not saved: that a device still keeps one for its owner. So a passkey is added nowhere before it is saved, also where another device made it, or one that is lost.
 */
import type { AccountContext } from "./context.ts";
import { changeOwnPart, readOwnPart } from "./own-part.ts";
import { kitSlot } from "./sealed-kit.ts";

const PART = "kit";

/** `unsaved`: the number of that recovery key. A later one has to be saved by itself. */
interface Noted {
  readonly unsaved?: unknown;
}

/** As this device has it. */
async function isNotedUnsaved(context: AccountContext): Promise<boolean> {
  const scope = await context.vault.scope();
  const noted = ((await readOwnPart(context, scope, PART)) ?? {}) as Noted;
  return noted.unsaved === (await scope.epochs()).recovery;
}

/** Asks the server. */
export async function isUnsavedElsewhere(context: AccountContext): Promise<boolean> {
  await (await context.vault.scope()).pull();
  return isNotedUnsaved(context);
}

/** While this device keeps the key: its owner may put it away meanwhile. */
export async function noteUnsaved(context: AccountContext): Promise<void> {
  if (await isNotedUnsaved(context)) return;
  const slot = await kitSlot(context.sessions.keyring.accountId);
  const isKept = async (): Promise<boolean> => (await context.keys.get(slot)) !== null;
  await changeOwnPart(context, PART, async (before, { recovery }) => ((await isKept()) ? ({ unsaved: recovery } satisfies Noted) : before));
  if (!(await isKept())) await noteSaved(context, slot);
}

/** @param slot - of the key that was saved: it may be another account's */
export async function noteSaved(context: AccountContext, slot: string): Promise<void> {
  if (slot !== (await kitSlot(context.sessions.keyring.accountId))) return;
  await changeOwnPart(context, PART, (before, { recovery }) => ((before as Noted | undefined)?.unsaved === recovery ? undefined : before));
}
