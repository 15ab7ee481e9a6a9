/** Points in time as the settings show them, in the viewer's zone (decision N-30). */
import { shortDateTime } from "@coffer/core/text";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long ago, while that says more than the date. */
export function relativeTime(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE_MS) return "just now";
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  if (ago < 24 * HOUR_MS) return `${Math.floor(ago / HOUR_MS)} h ago`;
  return shortDateTime(at);
}
