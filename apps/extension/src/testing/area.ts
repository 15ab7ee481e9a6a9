import type { DeviceValues } from "../device-values.ts";
import type { Area, Areas } from "../storage-keys.ts";

/** A storage area as browsers have it. */
export function anArea(kept: Map<string, unknown>): Area {
  return {
    get: async (name) => Object.fromEntries([...kept].filter(([one]) => name === undefined || one === name)),
    set: async (values) => {
      for (const [name, value] of Object.entries(values)) kept.set(name, value);
    },
    remove: async (names) => {
      for (const name of [names].flat()) kept.delete(name);
    },
    clear: async () => kept.clear(),
  };
}

/** Both, and one work after the other as browsers have it. */
export function someAreas(local: Map<string, unknown>, session: Map<string, unknown>): Areas {
  let last: Promise<unknown> = Promise.resolve();
  return {
    local: anArea(local),
    session: anArea(session),
    alone(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const wrappingKey = crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);

/** What is written to the disk, in memory. */
export function someValues(kept = new Map<string, Uint8Array>()): DeviceValues {
  return {
    get: async (slot) => kept.get(slot) ?? null,
    change: async (slot, value) => void (value ? kept.set(slot, value) : kept.delete(slot)),
    wrappingKey: () => wrappingKey,
  };
}
