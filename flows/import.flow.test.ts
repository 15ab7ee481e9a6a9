/** A browser's passwords file of 500 rows comes in whole, and a second try writes nothing twice. */
import { afterAll, beforeAll, expect, it } from "vitest";
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
