/** The earlier versions of an item, with real clients: seen, given back, shared, and what becomes of them when the server lies or someone else saves. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SealedVersion } from "../../packages/contract/src/versions.ts";
import type { Item } from "../../packages/core/src/items/item.ts";
import { differingFields, timelineOf, withRestored } from "../../packages/core/src/items/item-versions.ts";
import { OTHERS_FIELD, toChoose } from "../../packages/core/src/items/other-values.ts";
import { readHistory } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob] = [await world.person("ann"), await world.person("bob")];
});
afterAll(() => world.stop());

type Client = Device["client"];
const isAsking = (url: string): boolean => url.includes("/versions");

async function save(client: Client, id: string, fields: Record<string, string>): Promise<Item> {
  const base = await client.vault.open({ id });
  return (await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, ...fields } } })).item;
}

/** Saved three times: with another password, then with another note. */
async function saved(title: string): Promise<string> {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: "first", notes: "as it was" }) });
  await save(ann.client, id, { password: "second" });
  await save(ann.client, id, { notes: "as it is" });
  return id;
}

const shown = async (client: Client, id: string) => {
  const { now, earlier } = await client.vault.versions({ id });
  return timelineOf([now, ...earlier], 0);
};

describe("the versions of an item", () => {
  it("are each save of it with its fields, device and time, and what each of them changed", async () => {
    const id = await saved("Shop");
    const phone = (await ann.device("phone")).client;
    await phone.vault.pull();
    await save(phone, id, { username: "ann@shop.example" });
    const { now, earlier, older } = await phone.vault.versions({ id });
    expect([now.revision, ...earlier.map(({ revision }) => revision), older]).toEqual([4, 3, 2, 1, 0]);
    expect(now).toMatchObject({ device: "phone", replacedAt: null, state: "intact" });
    expect(earlier[0]).toMatchObject({ device: "ann's laptop", fields: { notes: "as it is", username: "ann@example.com" } });
    const all = [now, ...earlier];
    const changed = all.slice(0, -1).map(({ fields }, at) => differingFields("password", all[at + 1]?.fields ?? {}, fields));
    expect(changed).toEqual([["username"], ["notes"], ["password"]]);
    for (const { replacedAt } of earlier) expect(Math.abs((replacedAt ?? 0) - world.now())).toBeLessThan(60_000);
  });

  it("are asked for by no one but a person who wants to see them", async () => {
    await saved("Quiet");
    const before = world.requests.length;
    const { client } = await ann.device("another");
    const { items } = await client.vault.pull();
    await client.vault.open({ id: items[0]?.id ?? "" });
    expect(world.requests.slice(before).filter(({ url }) => isAsking(url))).toEqual([]);
  });

  it("come back as a new save: one field alone, with everything else as it is; and that too is taken back", async () => {
    const id = await saved("Garage");
    const { now, earlier } = await ann.client.vault.versions({ id });
    const base = await ann.client.vault.open({ id });
    const restored = { ...base, fields: withRestored(now.fields, earlier[1]?.fields ?? {}, ["password"]) };
    const { item } = await ann.client.vault.update({ base, draft: restored });
    expect(item).toMatchObject({ revision: 4, fields: { password: "first", notes: "as it is" } });
    expect(readHistory(item.fields.password_history ?? "").map(({ value }) => value)).toEqual(["second", "first"]);
    expect((await ann.client.vault.versions({ id })).earlier.map(({ fields }) => fields.password)).toEqual(["second", "second", "first"]);
    await ann.client.vault.update({ base: item, draft: base, isUndo: true });
    expect((await ann.client.vault.open({ id })).fields).toMatchObject({ password: "second", notes: "as it is" });
  });

  it("meet another's edit when they come back, and nothing is lost", async () => {
    const id = await saved("Both");
    const phone = (await ann.device("phone 2")).client;
    await phone.vault.pull();
    const { now, earlier } = await ann.client.vault.versions({ id });
    const base = await ann.client.vault.open({ id });
    await save(phone, id, { password: "from the phone", username: "phone@example.com" });
    const outcome = await ann.client.vault.update({
      base,
      draft: { ...base, fields: withRestored(now.fields, earlier[1]?.fields ?? {}, ["password", "notes"]) },
    });
    expect(outcome).toMatchObject({ keptAs: null, toChoose: ["password"] });
    expect(outcome.item.fields).toMatchObject({ password: "from the phone", username: "phone@example.com", notes: "as it was" });
    expect(toChoose(outcome.item.fields)).toMatchObject([{ field: "password", value: "first" }]);
    expect(outcome.item.fields[OTHERS_FIELD]).toBeDefined();
  });

  it("begin with what the item is by now, where another device has saved it since", async () => {
    const id = await saved("Behind");
    const phone = (await ann.device("phone 3")).client;
    await phone.vault.pull();
    await save(ann.client, id, { password: "third" });
    await save(ann.client, id, { password: "fourth" });
    const { now, earlier } = await phone.vault.versions({ id });
    expect([now.fields.password, ...earlier.map(({ fields }) => fields.password)]).toEqual([
      "fourth",
      "third",
      "second",
      "second",
      "first",
    ]);
  });

  it("come in pieces, each asked for when it is wanted", async () => {
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Busy" }) });
    for (let at = 0; at < 53; at++) await save(ann.client, id, { notes: `note ${at}` });
    const first = await ann.client.vault.versions({ id });
    expect([first.earlier.length, first.asked, first.older]).toEqual([50, 50, 3]);
    const second = await ann.client.vault.versions({ id, skip: first.asked });
    expect([second.earlier.map(({ revision }) => revision), second.older]).toEqual([[3, 2, 1], 0]);
  });

  it("are gone with what is deleted for good, and are not opened by a device that is locked", async () => {
    const id = await saved("Gone");
    await ann.client.vault.remove({ ids: [id] });
    await expect(ann.client.vault.versions({ id })).rejects.toMatchObject({ code: "not_found" });
    await ann.client.account.prove(ann);
    await ann.client.vault.purge({ ids: [id] });
    expect(await world.sql("select revision from superseded where record_id = $1", [id])).toEqual([]);
    const { client } = await ann.device("locked");
    const other = await saved("Locked");
    await client.account.lock();
    await expect(client.vault.versions({ id: other })).rejects.toThrow();
  });
});

