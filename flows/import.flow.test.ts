/** A browser's passwords file of 500 rows comes in whole, and a second try writes nothing twice. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../packages/client/src/index.ts";
import { readImport } from "../packages/core/src/transfer/import.ts";
import { chromeExport } from "../packages/core/src/transfer/testing/chrome-export.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

it("imports every row as it stood in the file, folders as vaults, in a few commits", async () => {
  const text = chromeExport(500);
  const { candidates } = readImport({ sourceId: "chrome", text });
  const filed = candidates.map((candidate, index) =>
    index % 10 === 0 ? { ...candidate, folder: index % 20 ? "Work" : "work " } : candidate,
  );
  const percents: number[] = [];
  const { created } = await ann.client.transfer.run({
    sourceId: "chrome",
    fileText: text,
    candidates: filed,
    onProgress: (percent) => percents.push(percent),
  });
  expect(created).toBe(500);
  expect(percents.at(-1)).toBe(100);

  const phone = (await ann.device("phone")).client;
  const { items, vaults } = await phone.vault.pull();
  expect(items).toHaveLength(500);
  expect(vaults.map(({ name, description, icon }) => ({ name: name.toLowerCase(), description: description.toLowerCase(), icon }))).toEqual(
    [{ name: "work", description: "imported from folder: work", icon: "folder" }],
  );
  expect(items.filter(({ categoryId }) => categoryId === vaults[0]?.id)).toHaveLength(50);
  const opened = await Promise.all(items.map(({ id }) => phone.vault.open({ id })));
  const secrets = (fields: Readonly<Record<string, string>>) =>
    [fields.title, fields.username ?? "", fields.password, fields.notes ?? ""].join("\u0000");
  expect(opened.map(({ fields }) => secrets(fields)).sort()).toEqual(candidates.map(({ fields }) => secrets(fields)).sort());
});

it("keeps the vault usable when the import is refused half-way", async () => {
  const text = chromeExport(250);
  const { candidates } = readImport({ sourceId: "chrome", text });
  let batches = 0;
  world.refuseWhen((url) => url.endsWith("/import/batch") && ++batches === 2);
  const before = (await ann.client.vault.pull()).items.length;
  await expect(ann.client.transfer.run({ sourceId: "chrome", fileText: text, candidates, onProgress: () => undefined })).rejects.toThrow();
  world.refuseWhen(() => false);
  const { items } = await ann.client.vault.pull();
  expect(items.length).toBe(before + 200);
});

describe("two vaults of one name", () => {
  const described = (id: string, name: string) => ({ id, name, description: "", color: "", icon: "" });
  const titleOf = { a: "Left", b: "Right" };

  /** Imports one login into each of two vaults that the file describes. */
  async function importTwo(client: Client, names: Readonly<Record<"a" | "b", string>>) {
    const text = chromeExport(2);
    const { candidates } = readImport({ sourceId: "chrome", text });
    const filed = candidates.map((candidate, index) => {
      const vault = index === 0 ? ("a" as const) : ("b" as const);
      return { ...candidate, vault, folder: names[vault], fields: { ...candidate.fields, title: titleOf[vault] } };
    });
    const vaults = [described("a", names.a), described("b", names.b)];
    return client.transfer.run({ sourceId: "chrome", fileText: text, candidates: filed, vaults, onProgress: () => undefined });
  }

  /** The names of the vaults in which the items of a title lie. */
  async function placesOf(client: Client) {
    const { items, vaults } = await client.vault.pull();
    const idsIn = (title: string) => new Set(items.filter(({ fields }) => fields.title === title).map(({ categoryId }) => categoryId));
    const names = (ids: Set<string | null>) => [...ids].map((id) => vaults.find((vault) => vault.id === id)?.name);
    return {
      left: names(idsIn("Left")),
      right: names(idsIn("Right")),
      shared: [...idsIn("Left")].filter((id) => idsIn("Right").has(id)),
      vaults,
    };
  }

  it("stay two, and each finds its own again when the file is imported once more", async () => {
    const { client } = await world.person("bea");
    expect((await importTwo(client, { a: "Home", b: "Home" })).vaultIds).toHaveLength(2);
    expect((await importTwo(client, { a: "Home", b: "Home" })).vaultIds).toEqual([]);
    const { left, right, shared, vaults } = await placesOf(client);
    expect(vaults).toHaveLength(2);
    expect([left, right, shared]).toEqual([["Home"], ["Home"], []]);
  });

  it("that differ in case find the one that is spelled alike, whichever comes first", async () => {
    const { client } = await world.person("cleo");
    for (const name of ["Home", "home"]) await client.vault.createVault({ name, description: "" });
    await importTwo(client, { a: "home", b: "Home" });
    const { left, right, vaults } = await placesOf(client);
    expect([left, right]).toEqual([["home"], ["Home"]]);
    expect(vaults).toHaveLength(2);
  });
});
