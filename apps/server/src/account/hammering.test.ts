import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, MINUTE, SECOND } from "../testing/addresses.ts";
import { type Answer, hex, openWorld, type Server, type World } from "../testing/world.ts";

/** A stranger tries master passwords from any number of networks: how often one is checked, and how soon the owner still gets in. */
let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const isLookedAt = ({ status }: Answer): boolean => status !== 429;
const post = (path: string, body: object, from = address()) => server.call("POST", path, body, { address: from });
const ask = (email: string) => post("/users/forgot-password", { email });
const prove = (email: string, token: string, requestId: unknown, deviceToken: string) =>
  post("/users/verify-recovery", { email, token, requestId, deviceToken });

describe("a master password", () => {
  const wrongLogin = (email: string, from?: string) => post("/users/login", { email, authKey: hex(32) }, from);

  it("is tried from unknown devices every ten seconds at most, from as many networks as there are", async () => {
    const { email } = await server.join("hammered@example.com");
    const attackers = Array.from({ length: 8 }, (_, i) => `198.18.${i}.9`);
    let looked = 0;
    for (let at = 0; at < 400; at += 10) {
      for (const from of attackers) if (isLookedAt(await wrongLogin(email, from))) looked++;
      server.clock.now += 10 * SECOND;
      // Each address for itself may try five times in a quarter of an hour; these have others.
      if (at % 100 === 0) await server.pool.query("delete from rate_limit");
    }
    // Ten at once, a few while the delay grows, then one in ten seconds: 8,660 in 24 hours.
    expect(looked).toBeLessThanOrEqual(20 + 400 / 10);
    expect(looked).toBeGreaterThan(30);
  }, 120_000);

  it("never locks its owner out: known devices sign in at once, a new one after the places before it", async () => {
    const gus = await server.join("gus@example.com");
    const { email, authKey } = gus;
    const attackers = Array.from({ length: 12 }, (_, i) => `198.51.${i}.9`);
    const hammer = async () => {
      for (const from of attackers) await wrongLogin(email, from);
    };
    for (let at = 0; at < 120; at += 10) {
      await hammer();
      server.clock.now += 10 * SECOND;
    }
    await hammer();
    expect((await post("/users/login", { email, authKey, deviceToken: gus.deviceToken }, attackers[0])).status).toBe(200);
    const laptop = "192.0.2.77";
    const told = await post("/users/login", { email, authKey }, laptop);
    const waitSeconds = Number(told.headers["retry-after"]);
    expect(told).toMatchObject({ status: 429, body: { code: "sign_in_queued" } });
    expect(waitSeconds).toBeLessThanOrEqual(10 * (attackers.length + 1));
    for (let waited = 0; waited < waitSeconds; waited += 5) {
      server.clock.now += 5 * SECOND;
      await hammer();
    }
    expect((await post("/users/login", { email, authKey }, laptop)).status).toBe(200);
  }, 120_000);

  it("is accepted at once from a new device that has proven the mailbox, however long the queue", async () => {
    const ida = await server.join("ida@example.com");
    const { email, authKey } = ida;
    for (let i = 0; i < 60; i++) await wrongLogin(email);
    const deviceToken = hex(32);
    const signIn = () => post("/users/login", { email, authKey, deviceToken });
    const told = await signIn();
    expect(Number(told.headers["retry-after"])).toBeGreaterThan(300);
    const { requestId } = (await ask(email)).body;
    await prove(email, (await server.mailedCode(email)) === "000000" ? "000001" : "000000", requestId, deviceToken);
    expect((await signIn()).status).toBe(429);
    await prove(email, await server.mailedCode(email), requestId, deviceToken);
    expect((await signIn()).status).toBe(200);
  }, 120_000);

  it("gives one network four places in the queue and no more, so that addresses of one /48 cannot fill it", async () => {
    const { email } = await server.join("ipv6@example.com");
    for (let i = 0; i < 40; i++) await wrongLogin(email, `2001:db8:77:${i.toString(16)}::1`);
    const told = await wrongLogin(email, "192.0.2.99");
    expect(Number(told.headers["retry-after"])).toBeLessThanOrEqual(5 * 10);
  });

  it("is tried five times from one /64, however many addresses it has, and IPv4 does not hide in IPv6", async () => {
    const { email } = await server.join("prefix@example.com");
    const statuses: number[] = [];
    for (let i = 1; i <= 8; i++) statuses.push((await wrongLogin(email, `2001:db8:5:5::${i.toString(16)}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const mapped = ["192.0.2.5", "::ffff:192.0.2.5", "::ffff:c000:205"];
    const others: number[] = [];
    for (let i = 0; i < 7; i++)
      others.push((await post("/users/login", { email: "prefix2@example.com", authKey: hex(32) }, mapped[i % 3])).status);
    expect(others.filter((status) => status === 429)).toHaveLength(2);
  });

  it("is tried with a device's own token ten times in a quarter of an hour, and the token ends with the password", async () => {
    const hal = await server.join("hal@example.com");
    const { email, deviceToken } = hal;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await post("/users/login", { email, authKey: hex(32), deviceToken })).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    server.clock.now += 15 * MINUTE;
    await hal.prove();
    const body = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: hal.form.encryptedVaultKey, masterPasswordHint: null };
    expect((await hal.write("POST", "/users/change-password", body)).status).toBe(200);
    expect((await server.pool.query("select 1 from device where account_id = $1", [hal.accountId])).rowCount).toBe(0);
  });
});
