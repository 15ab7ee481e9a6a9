/** The state of a scope after a write: its records, and the sealed and signed head that lists them. Makes no calls and stores nothing. */
import { AppError } from "@coffer/contract/errors";
import type { Change, PlaceChange, PutChange, TrashChange } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import { isBoundId } from "@coffer/crypto";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord, StoredScope } from "../types.ts";
import { type Epochs, type SealedHead, sealHead } from "./head.ts";
import type { Digests } from "./head-entries.ts";
import { loadSharedRules } from "./load-shared-rules.ts";
import type { Changed, RecordTable } from "./record-table.ts";
import { withHead } from "./snapshot.ts";
import { hashTrust } from "./wrapped-trust.ts";

/** What a head contains in addition to the list of records. */
export interface HeadContents {
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  readonly epochs: Epochs;
  /** See Head. */
  readonly trust: string | null;
}

export interface StateChange extends HeadContents {
  readonly keys: ScopeKeys;
  /** The state before the write. */
  readonly state: StoredScope;
  readonly table: RecordTable;
  /** 16 bytes. */
  readonly deviceId: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** See ScopeDeps. */
  readonly keyWaits?: boolean;
}

export interface NextState {
  readonly state: StoredScope;
  readonly sealed: SealedHead;
  readonly changed: Changed;
  readonly digests: Digests;
}

/** @throws AppError not_found when a changed record does not exist, or a purged one is not in the trash. */
export function nextState({ changes, ...change }: StateChange & { readonly changes: readonly Change[] }): Promise<NextState> {
  const { keys, state, table, now } = change;
  const around = { scopeId: keys.scopeId, isShared: keys.rights.kind !== "personal", now, seq: state.seq + 1 };
  return stateWith(change, new Map(changes.map((one) => [one.id, after(one, table, around)])));
}

/** @param changed - what is under each changed id afterwards. */
export async function stateWith(
  { keys, state, table, deviceId, now, keyWaits, ...contents }: StateChange,
  changed: Changed,
): Promise<NextState> {
  const seq = state.seq + 1;
  const digests = await table.digestsWith(changed);
  // The first signed head starts generation 1; only a repair starts a later one.
  const generation = Math.max(state.head.generation, 1);
  const previous = state.head.head;
  const count = table.countWith(changed);
  const own = await nextStatement(keys, state, table, changed, generation);
  const trust = own === null ? contents.trust : await hashTrust(own);
  const head = await sealHead({ keys, generation, seq, previous, digests, count, ...contents, trust, deviceId, now });
  const sealed = { ...head, ...(keyWaits && { keyWaits: true as const }) };
  const after = await withHead(state, { seq, generation, ...sealed });
  if (own === null) return { state: after, sealed, changed, digests };
  return { state: { ...after, trust: own }, sealed: { ...sealed, own }, changed, digests };
}

/** What the owner of a shared scope has to sign again; null for nothing. */
async function nextStatement(keys: ScopeKeys, { trust }: StoredScope, table: RecordTable, changed: Changed, generation: number) {
  if (keys.rights.kind === "personal" || !keys.rights.isOwner) return null;
  const { nextOwn, recordsAfter } = await loadSharedRules();
  return nextOwn(keys, { before: trust ?? null, generation, records: recordsAfter(table, changed) });
}

interface Around {
  readonly scopeId: string;
  readonly isShared: boolean;
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

/** The record as the server will store it; times that the server sets are corrected by the next pull. */
function putOver(change: PutChange, before: KnownRecord | undefined, { scopeId, isShared, now, seq }: Around): KnownRecord {
  const { op: _, ...content } = change;
  const since = { createdAt: before?.createdAt ?? now, lastUsedAt: before?.lastUsedAt ?? null };
  const maker = isShared ? { makerId: content.makerId ?? before?.makerId ?? null } : {};
  const provenMaker = isBoundId(content.id) ? (before?.provenMaker ?? content.makerId ?? undefined) : before?.provenMaker;
  return {
    ...content,
    ...maker,
    ...(isShared && provenMaker !== undefined && { provenMaker }),
    ...since,
    scopeId,
    updatedAt: now,
    trashedAt: null,
    learned: seq,
  };
}

/** The save stays; its place changes, or whether it is in the trash. */
function moved(change: PlaceChange | TrashChange, before: KnownRecord | undefined, { seq }: Around): KnownRecord {
  if (!before) throw new AppError("not_found");
  const place = change.op === "place" ? columnsOf(change) : { trashedAt: change.trashedAt };
  return { ...before, ...place, learned: seq };
}

/** Whether these records include a change. */
export function isDone(change: Change, { live, trashed }: RecordTable): boolean {
  const record = live.get(change.id);
  if (change.op === "put") return record?.saveId === change.saveId;
  if (change.op === "trash") return trashed.has(change.id);
  if (change.op === "purge") return !record && !trashed.has(change.id);
  return record !== undefined && JSON.stringify(columnsOf(record)) === JSON.stringify(columnsOf(change));
}
