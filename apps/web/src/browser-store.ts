/**
 * What this browser keeps: secrets in local storage, each wrapped by a key that no script can export; sealed records in IndexedDB.
 * Copying the storage alone therefore gives nobody a key.
 */
import { DEVICE_PREFIX, type KeyStore, type RecordStore } from "@coffer/client";
import { result, transact } from "./database.ts";

/** Begins every value of ours, so that clearing leaves the theme and the remembered e-mail alone. */
const MARK = "w1.";
const WRAPPING_KEY = "wrapping-key";
const IV_BYTES = 12;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const slotName = (slot: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(slot);

async function wrappingKey(): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  // Asked and answered in one transaction: of two tabs that start together, one key wins for both.
  return transact(["device"], "readwrite", async (store) => {
    const known = await result<CryptoKey | undefined>(store("device").get(WRAPPING_KEY));
    if (known !== undefined) return known;
    await result(store("device").put(made, WRAPPING_KEY));
    return made;
  });
}

export function browserKeyStore(): KeyStore {
  let wrapping: Promise<CryptoKey> | null = null;
  const key = (): Promise<CryptoKey> => {
    wrapping ??= wrappingKey();
    return wrapping;
  };
  return {
    async get(slot) {
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
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const algorithm = { name: "AES-GCM", iv, additionalData: slotName(slot) };
      const wrapped = new Uint8Array(await crypto.subtle.encrypt(algorithm, await key(), new Uint8Array(value)));
      localStorage.setItem(slot, MARK + toBase64(new Uint8Array([...iv, ...wrapped])));
    },
    async remove(slot) {
      localStorage.removeItem(slot);
    },
    async clear() {
      for (const slot of Object.keys(localStorage)) {
        if (!slot.startsWith(DEVICE_PREFIX) && localStorage.getItem(slot)?.startsWith(MARK)) localStorage.removeItem(slot);
      }
    },
  };
}

/** Every record of a scope has the key `[scopeId, id]`; an array sorts after every text, so this range holds them all. */
const recordsOf = (scopeId: string): IDBKeyRange => IDBKeyRange.bound([scopeId], [scopeId, []]);

export function browserRecordStore(): RecordStore {
  return {
    read: (scopeId) =>
      transact(["scope", "record"], "readonly", async (store) => {
        const [state, records] = await Promise.all([
          result(store("scope").get(scopeId)),
          result(store("record").getAll(recordsOf(scopeId))),
        ]);
        return state === undefined ? null : { state, records };
      }),
    write: (scopeId, state, put, remove) =>
      transact(["scope", "record"], "readwrite", async (store) => {
        const records = store("record");
        for (const id of remove) records.delete([scopeId, id]);
        for (const record of put) records.put(record, [scopeId, record.id]);
        await result(store("scope").put(state, scopeId));
      }),
    readOverviews: (scopeId) =>
      transact(["overview"], "readonly", async (store) => (await result<string[] | undefined>(store("overview").get(scopeId))) ?? []),
    writeOverviews: (scopeId, pieces) =>
      transact(["overview"], "readwrite", async (store) => {
        await result(store("overview").put([...pieces], scopeId));
      }),
    clear: () =>
      transact(["scope", "record", "overview"], "readwrite", async (store) => {
        await Promise.all([store("scope"), store("record"), store("overview")].map((one) => result(one.clear())));
      }),
  };
}
