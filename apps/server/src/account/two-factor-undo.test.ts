import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passkey } from "../db/access-tables.ts";
import { LINK_AUTH, linkProfile } from "../testing/profiles.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { hex, openWorld, type Person, type Server, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ publicUrl: "https://vault.example.com" });
});
afterAll(() => world.end());

const HOUR = 3_600_000;
const login = async (who: Person) => (await server.call("POST", "/users/login", { email: who.email, authKey: who.authKey })).body;
const undo = (undoToken: string) => server.call("POST", "/users/2fa/undo", { undoToken });
async function undoTokenOf(email: string): Promise<string> {
  const link = (await server.emails(email)).findLast(({ name }) => name === "mfaOn")?.values.link ?? "";
  expect(link).toMatch(/^https:\/\/vault\.example\.com\/undo-two-factor#[\w.-]+$/);
  return link.split("#")[1] ?? "";
}
const eventsOf = async (who: Person): Promise<string[]> => {
  const { rows } = await server.pool.query<{ event: string }>("select event from audit where account_id = $1 order by seq", [
    who.accountId,
  ]);
  return rows.map(({ event }) => event);
};
/** As it is stored; what one opens is told in tests/flows/passkeys.flow.test.ts. */
const addPasskey = (who: Person) =>
  server.db.insert(passkey).values({
    ...{ id: hex(16), account_id: who.accountId, public_key: "A", counter: 0, copy: wrapped(), key_epoch: 1, device: "Chrome" },
    created_at: new Date(server.clock.now),
  });
const passkeysOf = (who: Person): Promise<number> => server.db.$count(passkey, eq(passkey.account_id, who.accountId));

describe("a second factor that is set up", () => {
  it("ends the other sessions, not the one that set it up", async () => {
    const ann = await server.join("ann@example.com");
    const { token } = (await login(ann)).data as { token: string };
    await turnOnSecondFactor(server, ann);
    expect((await server.call("GET", "/notes", undefined, { token })).body.code).toBe("session_expired");
    expect((await ann.call("GET", "/notes")).status).toBe(200);
  });
});

describe("the mailed link", () => {
  it("turns it off, ends every session, link and passkey, is audited and mailed, and works once", async () => {
    const [bob, other] = [await server.join("bob@example.com"), await server.join("bob2@example.com")];
    await linkProfile(server, other, bob);
    await turnOnSecondFactor(server, bob);
    const token = await undoTokenOf(bob.email);
    for (const who of [bob, other]) await addPasskey(who);
    expect((await undo(token)).body).toEqual({ success: true });
    expect([await passkeysOf(bob), await passkeysOf(other)]).toEqual([0, 1]);
    expect((await bob.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await login(bob)).data).toBeDefined();
    const path = `/users/switch-profile/${bob.accountId}`;
    expect((await other.call("POST", path, { linkAuth: LINK_AUTH })).status).toBe(404);
    expect((await server.emails(bob.email)).map(({ name }) => name)).toContain("mfaUndone");
    expect(await eventsOf(bob)).toContain("mfa.undone");
    expect(await undo(token)).toMatchObject({ status: 400, body: { code: "undo_link_invalid" } });
  });

  it("works for a day", async () => {
    const cat = await server.join("cat@example.com");
    await turnOnSecondFactor(server, cat);
    const token = await undoTokenOf(cat.email);
    server.clock.now += 24 * HOUR;
    expect((await undo(token)).body.code).toBe("undo_link_invalid");
    expect((await login(cat)).requiresMfa).toBe(true);
  });

  it("is of the second factor it came with, and of no later one", async () => {
    const dan = await server.join("dan@example.com");
    const first = await turnOnSecondFactor(server, dan);
    const token = await undoTokenOf(dan.email);
    await dan.call("POST", "/users/2fa/disable", { code: first.next() });
    expect((await undo(token)).body.code).toBe("undo_link_invalid");
    await turnOnSecondFactor(server, dan);
    expect((await undo(token)).body.code).toBe("undo_link_invalid");
    expect((await login(dan)).requiresMfa).toBe(true);
  });

  it("stays valid when the person who set it up changes the master password afterwards", async () => {
    const eve = await server.join("eve@example.com");
    await turnOnSecondFactor(server, eve);
    const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null };
    expect((await eve.write("POST", "/users/change-password", next)).status).toBe(200);
    expect((await undo(await undoTokenOf(eve.email))).status).toBe(200);
  });

  it("cannot be made of any other token", async () => {
    const flo = await server.join("flo@example.com");
    await turnOnSecondFactor(server, flo);
    const tempToken = String((await login(flo)).tempToken);
    for (const token of ["x", flo.token, tempToken, `${await undoTokenOf(flo.email)}x`])
      expect((await undo(token)).body.code).toBe("undo_link_invalid");
    expect((await server.call("GET", "/notes", undefined, { token: await undoTokenOf(flo.email) })).body.code).toBe("session_expired");
    expect((await login(flo)).requiresMfa).toBe(true);
  });
});
