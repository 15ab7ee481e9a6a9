import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "../db/tables.ts";
import { purge } from "../jobs/purge.ts";
import { newIdentity, writeAfter } from "../testing/identities.ts";
import { type Entry, type ForReset, fillVault, hashOf, proveMailbox, resetBody } from "../testing/recovery.ts";
import { turnOnSecondFactor, wrongCode } from "../testing/second-factor.ts";
import { bodyAs, hex, id, openWorld, type Person, put, registration, type Server, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());
const DAY = 24 * 3_600_000;

/** A person with items and a recovery key. */
async function person(email: string): Promise<Person & { recoveryAuth: string }> {
  const recoveryAuth = hex(32);
  const who = await server.join(email);
  await server.db
    .update(account)
    .set({ recovery_auth_hash: hashOf(recoveryAuth) })
    .where(eq(account.id, who.accountId));
  await fillVault(who);
  return { ...who, recoveryAuth };
}
const entriesOf = async (token: string) =>
  bodyAs<ForReset>((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).body);
const reset = (token: string, body: unknown) => server.call("POST", "/users/reset-password", body, { token });
const login = (email: string, authKey: string) => server.call("POST", "/users/login", { email, authKey });

describe("the hint", () => {
  it("is in the email only; an account without a hint is told so there", async () => {
    const form = { ...registration("hint@example.com", await server.invite()), masterPasswordHint: "the blue house" };
    await server.call("POST", "/users/register", form);
    const none = await server.join("nohint@example.com");
    const ask = async (email: string) => (await server.call("POST", "/users/password-hint", { email })).body;
    expect(await ask("hint@example.com")).toEqual({ success: true });
    expect(await ask(none.email)).toEqual({ success: true });
    expect(await ask("unknown@example.com")).toEqual({ success: true });
    expect(await server.emails("hint@example.com")).toMatchObject([{ name: "hint", values: { hint: "the blue house" } }]);
    expect(await server.emails(none.email)).toMatchObject([{ name: "noHint" }]);
    expect(await server.emails("unknown@example.com")).toEqual([]);
    const stored = await server.pool.query("select * from outbox");
    expect(JSON.stringify(stored.rows)).not.toContain("blue");
  });
});

describe("proving the mailbox", () => {
  it("answers alike for a known and an unknown email, whatever the code", async () => {
    const { email } = await server.join("known@example.com");
    for (const path of ["/users/forgot-password", "/users/request-reset"]) {
      const [known, unknown] = await Promise.all([email, "nobody@example.com"].map((to) => server.call("POST", path, { email: to })));
      expect(known?.body).toEqual({ ...unknown?.body, requestId: expect.stringMatching(/^[\w-]{43}$/) });
      expect(known?.body.requestId).not.toBe(unknown?.body.requestId);
    }
    expect(await server.emails("nobody@example.com")).toEqual([]);
    const verify = (to: string) => server.call("POST", "/users/verify-recovery", { email: to, token: "000000" });
    expect((await verify(email)).body).toEqual((await verify("nobody@example.com")).body);
    expect((await verify(email)).body).toMatchObject({ code: "invalid_recovery_code", message: "Invalid recovery code" });
  });

  it("yields the recovery copy and what goes with it, not the target for guesses (decision Z-12), and is told to the owner", async () => {
    const ann = await person("ann@example.com");
    const { reply, token } = await proveMailbox(server, ann.email);
    expect(reply).toMatchObject({
      ...{
        success: true,
        encryptedVaultKey: null,
        encryptedKey: ann.form.encryptedKey,
        personal_vault_id: ann.scopeId,
        salt: ann.form.salt,
      },
      ...{ credEpoch: 1, keyEpoch: 1, recoveryEpoch: 1, publicKey: ann.form.publicKey, encryptedPrivateKey: ann.form.encryptedPrivateKey },
    });
    expect((await server.emails(ann.email)).at(-1)?.name).toBe("recoveryVerified");
    const { entries } = await entriesOf(token);
    expect(new Set(entries.map(({ itemType }) => itemType))).toEqual(new Set(["bank", "card", "category", "note", "password", "personal"]));
    const category = entries.find(({ itemType }) => itemType === "category");
    expect(category).toMatchObject({ category_name: expect.any(String), color: "#112233", icon: "folder" });
    expect(entries.find(({ itemType }) => itemType === "password")).toMatchObject({
      encrypted_username: expect.any(String),
      vault_id: ann.scopeId,
    });
    server.clock.now += 15 * 60_000;
    expect((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).status).toBe(401);
  });

  it("asks for the second factor, before anything is returned", async () => {
    const bob = await person("bob@example.com");
    const factor = await turnOnSecondFactor(server, bob);
    await server.call("POST", "/users/forgot-password", { email: bob.email });
    const token = await server.mailedCode(bob.email);
    const verify = async (more: object) => (await server.call("POST", "/users/verify-recovery", { email: bob.email, token, ...more })).body;
    expect(await verify({})).toEqual({ success: true, requiresMfa: true });
    expect(await verify({ mfaCode: wrongCode(factor.secret, server.clock.now) })).toMatchObject({ code: "invalid_mfa_code" });
    expect(await verify({ mfaCode: factor.next() })).toMatchObject({ encryptedKey: bob.form.encryptedKey });
  });

  it("only opens the two calls of the reset; a session does not open them", async () => {
    const own = await person("session@example.com");
    expect((await own.call("GET", "/vault/entries-for-reset")).body.code).toBe("session_expired");
    expect((await server.call("GET", "/vault/entries-for-reset")).body.code).toBe("authentication_required");
  });
});

