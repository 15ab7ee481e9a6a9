/** What a scope is after a write: the records as they will be, and the head that lists them, sealed and signed. Nothing is sent or kept here. */
import { AppError } from "@coffer/contract/errors";
import type { Change, PlaceChange, PutChange, TrashChange } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord, StoredScope } from "../types.ts";
import { type Epochs, type SealedHead, sealHead } from "./head.ts";
import type { Digests } from "./head-entries.ts";
import type { Changed, RecordTable } from "./record-table.ts";
import { withHead } from "./snapshot.ts";

/** What a head says beside the records. */
export interface HeadContents {
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  readonly epochs: Epochs;
  /** See Head. */
  readonly trust: string | null;
}

export interface StateChange extends HeadContents {
  readonly keys: ScopeKeys;
  /** What the write begins from. */
  readonly state: StoredScope;
  readonly table: RecordTable;
  /** 16 bytes. */
  readonly deviceId: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface NextState {
  readonly state: StoredScope;
  readonly sealed: SealedHead;
  readonly changed: Changed;
  readonly digests: Digests;
}

/** @throws AppError not_found when a change is of a record that is not there, or not in the trash when it is purged. */
export function nextState({ changes, ...change }: StateChange & { readonly changes: readonly Change[] }): Promise<NextState> {
  const { keys, state, table, now } = change;
  const around = { scopeId: keys.scopeId, now, seq: state.seq + 1 };
  return stateWith(change, new Map(changes.map((one) => [one.id, after(one, table, around)])));
}

/** @param changed - what is under each changed id afterwards. */
export async function stateWith({ keys, state, table, deviceId, now, ...says }: StateChange, changed: Changed): Promise<NextState> {
  const seq = state.seq + 1;
  const digests = await table.digestsWith(changed);
  // The first signed head begins generation 1; a history begun anew is written by a repair alone.
  const generation = Math.max(state.head.generation, 1);
  const previous = state.head.head;
  const count = table.countWith(changed);
  const sealed = await sealHead({ keys, generation, seq, previous, digests, count, ...says, deviceId, now });
  return { state: await withHead(state, { seq, generation, ...sealed }), sealed, changed, digests };
}

interface Around {
  readonly scopeId: string;
  readonly now: number;
  readonly seq: number;
}

function after(change: Change, table: RecordTable, around: Around): KnownRecord | null {
  if (change.op === "purge") {
    if (!table.trashed.has(change.id)) throw new AppError("not_found");
    return null;
  }
  if (change.op === "put") return putOver(change, table.live.get(change.id) ?? table.trashed.get(change.id), around);
  return moved(change, table.live.get(change.id), around);
}

/** The record as the server will hold it; what it counts itself (times) comes right with the next pull. */
function putOver(change: PutChange, before: KnownRecord | undefined, { scopeId, now, seq }: Around): KnownRecord {
  const { op: _, ...content } = change;
  const since = { createdAt: before?.createdAt ?? now, lastUsedAt: before?.lastUsedAt ?? null };
  return { ...content, ...since, scopeId, updatedAt: now, trashedAt: null, learned: seq };
}

/** Its save stays; its place, or whether it is in the trash, changes. */
function moved(change: PlaceChange | TrashChange, before: KnownRecord | undefined, { seq }: Around): KnownRecord {
  if (!before) throw new AppError("not_found");
  const place = change.op === "place" ? columnsOf(change) : { trashedAt: change.trashedAt };
  return { ...before, ...place, learned: seq };
}

/** Whether a change has been made to these records. */
export function isDone(change: Change, { live, trashed }: RecordTable): boolean {
  const record = live.get(change.id);
  if (change.op === "put") return record?.saveId === change.saveId;
  if (change.op === "trash") return trashed.has(change.id);
  if (change.op === "purge") return !record && !trashed.has(change.id);
  return record !== undefined && JSON.stringify(columnsOf(record)) === JSON.stringify(columnsOf(change));
}
