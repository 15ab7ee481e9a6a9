/** Jobs of every hour: one of several processes does each, the first one in that hour. Some of them look whether the work of a night is due. */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import type { HourlyQueue } from "./jobs.ts";

export const HOUR_MS = 3_600_000;

/** By the clock of this machine: when few are at work. */
const NIGHT_HOURS: readonly number[] = [2, 3, 4];
/** Not twice in one night. */
const APART_MS = 12 * HOUR_MS;
/** A machine that is off at night does its work at whatever hour. */
const LATE_MS = 26 * HOUR_MS;

/** Of the work of a night. @param last - when it was begun last, or else since when it can be done; in milliseconds since 1970 */
export function isDue(last: number, now: Date): boolean {
  const age = now.getTime() - last;
  // Begun in what is now the future: the clock went back (clock.ts), by a year perhaps.
  return age < -HOUR_MS || age > LATE_MS || (age > APART_MS && NIGHT_HOURS.includes(now.getHours()));
}

/** @returns what stops it */
export async function workHourly(
  { jobs, log }: Pick<Deps, "jobs" | "log">,
  queue: HourlyQueue,
  run: () => Promise<void>,
  /** In every process, before one of all may run. */
  before: () => Promise<void> = async () => undefined,
): Promise<() => void> {
  const begin = async (): Promise<void> => {
    await before();
    await jobs.sendHourly(queue).catch((error: unknown) => log.error(`${queue}.not-queued`, errorFields(error)));
    jobs.wake(queue);
  };
  await jobs.work(queue, run);
  await begin();
  const timer = setInterval(() => void begin(), HOUR_MS);
  return () => clearInterval(timer);
}
