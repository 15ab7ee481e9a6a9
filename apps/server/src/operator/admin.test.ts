import { parseInvitation } from "@coffer/core/account/invitation-link";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LINK_AUTH, linkProfile } from "../testing/profiles.ts";
import { proveMailbox } from "../testing/recovery.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { openWorld, type Person, put, registration, type Server, type World } from "../testing/world.ts";
import { disable, enable, inviteByEmail, list, removeTwoFactor } from "./admin.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ publicUrl: "https://vault.example.com" });
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;
const login = async ({ email, authKey }: Pick<Person, "email" | "authKey">) =>
  (await server.call("POST", "/users/login", { email, authKey })).body;
const namesTo = async (email: string) => (await server.emails(email)).map(({ name }) => name);
const eventsOf = async (who: Person): Promise<string[]> => {
  const { rows } = await server.pool.query<{ event: string }>("select event from audit where account_id = $1 order by seq", [
    who.accountId,
  ]);
  return rows.map(({ event }) => event);
};

describe("admin disable", () => {
  it("ends every session at once, and gives the reason only to a caller who proves it is theirs; enable lets them in again", async () => {
    const ann = await server.join("ann@example.com");
    await ann.commit(put("note"));
    expect(await disable(server.deps, [" ANN@example.com"])).toMatch(/^The account was disabled: every device was signed out/);
    expect((await ann.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey })).status).toBe(403);
    expect(await login(ann)).toMatchObject({
      code: "account_disabled",
      message: "This account was disabled. Please ask your administrator.",
    });
    expect(await namesTo(ann.email)).toContain("accountDisabled");
    expect(await disable(server.deps, [ann.email])).toMatch(/^This account was disabled already/);
    expect(await enable(server.deps, [ann.email])).toMatch(/^The account is enabled again/);
    expect(await enable(server.deps, [ann.email])).toMatch(/^This account is not disabled/);
    const { token } = (await login(ann)).data as { token: string };
    expect((await server.call("GET", "/notes", undefined, { token })).body).toHaveLength(1);
    expect((await eventsOf(ann)).slice(1)).toEqual(["login.done", "account.disabled", "account.enabled", "login.done"]);
    expect(await namesTo(ann.email)).toEqual(["accountDisabled", "accountEnabled"]);
  });

  it("tells a stranger nothing: a wrong password is answered as for no account, and a right one without the code as before", async () => {
    const ben = await server.join("ben@example.com");
    const app = await turnOnSecondFactor(server, ben);
    await disable(server.deps, [ben.email]);
    const wrong = { authKey: "0".repeat(64) };
    expect(await login({ ...wrong, email: ben.email })).toEqual(await login({ ...wrong, email: "nobody@example.com" }));
    const { requiresMfa, tempToken } = await login(ben);
    expect(requiresMfa).toBe(true);
    const verify = (code: string) => server.call("POST", "/users/verify-mfa", { code, tempToken });
    expect((await verify("000000")).body.code).toBe("invalid_mfa_code");
    expect((await verify(app.next())).body.code).toBe("account_disabled");
  });

  it("closes the other ways in too: a linked profile, and a recovery", async () => {
    const [cat, other] = [await server.join("cat@example.com"), await server.join("cat2@example.com")];
    await linkProfile(server, other, cat);
    const { token } = await proveMailbox(server, cat.email);
    await disable(server.deps, [cat.email]);
    const opened = await other.call("POST", `/users/switch-profile/${cat.accountId}`, { linkAuth: LINK_AUTH });
    expect(opened.body.code).toBe("account_disabled");
    const read = await server.call("GET", "/vault/entries-for-reset", undefined, { token });
    expect(read.body.code).toBe("account_disabled");
    await enable(server.deps, [cat.email]);
    await server.call("POST", "/users/forgot-password", { email: cat.email });
    const code = await server.mailedCode(cat.email);
    await disable(server.deps, [cat.email]);
    const verify = () => server.call("POST", "/users/verify-recovery", { email: cat.email, token: code });
    expect((await verify()).body).toMatchObject({ success: false, code: "account_disabled" });
    expect(JSON.stringify((await verify()).body)).not.toContain("encryptedKey");
  });

  it("no longer counts a disabled administrator as one who could help, or as the last one", async () => {
    const [boss, deputy] = [await server.join("boss@example.com", 1), await server.join("deputy@example.com", 1)];
    const lost = await server.join("lost@example.com");
    await turnOnSecondFactor(server, lost);
    await disable(server.deps, [deputy.email]);
    const { tempToken } = await login(lost);
    await server.call("POST", "/users/mfa-help-request", { email: lost.email, message: "Help", tempToken });
    expect(await namesTo(boss.email)).toEqual(["helpRequest"]);
    expect(await namesTo(deputy.email)).toEqual(["accountDisabled"]);
    await boss.prove();
    const { body } = await boss.call("POST", "/users/delete-account", { authKey: boss.authKey });
    expect(body.code).toBe("last_admin");
  });
});

