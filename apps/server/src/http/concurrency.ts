/** Limits costly work: so many at a time for each key, the others in the order they came. */
import { LaterError } from "./refusals.ts";

/** A caller who waits longer is told so. */
const WAIT_MS = 30_000;
const AGAIN_SECONDS = 5;

export interface ConcurrencyLimiter {
  /** @returns a function that frees the slot; may be called twice. @throws LaterError overloaded when none was free in time */
  acquire(key: string): Promise<() => void>;
  /** How many wait, of all keys. */
  waiting(): number;
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
          reject(new LaterError("overloaded", AGAIN_SECONDS));
        }, waitMs);
        line.waiting.add(next);
      });
    },
    waiting: () => [...lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  };
}

/** For work that is short, and that everyone needs: who comes when too many wait is refused at once, because the answer would come after they have gone. */
export interface Gate {
  /** @throws LaterError overloaded */
  enter<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

export function createGate(places: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const enter: Gate["enter"] = async (work) => {
    if (inside >= places) {
      if (waiting.length >= maxWaiting) throw new LaterError("overloaded", AGAIN_SECONDS);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else inside++;
    try {
      return await work();
    } finally {
      // The place is handed over without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
  return { enter, waiting: () => waiting.length };
}
