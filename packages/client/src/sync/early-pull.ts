/** A pull that starts before it is asked for: a sign-in needs one anyway, and the page can draw itself in the meantime. */

/** Used within this time, or it is outdated. */
const NEWS_MS = 5_000;

export class EarlyPull {
  #begun: { readonly pull: Promise<void>; readonly until: number } | null = null;

  /** @param now - milliseconds since 1970. */
  begin(pull: Promise<void>, now: number): void {
    pull.catch(() => undefined); // the error goes to the caller that takes the result
    this.#begun = { pull, until: now + NEWS_MS };
  }

  /** @returns null when there is none, it was taken already, or it is too old. */
  take(now: number): Promise<void> | null {
    const begun = this.#begun;
    this.#begun = null;
    return begun && now < begun.until ? begun.pull : null;
  }
}
