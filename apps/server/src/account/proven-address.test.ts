/** An invitation that was handed over belongs to its address: the person who registers shows that the mailbox is theirs, where there is mail. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invitation } from "../db/tables.ts";
import { sha256Hex } from "../secrets.ts";
import { hex, id, openWorld, registration, type Server, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

async function invited(server: Server, email: string | null, isMailed = false): Promise<string> {
  const token = hex(16);
  const times = { created_at: new Date(server.clock.now), expires_at: new Date(server.clock.now + 3_600_000) };
  await server.db.insert(invitation).values({ id: id(), token_hash: sha256Hex(token), email, role_id: 3, is_mailed: isMailed, ...times });
  return token;
}

const register = (server: Server, form: object) => server.call("POST", "/users/register", form);
const needsCode = async (server: Server, token: string): Promise<unknown> =>
  ((await server.call("POST", "/team/validate-invitation", { token })).body.invitation as { needs_code: unknown }).needs_code;
const provenOf = async (server: Server, email: string): Promise<unknown> =>
  (await server.pool.query("select is_address_proven as is from account where email = $1", [email])).rows[0]?.is;

describe("with a mail server", () => {
  let server: Server;
  beforeAll(async () => {
    server = await world.server({ smtpUrl: "smtp://127.0.0.1:1" });
  });

  it("a link that was handed over takes a code from the mailbox, once", async () => {
    const [email, token] = ["ann@example.com", await invited(server, "ann@example.com")];
    expect(await needsCode(server, token)).toBe(true);
    const form = registration(email, token);
    expect((await register(server, form)).body.code).toBe("email_not_proven");
    expect((await register(server, { ...form, code: "000000" })).body.code).toBe("invalid_code");
    const { requestId } = (await server.call("POST", "/team/invitation-code", { token })).body;
    expect((await register(server, { ...form, code: "000000", requestId })).body.code).toBe("invalid_code");
    const code = await server.mailedCode(email);
    // The code proves this mailbox alone.
    const other = registration("eve@example.com", await invited(server, "eve@example.com"));
    expect((await register(server, { ...other, code, requestId })).body.code).toBe("invalid_code");
    expect((await register(server, { ...form, code, requestId })).status).toBe(200);
    expect(await provenOf(server, email)).toBe(true);
  });

  it("a mailed link needs none: it has proven the mailbox; nor does an open one, which is for no address", async () => {
    const [mailed, open] = [await invited(server, "bob@example.com", true), await invited(server, null)];
    for (const token of [mailed, open]) {
      expect(await needsCode(server, token)).toBe(false);
      expect((await server.call("POST", "/team/invitation-code", { token })).body.code).toBe("invalid_invitation");
    }
    expect((await register(server, registration("bob@example.com", mailed))).status).toBe(200);
    expect((await register(server, registration("cid@example.com", open))).status).toBe(200);
    expect([await provenOf(server, "bob@example.com"), await provenOf(server, "cid@example.com")]).toEqual([true, true]);
  });
});

it("without a mail server a handed-over link is enough, and the address counts as not proven", async () => {
  const server = await world.server();
  const token = await invited(server, "dan@example.com");
  expect(await needsCode(server, token)).toBe(false);
  expect((await register(server, registration("dan@example.com", token))).status).toBe(200);
  expect(await provenOf(server, "dan@example.com")).toBe(false);
});
