/** After an end that was refused, or whose answer never came, or whose next key could not be made at once: the next key comes, and who has it still, or again, gets it. */
import type { ErrorCode } from "@coffer/contract/errors";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { scopeOf, shareOf, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
/** Answers a call in the server's place. */
let inPlace: (url: string) => Promise<Response> | null = () => null;
beforeAll(async () => {
  world = await startWorld({ between: (send) => async (input, init) => inPlace(String(input)) ?? send(input, init) });
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());
beforeEach(() => world.query("delete from rate_limit"));

const give = (id: string, to: Person) => ann.client.sharing.share({ id, email: to.email, permission: "write", expiresAt: null });
const isEnd = (url: string): boolean => /\/share\/item\/[0-9a-f-]+$/.test(url);

async function saves(id: string, categoryId: string, title: string): Promise<void> {
  await ann.client.vault.pull();
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: { ...aLogin({ title }), categoryId } });
  for (const { client } of [bob, carol]) {
    await client.vault.pull();
    expect((await client.vault.open({ id })).fields.title).toBe(title);
  }
}

it("an item that is shared on its own, in a vault whose share was not ended because the server was busy, takes the next save", async () => {
  const { id: home } = await ann.client.vault.createVault({ name: "House", description: "" });
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Ladder" }) });
  await give(id, carol);
  await give(home, bob);
  await give(home, carol);
  await ann.client.vault.place({ ids: [id], categoryId: home });
  const of = await shareOf(ann, home, bob);
  world.refuseWhen(isEnd, () => Response.json({ success: false, code: "rate_limited", message: "Later" }, { status: 429 }));
  await expect(ann.client.sharing.revoke(of)).rejects.toMatchObject({ code: "rate_limited" });
  world.refuseWhen(() => false);
  await saves(id, home, "Ladder, saved");
});

/** What keeps the next key away: no answer, a server that serves no one now, or one that fails. */
const AWAY: readonly [what: string, answer?: () => Response][] = [
  ["there was no connection"],
  ["the server was starting", () => refusal("starting")],
  ["the server was under maintenance", () => refusal("maintenance")],
  ["the server failed", () => refusal("unexpected")],
  ["its disk was full", () => refusal("storage_full")],
];
const refusal = (code: ErrorCode): Response => Response.json({ success: false, code, message: "Later" }, { status: 503 });
const isKey = (url: string): boolean => url.endsWith("/share/rotate");

async function vaultWithBoth(): Promise<string> {
  const { id } = await ann.client.vault.createVault({ name: "Attic", description: "" });
  await give(id, bob);
  await give(id, carol);
  return id;
}

it.each(AWAY)(
  "a next key that could not be made, as %s, is made by a pull of half a minute later, though its owner saves nothing",
  async (_, answer) => {
    const home = await vaultWithBoth();
    const of = await shareOf(ann, home, bob);
    const from = world.requests.length;
    world.refuseWhen(isKey, answer);
    await ann.client.sharing.revoke(of);
    await ann.client.vault.pull();
    await expect.poll(() => world.requests.slice(from).some(({ url }) => isKey(url)), { timeout: 20_000 }).toBe(true);
    // Waits for whatever that pull has begun.
    await give((await ann.client.vault.create({ draft: aLogin({ title: "Another" }) })).id, carol);
    world.refuseWhen(() => false);
    await ann.client.vault.pull();
    expect((await scopeOf(world, home))?.epoch).toBe(1);
    world.passMinutes(1);
    await expect.poll(async () => [await ann.client.vault.pull(), (await scopeOf(world, home))?.epoch][1], { timeout: 20_000 }).toBe(2);
  },
);

/** For now: a server under maintenance, one that is asked too often, and a line that is too slow. */
const FOR_NOW = ["maintenance", "rate_limited", "too_slow"] as const;

