/**
 * An own shared scope that the server shows under another key. What this device has under the key of before stays until what is under the other one continues it: otherwise
 * a server that went back with this scope alone, or a backup after which another device has made the next key, would make it disappear (security design §4, §6).
 */
import type { HeadText } from "@coffer/contract/vault";
import { deriveHeadKey, toHex } from "@coffer/crypto";
import { isNoAnswer } from "../failures.ts";
import { headsFrom, readWith } from "../sync/common-head.ts";
import { type HeadReader, hashHead } from "../sync/head.ts";
import type { Scope } from "../sync/scope.ts";
import type { StoredScope } from "../types.ts";
import { candidateKeys } from "./candidate-keys.ts";
import type { SharingContext } from "./context.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

/**
 * Pulls the scope under the other key. @returns whether it takes the place of what this device has: of another owner's scope always
 * @throws ConnectionError, AppError without an answer
 */
export async function acceptsNewKey(context: SharingContext, { keys, held }: Scope, next: Scope): Promise<boolean> {
  const isKept = keys.rights.isOwner && held !== null;
  const isBelieved = await next.pull().then(
    () => true,
    (error: unknown) => {
      if (isNoAnswer(error)) throw error;
      return false;
    },
  );
  if (!isKept) {
    if (isBelieved) void next.persist();
    return true;
  }
  if (!isBelieved || !(await continues(context, held, next))) return false;
  void next.persist();
  return true;
}

/** Whether its owner has restarted the history since, or its heads lead back to the one that this device has. */
async function continues(context: SharingContext, before: StoredScope, next: Scope): Promise<boolean> {
  const [now, { scopeId }] = [next.held, next.keys];
  if (!now) return false;
  const isRestarted = now.head.generation > Math.max(before.head.generation, 1);
  const between = isRestarted ? [] : await headsBetween(context, scopeId, before, now);
  if (between === null) return false;
  next.rememberHeads([...before.hashes, ...between]);
  return true;
}

/** @returns the hashes of the heads after the first state, up to the second; null where that one does not continue it */
async function headsBetween(context: SharingContext, scopeId: string, before: StoredScope, now: StoredScope): Promise<string[] | null> {
  const [first, ...heads] = await headsFrom(context.call, scopeId, Math.max(before.seq - 1, 0), now.seq);
  if (first?.head !== before.head.head) return null;
  const hashes = await Promise.all([first, ...heads].map(async ({ head }) => toHex(await hashHead(head))));
  const isWhole = hashes.at(-1) === now.hashes.at(-1) && (await isChain(context, scopeId, heads, hashes));
  return isWhole ? hashes.slice(1) : null;
}

/** Each names the one before it. @param hashes - of the head before the first, and of each of them */
async function isChain(context: SharingContext, scopeId: string, heads: readonly HeadText[], hashes: readonly string[]): Promise<boolean> {
  const readers = await readersOf(await readTrust(context), scopeId);
  for (const [at, head] of heads.entries()) if ((await readWith(readers, head))?.previous !== hashes[at]) return false;
  return true;
}

/** For the heads under each key of the scope that this account has had, the newest first; of several that were drawn for an epoch, under each. */
export async function readersOf(trust: TrustStore, scopeId: string): Promise<HeadReader[]> {
  const epochs = Object.keys(trust.keys[scopeId] ?? {}).map(Number);
  const drawn = epochs
    .toSorted((one, other) => other - one)
    .flatMap((epoch) => candidateKeys(trust, { id: scopeId, epoch }).map((key) => ({ key, epoch })));
  return Promise.all(
    drawn.map(async ({ key, epoch }): Promise<HeadReader> => {
      const headKey = await deriveHeadKey(key, scopeId, epoch);
      key.fill(0);
      return { headKey, scopeId, epoch };
    }),
  );
}
