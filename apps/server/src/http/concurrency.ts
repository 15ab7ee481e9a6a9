/** Limits costly work: so many at a time for each key, the others in the order they came. */
import { LaterError } from "./refusals.ts";

/** A caller who waits longer is told so. */
const WAIT_MS = 30_000;
const AGAIN_SECONDS = 5;

export interface ConcurrencyLimiter {
  /** @returns a function that frees the slot; may be called twice. @throws LaterError unavailable when none was free in time */
  acquire(key: string): Promise<() => void>;
}

interface Line {
  taken: number;
  readonly waiting: Set<() => void>;
}

export function createConcurrencyLimiter(places: number, waitMs = WAIT_MS): ConcurrencyLimiter {
  const lines = new Map<string, Line>();
  const begin = (key: string, line: Line): (() => void) => {
    line.taken++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.taken--;
      const [next] = line.waiting;
      if (next) next();
      else if (line.taken === 0) lines.delete(key);
    };
  };
  return {
    acquire: async (key) => {
      const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.taken < places) return begin(key, line);
      return new Promise((resolve, reject) => {
        const next = (): void => {
          line.waiting.delete(next);
          clearTimeout(late);
          resolve(begin(key, line));
        };
        const late = setTimeout(() => {
          line.waiting.delete(next);
          reject(new LaterError("unavailable", AGAIN_SECONDS));
        }, waitMs);
        line.waiting.add(next);
      });
    },
  };
}
