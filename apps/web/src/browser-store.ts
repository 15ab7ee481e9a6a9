/**
 * The small values that this browser keeps: in local storage, each encrypted by a key that no script can export; the half of a session's keys that belongs to this
 * device, and drafts, in IndexedDB, next to the sealed records (app/frame/record-store.ts).
 *
 * Note: Disk. The browser writes that key to its profile as plain bytes, so it keeps scripts away, but not a person who copies the disk. What has to withstand that is sealed
 * before it comes here: the keys of a session under two halves, one of which the server has and forgets at a lock (client/slots.ts), all else under those keys.
 */
import { database } from "@coffer/app/frame/database.ts";
import { DEVICE_PREFIX, type KeyStore } from "@coffer/client";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";

/** Prefix of every key stored here, so that clearing leaves the theme and the remembered e-mail alone. */
const MARK = "w1.";
const WRAPPING_KEY = "wrapping-key";
/** A multiple of three: written one after the other, both texts are that of both together. */
const IV_BYTES = 12;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** What may be long is in the database. */
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const slotName = (slot: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(slot);

async function wrappingKey(): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  // Asked and answered in one transaction: of two tabs that start together, one key wins for both.
  const transaction = (await database()).transaction("device", "readwrite");
  const known = await transaction.store.get(WRAPPING_KEY);
  if (known instanceof CryptoKey) return known;
  await transaction.store.put(made, WRAPPING_KEY);
  await transaction.done;
  return made;
}

/**
 * This device's half is stored apart from what it helps to open. Drafts, and edits that wait, are sealed before they come here, and outlive a browser that is killed: local storage
 * is written down seconds later.
 */
const isInDatabase = (slot: string): boolean => slot === LOCAL_HALF || slot.startsWith(`${DEVICE_PREFIX}draft`);

async function change(slot: string, value: Uint8Array | null): Promise<void> {
  const transaction = (await database()).transaction("device", "readwrite", { durability: "strict" });
  await (value ? transaction.store.put(value, slot) : transaction.store.delete(slot));
  await transaction.done;
  // There it was with earlier versions.
  localStorage.removeItem(slot);
}

export function browserKeyStore(): KeyStore {
  let wrapping: Promise<CryptoKey> | null = null;
  const key = (): Promise<CryptoKey> => {
    wrapping ??= wrappingKey();
    return wrapping;
  };
  return {
    async get(slot) {
      const found = isInDatabase(slot) ? await (await database()).get("device", slot) : null;
      if (found instanceof Uint8Array) return found;
      const stored = localStorage.getItem(slot);
      if (stored?.startsWith(MARK) !== true) return null;
      const bytes = fromBase64(stored.slice(MARK.length));
      const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES), additionalData: slotName(slot) };
      try {
        return new Uint8Array(await crypto.subtle.decrypt(algorithm, await key(), bytes.subarray(IV_BYTES)));
      } catch {
        return null; // wrapped by a key the browser has thrown away: as good as never kept
      }
    },
    async set(slot, value) {
      if (isInDatabase(slot)) return change(slot, value);
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const algorithm = { name: "AES-GCM", iv, additionalData: slotName(slot) };
      const wrapped = new Uint8Array(await crypto.subtle.encrypt(algorithm, await key(), new Uint8Array(value)));
      localStorage.setItem(slot, MARK + toBase64(iv) + toBase64(wrapped));
    },
    remove: async (slot) => (isInDatabase(slot) ? change(slot, null) : localStorage.removeItem(slot)),
    async clear() {
      await change(LOCAL_HALF, null);
      for (const slot of Object.keys(localStorage)) {
        if (!slot.startsWith(DEVICE_PREFIX) && localStorage.getItem(slot)?.startsWith(MARK)) localStorage.removeItem(slot);
      }
    },
    alone: (work) => navigator.locks.request("coffer-session", work),
  };
}
