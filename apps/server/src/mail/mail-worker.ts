/** Sends the emails of the outbox from this process: each when its job comes, and at intervals all that wait without one. */
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { deliverDue, deliverEmail } from "./outbox.ts";
import { openTransport } from "./transports.ts";

/**
 * Emails may be due without a job: those of an earlier version of the server, those that waited in the folder for a mail server, and those whose job was
 * lost. They are looked for at the start and then every hour.
 */
const SWEEP_EVERY_MS = 3_600_000;

/** @returns what stops it; no job begins after that is called */
export async function startMailWorker(deps: Deps): Promise<() => Promise<void>> {
  const transport = openTransport(deps.config);
  const sweep = async (): Promise<void> => {
    await bypassRls("server", () => deliverDue(deps, transport)).catch((error: unknown) =>
      deps.log.error("mail.sweep-failed", errorFields(error)),
    );
  };
  await deps.jobs.work("mail", (id) => deliverEmail(deps, transport, id));
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await transport.close();
    await sweeping;
  };
}
