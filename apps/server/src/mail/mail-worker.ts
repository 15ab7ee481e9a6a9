/** Delivers the outbox in this process: soon after an email was queued, and now and then for what has to be tried again. */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { deliver } from "./outbox.ts";
import { openTransport } from "./transports.ts";

const EVERY_MS = 10_000;
/**
 * An email waits this long at most for its first attempt, by chance: the transaction that queued it ends first, and what an answer that queued one
 * costs afterwards does not fall on the next one in a measurable way.
 */
const SOON_MS = 300;

/** @returns what stops it, after the email that is on its way */
export function startMailWorker(deps: Deps): () => Promise<void> {
  const transport = openTransport(deps.config);
  let round: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | null = null;
  let isStopped = false;

  const go = (): void => {
    soon = null;
    if (isStopped) return;
    round = round.then(async () => {
      if (isStopped) return;
      await deliver(deps, transport).catch((error: unknown) => deps.log.error("mail.round-failed", errorFields(error)));
    });
  };
  const timer = setInterval(go, EVERY_MS);
  timer.unref();
  deps.mail.onQueued(() => {
    soon ??= setTimeout(go, 20 + Math.random() * SOON_MS);
  });
  return async () => {
    isStopped = true;
    clearInterval(timer);
    if (soon) clearTimeout(soon);
    await round;
    transport.close();
  };
}
