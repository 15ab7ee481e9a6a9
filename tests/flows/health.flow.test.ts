/** Health reads the vault without a request and ends with the lock; ignored findings are sealed and known on every device. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { healthOf } from "../../packages/core/src/health/health.ts";
import type { ExaminedItem } from "../../packages/core/src/health/item-facts.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

const NOW = Date.now();
const REASON = "Kanariengrund 4711";

let world: World;
let ann: Person;
let login: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  for (const draft of oneOfEachKind((kind, field) => (kind === "password" && field === "password" ? "short" : `${kind} ${field}`)))
    await ann.client.vault.create({ draft });
  login = (await ann.client.vault.create({ draft: aLogin({ title: "Forge", password: "a long-enough one 1" }) })).id;
});
afterAll(() => world.stop());

type Vault = Person["client"]["vault"];
async function examined(vault: Vault): Promise<ExaminedItem[]> {
  const all: ExaminedItem[] = [];
  await vault.examine({ take: (items) => void all.push(...items) });
  return all;
}
const ofForge = async (vault: Vault) =>
  healthOf(
    (await examined(vault)).filter(({ id }) => id === login),
    { now: NOW },
  );

describe("what Health reads", () => {
  it("is opened on this device alone: the passwords and no notes, of the kinds it looks at", async () => {
    const before = world.requests.length;
    world.refuseWhen(() => true);
    const items = await examined(ann.client.vault);
    world.refuseWhen(() => false);
    expect(world.requests.slice(before)).toEqual([]);
    expect(items.map(({ kind }) => kind).sort()).toEqual(["card", "password", "password"]);
    expect(items.map(({ fields }) => fields.password ?? "").sort()).toEqual(["", "a long-enough one 1", "short"]);
    expect(items.flatMap(({ fields }) => Object.keys(fields)).join(" ")).not.toMatch(/notes|cvv|pin|custom/);
    expect(healthOf(items, { now: NOW }).found).toContainEqual(expect.objectContaining({ finding: "weak" }));
  });

  it("ends when it is not wanted any more, and with the lock", async () => {
    const { client } = await ann.device("phone");
    await client.vault.pull();
    const ended = AbortSignal.abort(new Error("no longer"));
    await expect(client.vault.examine({ take: () => undefined, signal: ended })).rejects.toThrow("no longer");
    await client.account.lock();
    await expect(examined(client.vault)).rejects.toThrow("Vault key not found. Please login again.");
  });
});

describe("a finding that is ignored", () => {
  it("is ignored on another device too, with its reason, which no one else can read; the item's time stays", async () => {
    const { updatedAt } = await ann.client.vault.open({ id: login });
    expect((await ofForge(ann.client.vault)).found.map(({ finding }) => finding)).toEqual(["noCode"]);
    const before = world.requests.length;
    await ann.client.vault.ignore({ id: login, finding: "noCode", reason: REASON });
    const phone = await ann.device("reader");
    await phone.client.vault.pull();
    const report = await ofForge(phone.client.vault);
    expect(report.found).toEqual([]);
    expect(report.ignored).toMatchObject([{ id: login, finding: "noCode", reason: REASON }]);
    expect((await phone.client.vault.open({ id: login })).updatedAt).toBe(updatedAt);
    expect(JSON.stringify(world.requests.slice(before))).not.toContain(REASON);
    expect(await ann.everythingInRecords()).not.toContain(REASON);
  });

  it("is found again once it is no longer ignored", async () => {
    await ann.client.vault.ignore({ id: login, finding: "noCode", reason: null });
    expect((await ofForge(ann.client.vault)).found.map(({ finding }) => finding)).toEqual(["noCode"]);
  });

  it("cannot be of an item that is gone", async () => {
    await expect(ann.client.vault.ignore({ id: crypto.randomUUID(), finding: "old", reason: "" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
