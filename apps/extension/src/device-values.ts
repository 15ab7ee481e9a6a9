/**
 * Small values of the extension in its database, next to the sealed records, as the web app keeps them (apps/web/src/browser-store.ts, Note: Disk; its first bytes have no
 * room for a part of this that both would load): written through to the disk before they count as kept.
 */
import { database } from "@coffer/app/frame/database.ts";

export interface DeviceValues {
  get(slot: string): Promise<Uint8Array | null>;
  /** @param value - null removes it */
  change(slot: string, value: Uint8Array | null): Promise<void>;
  /** Of this browser; no script can export it. Two pages that start together agree on one. */
  wrappingKey(): Promise<CryptoKey>;
}

const KEY = "wrapping-key";

export const browserValues: DeviceValues = {
  async get(slot) {
    const found = await (await database()).get("device", slot);
    return found instanceof Uint8Array ? found : null;
  },
  async change(slot, value) {
    const { store, done } = (await database()).transaction("device", "readwrite", { durability: "strict" });
    await Promise.all([value ? store.put(value, slot) : store.delete(slot), done]);
  },
  async wrappingKey() {
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    const { store, done } = (await database()).transaction("device", "readwrite");
    const known = await store.get(KEY);
    const key = known instanceof CryptoKey ? known : made;
    await Promise.all([store.put(key, KEY), done]);
    return key;
  },
};

const IV_BYTES = 12;

/** So that what no one may read on the disk is not found there, though a copy of the disk has the key too. @param text - Latin letters alone */
export async function wrapText(key: CryptoKey, text: string): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const wrapped = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return new Uint8Array([...iv, ...new Uint8Array(wrapped)]);
}

/** @returns null where the browser has thrown the key away: as good as never kept */
export async function unwrapText(key: CryptoKey, wrapped: Uint8Array): Promise<string | null> {
  const [iv, bytes] = [new Uint8Array(wrapped.subarray(0, IV_BYTES)), new Uint8Array(wrapped.subarray(IV_BYTES))];
  const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes).catch(() => null);
  return opened && new TextDecoder().decode(opened);
}