describe("a server", () => {
  const lieNext = (lie: (answer: { versions: SealedVersion[] }) => void) => world.changeNextAnswer(isAsking, lie);

  it("that leaves a version out is seen to: revisions count by one", async () => {
    const id = await saved("Left out");
    lieNext(({ versions }) => void versions.splice(0, 1));
    const { entries } = await shown(ann.client, id);
    expect(entries).toMatchObject([{ revision: 3 }, { from: 2, to: 2 }, { revision: 1 }]);
  });

  it("that gives one version for another, or one of another item, gives nothing that opens", async () => {
    const [id, other] = [await saved("Swapped"), await saved("Other")];
    const foreign: SealedVersion[] = [];
    lieNext(({ versions }) => void foreign.push(...versions));
    await ann.client.vault.versions({ id: other });
    lieNext(({ versions }) => {
      const [newer, oldest] = versions as [SealedVersion, SealedVersion];
      versions.splice(0, 2, { ...newer, seal: oldest.seal, fields: oldest.fields }, { ...oldest, ...foreign[1], revision: 1 });
    });
    const { earlier } = await ann.client.vault.versions({ id });
    expect(earlier.map(({ state, fields }) => [state, fields.password])).toEqual([
      ["tampered", "(Decryption failed)"],
      ["tampered", "(Decryption failed)"],
    ]);
  });

  it("that mixes the fields of two versions is not believed either", async () => {
    const id = await saved("Mixed");
    lieNext(({ versions }) => {
      const [newer, oldest] = versions as [SealedVersion, SealedVersion];
      const { encrypted_password: password = "" } = oldest.fields;
      versions.splice(0, 1, { ...newer, fields: { ...newer.fields, encrypted_password: password } });
    });
    expect((await ann.client.vault.versions({ id })).earlier[0]).toMatchObject({ state: "tampered", fields: { title: "Mixed" } });
  });
});

describe("an item that is shared", () => {
  it("shows its reader the versions since they have it, its owner those since it has its key, and a stranger nothing", async () => {
    const id = await saved("Boat");
    await ann.client.sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
    // The move into a scope of its own has another key: what was before it is gone.
    expect(await shown(ann.client, id)).toMatchObject({ entries: [{ revision: 4 }], before: { from: 1, to: 3 } });
    await save(ann.client, id, { password: "third" });
    const carol = await world.person("carol");
    await ann.client.sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
    await save(ann.client, id, { password: "fourth" });
    for (const { client } of [bob, carol]) await client.vault.pull();
    const passwords = async ({ client }: Person) => (await client.vault.versions({ id })).earlier.map(({ fields }) => fields.password);
    expect(await passwords(ann)).toEqual(["third", "second"]);
    expect(await passwords(bob)).toEqual(["third", "second"]);
    expect(await passwords(carol)).toEqual(["third"]);
    expect((await bob.client.vault.versions({ id })).now.author?.email).toBe(ann.email);
    const row = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === id && person === bob.email);
    await ann.client.sharing.revoke(asShown(row));
    await expect(bob.client.vault.versions({ id })).rejects.toMatchObject({ code: "not_found" });
    expect(await (await world.person("eve")).get(`/vault/entries/${id}/versions`)).toMatchObject({ status: 404 });
  });
});
