/**
 * Asks a list of leaked passwords about those of the vault (core/health/breach-range.ts). Nothing leaves the device but five hex characters of a hash at a time, in a
 * shuffled order, to the one address that the operator has set and the person has agreed to. What could not be asked is not known: it is never "not leaked".
 */
import { api } from "@coffer/contract/api";
import { readRange, splitHash } from "@coffer/core/health/breach-range";
import { isLoopback } from "@coffer/core/loopback";
import { type Random, sha1Hex } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { ClientError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { loadedScope, type VaultContext } from "./context.ts";

/** Where one may ask. */
export interface BreachSource {
  /** A prefix is put at its end. */
  readonly url: string;
  /** For the person, who has to agree to it. */
  readonly host: string;
}

/** @returns null where the operator has set none, or one that may not be asked: read along by others, or our own server, which is to learn nothing of any item. */
export async function breachSource({ call, origin }: VaultContext): Promise<BreachSource | null> {
  const { breachCheckUrl } = await call(api.account.status, {});
  if (!breachCheckUrl || !URL.canParse(breachCheckUrl)) return null;
  const url = new URL(breachCheckUrl);
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isPrivate || url.origin === new URL(origin).origin || url.username || url.search || url.hash) return null;
  return { url: url.href, host: url.host };
}

export interface Checking {
  readonly source: BreachSource;
  /** Of logins; those without a password are left out of the answer. */
  readonly ids: readonly string[];
  readonly onProgress: (asked: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface BreachOutcome {
  /** Of those that were asked about, how often their password was seen in leaks; 0 for never. */
  readonly seen: ReadonlyMap<string, number>;
  /** Those whose password could not be asked about: of them nothing is known. */
  readonly failed: readonly string[];
}

/** @throws ClientError when the session is locked or over meanwhile; the signal's reason when it was ended. */
export async function checkBreaches(context: VaultContext, { source, ids, onProgress, signal }: Checking): Promise<BreachOutcome> {
  const scope = await loadedScope(context);
  const byPrefix = await hashesOf(scope, ids);
  const seen = new Map<string, number>();
  const failed: string[] = [];
  let [asked, failedInRow] = [0, 0];
  for (const [prefix, suffixes] of shuffled([...byPrefix], context.random)) {
    signal.throwIfAborted();
    if ((await context.scope()) !== scope) throw new ClientError("Somebody else has signed in");
    const range = failedInRow < GIVES_UP_AFTER ? await askRange(context, source, prefix, signal) : null;
    failedInRow = range ? 0 : failedInRow + 1;
    if (!range) failed.push(...[...suffixes.values()].flat());
    else for (const [suffix, owners] of suffixes) for (const id of owners) seen.set(id, range.get(suffix) ?? 0);
    onProgress(++asked, byPrefix.size);
    if (range && asked < byPrefix.size) await context.pause(PAUSE_MS);
  }
  return { seen, failed };
}

/** By prefix and rest of the hash, whose password it is. No password is held longer than its hash takes. */
async function hashesOf({ keys, records }: Scope, ids: readonly string[]): Promise<Map<string, Map<string, string[]>>> {
  const hashes = await inBatches(ids, async (id) => {
    const record = records.get(id);
    const opened = record && (await openRecord(keys, record, ["password"]));
    const password = opened?.state === "intact" ? opened.fields.password : "";
    return password ? { id, hash: await sha1Hex(password) } : null;
  });
  const byPrefix = new Map<string, Map<string, string[]>>();
  for (const one of hashes) {
    if (!one) continue;
    const [prefix, suffix] = splitHash(one.hash);
    const suffixes = byPrefix.get(prefix) ?? new Map<string, string[]>();
    byPrefix.set(prefix, suffixes.set(suffix, [...(suffixes.get(suffix) ?? []), one.id]));
  }
  return byPrefix;
}

/** The order of the vault tells which passwords belong together. */
function shuffled<T>(all: T[], random: Random): T[] {
  const keyed = all.map((one) => [random(8).join(), one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Between two questions: the list is somebody's gift. */
const PAUSE_MS = 100;
const ANSWER_WITHIN_MS = 15_000;
/** Tries of one question, where the list asks for patience. */
const TRIES = 3;
const LONGEST_WAIT_S = 30;
/** So many questions in a row without an answer: the rest is not asked. */
const GIVES_UP_AFTER = 3;

/** @returns null where there was no answer that can be relied upon. */
async function askRange(
  { fetch, pause }: VaultContext,
  { url }: BreachSource,
  prefix: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      const response = await fetch(`${url}${prefix}`, {
        headers: { "add-padding": "true" },
        mode: "cors",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      if (response.ok) return readRange(await response.text());
      if (response.status !== 429 || tries === TRIES) return null;
      await pause(1000 * Math.min(LONGEST_WAIT_S, Number(response.headers.get("retry-after")) || 2));
    } catch {
      signal.throwIfAborted();
      return null; // no answer, none in time, or none that is a list
    }
  }
  return null;
}
