/**
 * That this device has seen that the account has no passkey: its lock screen offers none then. The list itself is sealed, and a locked device cannot read it; the mark says no more
 * than whether it was empty. Where there is no mark, one may be there. Loaded by the first pull: it brings nothing of the rest of the feature.
 */
import { sha256, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { Scope } from "../sync/scope.ts";
import type { AccountContext } from "./context.ts";
import { readOwnPart } from "./own-part.ts";

/** Of the trust store. */
export const PART = "passkeys";

const NONE = Uint8Array.of(1);

const slotOf = async (accountId: string): Promise<string> =>
  `${DEVICE_PREFIX}passkeys:${toHex(await sha256(utf8(accountId))).slice(0, 32)}`;

/** Of the account that is signed in, locked or not. */
export const mayHavePasskey = async ({ keys, sessions }: AccountContext): Promise<boolean> =>
  (await keys.get(await slotOf(sessions.owner.accountId))) === null;

/** Once a pull has verified what is here; once for each list. */
export async function noteAfterPull(context: AccountContext): Promise<void> {
  const { steps, sessions, vault } = context;
  const { accountId } = sessions.owner;
  const scope = await vault.scope();
  const { trust } = scope;
  if (steps.marked?.accountId === accountId && steps.marked.trust === trust) return;
  await noteList(context, scope);
  steps.marked = { accountId, trust };
}

/** As this device has verified it. A full disk: the next session notes it. */
export const noteList = async (context: AccountContext, scope: Scope): Promise<void> =>
  notePasskeys(context, await readOwnPart(context, scope, PART)).catch(() => undefined);

async function notePasskeys({ keys, sessions }: AccountContext, list: unknown): Promise<void> {
  const slot = await slotOf(sessions.owner.accountId);
  if (Object.keys(list ?? {}).length > 0) await keys.remove(slot);
  else await keys.set(slot, NONE);
}
