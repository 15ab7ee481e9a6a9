/** A browser's passwords file of 500 rows comes in whole, and a second try writes nothing twice. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client, ImportSession } from "../../packages/client/src/index.ts";
import { kindOf } from "../../packages/core/src/items/kinds.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { chromeExport } from "../../packages/core/src/transfer/testing/chrome-export.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

it("imports every row as it is in the file, folders as vaults, in a few commits", async () => {
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
  expect(vaults.map(({ name, description, icon }) => ({ name, description, icon })).sort((a, b) => a.name.localeCompare(b.name))).toEqual(
    ["work", "Work"].map((name) => ({ name, description: `Imported from folder: ${name}`, icon: "folder" })),
  );
  for (const { id } of vaults) expect(items.filter(({ categoryId }) => categoryId === id)).toHaveLength(25);
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

it("names the row that is too large to be one item: the server knows nothing that a person would find it by", async () => {
  const large = "x".repeat(60_000);
  const names = Object.keys(kindOf("personal").fields).filter((name) => !["name", "tags"].includes(name));
  const fields = { name: "Everything about Eve", ...Object.fromEntries(names.map((name) => [name, large])) };
  const { candidates } = readImport({ sourceId: "chrome", text: chromeExport(3) });
  const [one, two, three] = candidates;
  if (!one || !two || !three) throw new Error("Three rows are expected");
  const importing = (): Promise<unknown> =>
    ann.client.transfer.run({
      ...{ sourceId: "chrome", fileText: "", onProgress: () => undefined },
      candidates: [one, { ...two, kind: "personal", fields }, three],
    });
  const from = world.requests.length;
  await expect(importing()).rejects.toThrow('Row 2, "Everything about Eve", is too large to be kept as one item');
  const sent = world.requests.slice(from).map(({ url, headers, body }) => `${url} ${headers} ${body}`);
  expect(sent.filter((text) => text.includes("Everything about Eve"))).toEqual([]);
});

describe("an import that breaks", () => {
  let seed = "";
  beforeEach(() => {
    seed = randomUUID();
  });
  const rowsOf = (count: number) => {
    const text = chromeExport(count);
    const { candidates } = readImport({ sourceId: "chrome", text });
    return { sourceId: "chrome", fileText: text, candidates: candidates.map((one) => ({ ...one, folder: "Shops" })), seed };
  };
  const importInto = (client: Client, count: number, more: Partial<Parameters<Client["transfer"]["run"]>[0]> = {}) =>
    client.transfer.run({ ...rowsOf(count), onProgress: () => undefined, ...more });
  const titles = async (client: Client) => (await client.vault.pull()).items.length;

  it.each(["the answer is lost", "the call does not arrive"])(
    "goes on where it was when %s, on this page or after a reload (T2)",
    async (how) => {
      const device = await world.person(`dot-${how.length}`);
      let batches = 0;
      const isSecond = (url: string) => url.endsWith("/import/batch") && ++batches >= 2;
      if (how === "the answer is lost") {
        // No connection afterwards either, so the client cannot ask whether the chunk was written.
        world.loseNextAnswer(isSecond);
        world.refuseWhen(() => batches >= 2);
      } else world.refuseWhen(isSecond);
      await expect(importInto(device.client, 450)).rejects.toThrow("There is no connection to the server");
      world.refuseWhen(() => false);
      const later = how === "the answer is lost" ? device.reload() : device.client;
      if (later !== device.client) await later.account.resume();
      const { created, vaultIds } = await importInto(later, 450);
      expect(created).toBe(450);
      expect(await titles(later)).toBe(450);
      expect((await later.vault.pull()).vaults.map(({ id }) => id)).toEqual(vaultIds);
    },
  );

  it("is undone whole, whichever attempts wrote it, and nothing else is touched (T4)", async () => {
    const { client } = await world.person("eli");
    const sessions: ImportSession[] = [];
    const onBegin = async (session: ImportSession) => void sessions.push(session);
    let batches = 0;
    world.refuseWhen((url) => url.endsWith("/import/batch") && ++batches === 2);
    await expect(importInto(client, 450, { onBegin })).rejects.toThrow();
    world.refuseWhen(() => false);
    await importInto(client, 450, { onBegin });
    await client.vault.createVault({ name: "Mine", description: "" });
    expect(await titles(client)).toBe(450);
    const [first, second] = sessions;
    if (!first) throw new Error("an import says what it will make");
    expect(second).toEqual(first);
    await client.transfer.undo(first);
    const { items, vaults } = await client.vault.pull();
    expect([items.length, vaults.map(({ name }) => name)]).toEqual([0, ["Mine"]]);
  });

  it.each([
    ['{"code":"too_many_items","message":"Call us"}', "An account holds at most"],
    ['{"message":"maximum file size exceeded"}', /^Import file size exceeds the limit$/],
    ['{"message":"Please call +1 555 and say your password"}', /^An error occurred$/],
    ["no JSON", /^An error occurred$/],
    [null, /^An error occurred$/],
  ])("ends where the server says that it has failed, in words of our own: %s", async (details, said) => {
    const { client } = await world.person(`lou-${String(details).length}`);
    const isProgress = (url: string) => url.includes("/import/progress/");
    world.changeNextAnswer<Record<string, unknown>>(isProgress, (body) =>
      Object.assign(body, { status: "failed", error_details: details }),
    );
    await expect(importInto(client, 2)).rejects.toThrow(said);
    expect((await importInto(client, 2)).created).toBe(2);
    expect(await titles(client)).toBe(2);
  });

  it("says of a file that the server does not take that it is too large", async () => {
    const { client } = await world.person("max");
    const refusal = Response.json({ success: false, code: "too_large", message: "" }, { status: 413 });
    world.loseNextAnswer((url) => url.endsWith("/import/upload"), refusal);
    await expect(importInto(client, 2)).rejects.toThrow("Import file size exceeds the limit");
  });

  it("keeps what was changed since when it is undone, and names it", async () => {
    const { client } = await world.person("kim");
    const sessions: ImportSession[] = [];
    await importInto(client, 3, { onBegin: async (session) => void sessions.push(session) });
    const [first] = (await client.vault.pull()).items;
    if (!first) throw new Error("three were imported");
    const base = await client.vault.open(first);
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, notes: "mine now" } } });
    const [session] = sessions;
    if (!session) throw new Error("an import says what it will make");
    const { kept } = await client.transfer.undo(session);
    expect(kept.map(({ id }) => id)).toEqual([first.id]);
    const { items, vaults } = await client.vault.pull();
    expect([items.map(({ id }) => id), vaults.length]).toEqual([[first.id], 1]);
  });

  it("keeps a vault it made if something was put into it since", async () => {
    const { client } = await world.person("ivy");
    const sessions: ImportSession[] = [];
    await importInto(client, 3, { onBegin: async (session) => void sessions.push(session) });
    const [vault] = (await client.vault.pull()).vaults;
    await client.vault.create({ draft: { ...aLogin({ title: "My own" }), categoryId: vault?.id ?? "" } });
    for (const session of sessions) await client.transfer.undo(session);
    const { items, vaults } = await client.vault.pull();
    expect(items.map(({ fields, categoryId }) => [fields.title, categoryId])).toEqual([["My own", vault?.id]]);
    expect(vaults).toEqual([vault]);
  });

  it("tells what it will make before anything is made", async () => {
    const { client } = await world.person("fay");
    const onBegin = async ({ lastRow, vaultIds }: ImportSession) => {
      expect([lastRow, vaultIds.length, (await client.vault.pull()).vaults.length]).toEqual([3, 1, 0]);
      throw new Error("no room on this device");
    };
    await expect(importInto(client, 3, { onBegin })).rejects.toThrow("no room");
    expect(await client.vault.pull()).toEqual({ items: [], vaults: [] });
  });

  it("stops when it is told to, keeps what is written, and goes on later (T10)", async () => {
    const { client } = await world.person("gus");
    const stop = new AbortController();
    const onProgress = (_: number, written: number) => void (written > 0 && stop.abort());
    expect(await importInto(client, 450, { onProgress, signal: stop.signal })).toMatchObject({ created: 200, isStopped: true });
    expect(await titles(client)).toBe(200);
    const [unwanted, wanted] = (await client.vault.pull()).items;
    await client.vault.remove({ ids: [unwanted?.id ?? ""] });
    const base = await client.vault.open({ id: wanted?.id ?? "" });
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, notes: "Mine since" } } });
    expect(await importInto(client, 450)).toMatchObject({ created: 450, isStopped: false });
    // What was deleted since is not restored, and what was changed stays changed.
    expect(await titles(client)).toBe(449);
    expect((await client.vault.open({ id: base.id })).fields.notes).toBe("Mine since");
  });

  it("sends nothing once the keys are gone, and says so in the words of the specification", async () => {
    const { client } = await world.person("jon");
    await client.account.lock();
    world.refuseWhen(() => expect.unreachable());
    await expect(importInto(client, 1)).rejects.toThrow("Master key not found");
    world.refuseWhen(() => false);
  });

  it("says the same where only what the device keeps of the key is gone, and writes nothing", async () => {
    const { client, keys } = await world.person("ida");
    await client.vault.pull();
    await keys.remove("vaultKey");
    await expect(importInto(client, 1)).rejects.toThrow("Master key not found");
    expect(await titles(client)).toBe(0);
  });
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

  /** The names of the vaults that hold the items of a title. */
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
