import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "../db/tables.ts";
import { purge } from "../jobs/purge.ts";
import { writeAfter } from "../testing/identities.ts";
import { proveMailbox } from "../testing/recovery.ts";
import { hex, id, openWorld, type Person, type Server, type World, wrapped } from "../testing/world.ts";
import { addBusinessDays } from "./account-deletion.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const login = (email: string, authKey: string, userAgent?: string) =>
  server.call("POST", "/users/login", { email, authKey }, userAgent ? { headers: { "user-agent": userAgent } } : {});
async function device({ email, authKey }: Person, userAgent: string) {
  const { token } = (await login(email, authKey, userAgent)).body.data as { token: string };
  return (method: string, path: string, body?: unknown) => server.call(method, path, body, { token, headers: { "user-agent": userAgent } });
}
const sessionsOf = async (call: Person["call"]) =>
  (await call("GET", "/users/sessions")).body.sessions as ({ id: string } & Record<string, unknown>)[];

describe("devices", () => {
  it("are listed with their last use, and can be signed out one by one or all others at once", async () => {
    const ann = await server.join("ann@example.com");
    const firefox = await device(ann, FIREFOX);
    server.clock.now += 5 * 60_000;
    const list = await sessionsOf(firefox);
    expect(list).toMatchObject([
      { device: "Firefox on Linux", isCurrent: true, lastUsedAt: server.clock.now, createdAt: server.clock.now - 5 * 60_000 },
      { device: "Unknown browser", isCurrent: false },
    ]);
    const [, first] = list;
    expect((await firefox("DELETE", `/users/sessions/${first?.id}`)).status).toBe(200);
    expect((await ann.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await firefox("DELETE", `/users/sessions/${first?.id}`)).status).toBe(404);
    const [third, fourth] = [await device(ann, FIREFOX), await device(ann, FIREFOX)];
    expect((await third("DELETE", "/users/sessions")).status).toBe(200);
    expect((await fourth("GET", "/notes")).status).toBe(401);
    expect(await sessionsOf(third)).toHaveLength(1);
  });

  it("of others cannot be signed out", async () => {
    const [bob, eve] = [await server.join("bob@example.com"), await server.join("eve@example.com")];
    const [own] = await sessionsOf(bob.call);
    expect((await eve.call("DELETE", `/users/sessions/${own?.id}`)).status).toBe(404);
    expect((await bob.call("GET", "/notes")).status).toBe(200);
  });

  it("that are new are told to the owner, the first one not", async () => {
    const cat = await server.join("cat@example.com");
    await device(cat, "node");
    expect(await server.emails(cat.email)).toEqual([]);
    await device(cat, FIREFOX);
    await device(cat, FIREFOX);
    expect(await server.emails(cat.email)).toMatchObject([{ name: "newDevice", values: { device: "Firefox on Linux" } }]);
  });
});

describe("a new master password", () => {
  it("raises the credential epoch, signs others out, and leaves the recovery copy as it is", async () => {
    const dan = await server.join("dan@example.com");
    const other = await device(dan, FIREFOX);
    const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: "new" };
    expect((await dan.write("POST", "/users/change-password", next)).body).toEqual({ success: true, credEpoch: 2 });
    expect(await dan.stored()).toMatchObject({ seq: 2 });
    expect((await other("GET", "/notes")).status).toBe(401);
    expect((await dan.call("GET", "/notes")).status).toBe(200);
    expect((await login(dan.email, dan.authKey)).body.code).toBe("invalid_credentials");
    const { data } = (await login(dan.email, next.authKey)).body;
    expect(data).toMatchObject({ credEpoch: 2, keyEpoch: 1, encryptedVaultKey: next.encryptedVaultKey });
    const { reply } = await proveMailbox(server, dan.email);
    expect(reply).toMatchObject({ credEpoch: 2, recoveryEpoch: 1, encryptedKey: dan.form.encryptedKey });
    expect((await server.emails(dan.email)).map(({ name }) => name)).toContain("passwordChanged");
  });

  it("voids what was proven with the old one", async () => {
    const eli = await server.join("eli@example.com");
    const { token } = await proveMailbox(server, eli.email);
    const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null };
    await eli.write("POST", "/users/change-password", next);
    expect((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).body.code).toBe("session_expired");
  });

  it("of two at once is accepted once: the other wrap would open nothing", async () => {
    const twin = await server.join("twin@example.com");
    const change = () => {
      const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null };
      return twin.write("POST", "/users/change-password", next);
    };
    const answers = await Promise.all([change(), change(), change()]);
    // Which of the two is said depends on whether the other was done before this one was looked at.
    const refused = expect.stringMatching(/^stale_(head|credentials)$/);
    expect(answers.map(({ body }) => body.code ?? "done").sort()).toEqual(["done", refused, refused]);
    const copy = { credEpoch: 1, encryptedKey: wrapped(), recoveryAuthHash: hex(32) };
    expect((await twin.write("PUT", "/users/keys", copy)).body.code).toBe("stale_credentials");
  });

  it("of two devices at once is accepted once: the other device is signed out by then", async () => {
    const pair = await server.join("pair@example.com");
    const other = await device(pair, FIREFOX);
    const change = async (call: Person["call"]) => {
      const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null };
      return call("POST", "/users/change-password", { ...next, ...writeAfter(pair.form.publicKey, await pair.stored()) });
    };
    const answers = await Promise.all([change(pair.call), change(other)]);
    expect(answers.map(({ body }) => body.code ?? "done").sort()).toSatisfy(
      ([one, two]) => one === "done" && (two === "session_expired" || two === "stale_head"),
    );
  });
});

