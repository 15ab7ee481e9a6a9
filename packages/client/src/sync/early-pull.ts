/** A pull that is begun before somebody asks for it: a sign-in needs one in any case, and the page that shows it draws itself meanwhile. */

/** It is asked for within this, or it is no longer news. */
const NEWS_MS = 5_000;

export class EarlyPull {
  #begun: { readonly pull: Promise<void>; readonly until: number } | null = null;

  /** @param now - milliseconds since 1970. */
  begin(pull: Promise<void>, now: number): void {
    pull.catch(() => undefined); // said to whoever takes it
    this.#begun = { pull, until: now + NEWS_MS };
  }

  /** @returns null when there is none, it was taken already, or it is too old. */
  take(now: number): Promise<void> | null {
    const begun = this.#begun;
    this.#begun = null;
    return begun && now < begun.until ? begun.pull : null;
  }
}
