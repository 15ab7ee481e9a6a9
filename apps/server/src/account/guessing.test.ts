import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTEMPTS, type AttemptName } from "../http/attempts.ts";
import { address, HOUR, MINUTE, SECOND } from "../testing/addresses.ts";
import { authenticatorCode, turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { type Answer, hex, openWorld, type Person, type Server, type World } from "../testing/world.ts";

/**
 * A stranger with any number of addresses, requests and tokens does their worst for a day: how many attempts at each secret are checked, with what chance
 * each, and whether the owner still gets in.
 */
let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const isLookedAt = ({ status }: Answer): boolean => status !== 429;
const post = (path: string, body: object, from = address()) => server.call("POST", path, body, { address: from });

/** Wrong answers that were looked at are those that a budget has counted. */
async function counted(): Promise<number> {
  const { rows } = await server.pool.query<{ sum: number }>("select coalesce(sum(cardinality(tries)), 0)::int as sum from guess");
  return rows[0]?.sum ?? 0;
}

/** A token of the second step, from a device of the owner so that no queue is in the way: this attacker has the password. */
async function tempToken({ email, authKey, deviceToken }: Person): Promise<unknown> {
  return (await post("/users/login", { email, authKey, deviceToken })).body.tempToken;
}

const effective = (...names: readonly AttemptName[]): number =>
  names.reduce((sum, name) => sum + ATTEMPTS[name].max * ATTEMPTS[name].fits, 0);

describe("all attempts of a day together", () => {
  it("are fewer than a hundred in a million, over all callers", () => {
    expect(effective("mailedCode", "mailedCodeKnown", "mailedCodeUnnamed")).toBeLessThan(100);
    expect(effective("authenticatorCode", "authenticatorCodeKnown", "authenticatorCodeSession")).toBeLessThan(100);
  });
});

describe("a code of an authenticator", () => {
  it("is guessed at ten times in any 24 hours, from any address, at once or one after the other", async () => {
    const ann = await server.join("ann@example.com");
    const { secret } = await turnOnSecondFactor(server, ann);
    const attempt = async (token?: unknown) =>
      post("/users/verify-mfa", { code: wrongCode(secret, server.clock.now), tempToken: token ?? (await tempToken(ann)) });
    const token = await tempToken(ann);
    const atOnce = await Promise.all(Array.from({ length: 15 }, () => attempt(token)));
    expect(atOnce.filter(isLookedAt)).toHaveLength(ATTEMPTS.authenticatorCode.max);
    let looked = 0;
    for (let hour = 0; hour < 23; hour++) {
      server.clock.now += HOUR;
      if (isLookedAt(await attempt())) looked++;
    }
    expect(looked).toBe(0);
    const refused = await attempt();
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(3600);
  });

  it("slides: no 24 hours hold more than ten, whatever the rhythm", async () => {
    const bob = await server.join("bob@example.com");
    const { secret } = await turnOnSecondFactor(server, bob);
    const times: number[] = [];
    for (let i = 0; i < 80; i++) {
      server.clock.now += HOUR * (0.2 + Math.random() * 1.6);
      const code = wrongCode(secret, server.clock.now);
      if (isLookedAt(await post("/users/verify-mfa", { code, tempToken: await tempToken(bob) }))) times.push(server.clock.now);
    }
    for (const from of times)
      expect(times.filter((time) => time >= from && time < from + 24 * HOUR).length).toBeLessThanOrEqual(ATTEMPTS.authenticatorCode.max);
    expect(times.length).toBeGreaterThanOrEqual(20);
  });

  it("fits at three time steps and at no other, as the budget counts", async () => {
    const eve = await server.join("eve@example.com");
    const { secret } = await turnOnSecondFactor(server, eve);
    const fitting: number[] = [];
    for (const step of [-2, -1, 0, 1, 2]) {
      server.clock.now += 25 * HOUR;
      const code = authenticatorCode(secret, server.clock.now + step * 30 * SECOND);
      if ((await post("/users/verify-mfa", { code, tempToken: await tempToken(eve) })).status === 200) fitting.push(step);
    }
    expect(fitting).toHaveLength(ATTEMPTS.authenticatorCode.fits);
  });

  it("has one budget for every call of a stranger, and a correct sign-in adds nothing to it", async () => {
    const dan = await server.join("dan@example.com");
    const factor = await turnOnSecondFactor(server, dan);
    const wrong = () => wrongCode(factor.secret, server.clock.now);
    const mfa = async (code: string) => post("/users/verify-mfa", { code, tempToken: await tempToken(dan) });
    for (let i = 0; i < 4; i++) expect((await mfa(wrong())).status).toBe(400);
    expect((await mfa(factor.next())).status).toBe(200);
    const asked = await post("/users/forgot-password", { email: dan.email });
    const proof = { email: dan.email, token: await server.mailedCode(dan.email), requestId: asked.body.requestId };
    for (let i = 0; i < 6; i++)
      expect((await post("/users/verify-recovery", { ...proof, mfaCode: wrong() })).body.code).toBe("invalid_mfa_code");
    expect((await mfa(factor.next())).status).toBe(429);
    expect((await post("/users/verify-recovery", { ...proof, mfaCode: factor.next() })).status).toBe(429);
  });

  it("is still accepted from the owner's own devices and sessions, and recovery codes from everywhere, after a thief of the password has tried all day", async () => {
    const flo = await server.join("flo@example.com");
    const factor = await turnOnSecondFactor(server, flo);
    for (let i = 0; i < 60; i++) {
      const code = i % 2 ? wrongCode(factor.secret, server.clock.now) : `${hex(5)}`;
      await post("/users/verify-mfa", { code, tempToken: await tempToken(flo) });
    }
    const second = async (code: string, deviceToken?: string) =>
      (await post("/users/verify-mfa", { code, tempToken: await tempToken(flo), deviceToken })).status;
    expect(await second(factor.next())).toBe(429);
    expect(await second(factor.next(), flo.deviceToken)).toBe(200);
    expect(await second(factor.recoveryCodes[0] ?? "")).toBe(200);
    expect((await flo.call("POST", "/users/2fa/disable", { code: factor.next() })).status).toBe(200);
  });
});

const wrongFor = async (email: string): Promise<string> => ((await server.mailedCode(email)) === "000000" ? "000001" : "000000");
const ask = (email: string, more: object = {}, from?: string) => post("/users/forgot-password", { email, ...more }, from);
const prove = (email: string, token: string, requestId: unknown, more: object = {}) =>
  post("/users/verify-recovery", { email, token, requestId, ...more });

describe("a mailed code", () => {
  it("is void after five wrong answers to its request, also for the right one", async () => {
    const { email } = await server.join("void@example.com");
    const { requestId } = (await ask(email)).body;
    for (let i = 0; i < 5; i++) expect((await prove(email, await wrongFor(email), requestId)).body.code).toBe("invalid_recovery_code");
    expect((await prove(email, await server.mailedCode(email), requestId)).body.code).toBe("invalid_recovery_code");
  });

  it("belongs to its request: whatever strangers ask and try, the owner's code stays valid, and works for no one else", async () => {
    const { email } = await server.join("owner@example.com");
    const own = (await ask(email)).body.requestId;
    const code = await server.mailedCode(email);
    const theirs = (await ask(email)).body.requestId;
    for (let i = 0; i < 5; i++) await prove(email, code === "000000" ? "000001" : "000000", theirs);
    for (let i = 0; i < 9; i++) await prove(email, code === "000000" ? "000001" : "000000", undefined);
    if (code !== (await server.mailedCode(email))) expect((await prove(email, code, (await ask(email)).body.requestId)).status).toBe(400);
    expect((await prove(email, code, own)).status).toBe(200);
    expect((await prove(email, code, own)).status).toBe(400);
  });

  it("is guessed at fewer than a hundred times a day, with any number of requests and addresses, and the owner still gets in", async () => {
    const many = await server.join("many@example.com");
    const { email } = many;
    const before = await counted();
    const seen = new Set<string>();
    for (let hour = 0; hour < 24; hour++) {
      for (let send = 0; send < 6; send++) {
        const asked = await ask(email);
        expect(asked.status).toBe(200);
        const code = await server.mailedCode(email);
        seen.add(code);
        const wrong = code === "000000" ? "000001" : "000000";
        await prove(email, wrong, undefined);
        for (let i = 0; i < 6; i++) await prove(email, wrong, asked.body.requestId);
      }
      if (hour < 23) server.clock.now += HOUR;
    }
    const budget = ATTEMPTS.mailedCode.max + ATTEMPTS.mailedCodeUnnamed.max;
    expect((await counted()) - before).toBe(budget);
    // From now on every code is too long to be guessed, and the mailbox is not flooded.
    expect([...seen].filter((code) => code.length === 12).length).toBeGreaterThan(20);
    expect((await server.emails(email)).filter(({ values }) => values.code).length).toBeLessThanOrEqual(5 * 24);
    const fresh = await ask(email);
    expect(fresh.body.codeLength).toBe(12);
    expect((await prove(email, await server.mailedCode(email), fresh.body.requestId)).status).toBe(200);
    // A device that the account knows notices nothing.
    const known = { deviceToken: many.deviceToken };
    const usual = await ask(email, known);
    expect(usual.body.codeLength).toBe(6);
    expect((await prove(email, await server.mailedCode(email), usual.body.requestId, known)).status).toBe(200);
  }, 120_000);

  it("can be requested by strangers any number of times: three an hour have six digits, then the mailbox gets one long code for all requests", async () => {
    const { email } = await server.join("often@example.com");
    const lengths: unknown[] = [];
    const requests: unknown[] = [];
    for (const to of [email, email.toUpperCase(), email, email, email]) {
      const { status, body } = await ask(to);
      expect(status).toBe(200);
      lengths.push(body.codeLength);
      requests.push(body.requestId);
    }
    expect(lengths).toEqual([6, 6, 6, 12, 12]);
    expect((await server.emails(email)).filter(({ values }) => values.code)).toHaveLength(4);
    const long = await server.mailedCode(email);
    for (let i = 0; i < 6; i++) await prove(email, "000000000000", requests[3]);
    expect((await prove(email, long, requests[3])).status).toBe(400);
    expect((await prove(email, long, requests[4])).status).toBe(200);
  });

  it("lives ten minutes and works once", async () => {
    const { email } = await server.join("once@example.com");
    const first = (await ask(email)).body.requestId;
    const code = await server.mailedCode(email);
    expect((await prove(email, code, first)).status).toBe(200);
    expect((await prove(email, code, first)).status).toBe(400);
    const late = (await ask(email)).body.requestId;
    const lateCode = await server.mailedCode(email);
    server.clock.now += 10 * MINUTE;
    expect((await prove(email, lateCode, late)).status).toBe(400);
  });

  it("answers alike for an email without an account, also when it is asked for too often", async () => {
    const shapes: unknown[] = [];
    for (const email of ["alike@example.com", "nobody-alike@example.com"]) {
      if (email.startsWith("alike")) await server.join(email);
      for (let i = 0; i < 5; i++) {
        const { status, body } = await ask(email);
        shapes.push([i, status, Object.keys(body), body.codeLength, (await prove(email, "000000", body.requestId)).body]);
      }
    }
    expect(shapes.slice(5)).toEqual(shapes.slice(0, 5));
  });
});
