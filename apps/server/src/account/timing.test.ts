import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, openWorld, type Server, type World } from "../testing/world.ts";

/**
 * Whether the time of an answer tells who is registered. Known and unknown emails take turns in random order; the median of the differences must be
 * no further from zero than chance explains.
 */
let world: World;
let server: Server;
const PEOPLE = 10;
/** Rounds that are not evaluated. */
const WARM_UP = 20;
/** Asked by a stranger. */
let token: string;
/** The stranger gives their own master password again. */
let prove: () => Promise<unknown>;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  for (let i = 0; i < PEOPLE; i++) await server.join(`person${i}@example.com`);
  const { accountId } = await server.join("caller@example.com");
  const extend = "update session set expires_at = '2100-01-01' where account_id = $1 returning id";
  const { rows } = await server.pool.query<{ id: string }>(extend, [accountId]);
  prove = () => server.pool.query("update session set proven_at = $2 where account_id = $1", [accountId, new Date(server.clock.now)]);
  const forYears = new SignJWT({ sid: rows[0]?.id }).setProtectedHeader({ alg: "HS256" }).setSubject(accountId);
  token = await forYears.setAudience("session").setExpirationTime("9999d").sign(server.deps.secrets.token);
});
afterAll(() => world.end());

const known = (i: number): string => `person${i % PEOPLE}@example.com`;
/** As long as a known one, and like those asked for again and again. */
const unknown = (i: number): string => `nobody${i % PEOPLE}@example.com`;
type Ask = (email: string, address: string) => Promise<{ readonly status: number }>;

/** @returns microseconds */
async function measure(ask: Ask, email: string): Promise<number> {
  const address = `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const before = process.hrtime.bigint();
  const { status } = await ask(email, address);
  const nanoseconds = Number(process.hrtime.bigint() - before);
  if (status !== 200 && status !== 400) throw new Error(`answered ${status}`);
  return nanoseconds / 1000;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How much longer a known email takes, from pairs of neighbours, so that other load of the machine affects both alike. */
async function compare(ask: Ask, samples: number) {
  const differences: number[] = [];
  const times: number[] = [];
  for (let i = 0; i < samples + WARM_UP; i++) {
    server.clock.now += 3_600_000; // Every round has its own hour: limits are not what is measured here.
    await prove();
    const time = { known: 0, unknown: 0 };
    const pair = [
      ["known", known(i)],
      ["unknown", unknown(i)],
    ] as const;
    for (const [who, email] of Math.random() < 0.5 ? pair : pair.toReversed()) time[who] = await measure(ask, email);
    if (i < WARM_UP) continue;
    differences.push(time.known - time.unknown);
    times.push(time.unknown);
  }
  const difference = median(differences);
  // The standard error of a median, from the median of the deviations: a few rounds that the machine delayed do not count.
  const spread = 1.4826 * median(differences.map((one) => Math.abs(one - difference)));
  return { difference, noise: (1.2533 * spread) / Math.sqrt(samples), usual: median(times) };
}

const post =
  (path: string, more: object = {}): Ask =>
  (email, address) =>
    server.call("POST", path, { email, ...more }, { address });

/** What can be asked about an email, and how often it is asked here. */
const QUESTIONS: readonly (readonly [name: string, samples: number, ask: Ask])[] = [
  ["prelogin", 500, post("/users/prelogin")],
  ["login", 100, post("/users/login", { authKey: hex(32) })],
  ["forgot-password", 500, post("/users/forgot-password")],
  ["password-hint", 500, post("/users/password-hint")],
  ["verify-recovery", 500, post("/users/verify-recovery", { token: "000000" })],
  ["initiate-profile-link", 200, (email, address) => server.call("POST", "/users/initiate-profile-link", { email }, { address, token })],
  ["mfa-help-request", 500, post("/users/mfa-help-request", { message: "My phone is gone." })],
];

describe("the time of an answer", () => {
  it.each(QUESTIONS)(
    "of %s, asked %i times each, is the same for a known and an unknown email",
    { timeout: 90_000 },
    async (_, samples, ask) => {
      const { difference, noise, usual } = await compare(ask, samples);
      // Five standard errors, and a fiftieth: less than one more query would take.
      expect(Math.abs(difference), `difference ${difference} µs, noise ${noise} µs, usual ${usual} µs`).toBeLessThan(
        5 * noise + usual / 50,
      );
    },
  );
});
