/** What the server has of records, as a screen shows it: what is stored in the database, and no word of what was typed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  eve = await world.person("eve");
});
afterAll(() => world.stop());

it("is the very texts that the server stores, of items, vaults and what is in the trash", async () => {
  const { vault } = ann.client;
  const { id } = await vault.create({ draft: aLogin({ title: "Lighthouse", username: "keeper", password: "oil-and-wick" }) });
  const { id: gone } = await vault.create({ draft: aLogin({ title: "Old pier", username: "keeper", password: "salt" }) });
  const { id: home } = await vault.createVault({ name: "Harbour", description: "", color: "#3B82F6" });
  await vault.remove({ ids: [gone] });
  const seen = await vault.sealedRecords({ ids: [home, gone, crypto.randomUUID(), id] });
  expect(seen.map((record) => record.id)).toEqual([home, gone, id]);
  for (const record of seen) {
    const rows = await world.sql<{ seal: string; fields: Record<string, string> }>("select seal, fields from record where id = $1", [
      record.id,
    ]);
    expect(rows).toEqual([{ seal: record.seal, fields: record.fields }]);
  }
  expect(JSON.stringify(seen)).not.toMatch(/Lighthouse|keeper|oil-and-wick|Old pier|Harbour/);
});

it("is nothing of another person's, and nothing once it is locked", async () => {
  const { vault, account } = ann.client;
  const { id } = await vault.create({ draft: aLogin({ title: "Buoy" }) });
  await eve.client.vault.pull();
  expect(await eve.client.vault.sealedRecords({ ids: [id] })).toEqual([]);
  await account.lock();
  await expect(vault.sealedRecords({ ids: [id] })).rejects.toThrow();
});
