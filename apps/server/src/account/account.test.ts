import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeps } from "../app.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { decryptForServer, deriveSecrets } from "../secrets.ts";
import { firstAdminLink } from "../team/first-admin.ts";
import { hex, id, openWorld, registration, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
const SECRET = "another server secret, 32 characters or more";
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ serverSecret: SECRET });
});
afterAll(() => world.end());

const minute = 60_000;
const register = (form: unknown) => server.call("POST", "/users/register", form);
const login = (email: string, authKey: string, address?: string) =>
  server.call("POST", "/users/login", { email, authKey }, address ? { address } : {});

describe("prelogin", () => {
  it("answers alike, and always the same, for known and unknown emails", async () => {
    const form = registration("known@example.com", await server.invite());
    await register(form);
    const known = await server.call("POST", "/users/prelogin", { email: " Known@EXAMPLE.com".trim() });
    expect(known.body).toEqual({ kdfId: 1, salt: form.salt });
    const unknown = await server.call("POST", "/users/prelogin", { email: "unknown@example.com" });
    expect(unknown.body).toEqual({ kdfId: 1, salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((await server.call("POST", "/users/prelogin", { email: "UNKNOWN@example.com" })).body).toEqual(unknown.body);
  });
});

describe("registration", () => {
  it("is by invitation only, once, in time, and for the invited email", async () => {
    const refused = async (form: unknown) => (await register(form)).body.code;
    expect(await refused(registration("a@example.com", "no such invitation"))).toBe("invalid_invitation");
    const token = await server.invite({ email: "a@example.com" });
    expect(await refused(registration("b@example.com", token))).toBe("invitation_email_mismatch");
    expect((await register(registration("A@example.com", token))).status).toBe(200);
    expect(await refused(registration("a@example.com", token))).toBe("invalid_invitation");
    const late = await server.invite({ hours: 1 });
    server.clock.now += 61 * minute;
    expect(await refused(registration("late@example.com", late))).toBe("invalid_invitation");
  });

  it("takes no email twice, whatever its spelling, and no taken id", async () => {
    const { accountId } = await server.join("taken@example.com");
    const again = await register(registration("TAKEN@example.com", await server.invite()));
    expect(again).toMatchObject({ status: 409, body: { code: "email_taken" } });
    const token = await server.invite();
    expect(await register({ ...registration("free@example.com", token), accountId })).toMatchObject({
      status: 409,
      body: { code: "id_taken" },
    });
    expect((await register(registration("free@example.com", token))).status).toBe(200);
  });

  it("is won by one of two who use an invitation at once", async () => {
    const token = await server.invite();
    const answers = await Promise.all(["r1", "r2", "r3"].map((name) => register(registration(`${name}@example.com`, token))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "invalid_invitation")).toHaveLength(2);
  });

  it("keeps neither the auth key nor the hint readable", async () => {
    const form = { ...registration("hint@example.com", await server.invite()), masterPasswordHint: "the blue house" };
    await register(form);
    const [row] = await server.db.select().from(account).where(eq(account.id, form.accountId));
    expect(JSON.stringify(row)).not.toContain("blue");
    expect(JSON.stringify(row)).not.toContain(form.authKey);
    expect(decryptForServer(deriveSecrets(SECRET).hint, form.accountId, row?.hint ?? "")).toBe("the blue house");
    expect(() => decryptForServer(deriveSecrets(SECRET).hint, id(), row?.hint ?? "")).toThrow();
  });

  it("shows what an invitation is for", async () => {
    const token = await server.invite({ email: "taken@example.com", roleId: 2 });
    const { body } = await server.call("POST", "/team/validate-invitation", { token });
    expect(body.invitation).toMatchObject({ email: "taken@example.com", role_name: "Team Admin", team_name: null, userExists: true });
    const unknown = await server.call("POST", "/team/validate-invitation", { token: "no such invitation" });
    expect(unknown.body.code).toBe("invalid_invitation");
  });
});

describe("signing in", () => {
  it("yields the wrapped keys, the role's permissions and a token that says when it ends", async () => {
    const form = registration("ann@example.com", await server.invite({ roleId: 1 }));
    await register(form);
    const { body } = await login("Ann@Example.com", form.authKey);
    const yes = permissionsWhere(() => true);
    expect(body).toMatchObject({
      success: true,
      data: {
        encryptedVaultKey: form.encryptedVaultKey,
        role_id: 1,
        permissions: yes,
        personal_vault_id: form.personalVaultId,
        credEpoch: 1,
      },
    });
    const data = body.data as { token: string; user: unknown };
    expect(data.user).toEqual({ id: form.accountId, email: "ann@example.com", name: "ann", two_factor_enabled: false });
    const claims = JSON.parse(Buffer.from(data.token.split(".")[1] ?? "", "base64url").toString()) as { exp: number };
    expect(claims.exp).toBe(Math.floor((server.clock.now + 8 * 60 * minute) / 1000));
  });

  it("with a wrong key is refused as for an unknown email", async () => {
    await server.join("wrong@example.com");
    const wrong = await login("wrong@example.com", hex(32), "192.0.2.7");
    expect(wrong).toMatchObject({ status: 400, body: { code: "invalid_credentials", message: "Invalid credentials" } });
    expect(wrong.body).toEqual((await login("nobody@example.com", hex(32), "192.0.2.7")).body);
  });

  it("ends by logout, and by time", async () => {
    const { call } = await server.join("out@example.com");
    expect((await call("GET", "/notes")).status).toBe(200);
    expect((await call("POST", "/users/logout", {})).status).toBe(200);
    expect(await call("GET", "/notes")).toMatchObject({ status: 401, body: { code: "session_expired" } });
    const late = await server.join("late2@example.com");
    server.clock.now += 8 * 60 * minute - 1000;
    expect((await late.call("GET", "/notes")).status).toBe(200);
    server.clock.now += 1000;
    expect(await late.call("GET", "/notes")).toMatchObject({ status: 401, body: { code: "session_expired" } });
  });

  it("says whether a master password is the account's", async () => {
    const { call, authKey } = await server.join("verify@example.com");
    const verify = async (key: string) => (await call("POST", "/export/verify-master-password", { authKey: key })).body;
    expect(await verify(authKey)).toEqual({ success: true, isValid: true });
    expect(await verify(hex(32))).toEqual({ success: true, isValid: false });
  });
});

describe("limits", () => {
  it("refuse the sixth wrong sign-in of 15 minutes for an account and address, and say when to come back", async () => {
    const { email, authKey } = await server.join("limited@example.com");
    const address = "198.51.100.1";
    for (let i = 0; i < 5; i++) expect((await login(email, hex(32), address)).body.code).toBe("invalid_credentials");
    const refused = await login(email, authKey, address);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" }, headers: { "retry-after": "900" } });
    expect((await login(email, authKey, "198.51.100.2")).status).toBe(200);
    server.clock.now += 15 * minute;
    expect((await login(email, authKey, address)).status).toBe(200);
  });

  it("do not count sign-ins that were right", async () => {
    const { email, authKey } = await server.join("often@example.com");
    for (let i = 0; i < 8; i++) expect((await login(email, authKey, "198.51.100.3")).status).toBe(200);
  });

  it("refuse the 51st wrong sign-in of one address, whatever the account", async () => {
    const address = "198.51.100.4";
    const codes = await Promise.all(Array.from({ length: 52 }, (_, i) => login(`nobody${i}@example.com`, hex(32), address)));
    expect(codes.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it("refuse the sixth wrong master password of 15 minutes", async () => {
    const { call } = await server.join("export@example.com");
    const verify = () => call("POST", "/export/verify-master-password", { authKey: hex(32) });
    for (let i = 0; i < 5; i++) expect((await verify()).status).toBe(200);
    expect(await verify()).toMatchObject({ status: 429, headers: { "retry-after": "900" } });
  });

  it("refuse the 301st call of a minute", async () => {
    const ask = () => server.call("GET", "/status", undefined, { address: "198.51.100.5" });
    const answers = await Promise.all(Array.from({ length: 301 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    server.clock.now += minute;
    expect((await ask()).status).toBe(200);
  });

  it("counted while the server's clock was a day ahead are over a window after it is right again", async () => {
    const address = "198.51.100.6";
    const ask = () => server.call("GET", "/status", undefined, { address });
    server.clock.now += 24 * 60 * minute;
    await Promise.all(Array.from({ length: 300 }, ask));
    expect((await ask()).status).toBe(429);
    server.clock.now -= 24 * 60 * minute;
    expect(Number((await ask()).headers["retry-after"])).toBe(60);
    server.clock.now += minute;
    expect((await ask()).status).toBe(200);
    await Promise.all(Array.from({ length: 299 }, ask));
    expect((await ask()).status, "and count as ever").toBe(429);
  });

  it("are not begun again by a second server whose clock is behind by less than their window", async () => {
    const address = "198.51.100.7";
    const ask = () => server.call("GET", "/status", undefined, { address });
    await Promise.all(Array.from({ length: 300 }, ask));
    server.clock.now -= minute / 2;
    expect((await ask()).status).toBe(429);
    server.clock.now += minute / 2;
  });
});

describe("the first-admin link", () => {
  let fresh: Server;
  let deps: Deps;
  const file = () => join(world.dataDir, "first-admin-link.txt");
  const tokenOf = (link: string | null) =>
    (JSON.parse(Buffer.from(new URL(link ?? "").searchParams.get("token") ?? "", "base64url").toString()) as { token: string }).token;

  beforeAll(async () => {
    fresh = await world.server();
    const config = { dataDir: world.dataDir, serverSecret: SECRET, publicUrl: null } as Deps["config"];
    deps = createDeps({ db: fresh.db, config, now: () => fresh.clock.now });
  });

  it("is made once, stays the same while it is valid, and is stored in a file that only this account can read", async () => {
    const link = await firstAdminLink(deps, "http://localhost:3000");
    expect(link).toMatch(/^http:\/\/localhost:3000\/register\?token=[\w-]+$/);
    expect(readFileSync(file(), "utf8").trim()).toBe(link);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(tokenOf(await firstAdminLink(deps, "https://vault.example.com"))).toBe(tokenOf(link));
  });

  it("is the same for another process, whose folder knows nothing of it", async () => {
    const dataDir = mkdtempSync(join(world.dataDir, "other-"));
    const other = createDeps({ db: fresh.db, config: { ...deps.config, dataDir }, now: () => fresh.clock.now });
    const link = await firstAdminLink(deps, "http://localhost:3000");
    expect(await firstAdminLink(other, "http://localhost:3000")).toBe(link);
    expect((await fresh.call("POST", "/team/validate-invitation", { token: tokenOf(link) })).status).toBe(200);
  });

  it("replaces a random one of an earlier version", async () => {
    const before = tokenOf(await firstAdminLink(deps, "http://localhost"));
    await fresh.pool.query("update invitation set id = gen_random_uuid() where is_bootstrap");
    const after = tokenOf(await firstAdminLink(deps, "http://localhost"));
    expect(after).not.toBe(before);
    expect((await fresh.call("POST", "/team/validate-invitation", { token: before })).body.code).toBe("invalid_invitation");
    expect((await fresh.call("POST", "/team/validate-invitation", { token: after })).status).toBe(200);
  });

  it("is replaced when its day is over", async () => {
    const before = tokenOf(await firstAdminLink(deps, "http://localhost"));
    fresh.clock.now += 24 * 60 * minute;
    const after = tokenOf(await firstAdminLink(deps, "http://localhost"));
    expect(after).not.toBe(before);
    const late = await fresh.call("POST", "/team/validate-invitation", { token: before });
    expect(late.body.code).toBe("invalid_invitation");
  });

  it("makes an administrator, then leaves and never comes back", async () => {
    const token = tokenOf(await firstAdminLink(deps, "http://localhost"));
    const form = registration("first@example.com", token);
    expect((await fresh.call("POST", "/users/register", form)).status).toBe(200);
    expect(existsSync(file())).toBe(false);
    expect(await firstAdminLink(deps, "http://localhost")).toBeNull();
    const { body } = await fresh.call("POST", "/users/login", { email: form.email, authKey: form.authKey });
    expect(body.data).toMatchObject({ role_id: 1 });
  });
});
