/** A save that is taken back while others save too: what they changed stays, and where that is the same, nothing is taken back and no copy made. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client, Item } from "../../packages/client/src/index.ts";
import { readTags, writeTags } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** An item on two devices: one edits its password while the other edits something else; then the first takes its edit back. */
async function edited() {
  const ann = await world.person(`ann-${randomBytes(4).toString("hex")}`);
  const { client: phone } = await ann.device("phone");
  const laptop = ann.client;
  const { id } = await laptop.vault.create({ draft: aLogin({ title: "Bank", username: "ann", password: "1", tags: writeTags(["home"]) }) });
  const before = await laptop.vault.open({ id });
  await phone.vault.pull();
  const change = async (client: Client, fields: Item["fields"]): Promise<void> => {
    const base = await client.vault.open({ id });
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, ...fields } } });
  };
  const typed = { ...before, fields: { ...before.fields, password: "2", tags: writeTags(["home", "work"]) } };
  const takeBack = () => laptop.vault.update({ base: { ...typed, revision: before.revision }, draft: before, isUndo: true });
  return { laptop, phone, id, before, typed, change, takeBack };
}

it("keeps what others saved while the form was open, and since", async () => {
  const { laptop, phone, id, before, typed, change, takeBack } = await edited();
  await change(phone, { username: "bob", tags: writeTags(["home", "old"]) });
  await laptop.vault.update({ base: before, draft: typed });
  expect((await laptop.vault.open({ id })).fields).toMatchObject({ username: "bob", password: "2" });
  await phone.vault.pull();
  await change(phone, { notes: "later" });
  await takeBack();
  const { fields } = await laptop.vault.open({ id });
  expect(fields).toMatchObject({ title: "Bank", username: "bob", password: "1", notes: "later" });
  expect(readTags(fields.tags ?? "").toSorted()).toEqual(["home", "old"]);
  expect(laptop.vault.contents()?.items).toHaveLength(1);
});

it("changes nothing where the same was changed since, or the item is gone", async () => {
  const { laptop, phone, id, before, typed, change, takeBack } = await edited();
  await laptop.vault.update({ base: before, draft: typed });
  await phone.vault.pull();
  await change(phone, { password: "3" });
  await expect(takeBack()).rejects.toThrow('"Bank" was changed again or deleted since');
  expect((await laptop.vault.open({ id })).fields.password).toBe("3");
  await phone.vault.remove({ ids: [id] });
  await expect(takeBack()).rejects.toThrow('"Bank" was changed again or deleted since');
  await laptop.vault.pull();
  expect(laptop.vault.contents()?.items).toEqual([]);
});
