/** What this process has answered since it started: how often each call, how long it took, and which refusals. No names, no addresses. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The upper ends of the histogram's steps, in seconds. */
export const STEPS_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10] as const;

interface Histogram {
  /** How many took at most as long as each step. */
  readonly atMost: number[];
  count: number;
  seconds: number;
}

export interface Counters {
  /** By status. */
  readonly replies: ReadonlyMap<number, { readonly count: number; readonly seconds: number }>;
  /** By method and route of a call, like "POST /api/users/login"; files are no calls. */
  readonly calls: ReadonlyMap<string, Histogram>;
  /** By code of ERRORS. */
  readonly refusals: ReadonlyMap<string, number>;
  countRefusal(code: string): void;
}

export function createCounters(): Counters & { follow(app: FastifyInstance): void } {
  const replies = new Map<number, { count: number; seconds: number }>();
  const calls = new Map<string, Histogram>();
  // There from the first look on: a monitor sees no increase from nothing to one.
  const refusals = new Map<string, number>([["unexpected", 0]]);
  return {
    replies,
    calls,
    refusals,
    countRefusal: (code) => void refusals.set(code, (refusals.get(code) ?? 0) + 1),
    follow: (app) =>
      void app.addHook("onResponse", async (request, reply) => {
        const seconds = reply.elapsedTime / 1000;
        const before = replies.get(reply.statusCode) ?? { count: 0, seconds: 0 };
        replies.set(reply.statusCode, { count: before.count + 1, seconds: before.seconds + seconds });
        const call = callOf(request);
        if (call !== null) calls.set(call, withOne(calls.get(call), seconds));
      }),
  };
}

/** The route as it was written, so that there are only as many as the contract has. */
function callOf({ method, routeOptions: { url } }: FastifyRequest): string | null {
  return url?.startsWith("/api/") && !url.includes("*") ? `${method} ${url}` : null;
}

function withOne(before: Histogram | undefined, seconds: number): Histogram {
  const { atMost, ...sums } = before ?? { atMost: STEPS_SECONDS.map(() => 0), count: 0, seconds: 0 };
  return {
    atMost: atMost.map((count, at) => count + (seconds <= (STEPS_SECONDS[at] ?? 0) ? 1 : 0)),
    count: sums.count + 1,
    seconds: sums.seconds + seconds,
  };
}
