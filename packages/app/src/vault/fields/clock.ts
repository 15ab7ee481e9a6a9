/** What is said when this device's clock is wrong: the sites a one-time code is for refuse it then. */

import { plural } from "@coffer/core/text";

/** Sites accept a code of the period before and after; a clock that is further off than this fails now and then. */
const TOLERATED_MS = 20_000;

/** @param offset in milliseconds. @returns the sentence to show; null when the clock is right enough. */
export function clockWarning(offset: number): string | null {
  if (Math.abs(offset) <= TOLERATED_MS) return null;
  const seconds = Math.round(Math.abs(offset) / 1_000);
  const much =
    seconds < 120
      ? plural(seconds, "second")
      : seconds < 7_200
        ? plural(Math.round(seconds / 60), "minute")
        : plural(Math.round(seconds / 3_600), "hour");
  return offset > 0
    ? `The clock of this device is about ${much} fast. Sites may refuse this code.`
    : `The clock of this device is about ${much} slow. Sites may refuse this code.`;
}
