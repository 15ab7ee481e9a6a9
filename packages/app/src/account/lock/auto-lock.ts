/** When an unused vault locks. Pure: idle times come in as arguments, so that tests decide the clock. */
import type { LockSettings } from "@coffer/client";

export type LockAfter = LockSettings["after"];

/** The warning comes this long before the lock; with a shorter idle time, for its last half. */
const WARNING_MS = 60_000;
/** "Immediately" means: once none of our pages has been in front for this long, so that a reload or a second tab does not count. */
const HIDDEN_GRACE_MS = 2_000;

export type LockVerdict =
  | { readonly state: "open" }
  | { readonly state: "soon"; readonly seconds: number; readonly of: number }
  | { readonly state: "due" };

const OPEN: LockVerdict = { state: "open" };
const DUE: LockVerdict = { state: "due" };

/**
 * @param idleMs - since someone last did something in any tab.
 * @param hiddenMs - since one of our pages was last in front; 0 while one is.
 */
export function lockVerdict(after: LockAfter, idleMs: number, hiddenMs: number): LockVerdict {
  if (after === "immediately") return hiddenMs >= HIDDEN_GRACE_MS ? DUE : OPEN;
  if (typeof after === "string") return OPEN;
  const wholeMs = after * 60_000;
  const leftMs = wholeMs - idleMs;
  if (leftMs <= 0) return DUE;
  const warningMs = Math.min(WARNING_MS, wholeMs / 2);
  if (leftMs > warningMs) return OPEN;
  return { state: "soon", seconds: Math.ceil(leftMs / 1_000), of: warningMs / 1_000 };
}

const LIFE_MS = 5 * 60_000;
const SHORTEST_LIFE_MS = 30_000;

/** How often an open vault tells the server that it is in use: three times within its idle time, after which the server deletes its half of the keys. */
export const heartbeatMs = (after: LockAfter): number =>
  after === "immediately"
    ? SHORTEST_LIFE_MS
    : typeof after === "string"
      ? LIFE_MS
      : Math.min(LIFE_MS, Math.max(SHORTEST_LIFE_MS, after * 20_000));

/** Whether `isDueAtStart` depends on it whether a page is the first one: other pages have a moment to answer. */
export const dependsOnFirstPage = (after: LockAfter): boolean => after === "on-close" || after === "immediately";

/**
 * Whether a page that was just opened finds the vault already due.
 * @param lastUsedAt - milliseconds since 1970; null when this browser does not know.
 * @param isFirstPage - none of our pages was open before this one: the browser had been closed.
 */
export function isDueAtStart(
  after: LockAfter,
  { lastUsedAt, now, isFirstPage }: { lastUsedAt: number | null; now: number; isFirstPage: boolean },
): boolean {
  if (after === "never") return false;
  if (after === "on-close") return isFirstPage;
  const idleMs = lastUsedAt === null ? Number.POSITIVE_INFINITY : now - lastUsedAt;
  if (after === "immediately") return isFirstPage || idleMs >= HIDDEN_GRACE_MS;
  return idleMs >= after * 60_000;
}
