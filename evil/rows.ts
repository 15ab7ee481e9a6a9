/** All rows, by where the lie is told. */
import type { Row } from "./row.ts";
import { HEADS, LISTS, RECORDS } from "./rows/pull.ts";
import { SIGN_IN } from "./rows/sign-in.ts";

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "signing in": SIGN_IN,
  "reading records": RECORDS,
  "reading lists": LISTS,
  "reading heads": HEADS,
};
