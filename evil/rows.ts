/** All rows, by where the lie is told or the theft is tried. */
import type { Row } from "./row.ts";
import { PROFILES } from "./rows/profiles.ts";
import { HEADS, LISTS, RECORDS } from "./rows/pull.ts";
import { RECOVERY } from "./rows/recovery.ts";
import { SIGN_IN } from "./rows/sign-in.ts";

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "signing in": SIGN_IN,
  "reading records": RECORDS,
  "reading lists": LISTS,
  "reading heads": HEADS,
  recovering: RECOVERY,
  "switching profiles": PROFILES,
};
