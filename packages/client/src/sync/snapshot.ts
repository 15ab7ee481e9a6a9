/** The answer to a pull: its records, and whether its heads continue what this device has seen. */

import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { fromWire, laterRecords, type SealedRecord, type WireRecord } from "@coffer/contract/record";
import { HEADS_IN_REPLY, MAX_AHEAD_MS } from "@coffer/contract/schemas";
import type { HeadText } from "@coffer/contract/vault";
import { type AnyKind, KIND_NAMES, kindOf, type LaterKind, laterCode } from "@coffer/core/items/kinds";
import { DecryptError, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { StoredScope } from "../types.ts";
import { type Head, hashHead, openHead } from "./head.ts";
import { isLater, type Pin } from "./pins.ts";

export type Snapshot = ReplyOf<typeof api.vault.pull>;

const LISTS: ReadonlyMap<string, AnyKind> = new Map([
  ...KIND_NAMES.map((kind) => [kindOf(kind).list, kind] as const),
  ["categories", "category"],
]);
/** See Note: Later kinds. */
const kindOfList = (name: string): AnyKind | undefined => LISTS.get(name) ?? (laterCode(name) === null ? undefined : (name as LaterKind));

/**
 * Every record of the reply, unverified. Its kind is that of its list.
 * @throws IntegrityError newer: this version can neither verify nor carry it, so the whole scope stays as it is.
 */
export function recordsOf({ data }: Snapshot): SealedRecord[] {
  return Object.entries(data).flatMap(([name, list]) => {
    const kind = kindOfList(name);
    const wires = LISTS.has(name) || kind === undefined ? list : laterRecords(list);
    if (wires === null || (kind === undefined && list.length > 0)) throw new IntegrityError("newer");
    return kind === undefined ? [] : wires.map((wire) => recordOf(kind, wire));
  });
}

/** Of its records, those that were purged too. */
export const idsIn = (reply: Snapshot): string[] => [...recordsOf(reply).map(({ id }) => id), ...reply.tombstones];

/** Records of known lists while the rest of the reply is on its way; `recordsOf` returns the same objects. */
export function earlyRecords(list: string, rows: readonly unknown[]): SealedRecord[] {
  const kind = LISTS.get(list);
  return kind === undefined ? [] : rows.map((row) => recordOf(kind, row as WireRecord));
}

const made = new WeakMap<WireRecord, SealedRecord>();

function recordOf(kind: AnyKind, wire: WireRecord): SealedRecord {
  const known = made.get(wire) ?? fromWire(kind, wire);
  made.set(wire, known);
  return known;
}

/** How many hashes of heads a device keeps (security design §4). */
export const KEPT_HASHES = 1_000;
/** The state with one more head. */
export async function withHead(state: Pick<StoredScope, "epoch" | "hashes" | "trust">, head: HeadText): Promise<StoredScope> {
  const hashes = [...state.hashes, toHex(await hashHead(head.head))].slice(-KEPT_HASHES);
  return { ...state, seq: head.seq, head, hashes };
}

/** What this device already knows of the scope. */
export interface KnownHistory {
  readonly pin: Pin | null;
  readonly state: StoredScope | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Heads that extend what this device knew. */
export interface Followed {
  readonly state: StoredScope;
  /** Accounts that signed the heads since the known one; none in the personal scope. */
  readonly signers: ReadonlySet<string>;
  /** Whether the owner has restarted the history; what this device holds then belongs to the earlier one. */
  readonly isRenewed: boolean;
}

interface Verified extends Followed {
  /** The newest head, opened. */
  readonly head: Head;
}

/** Whether there are newer heads than the reply has: no reply has more than some. */
export const isCut = ({ scope, heads }: Snapshot): boolean => (heads.at(-1)?.seq ?? scope.seq) < scope.seq;

/**
 * @returns the state with the newest head, after every head since the known one was verified to extend it.
 * @throws IntegrityError rollback, fork, future, gap
 */
export async function verifyHeads(keys: ScopeKeys, reply: Snapshot, seen: KnownHistory): Promise<Verified> {
  const followed = await verifySome(keys, reply, seen);
  const [{ scope }, { state }] = [reply, followed];
  if (state.seq !== scope.seq || state.head.generation !== scope.generation) throw new IntegrityError("fork");
  const head = followed.head ?? (await openOrFork(keys, state.head));
  if (head.time > seen.now + MAX_AHEAD_MS) throw new IntegrityError("future");
  return { ...followed, head };
}

/** The same for a reply that is cut: the last of its heads is not the newest. */
export async function verifySome(keys: ScopeKeys, { scope, heads }: Snapshot, seen: KnownHistory) {
  if (scope.id === keys.scopeId && scope.epoch < keys.epoch) throw new IntegrityError("rollback");
  if (scope.id !== keys.scopeId || scope.epoch !== keys.epoch) throw new IntegrityError("fork");
  refuseOlder(keys, scope, seen);
  if (heads.length > HEADS_IN_REPLY) throw new IntegrityError("gap");
  const pin = seen.pin?.epoch === keys.epoch ? seen.pin : null;
  const begun = restartedAt(heads, seen.state?.head ?? pin);
  const { state } = seen;
  const followed = await followHeads(keys, heads.slice(Math.max(begun, 0)), { pin, state, isRenewed: begun >= 0 });
  return { ...followed, isRenewed: begun >= 0 && state !== null };
}

interface Chain extends Pick<KnownHistory, "pin" | "state"> {
  readonly isRenewed: boolean;
}

/**
 * Verifies head after head. The first must be the known one: a different head at its seq is another history. A restarted history is
 * followed from its beginning.
 */
async function followHeads(keys: ScopeKeys, heads: readonly HeadText[], { pin, state: known, isRenewed }: Chain) {
  let state = known;
  let head: Head | null = null;
  const signers = new Set<string>();
  let [isAnchored, reachesPin] = [!known || isRenewed, !pin || isRenewed || (known !== null && !isLater(pin, known.head))];
  for (const [at, next] of heads.entries()) {
    if (known && !isAnchored) {
      if (next.head !== known.head.head || next.seq !== known.seq) throw new IntegrityError("fork");
      isAnchored = true;
      continue;
    }
    head = await openOrFork(keys, next);
    if (isRenewed && at === 0) refuseForeignRestart(keys, head);
    if (head.signedBy !== undefined) signers.add(head.signedBy);
    const isFirst = at === 0 && (isRenewed || !state);
    if (!isFirst && state && !extendsHistory(state, next, head)) throw new IntegrityError("fork");
    state = await withHead(state ?? { epoch: keys.epoch, hashes: [] }, next);
    if (pin && next.generation === pin.generation && next.seq === pin.seq) {
      if (state.hashes.at(-1) !== pin.hash) throw new IntegrityError("fork");
      reachesPin = true;
    }
  }
  if (!state || !isAnchored) throw new IntegrityError("fork");
  // A reply that is cut may end before it; the last one does not.
  if (!reachesPin && !(pin && isLater(pin, state.head))) throw new IntegrityError("fork");
  return { state, head, signers };
}

/** Only the owner of a scope restarts its history. @throws IntegrityError */
function refuseForeignRestart({ signer }: ScopeKeys, { signedBy }: Head): void {
  if (signer.ownerId !== undefined && signedBy !== signer.ownerId) throw new IntegrityError("overstepped");
}

/**
 * Where a repair (security design §4) restarted the history: a later generation than any known. -1 for nowhere.
 */
function restartedAt(heads: readonly HeadText[], known: Pick<HeadText, "generation"> | null): number {
  if (!known) return -1;
  // The first signed head starts generation 1, which is no restart.
  const least = Math.max(known.generation, 1);
  return heads.findLastIndex(({ generation }, at) => generation > least && (heads[at - 1]?.generation ?? 0) < generation);
}

const openOrFork = (keys: ScopeKeys, text: HeadText): Promise<Head> =>
  openHead(keys, text).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new IntegrityError("fork", { cause });
    throw cause;
  });

function extendsHistory(state: StoredScope, next: HeadText, head: Head): boolean {
  const isSameHistory = next.generation === Math.max(state.head.generation, 1) || next.generation === state.head.generation;
  return isSameHistory && next.seq === state.seq + 1 && head.previous === state.hashes.at(-1);
}

/** @throws IntegrityError when this device has seen a later head, or a later key of the scope. */
function refuseOlder(keys: ScopeKeys, { seq, generation }: Snapshot["scope"], { pin, state }: KnownHistory): void {
  if (pin && pin.epoch > keys.epoch) throw new IntegrityError("rollback");
  const isUnderOlderKey = pin !== null && pin.epoch < keys.epoch;
  if (isUnderOlderKey && !isLater({ seq, generation }, pin)) throw new IntegrityError("rollback");
  const newest = [isUnderOlderKey ? null : pin, state?.head ?? null];
  if (newest.some((known) => known !== null && isLater(known, { seq, generation }))) throw new IntegrityError("rollback");
}
