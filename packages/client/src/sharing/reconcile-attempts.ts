/** What reconciling was tried for: a failure is tried again only when something has changed, or after a while. */
import { mayPass } from "../failures.ts";

/** A pull is part of what is tried: tried again by each, it would never end. */
const AGAIN_AFTER_MS = 30_000;

export class ReconcileAttempts {
  #tried: ReadonlySet<string> = new Set();
  /** When all of it is tried again; never, unless the failure is one that passes. */
  #againAt = Number.POSITIVE_INFINITY;

  /**
   * After a pull.
   * @param due - names for what has to be reconciled, which change with it
   * @returns whether there is something that was not tried; all of it counts as tried from now on
   */
  begins(due: readonly string[], now: number): boolean {
    if (now >= this.#againAt) this.clear();
    const isNew = due.some((name) => !this.#tried.has(name));
    this.#tried = new Set(due);
    return isNew;
  }

  /** @param due - as it is after the work: what is not due any more is tried when it is due again. What came due meanwhile is not known to the work, and is left to the pull that has seen it. */
  done(due: readonly string[]): void {
    const now = new Set(due);
    this.#tried = new Set([...this.#tried].filter((name) => now.has(name)));
  }

  failed(error: unknown, now: number): void {
    if (mayPass(error)) this.#againAt = now + AGAIN_AFTER_MS;
  }

  clear(): void {
    this.#tried = new Set();
    this.#againAt = Number.POSITIVE_INFINITY;
  }
}
