/**
 * What holds when the server's clock is set back or forward.
 *
 * Note: Clock. No time can be told from a clock that was wrong, so each rule takes the safe side and heals itself. A time in the future was noted before the clock
 * went back. What it allows (a proof, a code, the first step of a sign-in, the half of a key) counts no longer than it says, in either direction. What it forbids (a window,
 * the last 24 hours, a queue) keeps its attempts, and is moved so that no one waits longer from now on than its own length. Set forward, the clock says that so much time has
 * passed, and there is nothing else to go by. Servers that share a database differ by less than a minute.
 */

/** How far the clocks of servers may differ. */
export const CLOCKS_APART_MS = 60_000;

/** Whether it is less than that long ago. @param within - milliseconds; what is as far in the future is not */
export const isWithin = (within: number, at: Date, now: number): boolean => Math.abs(now - at.getTime()) < within;
