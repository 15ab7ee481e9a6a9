/** A device's storage that can be copied: each sequence of calls begins with the same devices. */
import { memoryKeyStore, memoryRecordStore } from "../../../packages/client/src/index.ts";
import type { KeyStore, KnownRecord, RecordStore, StoredScope } from "../../../packages/client/src/types.ts";

export interface Stores {
  readonly keys: KeyStore;
  readonly records: RecordStore;
  /** The same contents, apart from these. */
  readonly copy: () => Promise<Stores>;
}

export function savedStores(slots = new Set<string>(), scopes = new Set<string>()): Stores {
  const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
  const noted: KeyStore = {
    ...keys,
    set: (slot, value) => {
      slots.add(slot);
      return keys.set(slot, value);
    },
  };
  const write = (scopeId: string, state: StoredScope, put: readonly KnownRecord[], remove: readonly string[]): Promise<void> => {
    scopes.add(scopeId);
    return records.write(scopeId, state, put, remove);
  };
  const copy = async (): Promise<Stores> => {
    const into = savedStores();
    for (const slot of slots) {
      const value = await keys.get(slot);
      if (value) await into.keys.set(slot, value);
    }
    for (const scope of scopes) {
      const known = await records.read(scope);
      if (known) await into.records.write(scope, known.state, known.records, []);
    }
    return into;
  };
  return { keys: noted, records: { ...records, write }, copy };
}
