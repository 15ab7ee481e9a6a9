import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, createDeps } from "../app.ts";
import { createLog } from "../log.ts";
import { hex, openWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** A server whose requests come from `peer`. @returns how many of eight wrong sign-ins, each claiming another address, were checked */
async function lookedAt(trustedProxy: readonly string[], peer: string, headerOf: (i: number) => string) {
  const server = await world.server({ trustedProxy });
  const lines: string[] = [];
  const options = { db: server.db, config: server.deps.config, now: () => server.clock.now, isDelivering: false };
  const app = await buildApp({ ...options }, { ...createDeps(options), log: createLog((line) => void lines.push(line)) });
  let count = 0;
  for (let i = 0; i < 8; i++) {
    const headers = { "content-type": "application/json", "x-forwarded-for": headerOf(i) };
    const payload = JSON.stringify({ email: "proxied@example.com", authKey: hex(32) });
    const reply = await app.inject({ method: "POST", url: "/api/users/login", remoteAddress: peer, headers, payload });
    if (reply.statusCode === 400) count++;
  }
  await app.close();
  return { count, warnings: lines.filter((line) => line.includes("proxy.not-trusted")).length };
}

describe("X-Forwarded-For", () => {
  it("is believed from no one unless TRUSTED_PROXY says so, not from this machine either; the log says it once", async () => {
    for (const peer of ["127.0.0.1", "198.51.100.4"])
      expect(await lookedAt([], peer, (i) => `203.0.113.${i}`)).toEqual({ count: 5, warnings: 1 });
  });

  it("is believed from a trusted proxy", async () => {
    expect(await lookedAt(["10.0.0.0/8"], "10.1.2.3", (i) => `203.0.113.${i}`)).toEqual({ count: 8, warnings: 0 });
    expect(await lookedAt(["10.0.0.0/8"], "11.1.2.3", (i) => `203.0.113.${i}`)).toEqual({ count: 5, warnings: 1 });
  });

  it("is the last address that is not a trusted proxy: what the caller wrote before it counts for nothing", async () => {
    expect(await lookedAt(["10.0.0.0/8"], "10.1.2.3", (i) => `1.2.3.${i}, 203.0.113.9, 10.9.9.9`)).toEqual({ count: 5, warnings: 0 });
  });
});
