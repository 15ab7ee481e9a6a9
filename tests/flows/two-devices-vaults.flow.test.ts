/** Two devices of one person that change one vault at once: both changes count, and nothing is replaced unseen. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

const LOOK = { name: "Trips", description: "of the family", color: "#6E68EE", icon: "plane" };

/** Laptop and phone with the form of the same vault open. */
async function bothOpen() {
  const [laptop, phone] = [ann.client, (await ann.device("phone")).client];
  const base = await laptop.vault.createVault(LOOK);
  await phone.vault.pull();
  const seen = async (client = laptop) => (await client.vault.pull()).vaults.find(({ id }) => id === base.id);
  return { laptop, phone, base, seen };
}

describe("two devices that change one vault at once", () => {
  it("keep the new name of one and the new colour of the other", async () => {
    const { laptop, phone, base, seen } = await bothOpen();
    await laptop.vault.updateVault({ base, ...LOOK, name: "Journeys", description: "" });
    await phone.vault.updateVault({ base, ...LOOK, color: "#1D8B58" });
    for (const device of [laptop, phone])
      expect(await seen(device)).toMatchObject({ name: "Journeys", description: "", color: "#1D8B58", icon: "plane" });
  });

  it("replace nothing that the other changed too, before it was seen", async () => {
    const { laptop, phone, base, seen } = await bothOpen();
    await laptop.vault.updateVault({ base, ...LOOK, name: "Journeys" });
    const renaming = phone.vault.updateVault({ base, ...LOOK, name: "Holidays" });
    await expect(renaming).rejects.toMatchObject({
      message: '"Journeys" was changed on another device meanwhile. Nothing was saved.',
      vault: { name: "Journeys" },
    });
    const now = (await seen()) ?? expect.fail();
    expect(now).toMatchObject({ name: "Journeys", revision: 2 });
    await phone.vault.updateVault({ base: now, ...LOOK, name: "Holidays" });
    expect(await seen()).toMatchObject({ name: "Holidays" });
  });

  it("take back what was theirs alone", async () => {
    const { laptop, phone, base, seen } = await bothOpen();
    const after = await laptop.vault.updateVault({ base, ...LOOK, name: "Journeys" });
    await phone.vault.pull();
    await phone.vault.updateVault({ base: after, ...LOOK, name: "Journeys", description: "from the phone" });
    await laptop.vault.updateVault({ base: after, ...LOOK });
    expect(await seen()).toMatchObject({ name: "Trips", description: "from the phone" });

    await phone.vault.pull();
    await phone.vault.updateVault({ base: (await seen(phone)) ?? base, ...LOOK, name: "Holidays", description: "from the phone" });
    await expect(laptop.vault.updateVault({ base: after, ...LOOK })).rejects.toThrow("was changed on another device meanwhile");
    expect(await seen()).toMatchObject({ name: "Holidays" });
  });
});
