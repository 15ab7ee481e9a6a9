/**
 * Stores the session of the extension in the browser's memory alone (`storage.session`): never on disk, unreadable for scripts in pages, gone when the browser closes.
 * What outlives a session, its pins, is no secret and is stored in `storage.local`.
 */
import { DEVICE_PREFIX, type KeyStore } from "@coffer/client";
import { AUTH_SLOT } from "@coffer/core/account/session-slots";
import { browserAreas, PENDING_ACCOUNT, slotName } from "../storage-keys.ts";

/** Storage takes no bytes. */
const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const areaOf = (slot: string): chrome.storage.StorageArea =>
  slot.startsWith(DEVICE_PREFIX) ? chrome.storage.local : chrome.storage.session;

export function extensionKeyStore(): KeyStore {
  return {
    async get(slot) {
      const { [slotName(slot)]: kept } = await areaOf(slot).get(slotName(slot));
      return typeof kept === "string" ? toBytes(kept) : null;
    },
    set: (slot, value) => areaOf(slot).set({ [slotName(slot)]: toText(value) }),
    remove: (slot) => areaOf(slot).remove(slotName(slot)),
    // Except for an account that the web app has sent: it waits for the user's answer, whatever happens to the current one.
    async clear() {
      const { [PENDING_ACCOUNT]: _, ...kept } = await chrome.storage.session.get();
      await chrome.storage.session.remove(Object.keys(kept));
    },
    alone: browserAreas().alone,
  };
}

/** Whether a session may be in it. */
export const holdsSession = async (): Promise<boolean> => (await extensionKeyStore().get(AUTH_SLOT)) !== null;
