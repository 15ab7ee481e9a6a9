import type { Area } from "../kept.ts";

/** A storage area as browsers have it. */
export function anArea(kept: Map<string, unknown>): Area {
  return {
    get: async (name) => (kept.has(name) ? { [name]: kept.get(name) } : {}),
    set: async (values) => {
      for (const [name, value] of Object.entries(values)) kept.set(name, value);
    },
    remove: async (names) => {
      for (const name of [names].flat()) kept.delete(name);
    },
    clear: async () => kept.clear(),
  };
}
