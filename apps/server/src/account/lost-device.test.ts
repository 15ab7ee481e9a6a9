/** A lost device: all of its sessions end with the passkeys that its owner names, and nothing else. */
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { device, passkey } from "../db/access-tables.ts";
import { session } from "../db/tables.ts";
import { hex, openWorld, type Person, type Server, type World, wrapped } from "../testing/world.ts";
import { isOnDevice } from "./lost-device.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const sessionIn = (token: string): string => String(decodeJwt(token).sid);

/** @returns a session's token and id */
async function signIn({ email, authKey }: Person) {
  const { body } = await server.call("POST", "/users/login", { email, authKey });
  const { token } = body.data as { token: string };
  return { token, sid: sessionIn(token) };
}
const isLive = async (token: string): Promise<boolean> => (await server.call("GET", "/notes", undefined, { token })).status === 200;

async function addPasskey({ accountId }: Person): Promise<string> {
  const id = Buffer.from(hex(16), "hex").toString("base64url");
  await server.db.insert(passkey).values({
    ...{ id, account_id: accountId, public_key: "A", counter: 0, copy: wrapped(), key_epoch: 1, device: "Chrome" },
    created_at: new Date(server.clock.now),
  });
  return id;
}
const passkeysOf = async ({ accountId }: Person) =>
  (await server.db.select({ id: passkey.id }).from(passkey).where(eq(passkey.account_id, accountId))).map(({ id }) => id);
const namesOf = async ({ email }: Person) => (await server.emails(email)).map(({ name }) => name);

it("ends every session of the device and the passkeys that are named, of this account alone; its owner is mailed", async () => {
  const [ann, bob] = [await server.join("ann@example.com"), await server.join("bob@example.com")];
  const [first, second, elsewhere] = [await signIn(ann), await signIn(ann), await signIn(ann)];
  const deviceId = crypto.randomUUID();
  await server.db.insert(device).values({ id: deviceId, account_id: ann.accountId, hash: hex(32), used_at: new Date(server.clock.now) });
  for (const { sid } of [first, second]) await server.db.update(session).set({ device_id: deviceId }).where(eq(session.id, sid));
  const [lost, kept, his] = [await addPasskey(ann), await addPasskey(ann), await addPasskey(bob)];
  expect((await ann.freshly("POST", "/users/sessions/lost", { id: first.sid, passkeys: [lost, his] })).status).toBe(200);
  expect(await Promise.all([first, second, elsewhere].map(({ token }) => isLive(token)))).toEqual([false, false, true]);
  expect((await ann.call("GET", "/notes")).status).toBe(200);
  expect([await passkeysOf(ann), await passkeysOf(bob)]).toEqual([[kept], [his]]);
  expect(await server.db.$count(device, eq(device.id, deviceId))).toBe(0);
  expect(await namesOf(ann)).toContain("passkeyRemoved");
});

it("is no session of someone else's, none that has ended, and not the one that says so; a device without passkeys mails no one", async () => {
  const [cat, eve] = [await server.join("cat@example.com"), await server.join("eve@example.com")];
  const [hers, other] = [await signIn(cat), await signIn(eve)];
  const lose = async (id: string) => (await cat.freshly("POST", "/users/sessions/lost", { id, passkeys: [] })).status;
  for (const id of [other.sid, crypto.randomUUID()]) expect(await lose(id)).toBe(404);
  await cat.prove();
  const own = { id: sessionIn(cat.token), passkeys: [] };
  expect((await cat.call("POST", "/users/sessions/lost", own)).status).toBe(404);
  expect(await lose(hers.sid)).toBe(200);
  expect(await lose(hers.sid)).toBe(404);
  expect([await isLive(hers.token), await isLive(other.token), await isLive(cat.token)]).toEqual([false, true, true]);
  expect(await namesOf(cat)).not.toContain("passkeyRemoved");
});

it("is where a passkey was added, or what it began a session on", () => {
  const made = { id: "p", device_id: "d", session_id: "s" };
  const on = (more: object) =>
    isOnDevice({ id: "x", passkey_id: null, device_id: null, ...more } as Parameters<typeof isOnDevice>[0], made);
  expect([on({}), on({ id: "s" }), on({ passkey_id: "p" }), on({ device_id: "d" }), on({ device_id: "e" })]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  const unknown = { ...made, device_id: null };
  expect(isOnDevice({ id: "x", passkey_id: null, device_id: null } as Parameters<typeof isOnDevice>[0], unknown)).toBe(false);
});
