import { allEndpoints } from "@coffer/contract/all-endpoints";
import { FRESH_PROOF_MINUTES } from "@coffer/core/constants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleCall, exampleInput } from "../testing/examples.ts";
import { LINK_AUTH, linkProfile, profileForm } from "../testing/profiles.ts";
import { type Answer, hex, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com", 1);
});
afterAll(() => world.end());

const MINUTE = 60_000;
const NEEDED = { status: 403, body: { success: false, code: "fresh_proof_needed" } };
const growOld = (): void => {
  server.clock.now += FRESH_PROOF_MINUTES * MINUTE;
};

/** Of another session of this person. */
async function tokenOf({ email, authKey }: Person): Promise<string> {
  const { body } = await server.call("POST", "/users/login", { email, authKey });
  return (body as { data: { token: string } }).data.token;
}

/** What cannot be undone, or opens a way in. When you add a call of that kind, mark it `fresh` and add it here. */
const FRESH = [
  "account.changeEmail",
  "account.changePassword",
  "account.createProfile",
  "account.deleteAccount",
  "account.disableMfa",
  "account.initiateProfileLink",
  "account.recoveryCopy",
  "account.removeMfa",
  "account.renewKeys",
  "account.renewRecoveryKey",
  "account.requestEmailChange",
  "account.revokeOtherSessions",
  "account.revokeSession",
  "account.setupMfa",
  "account.unlinkProfile",
  "account.verifyMfaSetup",
  "passkeys.addPasskey",
  "passkeys.passkeyToAdd",
  "passkeys.removePasskey",
  "passkeys.reportLost",
  "team.addMember",
  "team.createRole",
  "team.createTeam",
  "team.deleteRole",
  "team.deleteTeam",
  "team.deleteUser",
  "team.invite",
  "team.joinInvited",
  "team.leaveTeam",
  "team.removeMember",
  "team.removeTeamMember",
  "team.revokeInvitation",
  "team.updateMemberRole",
  "team.updateRole",
  "vault.purge",
  "vault.purgeMany",
];
const marked = allEndpoints().filter(([, spec]) => spec.fresh);

describe("a fresh proof of the master password", () => {
  it("is needed by exactly these calls", () => {
    expect(marked.map(([name]) => name).sort()).toEqual(FRESH);
    for (const [name, { access }] of marked) expect([name, access]).toEqual([name, "signed-in"]);
  });

  it.each(marked)("is missing where a stolen session calls %s, whatever it sends", async (_, spec) => {
    growOld();
    const { path, body } = exampleCall(spec, exampleInput(spec));
    expect(await ann.call(spec.method, path, body)).toMatchObject(NEEDED);
    expect(await ann.call(spec.method, path, spec.method === "GET" ? undefined : "{")).toMatchObject(NEEDED);
    expect((await server.call(spec.method, path, body)).body.code).toBe("authentication_required");
  });

  it.each(marked)("lets %s pass once it was given", async (_, spec) => {
    growOld();
    // As it is noted; one of these calls has changed the master password by then.
    await server.pool.query("update session set proven_at = $1 where account_id = $2", [new Date(server.clock.now), ann.accountId]);
    const { path, body } = exampleCall(spec, exampleInput(spec));
    // What it asks for does not exist: it is refused for another reason, or has nothing to do.
    expect((await ann.call(spec.method, path, body)).body.code).not.toBe("fresh_proof_needed");
  });
});

describe("how long it counts", () => {
  const list = (call: Person["call"]): Promise<Answer> => call("DELETE", "/users/sessions");

  it("is ten minutes from the sign-in, and from each time it is given", async () => {
    const bob = await server.join("bob@example.com");
    server.clock.now += FRESH_PROOF_MINUTES * MINUTE - 1;
    expect((await list(bob.call)).status).toBe(200);
    server.clock.now += 1;
    expect(await list(bob.call)).toMatchObject(NEEDED);
    expect((await bob.prove()).body).toMatchObject({ isValid: true });
    server.clock.now += FRESH_PROOF_MINUTES * MINUTE - 1;
    expect((await list(bob.call)).status).toBe(200);
  });

  it("is not at all for a wrong one, and for the session alone in which it was given", async () => {
    const cat = await server.join("cat@example.com");
    const token = await tokenOf(cat);
    growOld();
    const wrong = await cat.call("POST", "/export/verify-master-password", { authKey: hex(32) });
    expect(wrong.body).toMatchObject({ isValid: false });
    expect(await list(cat.call)).toMatchObject(NEEDED);
    await cat.prove();
    expect(await server.call("DELETE", "/users/sessions", undefined, { token })).toMatchObject(NEEDED);
    expect((await list(cat.call)).status).toBe(200);
  });

  it("has an export for a reason too", async () => {
    const dan = await server.join("dan@example.com");
    growOld();
    await dan.call("POST", "/export/verify-master-password", { authKey: dan.authKey });
    expect((await list(dan.call)).status).toBe(200);
  });

  it("is asked for five times in 15 minutes and no more", async () => {
    const { call } = await server.join("limited@example.com");
    const guess = () => call("POST", "/export/verify-master-password", { authKey: hex(32), reason: "change" });
    for (let i = 0; i < 5; i++) expect((await guess()).body).toMatchObject({ isValid: false });
    expect((await guess()).status).toBe(429);
  });

  it("is not kept from the owner's other session by wrong ones of a stolen token", async () => {
    const hal = await server.join("hal@example.com");
    const stolen = await tokenOf(hal);
    const guess = () => server.call("POST", "/export/verify-master-password", { authKey: hex(32) }, { token: stolen });
    for (let i = 0; i < 6; i++) await guess();
    expect((await guess()).status).toBe(429);
    growOld();
    await hal.prove();
    expect((await list(hal.call)).status).toBe(200);
    expect((await guess()).status).toBe(401); // that list ended the other sessions
  });

  it("is asked for thirty times a day at most in one session, whatever its pauses, and a right one is not counted", async () => {
    const ida = await server.join("ida@example.com");
    const give = async (authKey: string) => (await ida.call("POST", "/export/verify-master-password", { authKey })).status;
    const QUARTERS = 8;
    let checked = 0;
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      if (quarter < 6) expect(await give(ida.authKey)).toBe(200);
      for (let i = 0; i < 5; i++) if ((await give(hex(32))) === 200) checked++;
      server.clock.now += 15 * MINUTE;
    }
    expect(checked).toBe(30);
    expect(await give(ida.authKey)).toBe(429);
    expect(await server.call("DELETE", "/users/sessions", undefined, { token: await tokenOf(ida) })).toMatchObject({ status: 200 });
  });
});

it("does not come with a switch from a linked profile: the master password of that one was not given", async () => {
  const [eve, work] = [await server.join("eve@example.com"), await server.join("eve.work@example.com")];
  await linkProfile(server, eve, work);
  const { body } = await eve.call("POST", `/users/switch-profile/${work.accountId}`, { linkAuth: LINK_AUTH });
  const { token } = body.data as { token: string };
  expect(await server.call("DELETE", "/users/sessions", undefined, { token })).toMatchObject(NEEDED);
});

it("is needed for a profile that is opened under the name of a registration", async () => {
  const flo = await server.join("flo@example.com");
  growOld();
  expect(await flo.call("POST", "/users/register", profileForm("flo.work@example.com", flo))).toMatchObject(NEEDED);
});

it("is missing in a session of an earlier version", async () => {
  const gus = await server.join("gus@example.com");
  await server.pool.query("update session set proven_at = null where account_id = $1", [gus.accountId]);
  expect(await gus.call("DELETE", "/users/sessions")).toMatchObject(NEEDED);
});
