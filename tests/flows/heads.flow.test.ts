/** A server that lies about what is in the vault, and a client that notices (security design §4, attacks 15 and 16). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  for (const title of ["One", "Two", "Three"]) await ann.client.vault.create({ draft: aLogin({ title }) });
});
afterAll(() => world.stop());

interface Snapshot {
  data: Record<string, WireRecord[]>;
  scope: { seq: number; meta: number };
  heads: { seq: number; head: string }[];
  tombstones: string[];
}

/** The server's answer to a fresh device, after `change`. */
async function freshDeviceSees(change: (snapshot: Snapshot) => void) {
  const { client } = await ann.device("new");
  world.changeNextAnswer<Snapshot>((url) => url.includes("/vault/all-items-data"), change);
  return client.vault.pull();
}

const passwords = (snapshot: Snapshot): WireRecord[] => snapshot.data.passwords ?? [];
const first = (snapshot: Snapshot): WireRecord => {
  const [record] = passwords(snapshot);
  if (!record) throw new Error("The vault is empty");
  return record;
};

describe("a fresh device refuses", () => {
  it("a snapshot that leaves out an item", async () => {
    await expect(freshDeviceSees((snapshot) => void passwords(snapshot).pop())).rejects.toMatchObject({ code: "omitted" });
  });

  it("a snapshot with an item of the server's own", async () => {
    const invent = (snapshot: Snapshot) => void passwords(snapshot).push({ ...first(snapshot), id: crypto.randomUUID() });
    await expect(freshDeviceSees(invent)).rejects.toMatchObject({ code: "unlisted" });
  });

  it("a record under another revision", async () => {
    const age = (snapshot: Snapshot) => passwords(snapshot).splice(0, 1, { ...first(snapshot), revision: first(snapshot).revision + 1 });
    await expect(freshDeviceSees((snapshot) => void age(snapshot))).rejects.toMatchObject({ code: "stale" });
  });

  it("a record moved into the list of another kind", async () => {
    const move = (snapshot: Snapshot) => {
      const moved = passwords(snapshot).splice(0, 1);
      snapshot.data.notes?.push(...moved.map((record) => ({ ...record, itemType: "note" as const })));
    };
    await expect(freshDeviceSees(move)).rejects.toMatchObject({ name: "IntegrityError" });
  });

  it("a head that is not the one of this seq", async () => {
    await expect(freshDeviceSees(({ scope }) => void Object.assign(scope, { seq: scope.seq + 1 }))).rejects.toMatchObject({ code: "fork" });
  });
});

describe("swapped ciphertext", () => {
  it("shows '(Decryption failed)' in its place, and the other items as they are", async () => {
    const swap = (snapshot: Snapshot) => {
      const [one, two, ...rest] = passwords(snapshot);
      if (!one || !two) throw new Error("Too few items");
      snapshot.data.passwords = [{ ...one, encrypted_username: two.encrypted_username }, two, ...rest];
    };
    const { items } = await freshDeviceSees(swap);
    const tampered = items.filter(({ state }) => state === "tampered");
    expect(tampered.map(({ fields }) => fields.username)).toEqual(["(Decryption failed)"]);
    expect(items.filter(({ state }) => state === "intact")).toHaveLength(2);
  });

  it("is noticed when a field is dropped or comes twice under another name", async () => {
    const drop = (snapshot: Snapshot) => {
      const { website_url: _, ...rest } = first(snapshot);
      passwords(snapshot).splice(0, 1, rest as WireRecord);
    };
    expect((await freshDeviceSees(drop)).items.filter(({ state }) => state === "tampered")).toHaveLength(1);
    const add = (snapshot: Snapshot) => passwords(snapshot).splice(0, 1, { ...first(snapshot), favicon_url: first(snapshot).website_url });
    expect((await freshDeviceSees((snapshot) => void add(snapshot))).items.filter(({ state }) => state === "tampered")).toHaveLength(1);
  });

  it("is never saved again: an edit of a tampered item is refused", async () => {
    const { client } = await ann.device("new");
    world.changeNextAnswer<Snapshot>(
      (url) => url.includes("/vault/all-items-data"),
      (snapshot) => void passwords(snapshot).splice(0, 1, { ...first(snapshot), website_url: first(snapshot).title }),
    );
    const { items } = await client.vault.pull();
    const broken = items.find(({ state }) => state === "tampered");
    if (!broken) throw new Error("Nothing is tampered");
    const opened = await client.vault.open({ id: broken.id });
    await expect(client.vault.update({ base: opened, draft: aLogin() })).rejects.toThrow("Failed to prepare entry for editing");
  });
});

describe("a device that has seen more refuses", () => {
  it("to go back, also after signing out and in again", async () => {
    const { client } = await ann.device("laptop");
    const old: Partial<Snapshot> = {};
    world.changeNextAnswer<Snapshot>(
      (url) => url.includes("/vault/all-items-data"),
      (snapshot) => void Object.assign(old, structuredClone(snapshot)),
    );
    await client.vault.pull();
    await client.vault.create({ draft: aLogin({ title: "Newer" }) });
    await client.account.logout();
    await client.account.login({ email: ann.email, password: ann.password });
    world.changeNextAnswer<Snapshot>(
      (url) => url.includes("/vault/all-items-data"),
      (snapshot) => void Object.assign(snapshot, old),
    );
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
  });

  it("a history that leaves out a head", async () => {
    const { client } = await ann.device("tablet");
    await client.vault.pull();
    for (const title of ["A", "B"]) await ann.client.vault.create({ draft: aLogin({ title }) });
    world.changeNextAnswer<Snapshot>(
      (url) => url.includes("/vault/all-items-data"),
      (snapshot) => void snapshot.heads.shift(),
    );
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "fork" });
    expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toContain("B");
  });
});
