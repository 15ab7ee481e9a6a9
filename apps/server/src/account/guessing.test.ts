import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTEMPTS } from "../http/attempts.ts";
import { authenticatorCode, turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { type Answer, openWorld, type Person, type Server, type World } from "../testing/world.ts";

/**
 * Guessing six digits from many addresses, with as many codes and tokens as one can ask for: how many wrong answers are looked at in a day,
 * and with what chance each.
 */
let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const HOUR = 3_600_000;
let host = 0;
/** Every call from another address, as an attacker with many machines would. */
const address = (): string => `203.0.113.${host++ % 250}`;
const isLookedAt = ({ status }: Answer): boolean => status !== 429;

async function tempToken(person: Person): Promise<unknown> {
  return (await server.call("POST", "/users/login", { email: person.email, authKey: person.authKey }, { address: address() })).body
    .tempToken;
}

describe("a code of an authenticator", () => {
  it("is guessed at five times in any 24 hours, from wherever, at once or one after the other", async () => {
    const ann = await server.join("ann@example.com");
    const { secret } = await turnOnSecondFactor(server, ann);
    const attempt = async () => {
      const code = wrongCode(secret, server.clock.now);
      return server.call("POST", "/users/verify-mfa", { code, tempToken: await tempToken(ann) }, { address: address() });
    };
    const atOnce = await Promise.all(Array.from({ length: 12 }, attempt));
    expect(atOnce.filter(isLookedAt)).toHaveLength(5);
    let looked = 0;
    for (let hour = 0; hour < 23; hour++) {
      server.clock.now += HOUR;
      if (isLookedAt(await attempt())) looked++;
    }
    expect(looked).toBe(0);
    const refused = await attempt();
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(3600);
  });

  it("slides: no 24 hours hold more than five, whatever the rhythm", async () => {
    const bob = await server.join("bob@example.com");
    const { secret } = await turnOnSecondFactor(server, bob);
    const times: number[] = [];
    for (let i = 0; i < 80; i++) {
      server.clock.now += HOUR * (0.2 + Math.random() * 1.6);
      const code = wrongCode(secret, server.clock.now);
      const answer = await server.call("POST", "/users/verify-mfa", { code, tempToken: await tempToken(bob) }, { address: address() });
      if (isLookedAt(answer)) times.push(server.clock.now);
    }
    for (const from of times) expect(times.filter((time) => time >= from && time < from + 24 * HOUR).length).toBeLessThanOrEqual(5);
    expect(times.length).toBeGreaterThanOrEqual(10);
  });

  it("has less than ten chances in a million a day: three codes fit in two of the tries, one in the others", async () => {
    const eve = await server.join("eve@example.com");
    const { secret } = await turnOnSecondFactor(server, eve);
    /** Which of the codes around now are right, after some wrong ones: asked of a fresh day each time. */
    const fitting = async (wrongBefore: number): Promise<number> => {
      let fit = 0;
      for (const step of [-1, 0, 1]) {
        server.clock.now += 25 * HOUR;
        for (let i = 0; i < wrongBefore; i++) {
          const body = { code: wrongCode(secret, server.clock.now), tempToken: await tempToken(eve) };
          await server.call("POST", "/users/verify-mfa", body, { address: address() });
        }
        const body = { code: authenticatorCode(secret, server.clock.now + step * 30_000), tempToken: await tempToken(eve) };
        if ((await server.call("POST", "/users/verify-mfa", body, { address: address() })).status === 200) fit++;
      }
      return fit;
    };
    const chances: number[] = [];
    for (let tries = 0; tries < ATTEMPTS.authenticatorCode; tries++) chances.push(await fitting(tries));
    expect(chances).toEqual([3, 3, 1, 1, 1]);
    expect(chances.reduce((sum, chance) => sum + chance, 0) / 1_000_000).toBeLessThan(1e-5);
  });

  it("is one budget for every call that takes it, and signing in rightly buys no more", async () => {
    const dan = await server.join("dan@example.com");
    const factor = await turnOnSecondFactor(server, dan);
    const wrong = () => wrongCode(factor.secret, server.clock.now);
    const mfa = async (code: string) =>
      server.call("POST", "/users/verify-mfa", { code, tempToken: await tempToken(dan) }, { address: address() });
    expect((await mfa(wrong())).status).toBe(400);
    expect((await mfa(factor.next())).status).toBe(200);
    expect((await dan.call("POST", "/users/2fa/disable", { code: wrong() })).status).toBe(400);
    expect((await mfa(factor.next())).status).toBe(200);
    await server.call("POST", "/users/forgot-password", { email: dan.email });
    const token = await server.mailedCode(dan.email);
    for (let i = 0; i < 3; i++) {
      const answer = await server.call(
        "POST",
        "/users/verify-recovery",
        { email: dan.email, token, mfaCode: wrong() },
        { address: address() },
      );
      expect(answer.body.code).toBe("invalid_mfa_code");
    }
    expect((await mfa(factor.next())).status).toBe(429);
    expect((await mfa(factor.recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("a mailed code", () => {
  const wrongFor = async (email: string): Promise<string> => ((await server.mailedCode(email)) === "000000" ? "000001" : "000000");

  it("is void after five wrong answers, also for the right one", async () => {
    const { email } = await server.join("void@example.com");
    await server.call("POST", "/users/forgot-password", { email });
    const verify = (token: string) => server.call("POST", "/users/verify-recovery", { email, token }, { address: address() });
    for (let i = 0; i < 5; i++) expect((await verify(await wrongFor(email))).body.code).toBe("invalid_recovery_code");
    expect((await verify(await server.mailedCode(email))).body.code).toBe("invalid_recovery_code");
  });

  it("is guessed at nine times a day, with as many codes and addresses as there are", async () => {
    const { email } = await server.join("many@example.com");
    let looked = 0;
    for (let hour = 0; hour < 24; hour++) {
      for (let send = 0; send < 4; send++) {
        const sent = await server.call("POST", "/users/forgot-password", { email }, { address: address() });
        expect(isLookedAt(sent)).toBe(send < 3);
        for (let i = 0; i < 6; i++) {
          const wrong = await wrongFor(email);
          const attempt = () => server.call("POST", "/users/verify-recovery", { email, token: wrong }, { address: address() });
          const answers = await Promise.all([attempt(), attempt()]);
          // Those that meet no code any more are answered too, but guess at nothing.
          const isLive = send < 3 && i < 3;
          if (isLive) looked += answers.filter(isLookedAt).length;
        }
      }
      server.clock.now += HOUR;
    }
    expect(looked).toBeLessThanOrEqual(ATTEMPTS.mailedCode + 3);
    const { rows } = await server.pool.query<{ most: number }>("select max(cardinality(tries)) as most from guess");
    expect(rows[0]?.most).toBe(ATTEMPTS.mailedCode);
    expect(ATTEMPTS.mailedCode / 1_000_000).toBeLessThan(1e-5);
  }, 60_000);

  it("is three an hour to one address, whatever the spelling; then one is told when to come back", async () => {
    const { email } = await server.join("often@example.com");
    const send = (to: string) => server.call("POST", "/users/forgot-password", { email: to }, { address: address() });
    for (const to of [email, email.toUpperCase(), email]) expect((await send(to)).status).toBe(200);
    expect(await send(email)).toMatchObject({ status: 429, headers: { "retry-after": "3600" } });
    expect((await server.call("POST", "/users/request-reset", { email }, { address: address() })).status).toBe(429);
  });

  it("lives ten minutes, works once, and an older one not at all", async () => {
    const { email } = await server.join("once@example.com");
    const send = () => server.call("POST", "/users/forgot-password", { email });
    const verify = async (token: string) =>
      (await server.call("POST", "/users/verify-recovery", { email, token }, { address: address() })).status;
    await send();
    const first = await server.mailedCode(email);
    await send();
    const second = await server.mailedCode(email);
    if (first !== second) expect(await verify(first)).toBe(400);
    expect(await verify(second)).toBe(200);
    expect(await verify(second)).toBe(400);
    await send();
    const third = await server.mailedCode(email);
    server.clock.now += 10 * 60_000;
    expect(await verify(third)).toBe(400);
  });
});
