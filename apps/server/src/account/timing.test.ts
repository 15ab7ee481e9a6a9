import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, openWorld, type Server, type World } from "../testing/world.ts";

/**
 * Whether the time of an answer tells who is registered. Known and unknown emails take turns, in random order, so that whatever else the machine does falls
 * on both alike; then the medians must not differ by more than two halves of the known ones do.
 */
let world: World;
let server: Server;
const PEOPLE = 10;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  for (let i = 0; i < PEOPLE; i++) await server.join(`person${i}@example.com`);
  token = (await server.join("caller@example.com")).token;
  await server.pool.query("update session set expires_at = '2100-01-01'");
});
afterAll(() => world.end());
/** Of somebody who asks about others. */
let token: string;

const known = (i: number): string => `person${i % PEOPLE}@example.com`;
/** As long as a known one, and like those asked for again and again. */
const unknown = (i: number): string => `nobody${i % PEOPLE}@example.com`;
type Ask = (email: string, address: string) => Promise<{ readonly status: number }>;

async function measure(ask: Ask, email: string): Promise<number> {
  const address = `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const before = process.hrtime.bigint();
  const { status } = await ask(email, address);
  const nanoseconds = Number(process.hrtime.bigint() - before);
  if (status === 429 || status >= 500) throw new Error(`answered ${status}`);
  return nanoseconds / 1000;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(ask: Ask, samples: number) {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < samples + 20; i++) {
    server.clock.now += 3_600_000; // Every round has its own hour: limits are not what is measured here.
    const pair = [
      ["known", known(i)],
      ["unknown", unknown(i)],
    ] as const;
    for (const [who, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const time = await measure(ask, email);
      if (i >= 20) times[who].push(time); // The first warm up.
    }
  }
  const halves = [times.known.filter((_, i) => i % 2 === 0), times.known.filter((_, i) => i % 2 === 1)];
  const noise = Math.abs(median(halves[0] ?? []) - median(halves[1] ?? []));
  return { known: median(times.known), unknown: median(times.unknown), noise };
}

const post =
  (path: string, more: object = {}): Ask =>
  (email, address) =>
    server.call("POST", path, { email, ...more }, { address });

/** What somebody without an account can ask about an email, and how often it is asked here. */
const QUESTIONS: readonly (readonly [name: string, samples: number, ask: Ask])[] = [
  ["prelogin", 500, post("/users/prelogin")],
  ["login", 150, post("/users/login", { authKey: hex(32) })],
  ["forgot-password", 500, post("/users/forgot-password")],
  ["password-hint", 500, post("/users/password-hint")],
  ["verify-recovery", 500, post("/users/verify-recovery", { token: "000000" })],
  ["initiate-profile-link", 500, (email, address) => server.call("POST", "/users/initiate-profile-link", { email }, { address, token })],
  ["mfa-help-request", 500, post("/users/mfa-help-request", { message: "My phone is gone." })],
];

describe("the time of an answer", () => {
  it.each(QUESTIONS)(
    "of %s, asked %i times each, is the same for a known and an unknown email",
    { timeout: 90_000, retry: 2 },
    async (_, samples, ask) => {
      const { known: a, unknown: b, noise } = await compare(ask, samples);
      // Less than one more query would take.
      console.log(a, b, noise);
      const allowed = Math.max(3 * noise, 0.06 * a, 60);
      expect(Math.abs(a - b), `known ${a} µs, unknown ${b} µs, noise ${noise} µs`).toBeLessThan(allowed);
    },
  );
});