describe("admin invite", () => {
  const linkOf = (said: string): URL => new URL(said.split("\n")[0] ?? "");
  const register = (email: string, link: URL) =>
    server.call("POST", "/users/register", registration(email, parseInvitation(link.searchParams.get("token") ?? "")?.token ?? ""));

  it("prints a link that works once, for that address, for a week; a second one voids the first", async () => {
    const first = linkOf(await inviteByEmail(server.deps, ["Dan@Example.com"]));
    const said = await inviteByEmail(server.deps, ["dan@example.com"]);
    expect(said).toContain("SMTP_URL is not set, so nothing was mailed");
    const link = linkOf(said);
    expect(link.href).toMatch(/^https:\/\/vault\.example\.com\/register\?token=[\w-]+$/);
    expect(parseInvitation(link.searchParams.get("token") ?? "")?.email).toBe("dan@example.com");
    expect((await register("dan@example.com", first)).body.code).toBe("invalid_invitation");
    expect((await register("eve@example.com", link)).body.code).toBe("invitation_email_mismatch");
    server.clock.now += 7 * DAY - 1000;
    expect((await register("dan@example.com", link)).status).toBe(200);
    expect((await register("dan@example.com", link)).body.code).toBe("invalid_invitation");
    const late = linkOf(await inviteByEmail(server.deps, ["late@example.com"]));
    server.clock.now += 7 * DAY;
    expect((await register("late@example.com", late)).body.code).toBe("invalid_invitation");
    expect(await namesTo("dan@example.com")).toEqual([]);
  });

  it("mails it where there is a mail server, and makes an administrator when told", async () => {
    const mailing = { ...server.deps, config: { ...server.deps.config, smtpUrl: "smtp://mail.example.com" } };
    const said = await inviteByEmail(mailing, ["--admin", "flo@example.com"]);
    expect(said).toContain("on its way by email");
    expect(await server.emails("flo@example.com")).toEqual([
      { name: "invitation", to: "flo@example.com", language: "en", values: { link: linkOf(said).href } },
    ]);
    await register("flo@example.com", linkOf(said));
    expect(await list(server.deps)).toMatch(/^flo@example\.com +active +Super Admin/m);
  });

  it("refuses what is no address, and a person who has an account", async () => {
    for (const words of [["x"], ["a@b.example", "c@d.example"], ["--admin"]])
      await expect(inviteByEmail(server.deps, words)).rejects.toThrow("Invite one email address");
    await server.join("gil@example.com");
    await expect(inviteByEmail(server.deps, ["GIL@example.com"])).rejects.toThrow("There is an account with this email address already.");
  });
});

describe("admin remove-2fa", () => {
  it("turns it off, ends the sessions, is audited and mailed", async () => {
    const gus = await server.join("gus@example.com");
    await turnOnSecondFactor(server, gus);
    expect(await removeTwoFactor(server.deps, " GUS@example.com ")).toMatch(/^Two-factor authentication was removed\./);
    expect((await gus.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await login(gus)).data).toBeDefined();
    expect(await namesTo(gus.email)).toContain("mfaRemovedByOperator");
    expect(await eventsOf(gus)).toContain("mfa.removed-by-operator");
  });

  it("says so when there is nothing to remove, or no such account", async () => {
    const hal = await server.join("hal@example.com");
    expect(await removeTwoFactor(server.deps, hal.email)).toMatch(/is off for this account/);
    expect((await hal.call("GET", "/notes")).status).toBe(200);
    const commands = [
      () => removeTwoFactor(server.deps, "x@example.com"),
      () => disable(server.deps, ["x@example.com"]),
      () => enable(server.deps, []),
    ];
    for (const command of commands) await expect(command()).rejects.toThrow("There is no account with this email address.");
  });
});

describe("admin list", () => {
  it("shows every account with state, role, last sign of life, second factor and number of items, and nothing of its content", async () => {
    const own = await world.server();
    expect(await list(own.deps)).toBe("There is no account yet.");
    const [ann, ben, cat] = [await own.join("ann@example.com", 1), await own.join("ben@example.com"), await own.join("cat@example.com")];
    await ann.commit(put("category"), put("note"), put("card"));
    await turnOnSecondFactor(own, ben);
    own.clock.now += 3 * DAY;
    await own.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey });
    await disable(own.deps, [ben.email]);
    await cat.prove();
    await cat.freshly("POST", "/users/delete-account", { authKey: cat.authKey });
    const before = await list(own.deps);
    await disable(own.deps, [cat.email]);
    expect(await list(own.deps)).toContain("cat@example.com  disabled, deleted on 2025-04-15  ");
    expect(before.split("\n")).toEqual([
      "EMAIL            STATE                  ROLE         CREATED     LAST ACTIVE  2FA  ITEMS",
      "ann@example.com  active                 Super Admin  2025-04-01  2025-04-04   off  2",
      "ben@example.com  disabled               Member       2025-04-01  2025-04-01   on   0",
      "cat@example.com  deleted on 2025-04-15  Member       2025-04-01  2025-04-04   off  0",
    ]);
  });
});
