import { execFileSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "../db/tables.ts";
import { authenticatorCode, turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { makeTeam } from "../testing/teams.ts";
import { openWorld, type Person, type Server, type World } from "../testing/world.ts";
import { stepOf } from "./second-factor.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;

/** What `oathtool --totp -b -N @time secret` (OATH Toolkit 2.6.7) prints. */
const VECTORS = [
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59, "287082"],
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1111111109, "081804"],
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1743465600, "237278"],
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 20000000000, "353130"],
  ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 59, "503347"],
  ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 1743465600, "400097"],
  ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 2000000000, "978524"],
] as const;

/** The independent authenticator (Debian: oathtool). */
const OATHTOOL = "oathtool";

/** oathtool where it is installed; elsewhere ours, which the vectors compare with it. */
function otherAuthenticator(secret: string, time: number): string {
  try {
    return execFileSync(OATHTOOL, ["--totp", "-b", "-N", `@${Math.floor(time / 1000)}`, secret], { encoding: "utf8" }).trim();
  } catch {
    return authenticatorCode(secret, time);
  }
}

describe("a code", () => {
  it.each(VECTORS)("of %s at %i is the one that oathtool shows", (secret, seconds, code) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(authenticatorCode(secret, seconds * 1000)).toBe(code);
  });

  it("may be one step early or late, and no more", () => {
    const [secret, , code] = VECTORS[2];
    const at = VECTORS[2][1] * 1000;
    expect([-60, -30, 0, 30, 60].map((seconds) => stepOf(secret, code, at + seconds * 1000) !== null)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

const login = async (person: Person, address = "192.0.2.9") =>
  (await server.call("POST", "/users/login", { email: person.email, authKey: person.authKey }, { address })).body;
const verify = async (person: Person, code: string) =>
  server.call("POST", "/users/verify-mfa", { code, tempToken: (await login(person)).tempToken });

describe("setting up", () => {
  it("shows a secret that an authenticator accepts, as a picture of our own making, and keeps it encrypted", async () => {
    const ann = await server.join("ann@example.com");
    const { body } = await ann.call("POST", "/users/2fa/setup", {});
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.qrCodeUrl).toMatch(/^data:image\/png;base64,/);
    const [row] = await server.db.select().from(account).where(eq(account.id, ann.accountId));
    expect(JSON.stringify(row)).not.toContain(body.secret);
    const code = otherAuthenticator(String(body.secret), server.clock.now);
    const on = await ann.call("POST", "/users/2fa/verify", { code });
    expect(on.body.recoveryCodes).toHaveLength(10);
    expect(new Set(on.body.recoveryCodes as string[]).size).toBe(10);
    const [after] = await server.db.select().from(account).where(eq(account.id, ann.accountId));
    for (const text of on.body.recoveryCodes as string[]) expect(JSON.stringify(after)).not.toContain(text);
    expect((await ann.call("POST", "/users/2fa/setup", {})).body.code).toBe("mfa_already_on");
    expect((await server.emails(ann.email)).map(({ name }) => name)).toContain("mfaOn");
  });

  it("is pending until a code is right, and refuses one before there is a secret", async () => {
    const eve = await server.join("pending@example.com");
    expect((await eve.call("POST", "/users/2fa/verify", { code: "123456" })).body.code).toBe("mfa_not_pending");
    const { secret } = (await eve.call("POST", "/users/2fa/setup", {})).body as { secret: string };
    expect((await eve.call("POST", "/users/2fa/verify", { code: wrongCode(secret, server.clock.now) })).body.code).toBe("invalid_code");
    expect((await login(eve)).requiresMfa).toBeUndefined();
  });

  it("takes a secret from the client only when it is long enough (decision S-03)", async () => {
    const { call } = await server.join("own-secret@example.com");
    const setup = async (secret: string) => (await call("POST", "/users/2fa/setup", { secret })).body.secret;
    expect(await setup("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")).toBe("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
    expect(await setup("JBSWY3DPEHPK3PXP")).not.toBe("JBSWY3DPEHPK3PXP");
    expect(await setup("not base32 at all, but long enough")).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe("signing in with it", () => {
  it("takes a second step, and marks the account", async () => {
    const bob = await server.join("bob@example.com");
    const factor = await turnOnSecondFactor(server, bob);
    const first = await login(bob);
    expect(first).toEqual({ success: true, requiresMfa: true, tempToken: expect.any(String) });
    const code = factor.next();
    const second = await server.call("POST", "/users/verify-mfa", { code, tempToken: first.tempToken });
    expect(second.body.data).toMatchObject({ user: { two_factor_enabled: true }, token: expect.any(String) });
    expect((await verify(bob, code)).body.code).toBe("invalid_mfa_code");
    expect((await verify(bob, factor.next())).status).toBe(200);
  });

  it("uses a code once, also when two send it at the same moment", async () => {
    const twin = await server.join("twin@example.com");
    const code = (await turnOnSecondFactor(server, twin)).next();
    const answers = await Promise.all([verify(twin, code), verify(twin, code), verify(twin, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("has five minutes, and the token works for nothing else", async () => {
    const slow = await server.join("slow@example.com");
    const factor = await turnOnSecondFactor(server, slow);
    const { tempToken } = await login(slow);
    expect((await server.call("GET", "/notes", undefined, { token: String(tempToken) })).body.code).toBe("session_expired");
    server.clock.now += 5 * 60_000;
    const late = await server.call("POST", "/users/verify-mfa", { code: factor.next(), tempToken });
    expect(late.body).toMatchObject({ code: "temp_token_expired", message: "This took too long. Please sign in again." });
    expect((await server.call("POST", "/users/verify-mfa", { code: "123456", tempToken: slow.token })).body.code).toBe(
      "temp_token_expired",
    );
  });

  it("takes each recovery code once, in any spelling", async () => {
    const lost = await server.join("lost-phone@example.com");
    const { recoveryCodes } = await turnOnSecondFactor(server, lost);
    const [first = "", second = ""] = recoveryCodes;
    expect((await verify(lost, first)).status).toBe(200);
    expect((await verify(lost, first)).body.code).toBe("invalid_mfa_code");
    expect((await verify(lost, second.toUpperCase().replace("-", ""))).status).toBe(200);
    expect((await verify(lost, "00000-00000")).body.code).toBe("invalid_mfa_code");
  });
});

describe("turning it off", () => {
  it("needs one of its codes", async () => {
    const off = await server.join("off@example.com");
    expect((await off.call("POST", "/users/2fa/disable", { code: "123456" })).body.code).toBe("mfa_not_on");
    const factor = await turnOnSecondFactor(server, off);
    const wrong = await off.call("POST", "/users/2fa/disable", { code: wrongCode(factor.secret, server.clock.now) });
    expect(wrong.body).toMatchObject({ code: "invalid_code", message: "Invalid verification code" });
    expect((await off.call("POST", "/users/2fa/disable", { code: factor.next() })).status).toBe(200);
    expect((await login(off)).data).toBeDefined();
  });
});

describe("removal by an administrator", () => {
  it("is mailed, ends the sessions, and lets the password alone sign in", async () => {
    const admin = await server.join("admin@example.com", 1);
    const locked = await server.join("locked@example.com");
    await turnOnSecondFactor(server, locked);
    expect((await admin.call("POST", "/users/2fa/remove", { userId: locked.accountId })).status).toBe(200);
    expect((await locked.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await server.emails(locked.email)).at(-1)?.name).toBe("mfaRemoved");
    expect((await login(locked)).data).toBeDefined();
  });

  it("is refused to members, to other teams, against the first role, on the caller, and on members who were added without being asked", async () => {
    const [admin, other, member, team] = await Promise.all([
      server.join("admin2@example.com", 1),
      server.join("other-admin@example.com", 1),
      server.join("member@example.com"),
      server.join("team-admin@example.com", 2),
    ]);
    const remove = async (by: Person, target: Person) => (await by.call("POST", "/users/2fa/remove", { userId: target.accountId })).status;
    const target = await server.join("target@example.com");
    await turnOnSecondFactor(server, target);
    const [own, foreign] = [await makeTeam(server), await makeTeam(server)];
    const inTeam = (person: Person, teamId: string) =>
      server.db.update(account).set({ team_id: teamId }).where(eq(account.id, person.accountId));
    expect(await remove(member, target)).toBe(403);
    expect(await remove(team, target)).toBe(403);
    await inTeam(team, own);
    expect(await remove(team, target)).toBe(403);
    await inTeam(target, foreign);
    expect(await remove(team, target)).toBe(403);
    await inTeam(admin, own);
    expect(await remove(team, admin)).toBe(403);
    expect(await remove(admin, admin)).toBe(403);
    expect((await login(target)).requiresMfa).toBe(true);
    await inTeam(target, own);
    expect(await remove(team, target)).toBe(409); // added without being asked
    expect((await login(target)).requiresMfa).toBe(true);
    await server.db.update(account).set({ managed_by: own }).where(eq(account.id, target.accountId));
    expect(await remove(team, target)).toBe(200);
    expect(await remove(admin, other)).toBe(200);
    expect((await admin.call("POST", "/users/2fa/remove", { userId: crypto.randomUUID() })).status).toBe(404);
  });
});

describe("a request for help", () => {
  it("reaches the administrators, with the words as plain text, from a caller who knows the password", async () => {
    const own = await world.server();
    const [admin, lost] = [await own.join("boss@example.com", 1), await own.join("lost@example.com")];
    await turnOnSecondFactor(own, lost);
    const { tempToken } = (await own.call("POST", "/users/login", { email: lost.email, authKey: lost.authKey })).body;
    const ask = (body: object) => own.call("POST", "/users/mfa-help-request", { email: lost.email, message: "<b>My phone</b>", ...body });
    expect((await ask({ tempToken })).body).toEqual({ success: true });
    const [email] = await own.emails(admin.email);
    expect(email).toMatchObject({ name: "helpRequest", values: { email: lost.email, message: "<b>My phone</b>" } });
    expect((await own.emails(lost.email)).map(({ name }) => name)).toEqual(["mfaOn"]);
    // Answered alike, and sent nowhere: without a token, with another's token, with a session's token, for an unknown email.
    for (const body of [
      {},
      { tempToken: "x" },
      { tempToken: lost.token },
      { tempToken, email: admin.email },
      { email: "nobody@example.com" },
    ]) {
      expect((await ask(body)).body).toEqual({ success: true });
    }
    expect(await own.emails(admin.email)).toHaveLength(1);
    // Where no one could help, only a caller who knows the password is told so (finding A-8).
    await own.pool.query("update account set role_id = 3 where id = $1", [admin.accountId]);
    expect((await ask({ tempToken })).body).toMatchObject({
      code: "nobody_to_help",
      message: expect.stringContaining("admin -- remove-2fa"),
    });
    expect((await ask({})).body).toEqual({ success: true });
    await own.pool.query("update account set role_id = 1 where id = $1", [admin.accountId]);
    expect((await ask({ tempToken })).status).toBe(200);
    expect(await ask({ tempToken })).toMatchObject({ status: 429, headers: { "retry-after": String(DAY / 1000) } });
  });
});
