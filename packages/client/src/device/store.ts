/** Stores in memory: for tests, and for a private window that allows no other. */
import type { KeyStore, KnownRecord, RecordStore, StoredScope } from "../types.ts";

/** Slots with this prefix outlive a session. */
export const DEVICE_PREFIX = "device:";

export function memoryKeyStore(): KeyStore {
  const slots = new Map<string, Uint8Array>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    get: async (slot) => slots.get(slot) ?? null,
    set: async (slot, value) => void slots.set(slot, value.slice()),
    remove: async (slot) => void slots.delete(slot),
    clear: async () => {
      for (const slot of slots.keys()) if (!slot.startsWith(DEVICE_PREFIX)) slots.delete(slot);
    },
    alone(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined); // the caller gets the error
      return turn;
    },
  };
}

export function memoryRecordStore(): RecordStore {
  const scopes = new Map<string, { state: StoredScope; records: Map<string, KnownRecord> }>();
  const overviews = new Map<string, readonly string[]>();
  return {
    read: async (scopeId) => {
      const scope = scopes.get(scopeId);
      return scope ? { state: scope.state, records: [...scope.records.values()] } : null;
    },
    write: async (scopeId, state, put, remove) => {
      const records = scopes.get(scopeId)?.records ?? new Map<string, KnownRecord>();
      for (const id of remove) records.delete(id);
      for (const record of put) records.set(record.id, record);
      scopes.set(scopeId, { state, records });
    },
    readOverviews: async (scopeId) => overviews.get(scopeId) ?? [],
    writeOverviews: async (scopeId, pieces) => void overviews.set(scopeId, pieces),
    forget: async (scopeId) => {
      scopes.delete(scopeId);
      overviews.delete(scopeId);
    },
    clear: async () => {
      scopes.clear();
      overviews.clear();
    },
  };
}
