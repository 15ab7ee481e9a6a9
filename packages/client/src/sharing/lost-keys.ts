/**
 * Keys that the newest trust store has lost. An app of an earlier version puts the key that it draws in the place of one that another device of the account has drawn, and may
 * have given to the server already: then what is under that one opens on no device that comes later. Any device that has seen the store of before brings the key
 * back, next to the other; which one counts shows as always (candidate-keys.ts).
 */
import { DecryptError, fromBase64Url, secretKey } from "@coffer/crypto";
import { hasCandidates, withCandidateKey } from "./candidate-keys.ts";
import type { SharingContext } from "./context.ts";
import { changeTrust, openTrust, readTrust, type TrustStore } from "./trust-store.ts";

interface LostKey {
  /** The scope or the team. */
  readonly id: string;
  readonly epoch: number;
  readonly text: string;
}

/** Brings them back. @returns the ids whose keys have to be looked at @throws ConnectionError, AppError: then the next pull does it */
export async function recoverLostKeys(context: SharingContext): Promise<ReadonlySet<string>> {
  const { replaced } = await context.scope();
  if (replaced.size === 0) return new Set();
  const texts = [...replaced];
  const stores = await Promise.all(texts.map((text) => openedOrNull(context, text)));
  const lostFrom = (now: TrustStore): LostKey[] => stores.flatMap((before) => (before ? lostKeys(before, now) : []));
  const lost = lostFrom(await readTrust(context));
  if (lost.length > 0) await changeTrust(context, (store) => withLost(store, lostFrom(store)));
  for (const text of texts) replaced.delete(text);
  return new Set(lost.map(({ id }) => id));
}

/** Null for one under a key of before: a new master password has renewed all keys since. */
async function openedOrNull(context: SharingContext, text: string): Promise<TrustStore | null> {
  try {
    return await openTrust(context.keyring(), text);
  } catch (error) {
    if (error instanceof DecryptError) return null;
    throw error;
  }
}

/** Where it was open which of several keys counts, and is no more, the others were let go of on purpose. */
export function lostKeys(before: TrustStore, now: TrustStore): LostKey[] {
  return Object.entries(before.keys).flatMap(([id, byEpoch]) =>
    Object.entries(byEpoch).flatMap(([name, first]) => {
      const [of, key] = [{ id, epoch: Number(name) }, now.keys[id]?.[name]];
      if (key === undefined || (hasCandidates(before, of) && !hasCandidates(now, of))) return [];
      const there = [key, ...(now.drawn[id]?.[name] ?? [])];
      return [first, ...(before.drawn[id]?.[name] ?? [])].filter((text) => !there.includes(text)).map((text) => ({ ...of, text }));
    }),
  );
}

const withLost = (store: TrustStore, lost: readonly LostKey[]): TrustStore | null =>
  lost.length === 0 ? null : lost.reduce((sum, { text, ...of }) => withCandidateKey(sum, of, secretKey(fromBase64Url(text))), store);
