/** A vault that was left behind by a reset without the recovery key, and found again with it (security design §5, §8). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import { endsWith, everythingIn, NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
let { personWithVault, freshDevice, provenDevice, reset } = {} as ReturnType<typeof recoverySteps>;
beforeAll(async () => {
  world = await startWorld();
  ({ personWithVault, freshDevice, provenDevice, reset } = recoverySteps(world));
});
afterAll(() => world.stop());

describe("a start with an empty vault", () => {
  it("needs no recovery key, and a late one brings everything back, once", async () => {
    const kit = await personWithVault("kit");
    const before = await everythingIn(kit.client);
    await reset(kit, await provenDevice(kit), { recoveryKey: null, discard: true });
    const client = await freshDevice(kit.email, NEXT);
    expect(await client.vault.pull()).toEqual({ items: [], vaults: [] });
    await client.vault.create({ draft: aLogin({ title: "New life" }) });

    expect((await client.account.discardedVaults()).map(({ count }) => count)).toEqual([before.items.length + before.vaults.length]);
    const restore = (recoveryKey: string) => client.account.restoreDiscarded({ recoveryKey, onProgress: () => undefined });
    const lou = await world.person("lou");
    await expect(restore(lou.recoveryKey)).rejects.toThrow("No discarded vault belongs to this recovery key.");
    expect(await restore(kit.recoveryKey)).toEqual({ restored: before.items.length + before.vaults.length });
    const after = await everythingIn(await freshDevice(kit.email, NEXT));
    expect(after.items.filter(({ fields }) => fields.title !== "New life")).toEqual(before.items);
    expect(after.vaults).toEqual(before.vaults);
  });

  it("brings back what was in use, and leaves what was in the trash behind", async () => {
    const pat = await personWithVault("pat");
    const { id } = await pat.client.vault.create({ draft: aLogin({ title: "Thrown away" }) });
    await pat.client.vault.remove({ ids: [id] });
    const before = await everythingIn(pat.client);
    await reset(pat, await provenDevice(pat), { recoveryKey: null, discard: true });
    const client = await freshDevice(pat.email, NEXT);
    expect((await client.account.discardedVaults()).map(({ count }) => count)).toEqual([before.items.length + before.vaults.length]);
    await client.account.restoreDiscarded({ recoveryKey: pat.recoveryKey, onProgress: () => undefined });
    expect(await everythingIn(client)).toEqual(before);
    expect(await client.vault.trash()).toEqual([]);
    expect(await client.account.discardedVaults()).toEqual([]);
  });

  it("restores nothing of a vault that does not verify", async () => {
    const ned = await personWithVault("ned");
    await reset(ned, await provenDevice(ned), { recoveryKey: null, discard: true });
    const client = await freshDevice(ned.email, NEXT);
    world.changeNextAnswer<{ vaults: { entries: WireRecord[] }[] }>(endsWith("/vault/discarded"), ({ vaults }) => {
      const entry = vaults[0]?.entries.find(({ itemType }) => itemType === "password");
      Object.assign(entry ?? {}, { encrypted_password: entry?.title });
    });
    const restoring = client.account.restoreDiscarded({ recoveryKey: ned.recoveryKey, onProgress: () => undefined });
    await expect(restoring).rejects.toThrow("A part of this vault does not verify. Nothing was restored.");
    expect((await client.vault.pull()).items).toEqual([]);
  });
});
