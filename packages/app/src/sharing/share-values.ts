/** What the dialog that shares is filled in with. */
import type { Level } from "./levels.ts";

export interface ShareValues {
  /** Team: the user's own. */
  readonly shareWith: "individual" | "team";
  readonly email: string;
  readonly permission: Level;
  /** Null for never. */
  readonly days: number | null;
  readonly ids: readonly string[];
}
