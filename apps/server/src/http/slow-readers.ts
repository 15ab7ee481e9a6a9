/**
 * Readers of long replies who hold a place for which others wait. A reply that is larger than what is kept for its reader is read from the database no faster than its
 * reader takes it: without an end to that, four of them would end all reading, for an hour each.
 */
import { AppError } from "@coffer/contract/errors";

/** While no one waits, a reader may take as long as they like. */
const GRACE_MS = 60_000;
/**
 * As it is sent: 280 kbit/s, which the slowest phone takes. Only a vault of more than sixty megabytes is still being read after a minute by anyone, so no one else is asked to
 * be fast.
 */
const BYTES_A_MINUTE = 2 * 1_048_576;
const LOOK_MS = 1_000;

/** A reply that is sent. */
interface Pieces {
  /** How much its reader has taken: what is kept for them (http/streamed-reply.ts) would make anyone look fast. */
  readonly taken: () => number;
  destroy(error: Error): unknown;
}

interface Holder {
  readonly since: number;
  readonly pieces: Pieces;
  readonly who: string;
  /** What was taken at some times: a little more than a minute of them. */
  readonly seen: { readonly at: number; readonly taken: number }[];
}

export interface SlowReaders {
  /** A reply of an account has its places from here on. @returns what says that it has them no more */
  hold(pieces: Pieces, who: string): () => void;
  /**
   * Waits for a place; meanwhile, who is slow and has had one long enough is cut off, the slowest first.
   * @param who - whose place: no one else's reply would make room; null: anyone's
   */
  wait<T>(place: Promise<T>, who: string | null): Promise<T>;
}

/** @param graceMs - shorter in tests */
export function createSlowReaders(graceMs = GRACE_MS, now: () => number = () => performance.now()): SlowReaders {
  const holders = new Set<Holder>();
  const lookMs = Math.min(LOOK_MS, graceMs / 10);
  const look = ({ pieces, seen }: Holder): void => {
    seen.push({ at: now(), taken: pieces.taken() });
    while (seen[1] !== undefined && now() - seen[1].at >= graceMs) seen.shift();
  };
  /** Bytes in a millisecond, of late: who was fast at first may have stopped. */
  const speedOf = ({ pieces, seen: [first] }: Holder): number => (first ? (pieces.taken() - first.taken) / (now() - first.at) : 0);
  const isSlow = (holder: Holder): boolean => now() - holder.since >= graceMs && speedOf(holder) * 60_000 < BYTES_A_MINUTE;
  const cutOff = (who: string | null): void => {
    const slow = [...holders].filter((holder) => (who === null || holder.who === who) && isSlow(holder));
    const [slowest] = slow.sort((one, other) => speedOf(one) - speedOf(other));
    slowest?.pieces.destroy(new AppError("too_slow"));
  };
  return {
    hold: (pieces, who) => {
      const holder: Holder = { since: now(), pieces, who, seen: [{ at: now(), taken: pieces.taken() }] };
      holders.add(holder);
      const looking = setInterval(look, lookMs, holder).unref();
      return () => {
        clearInterval(looking);
        holders.delete(holder);
      };
    },
    wait: async (place, who) => {
      const looking = setInterval(cutOff, lookMs, who);
      try {
        return await place;
      } finally {
        clearInterval(looking);
      }
    },
  };
}
