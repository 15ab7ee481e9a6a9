import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveSecrets, encryptForServer } from "../secrets.ts";
import { type ForReset, hashOf, proveMailbox, resetBody } from "../testing/recovery.ts";
import { bodyAs, hex, openWorld, type Server, type World } from "../testing/world.ts";
import { acceptSecret, checkSecret } from "./secret-fingerprint.ts";
import { account, setting } from "./tables.ts";

const [own, other] = [deriveSecrets("the secret of this database ....."), deriveSecrets("another secret ..................")];
const REFUSED = "SERVER_SECRET must be the one that this database was made with";
let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  server = await world.server();
});
afterAll(() => world.end());

describe("a database", () => {
  it("belongs to the first secret that it sees, and is refused to any other", async () => {
    await checkSecret(server.db, own);
    await checkSecret(server.db, own);
    await expect(checkSecret(server.db, other)).rejects.toThrow(REFUSED);
    // The stored fingerprint tells nothing about the secret's keys.
    const [row] = await server.db.select().from(setting);
    for (const key of Object.values(own)) expect(row?.value).not.toContain(key.toString("hex"));
  });

  it("belongs to one of two that come at once", async () => {
    const results = await Promise.allSettled([checkSecret(server.db, own), checkSecret(server.db, other)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it.each(["hint", "mfa_secret"] as const)("of an earlier version belongs to the secret that opens its %s", async (column) => {
    const ann = await server.join(`${randomUUID()}@example.com`);
    const key = column === "hint" ? own.hint : own.totp;
    await server.db
      .update(account)
      .set({ hint: null, mfa_secret: null, [column]: encryptForServer(key, ann.accountId, "house") })
      .where(eq(account.id, ann.accountId));
    await expect(checkSecret(server.db, other)).rejects.toThrow(REFUSED);
    expect(await server.db.select().from(setting)).toEqual([]);
    await checkSecret(server.db, own);
  });

  it("goes on with another secret when the operator accepts it: people come back with the recovery key", async () => {
    await checkSecret(server.db, other);
    const recoveryAuth = hex(32);
    const ann = await server.join("ann@example.com");
    // As it is when the old secret is gone: no password fits, no hint opens.
    await server.db
      .update(account)
      .set({ auth_hash: "of another pepper", hint: "of another key", recovery_auth_hash: hashOf(recoveryAuth) });
    await acceptSecret(server.db, own);
    await checkSecret(server.db, own);
    await expect(checkSecret(server.db, other)).rejects.toThrow(REFUSED);
    expect(await server.db.select({ hint: account.hint }).from(account)).toEqual([{ hint: null }]);
    const { token } = await proveMailbox(server, ann.email);
    const read = bodyAs<ForReset>((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).body);
    const body = resetBody(ann.email, ann.form.publicKey, read, { recoveryAuth });
    expect((await server.call("POST", "/users/reset-password", body, { token })).status).toBe(200);
    expect((await server.call("POST", "/users/login", { email: ann.email, authKey: body.authKey })).status).toBe(200);
  });
});
