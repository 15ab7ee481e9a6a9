/** Writes to a team's log when another device may be faster, and what is not tried again. */
import { isRefusal } from "@coffer/contract/errors";
import { isNoAnswer } from "../failures.ts";

/** If another device was faster, its entries are read first. */
const ATTEMPTS = 4;

/** @param work - reads the log and writes on top of it */
export async function againIfStale<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error, "stale_head") || attempt === ATTEMPTS) throw error;
    }
  }
}

/** For what may fail in any other way. */
export function throwIfNoAnswer(error: unknown): void {
  if (isNoAnswer(error)) throw error;
}
