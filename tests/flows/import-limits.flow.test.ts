/** What an import may bring in: a hundred thousand rows are planned twice, so this file runs in test:all only. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_ITEMS } from "../../packages/core/src/constants.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { chromeExport } from "../../packages/core/src/transfer/testing/chrome-export.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const text = chromeExport(1);
/** With the vault that their folder becomes, one more than there is room for. */
const candidates = readImport({ sourceId: "chrome", text }).candidates.map((one) => ({ ...one, folder: "Shops" }));
const session = { sourceId: "chrome", fileText: text, seed: randomUUID(), onProgress: () => undefined } as const;

it("an import does not begin when the account would hold too much (T3)", async () => {
  const { client } = await world.person("hal");
  const [one] = candidates;
  if (!one) throw new Error("one row is one candidate");
  const tooMany = Array.from({ length: MAX_ITEMS }, (_, at) => ({ ...one, row: at + 1 }));
  const onBegin = async () => expect.unreachable();
  await expect(client.transfer.run({ ...session, candidates: tooMany, onBegin })).rejects.toThrow(/at most 100,000/);
  expect((await client.vault.pull()).items).toHaveLength(0);
});

it("an import needs no room for rows that an earlier attempt has written", async () => {
  const { client } = await world.person("zoe");
  await client.transfer.run({ ...session, candidates });
  const again = Array.from({ length: MAX_ITEMS }, () => candidates).flat();
  const onBegin = () => Promise.reject(new Error("It would begin"));
  await expect(client.transfer.run({ ...session, candidates: again, onBegin })).rejects.toThrow("It would begin");
});
