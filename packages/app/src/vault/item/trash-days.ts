/** How long deleted items are kept; the server purges them after that. */

export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;

/** Whole days until an item is purged, rounded up; at least 0. Both times in milliseconds since 1970. */
export const daysLeft = (deletedAt: number, now: number): number =>
  Math.min(TRASH_DAYS, Math.max(0, Math.ceil((deletedAt + TRASH_DAYS * DAY_MS - now) / DAY_MS)));

/** "Deleted for good in 3 days". */
export function purgeText(deletedAt: number, now: number): string {
  const days = daysLeft(deletedAt, now);
  if (days === 0) return "Deleted for good today";
  return `Deleted for good in ${days === 1 ? "1 day" : `${days} days`}`;
}
