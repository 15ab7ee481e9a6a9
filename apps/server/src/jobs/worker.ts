/** A loop that does jobs while there are any, and then looks again at intervals, or soon after it was woken. */

/**
 * A job that was queued here waits at most this long, at random: the transaction that queued it ends first, and the cost of an answer that queued one
 * does not affect the next answer in a measurable way.
 */
const SOON_MS = 300;
const AT_LEAST_MS = 20;
/** A job under way gets this long when the process ends. */
const STOP_WITHIN_MS = 3_000;

export interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

interface Work {
  /** Does a job. @returns whether there was one; never rejects */
  readonly next: () => Promise<boolean>;
  readonly pollMs: number;
}

export function startWorker({ next, pollMs }: Work): Worker {
  const sleep = createSleep(pollMs);
  let isStopped = false;
  let soon: NodeJS.Timeout | null = null;

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      sleep.allow();
      const wasThere = await next();
      if (!wasThere && !isStopped) await sleep.take();
    }
  };
  const ended = loop();
  const wakeNow = (): void => {
    soon = null;
    sleep.end();
  };
  return {
    wake: () => {
      if (!isStopped) soon ??= setTimeout(wakeNow, AT_LEAST_MS + Math.random() * (SOON_MS - AT_LEAST_MS));
    },
    stop: async () => {
      isStopped = true;
      if (soon) clearTimeout(soon);
      sleep.end();
      await within(STOP_WITHIN_MS, ended);
    },
  };
}

interface InterruptibleSleep {
  /** From here on an `end` prevents the next sleep, even when it comes before. */
  allow(): void;
  take(): Promise<void>;
  end(): void;
}

function createSleep(ms: number): InterruptibleSleep {
  let isOver = false;
  let resolveNow = (): void => {};
  return {
    allow: () => {
      isOver = false;
    },
    take: async () => {
      if (isOver) return;
      const early = new Promise<void>((resolve) => {
        resolveNow = resolve;
      });
      await within(ms, early);
    },
    end: () => {
      isOver = true;
      resolveNow();
    },
  };
}

/** Waits for `work`, but at most so long. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
