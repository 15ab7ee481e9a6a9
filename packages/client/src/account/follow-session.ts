/** What is open of a vault goes with the keys of its session; what a list begins with is read and opened before everyone is told of it. */

import type { ShownContents } from "../vault/shown-contents.ts";
import type { Sessions } from "./session.ts";

interface Open {
  /** Closes every scope. */
  readonly close: () => void;
  readonly shown: ShownContents;
}

/** @param begin - called for a new session */
export function followSession(sessions: Sessions, { close, shown }: Open, begin: () => Promise<void>): void {
  const forget = (): void => {
    close();
    shown.forget();
  };
  sessions.ahead = { expected: (...of) => shown.readAhead(...of), opened: (keyring) => shown.foresee(keyring) };
  sessions.onKeys = () => {
    forget();
    begin().catch(() => undefined); // thrown to the caller that asks for the result
  };
  sessions.onChange((_, reason) => {
    if (reason === "updated" || reason === "signed-in") return;
    if (reason !== "resumed" && reason !== "unlocked") return forget();
    close();
    shown.forgetAllBut(sessions.keyring);
  });
}
