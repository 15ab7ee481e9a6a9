import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ForReset, fillVault, hashOf, proveMailbox, resetBody } from "../testing/recovery.ts";
import { bodyAs, hex, openWorld, type Person, type Server, type World } from "../testing/world.ts";
import { itemsOf } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

/** As the owner's device sends it, over what is stored now. */
async function bodyOf(person: Person, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { body: reply } = await person.call("GET", "/vault/all-items-data");
  const { scope, heads } = bodyAs<{ scope: ForReset["scope"]; heads: ForReset["head"][] }>(reply);
  const entries = bodyAs<ForReset["entries"]>(itemsOf(bodyAs(reply)));
  const whole = { entries, scope, head: heads.at(-1) ?? { head: "" } };
  const { email: _, ...body } = resetBody(person.email, person.form.publicKey, whole, more);
  return body;
}

const renew = (person: Person, body: unknown) => person.call("POST", "/users/change-keys", body);
const revisionsOf = async ({ call }: Person) =>
  itemsOf((await call("GET", "/vault/all-items-data")).body as never).map(({ id, revision }) => [id, revision]);

async function aPerson(name: string): Promise<Person> {
  const person = await server.join(`${name}@example.com`);
  await fillVault(person);
  return person;
}

describe("new keys for everything", () => {
  it("replace every record and every key at once; other sessions end, this one stays", async () => {
    const ann = await aPerson("ann");
    const { data } = (await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey })).body;
    const before = await revisionsOf(ann);
    const auth = hex(32);
    const body = await bodyOf(ann, { masterPasswordHint: "new", recoveryAuthHash: hashOf(auth) });
    expect((await renew(ann, body)).body).toEqual({ success: true });
    expect(await revisionsOf(ann)).toEqual(before.map(([id, revision]) => [id, Number(revision) + 1]));
    expect((await server.call("GET", "/notes", undefined, { token: (data as { token: string }).token })).body.code).toBe("session_expired");
    expect((await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey })).body.code).toBe("invalid_credentials");
    const signedIn = (await server.call("POST", "/users/login", { email: ann.email, authKey: body.authKey })).body.data;
    const { encryptedVaultKey, encryptedPrivateKey } = body;
    expect(signedIn).toMatchObject({ credEpoch: 2, keyEpoch: 2, encryptedVaultKey, encryptedPrivateKey, publicKey: ann.form.publicKey });
    expect((await proveMailbox(server, ann.email)).reply).toMatchObject({
      encryptedKey: body.encryptionKey,
      recoveryEpoch: 2,
      keyEpoch: 2,
    });
    expect((await server.emails(ann.email)).map(({ name }) => name)).toContain("passwordAndKeysChanged");
    const { events } = (await ann.call("GET", "/users/audit")).body as { events: { event: string }[] };
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["keys.renewed", "password.changed"]));
  });

  it("may leave the master password and its hint as they are", async () => {
    const bob = await aPerson("bob");
    expect((await renew(bob, await bodyOf(bob, { authKey: bob.authKey }))).status).toBe(200);
    expect((await server.call("POST", "/users/login", { email: bob.email, authKey: bob.authKey })).status).toBe(200);
    expect((await server.emails(bob.email)).map(({ name }) => name)).toContain("keysRenewed");
  });

  it("change nothing without the newest head, the owner's signature, or exactly what is stored", async () => {
    const cat = await aPerson("cat");
    const before = [await revisionsOf(cat), (await cat.call("GET", "/vault/all-items-data")).body.epochs];
    const good = await bodyOf(cat);
    const entries = good.reEncryptedEntries as { revision: number }[];
    const [first, ...rest] = entries;
    const refused: [change: object, code: string][] = [
      [{ baseSeq: 1 }, "stale_head"],
      [{ signature: `${"A".repeat(85)}Q` }, "bad_signature"],
      [{ reEncryptedEntries: rest }, "stale_revision"],
      [{ reEncryptedEntries: [{ ...first, revision: 9 }, ...rest] }, "stale_revision"],
    ];
    for (const [change, code] of refused) expect((await renew(cat, { ...good, ...change })).body.code).toBe(code);
    expect([await revisionsOf(cat), (await cat.call("GET", "/vault/all-items-data")).body.epochs]).toEqual(before);
    expect((await renew(cat, good)).status).toBe(200);
  });
});
