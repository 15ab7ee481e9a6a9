/** The example vault: real sealed records that every device recognises, removed with one call, without any item of the person's own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_ITEMS } from "../../packages/core/src/items/example.ts";
import { checkItem } from "../../packages/core/src/items/item.ts";
import { KIND_NAMES } from "../../packages/core/src/items/kinds.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

const titles = async ({ client }: Pick<Person, "client">): Promise<string[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title ?? fields.name ?? "").sort();

it("holds one of each kind at least, every one as a form would take it", () => {
  expect(new Set(EXAMPLE_ITEMS.map(({ kind }) => kind))).toEqual(new Set(KIND_NAMES));
  for (const { kind, fields } of EXAMPLE_ITEMS) expect(checkItem(kind, fields)).toEqual({});
});

describe("an example vault", () => {
  it("is sealed like everything else, in one write, and asked for twice is still one", async () => {
    const before = world.requests.length;
    const made = await ann.client.transfer.makeExample();
    expect(await ann.client.transfer.makeExample()).toEqual(made);
    const sent = world.requests.slice(before);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toMatch(/Northwind|sunshine1|Example/i);
    const { items, vaults } = await ann.client.vault.pull();
    expect(items.map(({ id }) => id).sort()).toEqual([...made.itemIds].sort());
    expect(items.map(({ categoryId }) => categoryId)).toEqual(items.map(() => made.vaultId));
    expect(vaults.map(({ name }) => name)).toEqual(["Example"]);
  });

  it("is known again by another device, and goes from there; what was put into it stays with its vault", async () => {
    const phone = await ann.device("phone");
    await phone.client.vault.pull();
    const found = await phone.client.transfer.example();
    expect(found?.itemIds).toHaveLength(EXAMPLE_ITEMS.length);
    const own = await phone.client.vault.create({ draft: { ...aLogin({ title: "My own" }), categoryId: found?.vaultId ?? null } });
    await phone.client.vault.create({ draft: aLogin({ title: "Elsewhere" }) });
    await phone.client.vault.place({ ids: [found?.itemIds[0] ?? ""], categoryId: null });
    await phone.client.transfer.removeExample({ vaultId: found?.vaultId ?? "" });
    expect(await titles(phone)).toEqual(["Elsewhere", "My own"]);
    expect((await phone.client.vault.pull()).vaults.map(({ id }) => id)).toEqual([found?.vaultId]);
    expect((await phone.client.vault.open({ id: own.id })).categoryId).toBe(found?.vaultId);
    expect(await phone.client.transfer.example()).toBeNull();
  });

  it("is removed with its vault if nothing else is in it, and can be added again", async () => {
    await ann.client.vault.pull();
    const again = await ann.client.transfer.makeExample();
    await ann.client.transfer.removeExample(again);
    expect(await titles(ann)).toEqual(["Elsewhere", "My own"]);
    expect((await ann.client.vault.pull()).vaults.map(({ id }) => id)).not.toContain(again.vaultId);
  });
});
