/** What a process has answered since it started: how often each call, how long it took, and which refusals. No names, no addresses. */
import { allEndpoints } from "@coffer/contract/all-endpoints";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

/** The upper ends of the histogram's steps, in seconds. */
export const STEPS_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10] as const;

/** `atMost`: how many took at most as long as each step. */
const Histogram = z.object({ atMost: z.array(z.number()).readonly(), count: z.number(), seconds: z.number() });
type Histogram = z.infer<typeof Histogram>;
const NO_CALLS: Histogram = { atMost: STEPS_SECONDS.map(() => 0), count: 0, seconds: 0 };

const add = (one: Histogram, other: Histogram): Histogram => ({
  atMost: one.atMost.map((count, at) => count + (other.atMost[at] ?? 0)),
  count: one.count + other.count,
  seconds: one.seconds + other.seconds,
});

/** By status; by method and route of a call, like "POST /api/users/login" (files are no calls); by code of ERRORS. */
export const Counted = z.object({
  replies: z.record(z.string(), Histogram),
  calls: z.record(z.string(), Histogram),
  refusals: z.record(z.string(), z.number()),
});
export type Counted = z.infer<typeof Counted>;

/** What one process says of itself. */
export const Snapshot = Counted.extend({
  delay: z.object({ p99: z.number(), most: z.number() }),
  memoryBytes: z.number(),
  uptimeSeconds: z.number(),
  connections: z.object({ busy: z.number(), idle: z.number(), waiting: z.number() }),
  /** For a place: to sign in, to read a whole list, to send a large body. */
  waiting: z.object({ signIn: z.number(), list: z.number(), body: z.number() }),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Of a whole server. */
interface Gathered {
  /** By processes that have ended, too: what a monitor was told never gets less. */
  readonly counted: Counted;
  readonly processes: readonly Snapshot[];
}
/** Asks every process of this server. Rejects when there is no true answer. */
export type Gather = (own: () => Snapshot) => () => Promise<Gathered>;

export interface Counters {
  read(): Counted;
  countRefusal(code: string): void;
}

/** Of several processes. */
export const sumOf = (all: readonly Counted[]): Counted => ({
  replies: joined(
    all.map(({ replies }) => replies),
    NO_CALLS,
    add,
  ),
  calls: joined(
    all.map(({ calls }) => calls),
    NO_CALLS,
    add,
  ),
  refusals: joined<number>(
    all.map(({ refusals }) => refusals),
    0,
    (one, other) => one + other,
  ),
});

function joined<T>(all: readonly Readonly<Record<string, T>>[], none: T, plus: (one: T, other: T) => T): Record<string, T> {
  const sums = new Map<string, T>();
  for (const [name, value] of all.flatMap((one) => Object.entries(one))) sums.set(name, plus(sums.get(name) ?? none, value));
  return Object.fromEntries(sums);
}

export function createCounters(): Counters & { follow(app: FastifyInstance): void } {
  // There from the first look on: a monitor sees no increase from nothing to one.
  const counted: Counted = { replies: {}, calls: {}, refusals: { unexpected: 0, overloaded: 0 } };
  return {
    read: () => counted,
    countRefusal: (code) => {
      counted.refusals[code] = (counted.refusals[code] ?? 0) + 1;
    },
    follow: (app) =>
      void app.addHook("onResponse", async (request, reply) => {
        const call = callOf(request);
        if (call !== null && LASTING.has(call)) return;
        const one = ofOne(reply.elapsedTime / 1000);
        const { replies, calls } = counted;
        replies[reply.statusCode] = add(replies[reply.statusCode] ?? NO_CALLS, one);
        if (call !== null) calls[call] = add(calls[call] ?? NO_CALLS, one);
      }),
  };
}

const ofOne = (seconds: number): Histogram => ({ atMost: STEPS_SECONDS.map((step) => (seconds <= step ? 1 : 0)), count: 1, seconds });

/** How long these were open says nothing of how long a call takes. */
const LASTING = new Set(allEndpoints().flatMap(([, { lasts, method, path }]) => (lasts ? [`${method} /api${path}`] : [])));

/** The route as it was written, so that there are only as many as the contract has. */
function callOf({ method, routeOptions: { url } }: FastifyRequest): string | null {
  return url?.startsWith("/api/") && !url.includes("*") ? `${method} ${url}` : null;
}
