/** How far this device's clock is from the server's. With a wrong clock, sites refuse one-time codes. */
import { api } from "@coffer/contract/api";
import { createCall } from "./call.ts";

/** The header has whole seconds; adding half of one is the best estimate. */
const HALF_SECOND_MS = 500;

export interface ClockAnswer {
  /** The `Date` header of a reply (RFC 9110 §6.6.1), if any. */
  readonly date: string | null;
  /** By this device's clock, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/**
 * How much later this device's clock is than the server's, in milliseconds; negative when it is slow. Accurate to a second plus half of
 * the round trip.
 * @returns null when the reply has no date.
 */
export function offsetOf({ date, askedAt, answeredAt }: ClockAnswer): number | null {
  const served = Date.parse(date ?? "");
  return Number.isNaN(served) ? null : (askedAt + answeredAt) / 2 - served - HALF_SECOND_MS;
}

export interface ServerClock {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970, by this device's clock. */
  readonly now: () => number;
}

/** Asks for the server's status, which needs no session. @returns as `offsetOf`. @throws errors of the call when the server cannot be reached. */
export async function askClockOffset({ origin, fetch: send, now }: ServerClock): Promise<number | null> {
  let date: string | null = null;
  const listening: typeof fetch = async (...request) => {
    const response = await send(...request);
    date = response.headers.get("date");
    return response;
  };
  const askedAt = now();
  await createCall({ origin, fetch: listening, token: () => null, onUnauthorized: async () => undefined })(api.account.status, {});
  return offsetOf({ date, askedAt, answeredAt: now() });
}
