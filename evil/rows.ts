/** All rows, by where the lie is told. */
import type { Row, Waiting } from "./row.ts";
import { HEADS, LISTS, RECORDS } from "./rows/pull.ts";
import { SIGN_IN } from "./rows/sign-in.ts";

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "signing in": SIGN_IN,
  "reading records": RECORDS,
  "reading lists": LISTS,
  "reading heads": HEADS,
};

/** Rows of attacks.md that wait. */
export const WAITING: readonly Waiting[] = [
  { attack: "1, 4", about: "a key of the server's own is slipped in when a person joins a team", waitsFor: "teams" },
  { attack: "2", about: "new recipients appear while keys are renewed", waitsFor: "sharing" },
];
