/**
 * Checks the vault's passwords against a list of leaked ones (core/health/breach-range.ts). Only five hex characters of a hash leave the
 * device at a time, in shuffled order, to the one address the operator has set and the user has agreed to. A password that could not be
 * checked is unknown, never "not leaked".
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

/** The list that can be asked. */
export interface BreachSource {
  /** The prefix is appended to it. */
  readonly url: string;
  /** Shown to the user, who has to agree to it. */
  readonly host: string;
}

/**
 * @returns null when the operator has set no address, or one that must not be asked: unencrypted, or our own server, which must learn
 * nothing about items.
 */
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
  /** Of logins; those without a password are missing from the result. */
  readonly ids: readonly string[];
  readonly onProgress: (asked: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface BreachOutcome {
  /** How often each checked password appeared in leaks; 0 for never. */
  readonly seen: ReadonlyMap<string, number>;
  /** Passwords that could not be checked: nothing is known about them. */
  readonly failed: readonly string[];
}

/** @throws ClientError when the session is locked or over in the meantime; the signal's reason when it was aborted. */
export async function checkBreaches(context: VaultContext, { source, ids, onProgress, signal }: Checking): Promise<BreachOutcome> {
  const scope = await loadedScope(context);
  const byPrefix = await hashesOf(scope, ids);
  const seen = new Map<string, number>();
  const failed: string[] = [];
  let [asked, failedInRow] = [0, 0];
  for (const [prefix, suffixes] of shuffled([...byPrefix], context.random)) {
    signal.throwIfAborted();
    if ((await context.scope()) !== scope) throw new ClientError("Another user has signed in");
    const range = failedInRow < GIVES_UP_AFTER ? await askRange(context, source, prefix, signal) : null;
    failedInRow = range ? 0 : failedInRow + 1;
    if (!range) failed.push(...[...suffixes.values()].flat());
    else for (const [suffix, owners] of suffixes) for (const id of owners) seen.set(id, range.get(suffix) ?? 0);
    onProgress(++asked, byPrefix.size);
    if (range && asked < byPrefix.size) await context.pause(PAUSE_MS);
  }
  return { seen, failed };
}

/** Records by prefix and rest of their password's hash. No password is held longer than hashing takes. */
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

/** The vault's order would reveal which passwords belong together. */
function shuffled<T>(all: T[], random: Random): T[] {
  const keyed = all.map((one) => [random(8).join(), one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Pause between requests, out of courtesy: the list is free. */
const PAUSE_MS = 100;
const ANSWER_WITHIN_MS = 15_000;
/** Attempts per request when the list asks to wait. */
const TRIES = 3;
const LONGEST_WAIT_S = 30;
/** After this many unanswered requests in a row the rest is not asked. */
const GIVES_UP_AFTER = 3;

/** @returns null without an answer that can be relied on. */
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
      return null; // no answer, a late one, or no list
    }
  }
  return null;
}
