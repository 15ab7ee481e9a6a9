/** The server's half of the keys on a device: given to its session alone, and deleted when the session is locked, has ended or was idle too long. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { sha256OfHex } from "../secrets.ts";
import { hex, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const MINUTE = 60_000;
const PATH = "/users/session-half";
type Device = (method: string, path: string, body?: unknown) => ReturnType<Server["call"]>;

/** Another session of the same account. */
async function signIn({ email, authKey } = ann): Promise<Device> {
  const { body } = await server.call("POST", "/users/login", { email, authKey });
  const { token } = body.data as { token: string };
  return (method, path, sent) => server.call(method, path, sent, { token });
}

/** A session that has left a half. */
async function unlocked(restMinutes: number | null = 15): Promise<{ device: Device; half: string }> {
  const device = await signIn();
  const half = hex(32);
  expect(await device("PUT", PATH, { half, restMinutes })).toMatchObject({ status: 200, body: { success: true } });
  return { device, half };
}

const halfOf = async (device: Device): Promise<unknown> => (await device("GET", PATH)).body.half;
/** Past every endpoint: what the table holds. */
const storedHalves = async (): Promise<string[]> =>
  (await server.pool.query<{ half: string }>("select half from session where half is not null")).rows.map(({ half }) => half);

async function ownId(device: Device): Promise<string> {
  const { sessions } = (await device("GET", "/users/sessions")).body as { sessions: { id: string; isCurrent: boolean }[] };
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? "";
}

describe("the half of a session", () => {
  it("is given to its own session, and to no other session or account, nor without a session", async () => {
    const { device, half } = await unlocked();
    expect((await device("GET", PATH)).body).toEqual({ success: true, half });
    expect(await halfOf(await signIn())).toBeNull();
    expect(await halfOf((await server.join("eve@example.com")).call)).toBeNull();
    expect((await server.call("GET", PATH)).status).toBe(401);
  });

  it("is not stored in a form that the database alone could give away", async () => {
    const { half } = await unlocked();
    const stored = (await storedHalves()).join(" ");
    for (const text of [half, Buffer.from(half, "hex").toString("base64url"), Buffer.from(half, "hex").toString("base64")])
      expect(stored).not.toContain(text);
  });

  it("cannot be carried to another session's row", async () => {
    const [one, two] = [await unlocked(), await unlocked()];
    await server.pool.query("update session set half = (select half from session where id = $1) where id = $2", [
      await ownId(one.device),
      await ownId(two.device),
    ]);
    expect((await two.device("GET", PATH)).status).toBe(500);
  });

  it("is deleted when the device says that it is locked, and a newer one stays", async () => {
    const { device, half } = await unlocked();
    const newer = hex(32);
    await device("PUT", PATH, { half: newer, restMinutes: 15 });
    await device("DELETE", PATH, { halfHash: sha256OfHex(half) });
    expect(await halfOf(device)).toBe(newer);
    await device("DELETE", PATH, { halfHash: sha256OfHex(newer) });
    expect(await halfOf(device)).toBeNull();
  });

  it.each([
    ["signed out", async (device: Device) => device("POST", "/users/logout")],
    ["signed out from another device", async (device: Device) => (await signIn())("DELETE", `/users/sessions/${await ownId(device)}`)],
    ["one of the others that another device signs out", async () => (await signIn())("DELETE", "/users/sessions")],
  ])("is forgotten when the session is %s", async (_, end) => {
    const { device } = await unlocked();
    const id = await ownId(device);
    expect((await end(device)).status).toBe(200);
    expect((await server.pool.query("select half, half_rest_minutes from session where id = $1", [id])).rows).toEqual([
      { half: null, half_rest_minutes: null },
    ]);
    expect((await device("GET", PATH)).status).toBe(401);
  });

  it("is not given out once the session has expired, and is deleted by the purge", async () => {
    const { device } = await unlocked(null);
    server.clock.now += 30 * 24 * 60 * MINUTE;
    expect((await device("GET", PATH)).status).toBe(401);
    await purge(server.deps);
    expect(await storedHalves()).toEqual([]);
  });
});

describe("an idle device", () => {
  it("keeps its half as long as it gives a sign of life, whichever call that is", async () => {
    const { device, half } = await unlocked(15);
    for (let quarter = 0; quarter < 8; quarter++) {
      server.clock.now += 15 * MINUTE;
      await device("GET", "/users/sessions");
    }
    expect(await halfOf(device)).toBe(half);
  });

  it("loses it when its time is over, also if its next call asks for it", async () => {
    const { device } = await unlocked(15);
    server.clock.now += 16 * MINUTE;
    expect(await halfOf(device)).toBeNull();
    expect(await halfOf(device)).toBeNull();
  });

  it("loses it when its time is over, also if it never calls again", async () => {
    const { device, half } = await unlocked(15);
    const staying = await unlocked(null);
    await purge(server.deps);
    expect(await halfOf(device)).toBe(half);
    server.clock.now += 16 * MINUTE;
    await purge(server.deps);
    expect(await storedHalves()).toHaveLength(1);
    expect(await halfOf(staying.device)).toBe(staying.half);
  });

  it("keeps it until the session ends if its owner chose that", async () => {
    const { device, half } = await unlocked(null);
    server.clock.now += 6 * 60 * MINUTE;
    expect(await halfOf(device)).toBe(half);
  });
});

it("what is not a half is refused", async () => {
  const device = await signIn();
  for (const body of [
    { half: "00", restMinutes: 15 },
    { half: hex(32), restMinutes: 0 },
    { half: hex(32) },
    { half: hex(32), restMinutes: 15, more: 1 },
  ])
    expect((await device("PUT", PATH, body)).status).toBe(400);
});