describe("a new email", () => {
  it("takes a code mailed to it; both keys change; the old address is told", async () => {
    const flo = await server.join("flo@example.com");
    const email = "Flo.New@example.com";
    await flo.call("POST", "/users/request-email-change", { email });
    const next = { credEpoch: 2, email, authKey: hex(32), encryptedVaultKey: wrapped() };
    const code = await server.mailedCode("flo.new@example.com");
    const other = await server.join("other@example.com");
    expect((await other.write("POST", "/users/change-email", { ...next, code })).body.code).toBe("invalid_code");
    expect((await flo.write("POST", "/users/change-email", { ...next, email: "x@example.com", code })).body.code).toBe("invalid_code");
    expect((await flo.write("POST", "/users/change-email", { ...next, code })).body).toEqual({ success: true, credEpoch: 2 });
    expect((await login(flo.email, flo.authKey)).body.code).toBe("invalid_credentials");
    const { data } = (await login(email, next.authKey)).body;
    expect(data).toMatchObject({ user: { email: "flo.new@example.com", name: "flo.new" } });
    expect((await server.emails(flo.email)).at(-1)).toMatchObject({ name: "emailChanged", values: { email: "flo.new@example.com" } });
  });

  it("is refused when the address is taken, and nothing has changed", async () => {
    const [gus, hal] = [await server.join("gus@example.com"), await server.join("hal@example.com")];
    await gus.call("POST", "/users/request-email-change", { email: hal.email });
    const next = { credEpoch: 2, email: hal.email, authKey: hex(32), encryptedVaultKey: wrapped() };
    const answer = await gus.write("POST", "/users/change-email", { ...next, code: await server.mailedCode(hal.email) });
    expect(answer.body.code).toBe("email_taken");
    expect(await gus.stored()).toMatchObject({ seq: 1, head: gus.form.head });
    expect((await login(gus.email, gus.authKey)).status).toBe(200);
  });
});

describe("a new recovery key", () => {
  it("replaces the recovery copy, which has a count of its own", async () => {
    const ivy = await server.join("ivy@example.com");
    const next = { credEpoch: 2, authKey: hex(32), encryptedVaultKey: wrapped(), masterPasswordHint: null };
    await ivy.write("POST", "/users/change-password", next);
    const copy = { encryptedKey: wrapped(), recoveryAuthHash: hex(32) };
    expect((await ivy.write("PUT", "/users/keys", { credEpoch: 2, ...copy })).body).toEqual({
      success: true,
      recoveryEpoch: 2,
    });
    expect((await proveMailbox(server, ivy.email)).reply).toMatchObject({
      encryptedKey: copy.encryptedKey,
      recoveryEpoch: 2,
      credEpoch: 2,
    });
    const third = await ivy.write("PUT", "/users/keys", { credEpoch: 2, ...copy });
    expect(third.body).toEqual({ success: true, recoveryEpoch: 3 });
    expect((await ivy.call("GET", "/vault/all-items-data")).body).toMatchObject({
      ...{ epochs: { cred: 2, recovery: 3 }, scope: { seq: 4 } },
    });
    expect((await server.emails(ivy.email)).map(({ name }) => name)).toContain("recoveryKeyRenewed");
  });
});

