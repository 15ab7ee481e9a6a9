/** How long a deleted item will still be kept; the server purges it after that. */

import { DAY_MS, DELETED_KEPT_DAYS } from "@coffer/core/constants";
import { plural } from "@coffer/core/text";

/** Whole days until an item is purged, rounded up; at least 0. Both times in milliseconds since 1970. */
export const daysLeft = (deletedAt: number, now: number): number =>
  Math.min(DELETED_KEPT_DAYS, Math.max(0, Math.ceil((deletedAt + DELETED_KEPT_DAYS * DAY_MS - now) / DAY_MS)));

/** "Deleted for good in 3 days". */
export function purgeText(deletedAt: number, now: number): string {
  const days = daysLeft(deletedAt, now);
  if (days === 0) return "Deleted for good today";
  return `Deleted for good in ${plural(days, "day")}`;
}
