/** A lying server and shares: its lies are not shown, nothing is written because of them, and nothing is sealed to anyone else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IntegrityError } from "../../packages/client/src/errors.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { shareOf } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  bob = await world.person("bob");
  eve = await world.person("eve");
}, 120_000);
afterAll(() => world.stop());

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title);
const ID_OF = "(select id from account where email = $1)";

async function shared(title: string, permission: "read" | "write" = "read"): Promise<string> {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title }) });
  await ann.client.sharing.share({ id, email: bob.email, permission, expiresAt: null });
  return id;
}

/** A device that knows nothing yet, so that nothing is remembered from before the lie. */
const fresh = async (): Promise<Client> => (await bob.device("a new one")).client;
const isOf = "scope_id = (select scope_id from record where id = $1)";

describe("a grant that the server has changed", () => {
  it.each([
    ["says more than its sender signed", "permission = 'write'"],
    ["says another time", "signed_at = signed_at + 1"],
    ["names another sender", "sender_id = (select id from account where email = 'eve@example.com')"],
  ])("%s, and is not believed", async (_, change) => {
    const title = `Lie ${change.length}`;
    const id = await shared(title);
    expect(await titles(await fresh())).toContain(title);
    await world.sql(`update share_grant set ${change} where ${isOf}`, [id]);
    await world.sql("update scope set stamp = stamp + 1 where id = (select scope_id from record where id = $1)", [id]);
    const client = await fresh();
    expect(await titles(client)).not.toContain(title);
    expect(await client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, name: null }));
    expect(await titles(bob.client)).not.toContain(title);
    // What does not open is not requested at every pull, but again once something about it is new.
    const listed = () => world.requests.filter(({ url }) => url.endsWith("/share/items/shared-with-me")).length;
    const before = listed();
    for (let pull = 0; pull < 3; pull++) await client.vault.pull();
    expect(listed()).toBe(before);
    await world.sql("update scope set stamp = stamp + 1 where id = (select scope_id from record where id = $1)", [id]);
    await client.vault.pull();
    expect(listed()).toBe(before + 1);
  });

  it("of another scope opens nothing", async () => {
    const [one, other] = [await shared("First"), await shared("Second")];
    await world.sql(`update share_grant set shared_key = (select shared_key from share_grant where ${isOf}) where item_id = $2`, [
      one,
      other,
    ]);
    const found = await titles(await fresh());
    expect([found.includes("First"), found.includes("Second")]).toEqual([true, false]);
  });

  it("gives no one else what it gives to its recipient", async () => {
    const id = await shared("For Bob");
    await world.sql(`update share_grant set recipient_id = ${ID_OF} where ${isOf.replace("$1", "$2")}`, [eve.email, id]);
    expect(await titles(eve.client)).not.toContain("For Bob");
  });
});

describe("a public key that the server has swapped", () => {
  it("hides what its owner shares, and says so, until the numbers were compared", async () => {
    const id = await shared("Signed by Ann");
    expect(await titles(bob.client)).toContain("Signed by Ann");
    const [{ key } = { key: "" }] = await world.sql<{ key: string }>(`select public_key as key from identity where account_id = ${ID_OF}`, [
      ann.email,
    ]);
    const put = (value: string) => world.sql(`update identity set public_key = $2 where account_id = ${ID_OF}`, [ann.email, value]);
    const [{ other } = { other: "" }] = await world.sql<{ other: string }>(
      `select public_key as other from identity where account_id = ${ID_OF}`,
      [eve.email],
    );
    await put(other);
    const client = await fresh();
    expect(await titles(client)).not.toContain("Signed by Ann");
    expect(await client.sharing.sharedWithMe()).toContainEqual(
      expect.objectContaining({ itemId: id, known: "changed", trouble: "changed-key" }),
    );
    await put(key);
    expect(await titles(await fresh())).toContain("Signed by Ann");
  });

  it("at first contact shows in the number: the two sides see different ones", async () => {
    const zoe = await world.person("zoe");
    const [{ other } = { other: "" }] = await world.sql<{ other: string }>(
      `select public_key as other from identity where account_id = ${ID_OF}`,
      [eve.email],
    );
    const truth = (await zoe.client.sharing.findPerson({ email: eve.email })).safetyNumber;
    await world.sql(`update identity set public_key = $2 where account_id = ${ID_OF}`, [zoe.email, other]);
    const seen = await eve.client.sharing.findPerson({ email: zoe.email });
    expect(seen.known).toBe("new");
    expect(seen.safetyNumber).not.toBe(truth);
  });
});

