/** Wrong proofs of the master password count for the session, then for its device, and shut out no other session. */
import { afterAll, beforeAll, expect, it } from "vitest";
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

const QUARTER_MS = 15 * 60_000 + 1;

async function sessionOn(deviceToken: string): Promise<(authKey?: string) => Promise<number>> {
  const { email, authKey: right } = ann;
  const reply = await server.call("POST", "/users/login", { email, authKey: right, deviceToken });
  const { token } = reply.body.data as { token: string };
  return async (authKey = "00".repeat(32)) =>
    (await server.call("POST", "/export/verify-master-password", { authKey, reason: "change" }, { token })).status;
}

/** As many wrong proofs as the session takes, for three hours. */
async function tryAll(prove: () => Promise<number>): Promise<number> {
  let taken = 0;
  for (let round = 0; round < 12; round++) {
    while ((await prove()) === 200) taken++;
    server.clock.now += QUARTER_MS;
  }
  return taken;
}

it("thirty wrong proofs a day for a session, sixty for a device and five more for each of its sessions", async () => {
  const device = hex(32);
  const sessions = [await sessionOn(device), await sessionOn(device), await sessionOn(device)];
  const counts: number[] = [];
  for (const prove of sessions) counts.push(await tryAll(prove));
  expect(counts).toEqual([30, 30, 5]);
  const other = await sessionOn(device);
  expect(await other(ann.authKey), "another session of that device proves").toBe(200);
  const elsewhere = await sessionOn(hex(32));
  expect(await tryAll(elsewhere), "another device has its own").toBe(30);
});
