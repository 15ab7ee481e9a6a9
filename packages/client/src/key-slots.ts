/**
 * The three keys of a session at rest on this device, in the slots that the specification names (1 §1).
 *
 * Note: Two halves. Each slot is wrapped under a key made of two halves: one is on this device, one at the server, which keeps it while
 * the session is unlocked and gives it only to this session (security design §2). So a copy of the disk of a locked device, or of one
 * whose session is over, opens nothing.
 */

import { KEY_NAMES, LOCAL_HALF } from "@coffer/core/account/session-slots";
import {
  concat,
  context,
  DecryptError,
  deriveKey,
  type Random,
  type SecretKey,
  secretKey,
  sha256,
  toHex,
  unwrap,
  utf8,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import type { Account, Keyring } from "./keyring.ts";
import type { KeyStore } from "./types.ts";

const HALF_BYTES = 32;
const NOTHING = new Uint8Array(HALF_BYTES);
const EPOCH = 1;

/** The session that owns the slots; part of every context, so that another session's halves open nothing. */
export interface SlotOwner {
  readonly accountId: string;
  readonly sessionId: string;
}

/** The key that wraps the slots while a session is unlocked. */
export interface SlotKey {
  readonly key: SecretKey;
  readonly localHalf: Uint8Array;
  readonly serverHalf: Uint8Array;
  /** SHA-256 of the server's half, in hex: names it without revealing it. */
  readonly halfHash: string;
}

/** The contents of the slots; null if empty. */
export interface StoredSlots {
  readonly localHalf: Uint8Array | null;
  readonly slots: Readonly<Record<(typeof KEY_NAMES)[number], Uint8Array | null>>;
}

/** Two new halves: those of an earlier unlock become useless. */
export const generateSlotKey = (random: Random, whose: SlotOwner): Promise<SlotKey> =>
  slotKeyOf(random(HALF_BYTES), random(HALF_BYTES), whose);

async function slotKeyOf(localHalf: Uint8Array, serverHalf: Uint8Array, whose: SlotOwner): Promise<SlotKey> {
  const halves = concat(localHalf, serverHalf);
  const key = await deriveKey(halves, context("slot", ...partsOf(whose)));
  halves.fill(0);
  return { key, localHalf, serverHalf, halfHash: toHex(await sha256(serverHalf)) };
}

const partsOf = ({ accountId, sessionId }: SlotOwner): Uint8Array[] => [uuidToBytes(accountId), uuidToBytes(sessionId)];

const wrapping = (key: SecretKey, whose: SlotOwner, slot: string) => ({
  key,
  purpose: "slot" as const,
  epoch: EPOCH,
  context: context("slot", ...partsOf(whose), utf8(slot)),
});

/** Writes every key of the keyring. */
export async function fillSlots(store: KeyStore, { key, localHalf }: SlotKey, whose: SlotOwner, keyring: Keyring): Promise<void> {
  await store.set(LOCAL_HALF, localHalf);
  for (const name of KEY_NAMES) {
    const bytes = keyring[name];
    if (bytes) await store.set(name, utf8(await wrap({ ...wrapping(key, whose, name), bytes })));
  }
}

export async function readSlots(store: KeyStore): Promise<StoredSlots> {
  const [localHalf, ...found] = await Promise.all([LOCAL_HALF, ...KEY_NAMES].map((slot) => store.get(slot)));
  const slots = Object.fromEntries(KEY_NAMES.map((name, at) => [name, found[at] ?? null])) as StoredSlots["slots"];
  return { localHalf: localHalf ?? null, slots };
}

/** Whether a vault key is stored. */
export const isFilled = ({ slots }: StoredSlots): boolean => slots.vaultKey !== null && slots.symmetricKey !== null;

/** @returns null when the half does not belong to these slots, or they are another session's. */
export async function openSlots(
  account: Account,
  { localHalf, slots }: StoredSlots,
  serverHalf: Uint8Array,
  whose: SlotOwner,
): Promise<{ readonly keyring: Keyring; readonly slotKey: SlotKey } | null> {
  if (!localHalf) return null;
  const slotKey = await slotKeyOf(localHalf, serverHalf, whose);
  const open = async (name: (typeof KEY_NAMES)[number]): Promise<SecretKey | null> => {
    const bytes = slots[name];
    return bytes && secretKey(await unwrap({ ...wrapping(slotKey.key, whose, name), wrapped: new TextDecoder().decode(bytes) }));
  };
  try {
    const [encryptionKey, symmetricKey, vaultKey] = await Promise.all([open("encryptionKey"), open("symmetricKey"), open("vaultKey")]);
    return symmetricKey && vaultKey ? { keyring: { ...account, encryptionKey, symmetricKey, vaultKey }, slotKey } : null;
  } catch (error) {
    if (error instanceof DecryptError) return null;
    throw error;
  }
}

/** Empties the slots: overwritten first, for a store that only marks what it removes. */
export async function emptySlots(store: KeyStore): Promise<void> {
  for (const slot of [LOCAL_HALF, ...KEY_NAMES]) {
    if (await store.get(slot)) await store.set(slot, NOTHING);
    await store.remove(slot);
  }
}

export function wipeSlotKey({ key, localHalf, serverHalf }: SlotKey): void {
  for (const bytes of [key, localHalf, serverHalf]) bytes.fill(0);
}
