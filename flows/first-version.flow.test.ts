/** Data of the first version opens: it is verified once as it was written, and signed from then on (security design §4, §5). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFirstVersion } from "./first-version.ts";
import { everythingIn, NEXT, recovering } from "./recovering.ts";
import { aLogin } from "./things.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let { personWithVault, freshDevice, provenDevice, reset } = {} as ReturnType<typeof recovering>;
beforeAll(async () => {
  world = await startWorld();
  ({ personWithVault, freshDevice, provenDevice, reset } = recovering(world));
});
afterAll(() => world.stop());

const headOf = async ({ client }: Person) => {
  const id = client.session?.personalVaultId ?? "";
  const { rows } = (await world.query(`select generation, signature from head where scope_id = '${id}' order by seq desc limit 1`)) as {
    rows: { generation: number; signature: string | null }[];
  };
  return rows[0];
};

async function personOfBefore(name: string) {
  const person = await personWithVault(name);
  const { id } = await person.client.vault.create({ draft: aLogin({ title: "Thrown away" }) });
  await person.client.vault.remove({ ids: [id] });
  const before = await everythingIn(person.client);
  await makeFirstVersion(world, person);
  expect(await headOf(person)).toEqual({ generation: 0, signature: null });
  return { person, before };
}

describe("an account of the first version", () => {
  it("is signed by the first device that reads it, and loses nothing", async () => {
    const { person, before } = await personOfBefore("ann");
    const client = await freshDevice(person.email, person.password);
    expect(await everythingIn(client)).toEqual(before);
    expect((await client.vault.trash()).map(({ item }) => item.fields.title)).toEqual(["Thrown away"]);
    expect(await headOf(person)).toMatchObject({ generation: 1, signature: expect.any(String) });
    await client.vault.create({ draft: aLogin({ title: "Afterwards" }) });
    expect((await everythingIn(await freshDevice(person.email, person.password))).items).toHaveLength(before.items.length + 1);
  });

  it("is reset with its recovery key", async () => {
    const { person, before } = await personOfBefore("bob");
    await reset(person, await provenDevice(person));
    const client = await freshDevice(person.email, NEXT);
    expect(await everythingIn(client)).toEqual(before);
    expect(await client.vault.trash()).toHaveLength(1);
  });

  it("gets new keys at once", async () => {
    const { person, before } = await personOfBefore("cleo");
    const client = await freshDevice(person.email, person.password);
    await client.account.renewAllKeys({ current: person.password, next: { password: NEXT, hint: null }, onProgress: () => undefined });
    expect(await everythingIn(await freshDevice(person.email, NEXT))).toEqual(before);
  });
});
