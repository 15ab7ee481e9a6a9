/** A pull of a shared scope tells who may sign in it: rows of other accounts, read on the connection that the pull has already. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareItem } from "../testing/sharing.ts";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

async function share(server: Server): Promise<{ ann: Person; pull: () => ReturnType<Person["call"]> }> {
  const [ann, bob] = [await server.join("ann@example.com"), await server.join("bob@example.com")];
  const note = put("note");
  await ann.commit(note);
  const { scopeId } = await shareItem(server, ann, note, bob, { permissionLevel: "write" });
  return { ann, pull: () => bob.call("GET", `/vault/all-items-data?scope=${scopeId}`) };
}

describe("the members of a shared scope", () => {
  it("are those that row-level security hides from the caller", async () => {
    const { ann, pull } = await share(await world.server({}, true));
    expect(await pull()).toMatchObject({
      status: 200,
      body: { members: { owner: { id: ann.accountId, publicKey: ann.form.publicKey }, writers: [expect.anything()] } },
    });
  });

  it("are told while all other connections are taken but one", async () => {
    const server = await world.server();
    const { pull } = await share(server);
    const others = await Promise.all(Array.from({ length: server.pool.options.max - 1 }, () => server.pool.connect()));
    try {
      expect(await pull()).toMatchObject({ status: 200 });
    } finally {
      for (const other of others) other.release();
    }
  });
});
