/** A row of the evil suite: one lie or theft, and its required outcome. */
import type { Stage } from "./evil-server.ts";

export interface Row {
  /** The row of attacks.md, or the finding, that it replays. */
  readonly attack: string;
  /** What the server, or the thief, does. Names the test. */
  readonly does: string;
  /** What the client, or the honest server, does then. */
  readonly answer: string;
  /** Nothing of Ann's is changed, so that the next such row finds the same person. */
  readonly onlyReads?: true;
  /** `npm test` replays it too, as it does the first of each class. */
  readonly isDaily?: true;
  readonly run: (stage: Stage) => Promise<void>;
}

/** A row of attacks.md that has no row here. */
export interface PendingAttack {
  readonly attack: string;
  readonly about: string;
  /** From the root of the repository; null where nothing tries it. */
  readonly triedBy: string | null;
}
