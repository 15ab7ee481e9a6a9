/** A complete backup under a password is restored as the identical vault in another account, and opens for no stranger. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Client, DecryptError } from "../../packages/client/src/index.ts";
import { isSealedBackup, openBackup, sealBackup } from "../../packages/client/src/transfer/backup.ts";
import { writeBackup } from "../../packages/core/src/transfer/backup.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { type AnyVault, anyVault } from "../../packages/core/src/transfer/testing/any-vault.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const PASSWORD = "a password for the file";
let accounts = 0;
const newAccount = async (): Promise<Client> => (await world.person(`account${++accounts}`)).client;

/** Everything of an account, opened as an export opens it: with the keys of passkeys. */
async function everythingOf(client: Client): Promise<AnyVault> {
  const { items, vaults } = await client.vault.pull();
  return { items: await Promise.all(items.map(({ id }) => client.vault.open({ id, withKeys: true }))), vaults };
}

async function restore(client: Client, text: string): Promise<number> {
  const { candidates, vaults, errors } = readImport({ sourceId: "coffer", text });
  expect(errors).toEqual([]);
  const { created } = await client.transfer.run({ sourceId: "coffer", fileText: text, candidates, vaults, onProgress: () => undefined });
  return created;
}

async function backUp(client: Client): Promise<string> {
  const sealed = await sealBackup(writeBackup({ ...(await everythingOf(client)), now: 1 }), PASSWORD, client.random);
  expect(isSealedBackup(sealed)).toBe(true);
  return (await openBackup(sealed, PASSWORD)) ?? "";
}

/** Vaults with their items, without ids and order: two accounts are equal when these are. */
function contentOf({ items, vaults }: AnyVault): string[] {
  const inside = (vaultId: string | null): string[] =>
    items
      .filter(({ categoryId }) => categoryId === vaultId)
      .map(({ kind, favourite, createdAt, updatedAt, fields, state }) => {
        const filled = Object.entries(fields).filter(([name, value]) => value && name !== "password_strength");
        return JSON.stringify([kind, favourite, createdAt, updatedAt, state, filled.sort()]);
      })
      .sort();
  const shelves = vaults.map(({ id, name, description, color, icon }) => [name, description, color, icon, inside(id)]);
  return [["unassigned", inside(null)], ...shelves].map((shelf) => JSON.stringify(shelf)).sort();
}

it("comes back as the identical vault, whatever was in it", async () => {
  await fc.assert(
    fc.asyncProperty(anyVault(8), async (generated) => {
      const [ann, bob] = [await newAccount(), await newAccount()];
      await restore(ann, writeBackup({ ...generated, now: 1 }));
      expect(contentOf(await everythingOf(ann))).toEqual(contentOf(generated));
      const exported = await backUp(ann);
      await restore(bob, exported);
      expect(contentOf(await everythingOf(bob))).toEqual(contentOf(await everythingOf(ann)));
    }),
    { numRuns: inject("isWhole") ? 4 : 1 },
  );
}, 180_000);

it("restores items made by hand, with their vaults and times, next to existing ones", async () => {
  const [ann, bob] = [await newAccount(), await newAccount()];
  const work = await ann.vault.createVault({ name: "Work", description: "daily", color: "#112233", icon: "star" });
  await ann.vault.createVault({ name: "Empty", description: "" });
  const item = await ann.vault.create({ draft: { ...aLogin({ title: "Payroll" }), categoryId: work.id, favourite: true } });
  const own = await bob.vault.createVault({ name: "work", description: "mine" });
  world.passTime(2);
  expect(await restore(bob, await backUp(ann))).toBe(1);
  world.passTime(-2);
  const { items, vaults } = await everythingOf(bob);
  expect(items).toMatchObject([{ categoryId: own.id, favourite: true, createdAt: item.createdAt, updatedAt: item.updatedAt }]);
  expect(vaults.map(({ name, description }) => [name, description]).sort()).toEqual([
    ["Empty", ""],
    ["work", "mine"],
  ]);
});

it("takes a backup that is larger than other files, and sends nothing of it readable", async () => {
  const [ann, bob] = [await newAccount(), await newAccount()];
  for (let index = 0; index < 20; index++)
    await ann.vault.create({ draft: aLogin({ title: `Large ${index}`, notes: `needle-in-the-notes ${"x".repeat(60_000)}` }) });
  const text = await backUp(ann);
  expect(text.length).toBeGreaterThan(1_048_576);
  expect(await restore(bob, text)).toBe(20);
  expect(contentOf(await everythingOf(bob))).toEqual(contentOf(await everythingOf(ann)));
  expect(world.requests.some(({ body }) => body.includes("needle-in-the-notes"))).toBe(false);
});

it("does not open for a stranger who has the file and another password", async () => {
  const ann = await newAccount();
  await ann.vault.create({ draft: aLogin({ title: "Ann's own" }) });
  const sealed = await sealBackup(writeBackup({ ...(await everythingOf(ann)), now: 1 }), PASSWORD, ann.random);
  expect(sealed).not.toContain("Ann's own");
  await expect(openBackup(sealed, "a password for the filf")).rejects.toThrow(DecryptError);
  expect(readImport({ sourceId: "coffer", text: sealed }).candidates).toEqual([]);
});
