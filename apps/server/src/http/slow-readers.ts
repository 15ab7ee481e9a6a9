/**
 * Readers of long replies who hold a place for which others wait. A reply that is larger than what is kept for its reader is read from the database no faster than its
 * reader takes it: without an end to that, four of them would end all reading, for an hour each.
 */
import type { Readable } from "node:stream";
import { AppError } from "@coffer/contract/errors";

/** While no one waits, a reader may take as long as they like. */
const GRACE_MS = 60_000;
/**
 * Of JSON, before it is compressed: about as much as the slowest phone takes. Only a vault of more than sixty megabytes is still being read after a minute by anyone, so no one
 * else is asked to be fast.
 */
const BYTES_A_MINUTE = 8 * 1_048_576;
const LOOK_MS = 1_000;

interface Holder {
  readonly since: number;
  readonly pieces: Readable;
  bytes: number;
}

export interface SlowReaders {
  /** A reply has its places from here on. */
  hold(pieces: Readable): { read(bytes: number): void; leave(): void };
  /** Waits for a place; meanwhile, who is slow and has had one long enough is cut off, the slowest first. */
  wait<T>(place: Promise<T>): Promise<T>;
}

/** @param graceMs - shorter in tests */
export function createSlowReaders(graceMs = GRACE_MS, now: () => number = () => performance.now()): SlowReaders {
  const holders = new Set<Holder>();
  const speedOf = ({ since, bytes }: Holder): number => bytes / (now() - since);
  const isSlow = (holder: Holder): boolean => now() - holder.since >= graceMs && speedOf(holder) * 60_000 < BYTES_A_MINUTE;
  const cutOff = (): void => {
    const [slowest] = [...holders].filter(isSlow).sort((one, other) => speedOf(one) - speedOf(other));
    slowest?.pieces.destroy(new AppError("too_slow"));
  };
  return {
    hold: (pieces) => {
      const holder: Holder = { since: now(), pieces, bytes: 0 };
      holders.add(holder);
      return {
        read: (bytes) => {
          holder.bytes += bytes;
        },
        leave: () => void holders.delete(holder),
      };
    },
    wait: async (place) => {
      const looking = setInterval(cutOff, Math.min(LOOK_MS, graceMs));
      try {
        return await place;
      } finally {
        clearInterval(looking);
      }
    },
  };
}
