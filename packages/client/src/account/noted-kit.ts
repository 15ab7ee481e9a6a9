/**
 * What the vault says of a recovery key that is not saved: that a device still keeps one for its owner. So a passkey is added nowhere before it is saved, also where another device made it, or one that is lost.
 */
import type { AccountContext } from "./context.ts";
import { changeOwnPart, readOwnPart } from "./own-part.ts";
import { type Kit, kitSlot, openKit, sealKit } from "./sealed-kit.ts";

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

/** By what a device keeps as it starts. */
export async function noteKept(context: AccountContext, { recoveryKey }: Pick<Kit, "recoveryKey">): Promise<void> {
  const slot = await kitSlot(context.sessions.keyring.accountId);
  await (recoveryKey === "" ? forgetKit(context, slot) : noteUnsaved(context, slot));
}

/** While this device keeps the key: its owner may put it away meanwhile. */
async function noteUnsaved(context: AccountContext, slot: string): Promise<void> {
  if (await isNotedUnsaved(context)) return;
  const kit = await keptIn(context, slot);
  if (!kit) return;
  const isKept = async (): Promise<boolean> => Boolean((await keptIn(context, slot))?.recoveryKey);
  await changeOwnPart(context, PART, async (before, { recovery }) =>
    kit.epoch === recovery && (await isKept()) ? ({ unsaved: recovery } satisfies Noted) : before,
  );
  if (!(await isKept())) await noteSaved(context, kit);
}

/** @returns null where there is none of this account's */
async function keptIn({ keys, sessions }: AccountContext, slot: string): Promise<Kit | null> {
  const sealed = await keys.get(slot);
  return sealed && openKit(sessions.keyring, sealed);
}

/** What is noted of a later one stays. */
const noteSaved = (context: AccountContext, { epoch }: Kit): Promise<void> =>
  changeOwnPart(context, PART, (before) => ((before as Noted | undefined)?.unsaved === epoch ? undefined : before));

/** This device forgets the key. What the vault has noted never outlives it unnoticed: where the vault takes no save, this device keeps that it was saved, and its next start tells the vault. */
export async function forgetKit(context: AccountContext, slot: string): Promise<void> {
  const { keys, sessions, vault } = context;
  const kit = await keptIn(context, slot);
  if (!kit) return keys.remove(slot);
  const isTold = await noteSaved(context, kit).then(
    () => true,
    () => false,
  );
  if (!isTold) return keys.set(slot, (await sealKit(sessions.keyring, { ...kit, recoveryKey: "" })).sealed);
  await keys.remove(slot);
  // Once more: meanwhile another page may have found the key here, and have noted it.
  const again = async (): Promise<void> => {
    await (await vault.scope()).pull();
    await noteSaved(context, kit);
  };
  void again().catch(() => undefined);
}
