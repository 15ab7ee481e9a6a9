/** What a scope is after a write: the records as they will be, and the head that lists them, sealed. Nothing is sent or kept here. */
import type { Change, PutChange, SealedRecord } from "@coffer/contract/record";
import type { ScopeKeys } from "../keyring.ts";
import type { StoredScope } from "../types.ts";
import { type HeadEntry, sealHead } from "./head.ts";

export interface StateChange {
  readonly keys: ScopeKeys;
  /** What the write begins from. */
  readonly state: StoredScope;
  readonly records: ReadonlyMap<string, SealedRecord>;
  readonly changes: readonly Change[];
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  /** 16 bytes. */
  readonly deviceId: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface NextState {
  readonly state: StoredScope;
  readonly put: readonly SealedRecord[];
  /** Ids. */
  readonly removed: readonly string[];
}

export async function nextState({ keys, state, records, changes, flags, deviceId, now }: StateChange): Promise<NextState> {
  const put = changes.filter((change) => change.op === "put").map((change) => recordOf(change, records.get(change.id), keys.scopeId, now));
  const removed = changes.filter((change) => change.op === "remove").map(({ id }) => id);
  const entries = new Map<string, HeadEntry>(records);
  for (const id of removed) entries.delete(id);
  for (const record of put) entries.set(record.id, record);
  const seq = state.seq + 1;
  const previous = state.head.head;
  const head = await sealHead({ keys, seq, previous, entries: [...entries.values()], flags, deviceId, now });
  return { state: { ...state, seq, head: { seq, head } }, put, removed };
}

/** The record as the server will hold it; what it counts itself (times) comes right with the next pull. */
function recordOf(change: PutChange, before: SealedRecord | undefined, scopeId: string, now: number): SealedRecord {
  const { op: _, searchTokens: __, ...content } = change;
  const since = { createdAt: before?.createdAt ?? now, lastUsedAt: before?.lastUsedAt ?? null };
  return { ...content, ...since, scopeId, updatedAt: now, isOwner: true, permission: "write" };
}
