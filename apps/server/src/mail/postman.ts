/** Delivers the outbox in this process: soon after a letter was posted, and now and then for what has to be tried again. */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { createCarrier } from "./carriers.ts";
import { deliver } from "./outbox.ts";

const EVERY_MS = 10_000;
/**
 * A letter waits this long at most for its first attempt, by chance: the transaction that posted it ends first, and what an answer that posted a letter
 * costs afterwards does not fall on the next one in a measurable way.
 */
const SOON_MS = 300;

/** Tells whoever delivers that there is something. */
export interface Mail {
  posted(): void;
  /** The one listener of this process. */
  onPosted(listener: () => void): void;
}

export function createMail(): Mail {
  let listener = (): void => {};
  return {
    posted: () => listener(),
    onPosted: (next) => {
      listener = next;
    },
  };
}

/** @returns what stops it, after the letter that is on its way */
export function startPostman(deps: Deps): () => Promise<void> {
  const carrier = createCarrier(deps.config);
  let round: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | null = null;
  let isStopped = false;

  const go = (): void => {
    soon = null;
    if (isStopped) return;
    round = round.then(async () => {
      if (isStopped) return;
      await deliver(deps, carrier).catch((error: unknown) => deps.log.error("mail.round-failed", errorFields(error)));
    });
  };
  const timer = setInterval(go, EVERY_MS);
  timer.unref();
  deps.mail.onPosted(() => {
    soon ??= setTimeout(go, 20 + Math.random() * SOON_MS);
  });
  return async () => {
    isStopped = true;
    clearInterval(timer);
    if (soon) clearTimeout(soon);
    await round;
    carrier.close();
  };
}
