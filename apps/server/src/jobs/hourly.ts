/** The job of every hour: one of several processes does it, the first one in that hour. */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import type { HourlyQueue } from "./jobs.ts";

export const HOUR_MS = 3_600_000;

/** @returns what stops it */
export async function workHourly(
  { jobs, log }: Pick<Deps, "jobs" | "log">,
  queue: HourlyQueue,
  run: () => Promise<void>,
): Promise<() => void> {
  const begin = async (): Promise<void> => {
    await jobs.sendHourly(queue).catch((error: unknown) => log.error(`${queue}.not-queued`, errorFields(error)));
    jobs.wake(queue);
  };
  await jobs.work(queue, run);
  await begin();
  const timer = setInterval(() => void begin(), HOUR_MS);
  return () => clearInterval(timer);
}