describe("deleting the account", () => {
  it("counts business days", () => {
    const monday = Date.UTC(2025, 2, 31);
    expect(addBusinessDays(monday, 7)).toBe(monday + 9 * DAY);
    const friday = monday + 4 * DAY;
    expect(addBusinessDays(friday, 1)).toBe(friday + 3 * DAY);
    expect(addBusinessDays(friday + DAY, 7)).toBe(friday + 11 * DAY);
  });

  it("ends the sessions at once and the account seven business days later, with everything in it", async () => {
    const joe = await server.join("joe@example.com");
    expect((await joe.call("POST", "/users/delete-account", { authKey: hex(32) })).body.code).toBe("wrong_master_password");
    const { body } = await joe.call("POST", "/users/delete-account", { authKey: joe.authKey });
    expect(body.purgedAt).toBe(addBusinessDays(server.clock.now, 7));
    expect((await joe.call("GET", "/notes")).status).toBe(401);
    expect((await server.emails(joe.email)).at(-1)?.name).toBe("deletionRequested");
    server.clock.now = Number(body.purgedAt) - 1;
    await purge(server.deps);
    const rows = () => server.pool.query("select 1 from account a join scope s on s.owner_id = a.id where a.id = $1", [joe.accountId]);
    expect((await rows()).rowCount).toBe(1);
    server.clock.now += 1;
    await purge(server.deps);
    expect((await rows()).rowCount).toBe(0);
    expect((await login(joe.email, joe.authKey)).body.code).toBe("invalid_credentials");
  });

  it("is cancelled by signing in", async () => {
    const kim = await server.join("kim@example.com");
    const { body } = await kim.call("POST", "/users/delete-account", { authKey: kim.authKey });
    const { token } = (await login(kim.email, kim.authKey)).body.data as { token: string };
    expect((await server.call("POST", "/users/keep-account", {}, { token })).body).toEqual({ success: true });
    server.clock.now = Number(body.purgedAt) + DAY;
    await purge(server.deps);
    expect((await login(kim.email, kim.authKey)).status).toBe(200);
  });

  it("is refused to the last administrator, also when the last two leave at once", async () => {
    const own = await world.server();
    const [one, two] = [await own.join("one@example.com", 1), await own.join("two@example.com", 1)];
    const leave = (who: Person) => who.call("POST", "/users/delete-account", { authKey: who.authKey });
    const answers = await Promise.all([leave(one), leave(two)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "last_admin" });
  });
});

describe("the audit log", () => {
  it("shows the account's own events, newest first, with the device", async () => {
    const leo = await server.join("leo@example.com");
    await login(leo.email, hex(32), FIREFOX);
    await leo.call("POST", "/export/verify-master-password", { authKey: leo.authKey });
    await leo.call("POST", "/export/verify-master-password", { authKey: hex(32) });
    await leo.prove();
    await leo.call("POST", "/export/verify-master-password", { authKey: hex(32), reason: "change" });
    const { events, refused } = (await leo.call("GET", "/users/audit")).body as {
      events: { event: string; device: string; hash: string }[];
      refused: { event: string; count: number }[];
    };
    expect(refused.map(({ event, count }) => [event, count])).toEqual(
      expect.arrayContaining([
        ["export.refused", 1],
        ["proof.refused", 1],
        ["login.failed", 1],
      ]),
    );
    expect(events.map(({ event, device: name }) => [event, name])).toEqual([
      ["proof.given", "Unknown browser"],
      ["export.verified", "Unknown browser"],
      ["login.done", "Unknown browser"],
      ["account.registered", "Unknown browser"],
    ]);
    expect(new Set(events.map(({ hash }) => hash)).size).toBe(events.length);
    const other = await server.join("other2@example.com");
    expect((await other.call("GET", "/users/audit")).body.events).toHaveLength(2);
  });
});

it("keeps an account of the first version: epochs begin at one", async () => {
  const { accountId } = await server.join(`${id()}@example.com`);
  const [row] = await server.db.select().from(account).where(eq(account.id, accountId));
  expect(row).toMatchObject({ cred_epoch: 1, key_epoch: 1, recovery_epoch: 1, mfa_secret: null, mfa_recovery_hashes: [], purge_at: null });
});
