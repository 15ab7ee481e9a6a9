/** Sharing with someone who has no account yet: what is kept meanwhile, that nothing is given without a press, and what arrives. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
}, 120_000);
afterAll(() => world.stop());

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();
const add = async (title: string): Promise<string> => (await ann.client.vault.create({ draft: aLogin({ title }) })).id;
const promise = (email: string, ids: readonly string[], permission: "read" | "write" = "read", expiresAt: number | null = null) =>
  ann.client.sharing.promiseShares({ email, ids, permission, expiresAt });
const waiting = async (email: string, { client } = ann as Pick<Person, "client">) =>
  (await client.sharing.promisedShares()).find((one) => one.email === email);
const grants = async (): Promise<number> =>
  (await world.sql<{ n: string }>("select count(*) n from share_grant"))[0]?.n as unknown as number;

describe("what is shared with someone before they have an account", () => {
  it("waits under the own seal, on every device of the sharer, and goes to them by a press once they have joined", async () => {
    const email = "zoe@example.com";
    const [router, door] = [await add("Router"), await add("Door")];
    const before = await grants();
    await promise(email.toUpperCase(), [router]);
    await promise(email, [door], "write");
    const laptop = await ann.device("another one");
    await laptop.client.vault.pull();
    for (const device of [ann, laptop])
      expect(await waiting(email, device)).toMatchObject({
        known: null,
        rows: [
          { itemId: router, name: "Router", kind: "password", permission: "read" },
          { itemId: door, name: "Door", permission: "write" },
        ],
      });
    expect(await ann.everythingInRecords()).not.toContain(email);
    expect(JSON.stringify(await world.sql("select * from scope"))).not.toContain(email);

    const zoe = await world.person("zoe");
    expect(await waiting(email)).toMatchObject({ known: "new" });
    // Neither a pull nor a look gives anything to a key that this account has never seen.
    await ann.client.vault.pull();
    expect([await grants(), await titles(zoe.client)]).toEqual([before, []]);

    expect(await ann.client.sharing.keepPromise({ email, ids: [router, door] })).toEqual([]);
    expect(await titles(zoe.client)).toEqual(["Door", "Router"]);
    const rows = (await ann.client.sharing.sharedByMe()).filter(({ person }) => person === email);
    expect(rows.map(({ name, permission }) => [name, permission])).toEqual([
      ["Door", "write"],
      ["Router", "read"],
    ]);
    expect(await waiting(email)).toBeUndefined();
  });

  it("is withdrawn one by one, and is gone then", async () => {
    const email = "yan@example.com";
    const [first, second] = [await add("First"), await add("Second")];
    await promise(email, [first, second]);
    await ann.client.sharing.withdrawPromise({ email, ids: [first] });
    expect((await waiting(email))?.rows.map(({ name }) => name)).toEqual(["Second"]);
    const yan = await world.person("yan");
    expect(await ann.client.sharing.keepPromise({ email, ids: [first, second] })).toEqual([]);
    expect(await titles(yan.client)).toEqual(["Second"]);
  });

  it("gives nothing whose end has come, nor what is gone, and forgets both", async () => {
    const email = "xin@example.com";
    const [late, gone, here] = [await add("Late"), await add("Gone"), await add("Here")];
    await promise(email, [late], "read", world.now() + 1000);
    await promise(email, [gone, here]);
    await ann.client.vault.remove({ ids: [gone] });
    await ann.client.vault.purge({ ids: [gone] });
    const xin = await world.person("xin");
    world.passMinutes(1);
    expect((await waiting(email))?.rows.map(({ name, isExpired }) => [name, isExpired])).toEqual([
      ["Late", true],
      [null, false],
      ["Here", false],
    ]);
    await ann.client.sharing.keepPromise({ email, ids: [late, gone, here] });
    expect(await titles(xin.client)).toEqual(["Here"]);
    expect(await waiting(email)).toBeUndefined();
  });

  it("stays promised where the address shows another key than the known one", async () => {
    const email = "wim@example.com";
    const id = await add("Kept back");
    await promise(email, [id]);
    const [wim, eve] = [await world.person("wim"), await world.person("eve")];
    await ann.client.sharing.trustPerson({ person: { ...(await ann.client.sharing.findPerson({ email })), email } });
    // The server shows the key of someone else under the address.
    const shown = "select i.public_key from identity i join account a on a.id = i.account_id where a.email = $2";
    await world.sql(`update identity set public_key = (${shown}) where account_id = (select id from account where email = $1)`, [
      email,
      eve.email,
    ]);
    expect(await waiting(email)).toMatchObject({ known: "changed" });
    await expect(ann.client.sharing.keepPromise({ email, ids: [id] })).rejects.toThrow(/is not the one you know. Nothing was given to it/);
    expect(await waiting(email)).toMatchObject({ rows: [{ name: "Kept back" }] });
    expect(await titles(wim.client)).toEqual([]);
  });

  it("is only the user's own", async () => {
    const bob = await world.person("bob");
    const id = await add("Of Ann");
    await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
    await bob.client.vault.pull();
    await expect(
      bob.client.sharing.promiseShares({ email: "vic@example.com", ids: [id], permission: "read", expiresAt: null }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
