/** The server's clock is set back or forward by two hours: no one waits longer than the limit says, and no one gets more attempts, or longer, than it says. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ATTEMPTS } from "../http/attempts.ts";
import { address, HOUR, MINUTE, SECOND } from "../testing/addresses.ts";
import { authenticatorCode, turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { type Answer, hex, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  server = await world.server();
});
afterAll(() => world.end());

const post = (path: string, body: object, from = address()) => server.call("POST", path, body, { address: from });
const isLookedAt = ({ status }: Answer): boolean => status !== 429;
const waitOf = ({ headers }: Answer): number => Number(headers["retry-after"]);
const setBack = (): void => {
  server.clock.now -= 2 * HOUR;
};
const setForward = (): void => {
  server.clock.now += 2 * HOUR;
};

describe("attempts", () => {
  it("of a window go on in it, and its end is no further away than it is long", async () => {
    const from = address();
    const wrong = () => post("/users/login", { email: "window@example.com", authKey: hex(32) }, from);
    for (let i = 0; i < 5; i++) expect((await wrong()).status).toBe(400);
    setBack();
    const told = await wrong();
    expect(told.status).toBe(429);
    expect(waitOf(told)).toBe(15 * 60);
    server.clock.now += 14 * MINUTE;
    expect((await wrong()).status).toBe(429);
    server.clock.now += MINUTE;
    expect((await wrong()).status).toBe(400);
  });

  it("at codes of an authenticator are those of 24 hours, which begin no later than at the next one", async () => {
    const ann = await server.join("ann@example.com");
    const { secret } = await turnOnSecondFactor(server, ann);
    const { email, authKey, deviceToken } = ann;
    const attempt = async () => {
      const { tempToken } = (await post("/users/login", { email, authKey, deviceToken })).body;
      return post("/users/verify-mfa", { code: wrongCode(secret, server.clock.now), tempToken });
    };
    for (let i = 0; i < ATTEMPTS.authenticatorCode.max; i++) expect(isLookedAt(await attempt())).toBe(true);
    setBack();
    const told = await attempt();
    expect(told.status).toBe(429);
    expect(waitOf(told)).toBe(24 * 3_600);
    server.clock.now += 24 * HOUR - SECOND;
    expect(isLookedAt(await attempt())).toBe(false);
    server.clock.now += SECOND;
    expect(isLookedAt(await attempt())).toBe(true);
  });

  it("from unknown devices keep their distance and their places, and a new one waits for these and no longer", async () => {
    const { email, authKey } = await server.join("queue@example.com");
    const attackers = Array.from({ length: 16 }, (_, i) => `198.18.${i}.9`);
    for (const from of attackers) await post("/users/login", { email, authKey: hex(32) }, from);
    setBack();
    const told = await post("/users/login", { email, authKey }, "192.0.2.7");
    expect(told).toMatchObject({ status: 429, body: { code: "sign_in_queued" } });
    expect(waitOf(told)).toBeLessThanOrEqual(10 * attackers.length);
    let looked = 0;
    for (let at = 0; at < 100; at += 10) {
      server.clock.now += 10 * SECOND;
      for (const from of attackers) if (isLookedAt(await post("/users/login", { email, authKey: hex(32) }, from))) looked++;
    }
    expect(looked).toBeLessThanOrEqual(16);
    server.clock.now += waitOf(told) * SECOND;
    expect((await post("/users/login", { email, authKey }, "192.0.2.7")).status).toBe(200);
  });
});

describe("a mailed code", () => {
  const ask = async (email: string) => (await post("/users/forgot-password", { email })).body;
  const prove = (email: string, token: string, requestId: unknown) => post("/users/verify-recovery", { email, token, requestId });

  /** Its newest email is found by time. */
  const emptyMailbox = () => server.pool.query("delete from outbox");

  it("lives no longer than it says, and the next one works at once", async () => {
    const { email } = await server.join("code@example.com");
    const { requestId } = await ask(email);
    const code = await server.mailedCode(email);
    await emptyMailbox();
    setBack();
    expect((await prove(email, code, requestId)).body.code).toBe("invalid_recovery_code");
    const next = await ask(email);
    expect((await prove(email, await server.mailedCode(email), next.requestId)).status).toBe(200);
  });

  it("of twelve digits is mailed again: the one before is void", async () => {
    const { email } = await server.join("long@example.com");
    for (let i = 0; i < 4; i++) await ask(email);
    const before = await server.mailedCode(email);
    await emptyMailbox();
    setBack();
    const { requestId, codeLength } = await ask(email);
    const code = await server.mailedCode(email);
    expect([codeLength, code === before]).toEqual([12, false]);
    expect((await prove(email, code, requestId)).status).toBe(200);
  });
});

describe("a session", () => {
  const NEEDED = { status: 403, body: { code: "fresh_proof_needed" } };
  const guarded = ({ call }: Person): Promise<Answer> => call("DELETE", "/users/sessions");

  it("stays, and so does a link to register with, either way", async () => {
    const bob = await server.join("bob@example.com");
    const link = await server.invite();
    for (const change of [setBack, setForward, setForward]) {
      change();
      expect((await bob.call("GET", "/users/sessions")).status).toBe(200);
      expect((await post("/team/validate-invitation", { token: link })).status).toBe(200);
    }
  });

  it("has no fresh proof that was given in what is now the future", async () => {
    const cat = await server.join("cat@example.com");
    expect((await guarded(cat)).status).toBe(200);
    setBack();
    expect(await guarded(cat)).toMatchObject(NEEDED);
    await cat.prove();
    expect((await guarded(cat)).status).toBe(200);
  });

  it("of a device that may rest for less loses its half, and one that may rest longer is counted from its next call on", async () => {
    const dan = await server.join("dan@example.com");
    const keep = (restMinutes: number) => dan.call("PUT", "/users/session-half", { half: hex(32), restMinutes });
    const half = async () => (await dan.call("GET", "/users/session-half")).body.half;
    await keep(15);
    setBack();
    expect(await half()).toBeNull();
    await keep(240);
    await dan.call("GET", "/users/sessions");
    setBack();
    expect(await half()).not.toBeNull();
    server.clock.now += 4 * HOUR + 2 * MINUTE;
    expect(await half()).toBeNull();
  });

  it("is not opened by the first step of a sign-in from what is now the future", async () => {
    const eve = await server.join("eve@example.com");
    const { secret } = await turnOnSecondFactor(server, eve);
    const { email, authKey, deviceToken } = eve;
    const { tempToken } = (await post("/users/login", { email, authKey, deviceToken })).body;
    setBack();
    const answer = async (token: unknown) =>
      post("/users/verify-mfa", { code: authenticatorCode(secret, server.clock.now), tempToken: token });
    // The step that was used last is in the future too.
    await server.pool.query("update account set mfa_last_step = null");
    expect((await answer(tempToken)).status).toBe(400);
    const again = (await post("/users/login", { email, authKey, deviceToken })).body;
    expect((await answer(again.tempToken)).status).toBe(200);
  });
});
