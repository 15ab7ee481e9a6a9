/**
 * Stores the session of the extension in the browser's memory (`storage.session`): its keys never on disk, unreadable for scripts in pages, gone when the browser closes. What
 * outlives it is sealed, or is no secret: drafts and edits that wait in the extension's database, where they outlive a browser that is killed, the rest in `storage.local`.
 */
import { DEVICE_PREFIX, type KeyStore } from "@coffer/client";
import { AUTH_SLOT, LOCAL_HALF } from "@coffer/core/account/session-slots";
import { browserValues, type DeviceValues } from "../device-values.ts";
import { browserAreas } from "../lasting-session.ts";
import { type Area, PENDING_ACCOUNT, slotName, UNSENT_HALF } from "../storage-keys.ts";

/** Storage takes no bytes. */
const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** What goes with a slot: the other half opens nothing without this device's (unsent-half.ts, Note: Whose half). */
const namesOf = (slot: string): string[] => (slot === LOCAL_HALF ? [slotName(slot), UNSENT_HALF] : [slotName(slot)]);

const isInDatabase = (slot: string): boolean => slot.startsWith(`${DEVICE_PREFIX}draft`);

export function extensionKeyStore(values: DeviceValues = browserValues): KeyStore {
  const { local, session, alone } = browserAreas(values);
  const areaOf = (slot: string): Area => (slot.startsWith(DEVICE_PREFIX) ? local : session);
  const change = async (slot: string, value: Uint8Array | null): Promise<void> => {
    await values.change(slot, value);
    // There it was with earlier versions.
    await local.remove(slotName(slot));
  };
  return {
    async get(slot) {
      const found = isInDatabase(slot) ? await values.get(slot) : null;
      if (found) return found;
      const { [slotName(slot)]: kept } = await areaOf(slot).get(slotName(slot));
      return typeof kept === "string" ? toBytes(kept) : null;
    },
    set: (slot, value) => (isInDatabase(slot) ? change(slot, value) : areaOf(slot).set({ [slotName(slot)]: toText(value) })),
    remove: (slot) => (isInDatabase(slot) ? change(slot, null) : areaOf(slot).remove(namesOf(slot))),
    // Except for an account that the web app has sent: it waits for the user's answer, whatever happens to the current one.
    async clear() {
      const { [PENDING_ACCOUNT]: _, ...kept } = await session.get();
      await session.remove([...Object.keys(kept), slotName(AUTH_SLOT)]);
    },
    alone,
  };
}

/** Whether a session may be in it. */
export const holdsSession = async (): Promise<boolean> => (await extensionKeyStore().get(AUTH_SLOT)) !== null;