describe("a person who has started again under the same address", () => {
  it("is a stranger: nothing is shared until the numbers were compared", async () => {
    const old = await world.person("uma");
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "For Uma" }) });
    const give = () => ann.client.sharing.share({ id, email: old.email, permission: "read", expiresAt: null });
    await give();
    await old.client.account.deleteAccount({ password: old.password });
    await world.sql("delete from account where email = $1", [old.email]);
    const uma = await world.person("uma");
    await expect(give()).rejects.toThrow("is not the one you know");
    const person = await ann.client.sharing.findPerson({ email: uma.email });
    expect(person.known).toBe("changed");
    await ann.client.sharing.trustPerson({ person });
    expect((await ann.client.sharing.findPerson({ email: uma.email })).known).toBe("verified");
    await give();
    // The earlier key is replaced in the background, between any two answers (sharing-concurrent).
    expect(await titles(uma.client)).toContain("For Uma");
  });
});

describe("what an account knows of others", () => {
  it("cannot be rolled back: the personal scope names the newest", async () => {
    const trustOf = async () =>
      (await world.sql<{ trust: string }>(`select trust_store as trust from identity where account_id = ${ID_OF}`, [bob.email]))[0]?.trust;
    const before = await trustOf();
    await bob.client.sharing.trustPerson({ person: await bob.client.sharing.findPerson({ email: eve.email }) });
    const after = await trustOf();
    expect(after).not.toBe(before);
    for (const lie of [before ?? null, null]) {
      await world.sql(`update identity set trust_store = $2 where account_id = ${ID_OF}`, [bob.email, lie]);
      await expect(bob.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
      await expect((await fresh()).vault.pull()).rejects.toMatchObject({ code: "rollback" });
    }
    await world.sql(`update identity set trust_store = $2 where account_id = ${ID_OF}`, [bob.email, after]);
    await bob.client.vault.pull();
  });
});

/** A head that Bob signed for another scope of his, in place of the next one. */
async function putForeignHead(id: string): Promise<void> {
  const [{ scope } = { scope: "" }] = await world.sql<{ scope: string }>("select scope_id as scope from record where id = $1", [id]);
  await world.sql(
    `insert into head (scope_id, seq, generation, head, signature, writer_id, created_at)
     select $1, (select max(seq) + 1 from head where scope_id = $1), 1, h.head, h.signature, ${ID_OF.replace("$1", "$2")}, now()
     from head h join scope s on s.id = h.scope_id where s.kind = 'personal' and s.owner_id = ${ID_OF.replace("$1", "$2")} order by h.seq desc limit 1`,
    [scope, bob.email],
  );
  await world.sql("update scope set seq = seq + 1 where id = $1", [scope]);
}

describe("a head that belongs to another scope", () => {
  it("stops that scope alone, and its owner too sees nothing of it that was not proven", async () => {
    const id = await shared("Read alone");
    await bob.client.vault.pull();
    const heads = () => world.sql<{ seq: number }>(`select seq::int from head where ${isOf} order by seq`, [id]);
    const before = await heads();
    await putForeignHead(id);
    expect((await heads()).length).toBe(before.length + 1);
    const other = await ann.device("ann's other one");
    expect((await other.client.vault.pull()).items.some((item) => item.id === id)).toBe(false);
    expect(await ann.client.sharing.sharedByMe()).toContainEqual(expect.objectContaining({ itemId: id }));
  });

  it("and a new item says that it cannot go there, also where the next key waits for it", async () => {
    const { id } = await ann.client.vault.createVault({ name: "Ended meanwhile", description: "" });
    for (const { email } of [bob, eve]) await ann.client.sharing.share({ id, email, permission: "read", expiresAt: null });
    await putForeignHead(id);
    await ann.client.vault.pull();
    await ann.client.sharing.revoke(await shareOf(ann, id, bob));
    const save = ann.client.vault.create({ draft: { ...aLogin({ title: "New" }), categoryId: id } });
    await expect(save).rejects.toBeInstanceOf(IntegrityError);
  });
});
