/** Removes what has outlived its use: import files after a day, ended counters. Once at the start and then every hour. */
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { purgeImports } from "../transfer/imports.ts";

const EVERY_MS = 3_600_000;

export async function purge({ db, limits, now, log }: Deps): Promise<void> {
  try {
    await purgeImports(db, now());
    await limits.purge();
  } catch (error) {
    log.error("purge.failed", errorFields(error));
  }
}

/** @returns what stops it */
export function purgeHourly(deps: Deps): () => void {
  void purge(deps); // reports its own failures
  const timer = setInterval(() => void purge(deps), EVERY_MS);
  return () => clearInterval(timer);
}