it.each(FOR_NOW)("a save whose next key is refused for now (%s) fails by that alone, so that it is kept and sent later", async (code) => {
  const home = await vaultWithBoth();
  const of = await shareOf(ann, home, bob);
  world.refuseWhen(isKey, () => refusal(code));
  await ann.client.sharing.revoke(of);
  const draft = { ...aLogin({ title: "Lamp" }), categoryId: home };
  await expect(ann.client.vault.create({ draft })).rejects.toMatchObject({ code });
  world.refuseWhen(() => false);
  const { id } = await ann.client.vault.create({ draft });
  await carol.client.vault.pull();
  expect((await carol.client.vault.open({ id })).fields.title).toBe("Lamp");
});

it("a vault takes the next save after the end of a share did not reach the server and the person was given it once more", async () => {
  const { id: home } = await ann.client.vault.createVault({ name: "Shed", description: "" });
  const { id } = await ann.client.vault.create({ draft: { ...aLogin({ title: "Drill" }), categoryId: home } });
  await give(home, bob);
  await give(home, carol);
  const of = await shareOf(ann, home, bob);
  world.refuseWhen(isEnd);
  await expect(ann.client.sharing.revoke(of)).rejects.toThrow();
  world.refuseWhen(() => false);
  const epoch = (await scopeOf(world, home))?.epoch ?? 0;
  await give(home, bob);
  await saves(id, home, "Drill, saved");
  expect((await scopeOf(world, home))?.epoch).toBeGreaterThan(epoch);
});

/** @param isMeanwhile - the second device presses while the end of the first one is on its way; otherwise after that was refused */
async function refusedOnBoth(isMeanwhile: boolean) {
  const home = await vaultWithBoth();
  const { client: other } = await ann.device("another");
  await other.vault.pull();
  const devices = [ann.client, other];
  const press = async (client: Person["client"]) => client.sharing.revoke(await shareOf({ ...ann, client }, home, bob));
  const later = async (before?: Promise<unknown>): Promise<Response> => {
    await before;
    return refusal("rate_limited");
  };
  let isFirst = isMeanwhile;
  inPlace = (url) => {
    if (!isEnd(url)) return null;
    const second = isFirst ? expect(press(other)).rejects.toMatchObject({ code: "rate_limited" }) : undefined;
    isFirst = false;
    return later(second);
  };
  await expect(press(ann.client)).rejects.toMatchObject({ code: "rate_limited" });
  if (!isMeanwhile) await expect(press(other)).rejects.toMatchObject({ code: "rate_limited" });
  inPlace = () => null;
  const shown = async (client: Person["client"]) =>
    (await client.sharing.sharedByMe()).filter(({ itemId }) => itemId === home).map(({ person, trouble }) => [person, trouble]);
  return { home, devices, press, shown };
}

it("a share whose end two devices have pressed at once, and the server has refused to both, ends with the next pull of either, without a further press", async () => {
  const { home, devices, shown } = await refusedOnBoth(true);
  for (const client of devices) await client.vault.pull();
  await expect.poll(async () => (await scopeOf(world, home))?.epoch, { timeout: 20_000 }).toBe(2);
  for (const client of devices) expect(await shown(client)).toEqual([[carol.email, null]]);
  await bob.client.vault.pull();
  expect(bob.client.vault.contents()?.vaults.map(({ id }) => id)).not.toContain(home);
});

it("a share whose end was refused to two devices one after the other goes on as both were told, and one press on either ends it", async () => {
  const { home, devices, press, shown } = await refusedOnBoth(false);
  for (const client of devices) {
    await client.vault.pull();
    expect((await shown(client)).toSorted()).toEqual([
      [bob.email, null],
      [carol.email, null],
    ]);
  }
  await press(devices[1] as Person["client"]);
  await devices[0]?.vault.pull();
  for (const client of devices) expect(await shown(client)).toEqual([[carol.email, null]]);
  await bob.client.vault.pull();
  expect(bob.client.vault.contents()?.vaults.map(({ id }) => id)).not.toContain(home);
});
