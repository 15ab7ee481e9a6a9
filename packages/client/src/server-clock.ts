/** How far this device's clock is from the server's. One-time codes of a wrong clock are refused by the sites they are for. */
import { api } from "@coffer/contract/api";
import { createCall } from "./call.ts";

/** The header tells whole seconds; half of one is the best estimate of the rest. */
const HALF_SECOND_MS = 500;

export interface ClockAnswer {
  /** The `Date` header of a reply (RFC 9110 §6.6.1), where there is one. */
  readonly date: string | null;
  /** By this device's clock, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/**
 * How much later this device's clock is than the server's, in milliseconds; negative when it is slow. Right to within a second and half of the time the answer took.
 * @returns null when the reply does not tell.
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

/** Asks for the server's state, which needs no session. @returns as `offsetOf`. @throws what a call throws when the server cannot be reached. */
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
