/** Whether this device's clock is right, by what the server says. One-time codes of a wrong clock are refused by the sites they are for. */

/** Sites accept a code of the period before and after; a clock that is further off than this fails now and then. */
const TOLERATED_MS = 20_000;
/** The header tells whole seconds; half of one is the best guess at the rest. */
const HALF_SECOND_MS = 500;

export interface ClockAnswer {
  /** The `date` header of a reply. */
  readonly date: string | null;
  /** By this device's clock, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** How much later this device's clock is than the server's, in milliseconds; negative when it is slow. @returns null when the reply does not tell. */
export function clockOffset({ date, askedAt, answeredAt }: ClockAnswer): number | null {
  const served = Date.parse(date ?? "");
  return Number.isNaN(served) ? null : (askedAt + answeredAt) / 2 - served - HALF_SECOND_MS;
}

/** @param offset in milliseconds. @returns the sentence to show; null when the clock is right enough. */
export function clockWarning(offset: number): string | null {
  if (Math.abs(offset) <= TOLERATED_MS) return null;
  const seconds = Math.round(Math.abs(offset) / 1_000);
  const much =
    seconds < 120 ? `${seconds} seconds` : seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
  return `The clock of this device is about ${much} ${offset > 0 ? "fast" : "slow"}. Sites may refuse this code.`;
}

/** @throws when the server cannot be reached. */
export async function askClockOffset(now: () => number = Date.now): Promise<number | null> {
  const askedAt = now();
  const { headers } = await fetch("/api/status", { cache: "no-store", credentials: "omit" });
  return clockOffset({ date: headers.get("date"), askedAt, answeredAt: now() });
}
