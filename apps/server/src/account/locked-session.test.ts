/** The token of a locked session: it reads nothing but what an unlock needs, until its caller shows the keys or the master password. */
import { api } from "@coffer/contract/api";
import type { Endpoint } from "@coffer/contract/endpoint";
import { passkeys } from "@coffer/contract/passkeys";
import { keyProofMessage } from "@coffer/contract/session-half";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { sha256OfHex } from "../secrets.ts";
import { signMessage } from "../testing/identities.ts";
import { hex, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com")];
});
afterAll(() => world.end());

const PATH = "/users/session-half";
const REFUSED = { status: 403, body: { code: "fresh_proof_needed" } };
const HALF = hex(32);

const proofFor = (who: Person, accountId: string, sessionId: string): string =>
  signMessage(who.form.publicKey, keyProofMessage(accountId, sessionId));

/** A new session of Ann's on a device that shows its keys, with those calls of its token that do not. */
async function signIn() {
  const { body } = await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey });
  const { token } = body.data as { token: string };
  const sessionId = String(decodeJwt(token).sid);
  const call = (keyProof?: string) => (method: string, path: string, sent?: unknown) =>
    server.call(method, path, sent, { token, keyProof });
  return { sessionId, withProof: call, bare: call(), device: call(proofFor(ann, ann.accountId, sessionId)) };
}

async function locked() {
  const session = await signIn();
  expect(await session.device("PUT", PATH, { half: HALF, restMinutes: 15 })).toMatchObject({ status: 200 });
  expect(await session.bare("GET", "/users/sessions")).toMatchObject({ status: 200 });
  expect(await session.bare("DELETE", PATH, { halfHash: sha256OfHex(HALF) })).toMatchObject({ status: 200 });
  return session;
}

const FEATURES = [...Object.values(api), passkeys];
const CALLS: readonly Endpoint[] = FEATURES.flatMap((feature) => Object.values<Endpoint>(feature));
const ANSWERED = ["findHalf", "forgetHalf", "logout", "passkeyCopy", "verifyMasterPassword"];

it("is refused by every call but the few that a locked device makes", async () => {
  const { bare } = await locked();
  const names = FEATURES.flatMap((feature) => Object.entries<Endpoint>(feature).filter(([, { whileLocked }]) => whileLocked));
  expect(names.map(([name]) => name).sort()).toEqual(ANSWERED);
  const others = CALLS.filter(({ access, whileLocked }) => access === "signed-in" && !whileLocked);
  expect(others.length).toBeGreaterThan(80);
  for (const { method, path } of others) expect(await bare(method, path.replace(/:\w+/g, id)), path).toMatchObject(REFUSED);
});

it("is answered where the caller shows the keys, also before the server has a half again", async () => {
  const { bare, device } = await locked();
  expect(await device("GET", "/users/sessions")).toMatchObject({ status: 200 });
  expect(await bare("GET", "/users/sessions")).toMatchObject(REFUSED);
  expect(await device("PUT", PATH, { half: hex(32), restMinutes: 15 })).toMatchObject({ status: 200 });
  expect(await bare("GET", "/users/sessions")).toMatchObject({ status: 200 });
});

it("shows no keys with what was signed for another session or account, by another person, or with noise", async () => {
  const { sessionId, withProof } = await locked();
  const [mine, other] = [proofFor(ann, ann.accountId, sessionId), await signIn()];
  for (const proof of [
    proofFor(ann, ann.accountId, other.sessionId),
    proofFor(ann, eve.accountId, sessionId),
    proofFor(eve, ann.accountId, sessionId),
    `${mine}A`,
    mine.slice(1),
    "noise",
  ])
    expect(await withProof(proof)("GET", "/users/sessions")).toMatchObject(REFUSED);
});

