/** A pull's answer as it came: the records in it, and whether its heads continue what this device has seen. */
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { fromWire, type SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { toHex } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { StoredScope } from "../types.ts";
import { hashHead, openHead } from "./head.ts";
import type { Pin } from "./pins.ts";

export type Snapshot = ReplyOf<typeof api.vault.pull>;

/** Every record of the reply, unverified. Their kind is the list they stand in. */
export function recordsOf({ data }: Snapshot): SealedRecord[] {
  const items = KIND_NAMES.flatMap((kind) => (data[kindOf(kind).list] ?? []).map((wire) => fromWire(kind, wire)));
  return [...items, ...(data.categories ?? []).map((wire) => fromWire("category", wire))];
}

/** What this device knows of the scope already. */
interface Seen {
  readonly pin: Pin | null;
  readonly state: StoredScope | null;
}

/**
 * @returns the newest head, after every head since the one we know has proved to extend it.
 * @throws IntegrityError rollback, fork
 */
export async function verifyHeads(keys: ScopeKeys, { scope, heads }: Snapshot, seen: Seen): Promise<HeadText> {
  const { state } = seen;
  if (scope.id !== keys.scopeId || scope.epoch !== keys.epoch) throw new IntegrityError("fork");
  if (scope.seq < leastSeq(keys, seen)) throw new IntegrityError("rollback");
  const pin = seen.pin?.epoch === keys.epoch ? seen.pin : null;
  let last: HeadText | null = state?.head ?? null;
  for (const next of heads) {
    const head = await openHead(keys, next.seq, next.head).catch((cause: unknown) => {
      throw new IntegrityError("fork", { cause });
    });
    const hash = toHex(await hashHead(last?.head ?? null));
    if (last && (next.seq !== last.seq + 1 || head.previous !== hash)) throw new IntegrityError("fork");
    if (next.seq === pin?.seq && toHex(await hashHead(next.head)) !== pin.hash) throw new IntegrityError("fork");
    last = next;
  }
  const reachesPin = !pin || last?.seq === pin.seq || heads.some(({ seq }) => seq === pin.seq) || (state?.seq ?? 0) >= pin.seq;
  if (!last || last.seq !== scope.seq || !reachesPin) throw new IntegrityError("fork");
  return last;
}

/** @throws IntegrityError when this device has seen a later key of the scope than the one that is open. */
function leastSeq(keys: ScopeKeys, { pin, state }: Seen): number {
  if (pin && pin.epoch > keys.epoch) throw new IntegrityError("rollback");
  const pinned = pin && pin.epoch < keys.epoch ? pin.seq + 1 : (pin?.seq ?? 0);
  return Math.max(pinned, state?.seq ?? 0);
}
