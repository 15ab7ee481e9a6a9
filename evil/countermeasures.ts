/**
 * Every countermeasure that can be taken out to see whether an attack notices: the line that is the defence, and what stands there without it.
 * `npm run evil -- --without NAME` runs the suite so, `npm run evil -- --necessity` all of them in turn.
 */

export interface Countermeasure {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly code: string;
  readonly without: string;
  /** The groups of rows that are to notice, as they are named in rows.ts. */
  readonly noticedBy: string;
}

export const COUNTERMEASURES: Readonly<Record<string, Countermeasure>> = {
  "kdf-allow-list": {
    file: "packages/client/src/account/sign-in.ts",
    code: "kdfId !== KDF_ID || (pin",
    without: "false || (pin",
    noticedBy: "signing in",
  },
};