it("cannot store a half, neither while the device is locked nor before, when a lock would leave it", async () => {
  const { bare, device } = await signIn();
  await device("PUT", PATH, { half: HALF, restMinutes: 15 });
  const own = { half: hex(32), restMinutes: null };
  expect(await bare("PUT", PATH, own)).toMatchObject(REFUSED);
  await bare("DELETE", PATH, { halfHash: sha256OfHex(HALF) });
  expect(await bare("PUT", PATH, own)).toMatchObject(REFUSED);
  expect(await bare("GET", PATH)).toMatchObject({ status: 200, body: { half: null } });
});

it("is that of a device that rested too long, too", async () => {
  const { bare, device } = await signIn();
  await device("PUT", PATH, { half: HALF, restMinutes: 15 });
  server.clock.now += 16 * 60_000;
  expect(await bare("GET", "/users/sessions")).toMatchObject(REFUSED);
  expect(await device("GET", "/users/sessions")).toMatchObject({ status: 200 });
});

it("is opened by the master password, for a version that shows no keys", async () => {
  const { bare } = await locked();
  const asked = (authKey: string) => bare("POST", "/export/verify-master-password", { authKey, reason: "change" });
  expect(await asked(hex(32))).toMatchObject({ body: { isValid: false } });
  expect(await bare("GET", "/users/sessions")).toMatchObject(REFUSED);
  expect(await asked(ann.authKey)).toMatchObject({ body: { isValid: true } });
  expect(await bare("GET", "/users/sessions")).toMatchObject({ status: 200 });
});

it("is as before for a session that has never shown its keys", async () => {
  const { bare } = await signIn();
  await bare("PUT", PATH, { half: HALF, restMinutes: 15 });
  await bare("DELETE", PATH, { halfHash: sha256OfHex(HALF) });
  expect(await bare("GET", "/users/sessions")).toMatchObject({ status: 200 });
});

it("rests while its token is used without the keys: such calls keep no session of a sleeping device open", async () => {
  const [asleep, awake] = [await signIn(), await signIn()];
  for (const { device } of [asleep, awake])
    expect(await device("PUT", PATH, { half: HALF, restMinutes: 15 })).toMatchObject({ status: 200 });
  for (let minute = 0; minute < 20; minute++) {
    server.clock.now += 60_000;
    await asleep.bare("GET", "/users/sessions");
    expect(await awake.device("GET", "/users/sessions")).toMatchObject({ status: 200 });
  }
  expect(await asleep.bare("GET", "/users/sessions")).toMatchObject(REFUSED);
  expect((await asleep.bare("GET", PATH)).body.half).toBeNull();
  expect((await awake.bare("GET", PATH)).body.half).toBe(HALF);
  await purge(server.deps);
  expect((await awake.bare("GET", PATH)).body.half).toBe(HALF);
  // Its owner sees that it is used.
  const { sessions } = (await awake.device("GET", "/users/sessions")).body as { sessions: { id: string; lastUsedAt: number }[] };
  const used = sessions.find(({ id: one }) => one === asleep.sessionId)?.lastUsedAt ?? 0;
  expect(server.clock.now - used).toBeLessThan(120_000);
});

it("rests by the hourly job too, which takes the half of a sleeping device before any other call, and not that of one that is used", async () => {
  const [asleep, awake, unguarded] = [await signIn(), await signIn(), await signIn()];
  for (const { device } of [asleep, awake]) await device("PUT", PATH, { half: HALF, restMinutes: 15 });
  await unguarded.bare("PUT", PATH, { half: HALF, restMinutes: 15 });
  server.clock.now += 15 * 60_000;
  for (const call of [asleep.bare, awake.device, unguarded.bare])
    expect(await call("GET", "/users/sessions")).toMatchObject({ status: 200 });
  const hasHalf = async ({ sessionId }: typeof asleep): Promise<boolean> =>
    (await server.pool.query("select from session where id = $1 and half is not null", [sessionId])).rowCount === 1;
  expect(await Promise.all([asleep, awake, unguarded].map(hasHalf))).toEqual([true, true, true]);
  server.clock.now += 2 * 60_000;
  await purge(server.deps);
  expect(await Promise.all([asleep, awake, unguarded].map(hasHalf))).toEqual([false, true, true]);
});
