/** Reads what this device has stored of a scope, also in the format of an earlier version. */
import type { HeadText } from "@coffer/contract/vault";
import { toHex } from "@coffer/crypto";
import type { KnownRecord, RecordStore, StoredScope } from "../types.ts";
import { hashHead } from "./head.ts";

export interface Stored {
  readonly state: StoredScope;
  readonly records: readonly KnownRecord[];
  /** Stored before heads covered the trash and the places: it is shown, and the next pull asks for everything. */
  readonly isPartial: boolean;
}

/** Version 1 stored no generation, no signature and no trash. */
interface FirstState {
  readonly head: { readonly seq: number; readonly head: string } & Partial<HeadText>;
  readonly hashes?: readonly string[];
}

/** @returns null if nothing is stored. */
export async function readStored(store: RecordStore, scopeId: string): Promise<Stored | null> {
  const kept = await store.read(scopeId);
  if (!kept) return null;
  const { head, hashes }: FirstState = kept.state;
  if (hashes) return { ...kept, isPartial: false };
  const { seq, epoch } = kept.state;
  const text: HeadText = { seq: head.seq, head: head.head, generation: 0, signature: null };
  const state: StoredScope = { seq, epoch, head: text, hashes: [toHex(await hashHead(text.head))] };
  const records = kept.records.map((record) => ({ ...record, trashedAt: null, learned: 0 }));
  return { state, records, isPartial: true };
}
