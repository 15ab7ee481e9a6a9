/** What this device remembers permanently: the newest head of each scope, the salt of each account, and its own name. */
import { fromHex, sha256, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { KeyStore } from "../types.ts";

/** The newest verified head of a scope, and the epoch of the key it is under. `hash` is the hex SHA-256 of its text. */
export interface Pin {
  readonly seq: number;
  /** How often the history was restarted; see Head. */
  readonly generation: number;
  readonly hash: string;
  readonly epoch: number;
  /** The number of the owner's newest statement on a shared scope, if there is one. */
  readonly own?: number;
  /** The account that owns a shared scope: it never changes. */
  readonly owner?: string;
}

/** How an account's keys are derived; a server that later says otherwise is refused (security design §2). */
export interface AccountPin {
  readonly accountId: string;
  readonly salt: string;
  readonly kdfId: number;
  /** The newest epochs of credentials and keys this device has verified; lower ones are refused. */
  readonly credEpoch: number;
  readonly keyEpoch: number;
}

/** A state of a scope in one text: the place and hash of its newest head. */
export const headName = ({ generation, seq, hash }: Pick<Pin, "generation" | "seq" | "hash">): string => `${generation}.${seq}.${hash}`;

const decode = <T>(bytes: Uint8Array | null): T | null => (bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as T) : null);
const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const scopeSlot = (scopeId: string): string => `${DEVICE_PREFIX}scope:${scopeId}`;

/** Older pins lack the epoch (there was only one) and the generation (heads were not signed). */
export async function readPin(keys: KeyStore, scopeId: string): Promise<Pin | null> {
  const pin = decode<Pin>(await keys.get(scopeSlot(scopeId)));
  return pin && { ...pin, epoch: pin.epoch ?? 1, generation: pin.generation ?? 0 };
}

/** Never moves back: another tab may have seen more. */
export async function writePin(keys: KeyStore, scopeId: string, pin: Pin): Promise<void> {
  const known = await readPin(keys, scopeId);
  if (!known || isLater(pin, known)) await keys.set(scopeSlot(scopeId), encode(pin));
}

/** Tells that another device has restarted a scope's history, and how many items that only this device had were copied into it. */
export interface Renewal {
  readonly copies: number;
}

const renewalSlot = (scopeId: string): string => `${DEVICE_PREFIX}renewal:${scopeId}`;

/** @returns null unless there is one that no one has read yet */
export const readRenewal = async (keys: KeyStore, scopeId: string): Promise<Renewal | null> =>
  decode<Renewal>(await keys.get(renewalSlot(scopeId)));

export const writeRenewal = (keys: KeyStore, scopeId: string, renewal: Renewal): Promise<void> =>
  keys.set(renewalSlot(scopeId), encode(renewal));

/** Someone has read it. */
export const dropRenewal = (keys: KeyStore, scopeId: string): Promise<void> => keys.remove(renewalSlot(scopeId));

type Place = Pick<Pin, "seq" | "generation">;

/** Whether one head comes after another: a restarted history comes after all of the earlier one. */
export const isLater = (one: Place, other: Place): boolean =>
  one.generation === other.generation ? one.seq > other.seq : one.generation > other.generation;

/** The slot's name is a hash, so that the device's storage does not reveal who signs in here. */
async function accountSlot(origin: string, email: string): Promise<string> {
  return `${DEVICE_PREFIX}account:${toHex(await sha256(utf8(`${origin}\n${email}`))).slice(0, 32)}`;
}

export async function readAccountPin(keys: KeyStore, origin: string, email: string): Promise<AccountPin | null> {
  const pin = decode<AccountPin>(await keys.get(await accountSlot(origin, email)));
  return pin && { ...pin, credEpoch: pin.credEpoch ?? 1, keyEpoch: pin.keyEpoch ?? 1 };
}

export async function writeAccountPin(keys: KeyStore, origin: string, email: string, pin: AccountPin): Promise<void> {
  await keys.set(await accountSlot(origin, email), encode(pin));
}

/** The account no longer uses this address; another account may take it. */
export async function forgetAccountPin(keys: KeyStore, origin: string, email: string): Promise<void> {
  await keys.remove(await accountSlot(origin, email));
}

/** 16 random bytes that name this device inside heads; made at first use. */
export async function ownDeviceId(keys: KeyStore, random: (length: number) => Uint8Array): Promise<Uint8Array> {
  const slot = `${DEVICE_PREFIX}id`;
  const known = await keys.get(slot);
  if (known?.length === 16) return known;
  const id = fromHex(toHex(random(16)));
  await keys.set(slot, id);
  return id;
}
