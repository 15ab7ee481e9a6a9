/** A pull's answer as it came: the records in it, and whether its heads continue what this device has seen. */
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { fromWire, type SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { DecryptError, toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { StoredScope } from "../types.ts";
import { type Head, hashHead, openHead } from "./head.ts";
import { isLater, type Pin } from "./pins.ts";

export type Snapshot = ReplyOf<typeof api.vault.pull>;

/** Every record of the reply, unverified. Their kind is the list they stand in. */
export function recordsOf({ data }: Snapshot): SealedRecord[] {
  const items = KIND_NAMES.flatMap((kind) => (data[kindOf(kind).list] ?? []).map((wire) => fromWire(kind, wire)));
  return [...items, ...(data.categories ?? []).map((wire) => fromWire("category", wire))];
}

/** Hashes of heads that a device keeps (security design §4). */
const KEPT_HASHES = 1_000;
/** A device that was away for longer does not check head by head any more. */
const MAX_HEADS = 10_000;
/** Clocks of devices differ, but not by more. */
const MAX_AHEAD_MS = 48 * 3_600_000;

/** The state with one more head. */
export async function remember(state: Pick<StoredScope, "epoch" | "hashes">, head: HeadText): Promise<StoredScope> {
  const hashes = [...state.hashes, toHex(await hashHead(head.head))].slice(-KEPT_HASHES);
  return { seq: head.seq, epoch: state.epoch, head, hashes };
}

/** What this device knows of the scope already. */
interface Seen {
  readonly pin: Pin | null;
  readonly state: StoredScope | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Verified {
  readonly state: StoredScope;
  /** The newest head, opened. */
  readonly head: Head;
  /** Whether the owner began the history anew meanwhile; what this device holds is of another one then. */
  readonly isRenewed: boolean;
}

/**
 * @returns the state with the newest head, after every head since the one we know has proved to extend it.
 * @throws IntegrityError rollback, fork, future, gap
 */
export async function verifyHeads(keys: ScopeKeys, { scope, heads }: Snapshot, seen: Seen): Promise<Verified> {
  if (scope.id !== keys.scopeId || scope.epoch !== keys.epoch) throw new IntegrityError("fork");
  refuseOlder(keys, scope, seen);
  if (heads.length > MAX_HEADS) throw new IntegrityError("gap");
  const pin = seen.pin?.epoch === keys.epoch ? seen.pin : null;
  let state: StoredScope | null = seen.state;
  let head: Head | null = null;
  let [isRenewed, reachesPin] = [false, !pin || isAtLeast(seen.state, pin)];
  for (const next of heads) {
    head = await openOrFork(keys, next);
    const begun = beginsAnew(state, next);
    if (!begun && !extendsIt(state, next, head)) throw new IntegrityError("fork");
    isRenewed ||= begun;
    const before: Pick<StoredScope, "epoch" | "hashes"> = state ?? { epoch: keys.epoch, hashes: [] };
    state = await remember(before, next);
    if (pin && next.generation === pin.generation && next.seq === pin.seq) {
      if (state.hashes.at(-1) !== pin.hash) throw new IntegrityError("fork");
      reachesPin = true;
    }
  }
  // A signed history of a later generation takes the place of the pinned one.
  reachesPin ||= pin !== null && state !== null && pin.generation > 0 && state.head.generation > pin.generation;
  if (!state || !reachesPin || state.seq !== scope.seq || state.head.generation !== scope.generation) throw new IntegrityError("fork");
  head ??= await openOrFork(keys, state.head);
  if (head.time > seen.now + MAX_AHEAD_MS) throw new IntegrityError("future");
  return { state, head, isRenewed };
}

const openOrFork = (keys: ScopeKeys, text: HeadText): Promise<Head> =>
  openHead(keys, text).catch((cause: unknown) => {
    if (cause instanceof DecryptError) throw new IntegrityError("fork", { cause });
    throw cause;
  });

const isAtLeast = (state: StoredScope | null, pin: Pin): boolean => state !== null && !isLater(pin, state.head);

/** A repair (security design §4): signed by the owner like every head, and of a later generation than the one we know. The first signed head of all is none. */
const beginsAnew = (state: StoredScope | null, next: HeadText): boolean =>
  state !== null && next.generation > Math.max(state.head.generation, 1) && next.seq > state.seq;

/** What comes first on a device that knows nothing has nothing to extend. */
function extendsIt(state: StoredScope | null, next: HeadText, head: Head): boolean {
  if (!state) return true;
  const isSameHistory = next.generation === Math.max(state.head.generation, 1) || next.generation === state.head.generation;
  return isSameHistory && next.seq === state.seq + 1 && head.previous === state.hashes.at(-1);
}

/** @throws IntegrityError when this device has seen a later head, or a later key of the scope than the one that is open. */
function refuseOlder(keys: ScopeKeys, { seq, generation }: Snapshot["scope"], { pin, state }: Seen): void {
  if (pin && pin.epoch > keys.epoch) throw new IntegrityError("rollback");
  const isUnderOlderKey = pin !== null && pin.epoch < keys.epoch;
  if (isUnderOlderKey && !isLater({ seq, generation }, pin)) throw new IntegrityError("rollback");
  const newest = [isUnderOlderKey ? null : pin, state?.head ?? null];
  if (newest.some((known) => known !== null && isLater(known, { seq, generation }))) throw new IntegrityError("rollback");
}
