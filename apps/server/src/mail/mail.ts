/** What handlers need of mail: to say that an email was queued. Lies below them and below the mail worker, which listens. */

/** Tells whoever delivers that there is something. */
export interface Mail {
  queued(): void;
  /** The one listener of this process. */
  onQueued(listener: () => void): void;
}

export function createMail(): Mail {
  let listener = (): void => {};
  return {
    queued: () => listener(),
    onQueued: (next) => {
      listener = next;
    },
  };
}
