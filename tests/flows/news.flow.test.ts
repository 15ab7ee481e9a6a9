/** What another device or another person changes is heard at once by an open app, and by no one else; nothing is pulled for what a device has written itself. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Changed, Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const someone = (name: string): Promise<Person> => world.person(`${name}-${randomBytes(4).toString("hex")}`);
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** An open app: it pulls whenever it hears something. */
async function open(client: Client) {
  const heard: Changed[] = [];
  const onChange = (what: Changed): void => {
    heard.push(what);
    void client.vault.pull();
  };
  await client.vault.pull();
  const before = world.requests.length;
  stops.push(client.vault.watch({ onChange }));
  await expect.poll(() => world.requests.slice(before).some(({ url }) => url.endsWith("/vault/news"))).toBe(true);
  const titles = () => (client.vault.contents()?.items ?? []).map(({ fields }) => fields.title).sort();
  return { heard, titles };
}

/** Longer than a line takes to be heard, and than several rows of one change are collected. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 700));

it("a save on one device is on the others; the one that saved asks for nothing", async () => {
  const [ann, eve] = [await someone("ann"), await someone("eve")];
  const { client: phone } = await ann.device("phone");
  const [laptop, away, strangers] = [await open(ann.client), await open(phone), await open(eve.client)];
  await aMoment();
  expect([laptop.heard, away.heard]).toEqual([[], []]); // what it had already was not asked for again
  await phone.vault.create({ draft: aLogin({ title: "Boat" }) });
  await expect.poll(laptop.titles, { timeout: 2_000 }).toEqual(["Boat"]);
  await aMoment();
  expect(laptop.heard).toEqual(["contents"]);
  expect([away.heard, strangers.heard]).toEqual([[], []]);
});

it("a share is heard by the person who gets it, with every save in it, and at once when it ends", async () => {
  const [ann, bob, eve] = [await someone("ann"), await someone("bob"), await someone("eve")];
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Gate", password: "1" }) });
  const [his, strangers] = [await open(bob.client), await open(eve.client)];
  await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
  await expect.poll(his.titles, { timeout: 2_000 }).toEqual(["Gate"]);
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Garden gate" }) });
  await expect.poll(his.titles, { timeout: 2_000 }).toEqual(["Garden gate"]);
  await ann.client.sharing.revoke(asShown((await ann.client.sharing.sharedByMe()).find((row) => row.itemId === id)));
  await expect.poll(his.titles, { timeout: 2_000 }).toEqual([]);
  await ann.client.vault.update({ base: await ann.client.vault.open({ id }), draft: aLogin({ title: "Later" }) });
  await aMoment();
  const heard = his.heard.length;
  await aMoment();
  expect(his.heard).toHaveLength(heard); // not how often, nor when, it is used since
  expect(strangers.heard).toEqual([]);
});

it("after a lost connection everything is asked for once", async () => {
  const ann = await someone("ann");
  const { client: phone } = await ann.device("phone");
  const laptop = await open(ann.client);
  await aMoment();
  await world.query("select pg_notify('coffer_news', json_build_object('what', 'session', 'id', id)::text) from session");
  await phone.vault.create({ draft: aLogin({ title: "Meanwhile" }) });
  await expect.poll(laptop.titles, { timeout: 10_000 }).toEqual(["Meanwhile"]);
});
