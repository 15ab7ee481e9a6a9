/** What reconciling was tried for: a failure is tried again when something has changed, or after a pause that grows. */
import { mayPass, pauseAfter } from "../failures.ts";

const LONGEST_PAUSE_MS = 300_000;
/** Of what does not pass by itself: it may be put right where nothing here tells of it. Each attempt draws a key, which is a save. */
const LONGEST_OF_LASTING_MS = 3_600_000;

export class ReconcileAttempts {
  #tried: ReadonlySet<string> = new Set();
  /** When all of it is tried again. */
  #againAt = Number.POSITIVE_INFINITY;
  /** In a row. */
  #failed = 0;

  /**
   * After a pull.
   * @param due - names for what has to be reconciled, which change with it
   * @returns whether there is something that was not tried; all of it counts as tried from now on
   */
  begins(due: readonly string[], now: number): boolean {
    if (due.length === 0) this.#failed = 0;
    if (now >= this.#againAt) [this.#tried, this.#againAt] = [new Set(), Number.POSITIVE_INFINITY];
    const isNew = due.some((name) => !this.#tried.has(name));
    this.#tried = new Set(due);
    return isNew;
  }

  /** @param due - as it is after the work: what is not due any more is tried when it is due again. What came due meanwhile is not known to the work, and is left to the pull that has seen it. */
  done(due: readonly string[]): void {
    const now = new Set(due);
    this.#tried = new Set([...this.#tried].filter((name) => now.has(name)));
    this.#failed = 0;
  }

  /** A pull is part of what is tried: tried again by each, it would never end. @param errors - of one attempt */
  failed(errors: readonly unknown[], now: number): void {
    const longest = errors.some(mayPass) ? LONGEST_PAUSE_MS : LONGEST_OF_LASTING_MS;
    this.#againAt = now + pauseAfter(this.#failed++, longest);
  }

  clear(): void {
    [this.#tried, this.#againAt, this.#failed] = [new Set(), Number.POSITIVE_INFINITY, 0];
  }
}