describe("the reset", () => {
  it("replaces every key and text, raises the epochs, and ends all sessions", async () => {
    const cat = await person("cat@example.com");
    const { token } = await proveMailbox(server, cat.email);
    const read = await entriesOf(token);
    const { entries } = read;
    expect(read.scope).toMatchObject({ seq: 2, epoch: 1, generation: 1 });
    const body = resetBody(cat.email, cat.form.publicKey, read, { recoveryAuth: cat.recoveryAuth });
    expect((await reset(token, body)).body).toEqual({ success: true });
    expect((await cat.call("GET", "/notes")).body.code).toBe("session_expired");
    expect((await login(cat.email, cat.authKey)).body.code).toBe("invalid_credentials");
    const { data } = (await login(cat.email, body.authKey)).body as { data: { token: string } };
    expect(data).toMatchObject({ encryptedVaultKey: body.encryptedVaultKey, credEpoch: 2, keyEpoch: 2, publicKey: cat.form.publicKey });
    const pulled = (await server.call("GET", "/vault/all-items-data", undefined, { token: data.token })).body;
    expect(pulled).toMatchObject({ scope: { seq: 3, epoch: 2 }, heads: [{ seq: 3, head: body.head }] });
    const stored = Object.values(pulled.data as Record<string, Entry[]>).flat();
    for (const entry of body.reEncryptedEntries)
      expect(stored.find(({ id: one }) => one === entry.id)).toMatchObject({ seal: entry.seal, revision: 2 });
    // Plaintext metadata stays.
    const vault = entries.find(({ itemType }) => itemType === "category");
    expect(stored.filter((one) => one.category_id === vault?.id)).toHaveLength(6);
    expect(stored.find(({ itemType }) => itemType === "password")).toMatchObject({ favourite: true });
    expect((await server.emails(cat.email)).at(-1)?.name).toBe("recoveryDone");
    const [row] = await server.db.select().from(account).where(eq(account.id, cat.accountId));
    expect(row).toMatchObject({ encrypted_key: body.encryptionKey, recovery_auth_hash: body.recoveryAuthHash, recovery_epoch: 2 });
  });

  it("is refused unless it is whole, current, and the account's own; then nothing has changed", async () => {
    const dan = await person("dan@example.com");
    const { token } = await proveMailbox(server, dan.email);
    const read = await entriesOf(token);
    const { entries } = read;
    const stranger = await person("stranger@example.com");
    const proof = { recoveryAuth: dan.recoveryAuth };
    const body = (more: object = {}) => resetBody(dan.email, dan.form.publicKey, read, { ...proof, ...more });
    const whole = body();
    const [first, ...rest] = whole.reEncryptedEntries;
    const refusals: [string, unknown][] = [
      ["forbidden", { ...whole, email: stranger.email }],
      ["invalid_recovery_key", { ...whole, recoveryAuth: stranger.recoveryAuth }],
      ["invalid_recovery_key", { ...whole, recoveryAuth: undefined }],
      ["stale_head", { ...whole, baseSeq: 1 }],
      ["bad_signature", { ...whole, head: wrapped() }],
      ["bad_signature", body(writeAfter(stranger.form.publicKey, await dan.stored()))],
      ["invalid_input", body({ publicKey: stranger.form.publicKey })],
      ["stale_revision", { ...whole, reEncryptedEntries: rest }],
      ["stale_revision", { ...whole, reEncryptedEntries: [] }],
      ["stale_revision", { ...whole, reEncryptedEntries: [first, first, ...rest.slice(1)] }],
      ["stale_revision", { ...whole, reEncryptedEntries: [...rest, { ...first, revision: 3 }] }],
      ["stale_revision", { ...whole, reEncryptedEntries: [...rest, { ...first, id: id() }] }],
      ["stale_revision", { ...whole, reEncryptedEntries: [...rest, { ...first, vault_id: stranger.scopeId }] }],
      ["not_sealed", { ...whole, encryptionKey: hex(32) }],
      ["not_sealed", { ...whole, reEncryptedEntries: [...rest, { ...first, seal: "my bank" }] }],
      ["invalid_input", { ...whole, discardItems: true }],
      ["invalid_input", { ...whole, reEncryptedEntries: [], discardItems: true }],
    ];
    for (const [code, input] of refusals) expect([code, (await reset(token, input)).body.code]).toEqual([code, code]);
    expect((await entriesOf(token)).entries).toEqual(entries);
    expect((await login(dan.email, dan.authKey)).status).toBe(200);
    expect((await reset(token, whole)).status).toBe(200);
  });

  it("by two at once is done by one", async () => {
    const twin = await person("twin@example.com");
    const { token } = await proveMailbox(server, twin.email);
    const read = await entriesOf(token);
    const send = () => reset(token, resetBody(twin.email, twin.form.publicKey, read, { recoveryAuth: twin.recoveryAuth }));
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("is refused when the vault was written to in between", async () => {
    const busy = await person("busy@example.com");
    const { token } = await proveMailbox(server, busy.email);
    const read = await entriesOf(token);
    await busy.commit(put("note"));
    const body = resetBody(busy.email, busy.form.publicKey, read, { recoveryAuth: busy.recoveryAuth });
    expect((await reset(token, body)).body.code).toBe("stale_head");
    expect((await reset(token, { ...body, baseSeq: 3 })).body.code).toBe("bad_signature");
    const late = { ...body, ...writeAfter(busy.form.publicKey, await busy.stored()) };
    expect((await reset(token, late)).body.code).toBe("stale_revision");
  });
});

describe("starting with an empty vault", () => {
  async function restart(eva: Person) {
    const { token } = await proveMailbox(server, eva.email);
    const publicKey = newIdentity();
    const body = resetBody(eva.email, publicKey, { ...(await entriesOf(token)), entries: [] }, { discardItems: true, publicKey });
    // The old identity is not asked: a person at this point has lost its key.
    const byOld = writeAfter(eva.form.publicKey, await eva.stored());
    expect((await reset(token, { ...body, ...byOld })).body.code).toBe("bad_signature");
    expect((await reset(token, body)).status).toBe(200);
    const { data } = (await login(eva.email, body.authKey)).body as { data: { token: string } };
    const call = (method: string, path: string, input?: unknown) => server.call(method, path, input, { token: data.token });
    const commit = async (changes: unknown[]) =>
      call("POST", "/vault/commit", { scope: eva.scopeId, ...writeAfter(publicKey, await eva.stored()), changes });
    return { body, call, commit };
  }

  it("keeps the old ciphertext 30 days for a late recovery key, which brings records back by ordinary writes", async () => {
    const eva = await person("eva@example.com");
    const before = (await eva.call("GET", "/vault/all-items-data")).body as { data: Record<string, Entry[]>; heads: unknown[] };
    const { call, commit } = await restart(eva);
    const now = (await call("GET", "/vault/all-items-data")).body;
    expect(Object.values(now.data as object).flat()).toEqual([]);
    expect(now.scope).toMatchObject({ seq: 3, epoch: 2 });
    const { vaults } = (await call("GET", "/vault/discarded")).body as { vaults: Record<string, unknown>[] };
    expect(vaults).toMatchObject([
      {
        ...{ encryptedKey: eva.form.encryptedKey, recoveryEpoch: 1, keyEpoch: 1, head: before.heads[0] },
        ...{ publicKey: eva.form.publicKey, encryptedPrivateKey: eva.form.encryptedPrivateKey },
      },
    ]);
    const kept = vaults[0]?.entries as Entry[];
    const seals = (entries: Entry[]) => new Map(entries.map(({ id: one, seal, revision }) => [one, [seal, revision]]));
    expect(seals(kept)).toEqual(seals(Object.values(before.data).flat()));
    const changes = kept.map(({ id: one, itemType }) => put(String(itemType), { id: one, revision: 2 }));
    expect((await commit(changes)).status).toBe(200);
    expect((await call("GET", "/vault/discarded")).body).toEqual({ success: true, vaults: [] });
    expect((await server.emails(eva.email)).at(-1)).toMatchObject({ name: "recoveryDiscarded" });
  });

  it("shows it to no one else, and not after 30 days", async () => {
    const flo = await person("flo@example.com");
    const { body } = await restart(flo);
    const other = await server.join("other@example.com");
    expect((await other.call("GET", "/vault/discarded")).body).toEqual({ success: true, vaults: [] });
    server.clock.now += 30 * DAY;
    await purge(server.deps);
    const { data } = (await login(flo.email, body.authKey)).body as { data: { token: string } };
    expect((await server.call("GET", "/vault/discarded", undefined, { token: data.token })).body).toEqual({ success: true, vaults: [] });
    for (const table of ["record", "discarded_record"])
      expect((await server.pool.query(`select 1 from ${table} where scope_id = $1 and seal <> ''`, [flo.scopeId])).rowCount).toBe(0);
  });
});
