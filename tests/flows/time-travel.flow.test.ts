/** The vault as it was on an earlier day, with real clients: seen, given back in one change, taken back in one, and what becomes of it when the server lies. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Difference, VaultAsOf } from "../../packages/client/src/index.ts";
import type { ItemThen } from "../../packages/contract/src/as-of.ts";
import type { FieldValues } from "../../packages/core/src/items/item.ts";
import { differingFields, isRestorable } from "../../packages/core/src/items/item-versions.ts";
import { kindOf } from "../../packages/core/src/items/kinds.ts";
import { aLogin } from "./sample-items.ts";
import { type Dice, diceOf } from "./simulator/dice.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Client = Device["client"];
const isAsking = (url: string): boolean => url.includes("/vault/as-of");
const isOfVault = ({ url }: { readonly url: string }): boolean => url.includes("/vault/");

async function save(client: Client, id: string, fields: FieldValues): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, ...fields } } });
}

/** A day goes by, after which the session is over. @returns a moment within it */
async function nextDay({ client, email, password }: Person): Promise<number> {
  world.passTime(1);
  const at = world.now();
  world.passTime(23);
  await client.account.login({ email, password });
  await client.vault.pull();
  return at;
}

/** What of an item comes back: not what is computed at each save. */
const comesBack = (kind: Difference["now"]["kind"], fields: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.keys(kindOf(kind).fields).flatMap((name) => {
      const isCompared = differingFields(kind, {}, { [name]: "there" }).length > 0 && isRestorable(kind, name);
      return isCompared && fields[name] ? [[name, fields[name]]] : [];
    }),
  );

/** Every item that is in use. */
async function live(client: Client) {
  const items = await client.vault.openMany();
  const rows = items.map(({ id, kind, fields, categoryId, favourite }) => ({ id, fields: comesBack(kind, fields), categoryId, favourite }));
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** To the last field, and the trash too. */
async function everything(client: Client) {
  const all = [...(await client.vault.openMany()), ...(await client.vault.trash()).map(({ item }) => ({ ...item, isTrashed: true }))];
  const rows = all.map(({ revision: _, saveId: __, updatedAt: ___, ...item }) => item);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

const DAYS = inject("isWhole") ? 8 : 4;

interface Playing {
  readonly client: Client;
  readonly dice: Dice;
  readonly vaults: readonly string[];
}

async function play({ client, dice, vaults }: Playing, turn: number): Promise<void> {
  const ids = (client.vault.contents()?.items ?? []).map(({ id }) => id);
  const trashed = (await client.vault.trash()).map(({ item }) => item.id);
  const one = (from: readonly string[]): string => from[dice.below(from.length)] ?? "";
  const categoryId = dice.below(3) === 0 ? null : one(vaults);
  const move = dice.below(7);
  if (ids.length < 4 || move === 0) await client.vault.create({ draft: { ...aLogin({ title: `Site ${turn}` }), categoryId } });
  else if (move === 1) await client.vault.remove({ ids: [one(ids)] });
  else if (move === 2 && trashed.length > 0) await client.vault.restore({ ids: [one(trashed)] });
  else if (move === 3) await client.vault.place({ ids: [one(ids), one(ids)], categoryId });
  else if (move === 4) await client.vault.setFavourites({ ids: [one(ids)], favourite: dice.below(2) === 0 });
  else
    await save(client, one(ids), {
      password: `p${turn}`,
      ...(dice.below(2) === 0 && { notes: `n${turn}`, website_url: `https://${turn}.example` }),
    });
}

describe("the vault as of a moment", () => {
  it.each(inject("isWhole") ? [1, 2, 3] : [1])(
    "comes back as it was then, and as it was before, each in one write (seed %s)",
    { timeout: 120_000 },
    async (seed) => {
      const person = await world.person(`ann-${seed}`);
      const { client } = person;
      const dice = diceOf(seed);
      const vaults = [
        (await client.vault.createVault({ name: "Home", description: "" })).id,
        (await client.vault.createVault({ name: "Work", description: "" })).id,
      ];
      const days: { at: number; was: Awaited<ReturnType<typeof live>> }[] = [];
      for (let day = 0; day < DAYS; day++) {
        for (let turn = 0; turn < 5; turn++) await play({ client, dice, vaults }, day * 5 + turn);
        const was = await live(client);
        days.push({ at: await nextDay(person), was });
      }
      const before = await everything(client);
      for (const { at, was } of [days[DAYS - 2], days[dice.below(DAYS - 2)], days[0], days[DAYS - 1]].flatMap((one) => one ?? [])) {
        const { differences, notShown } = await client.vault.asOf({ at });
        expect(notShown).toEqual([]);
        const written = world.requests.length;
        const { undo, staying } = await client.vault.takeBack({ chosen: differences });
        expect(staying).toEqual([]);
        expect(world.requests.slice(written).filter(isOfVault)).toHaveLength(differences.length > 0 ? 1 : 0);
        expect(await live(client)).toEqual(was);
        expect(await client.vault.takeBackAgain({ undo })).toEqual([]);
        expect(await everything(client)).toEqual(before);
      }
    },
  );

  it("says what was changed since, what was added, and what is in the trash, and gives back one of them alone", async () => {
    const person = await world.person("bea");
    const { client } = person;
    const [bank, shop, same] = [
      await client.vault.create({ draft: aLogin({ title: "Bank", password: "first" }) }),
      await client.vault.create({ draft: aLogin({ title: "Shop" }) }),
      await client.vault.create({ draft: aLogin({ title: "Same" }) }),
    ];
    const at = await nextDay(person);
    await save(client, bank.id, { password: "second", notes: "new" });
    await client.vault.remove({ ids: [shop.id] });
    const added = await client.vault.create({ draft: aLogin({ title: "Added" }) });
    const seen = await client.vault.asOf({ at });
    const told = Object.fromEntries(seen.differences.map(({ now, what, fields }) => [now.fields.title, [what, ...fields]]));
    expect(told).toEqual({ Bank: ["changed", "password", "notes"], Shop: ["gone"], Added: ["added"] });
    expect([seen.same, seen.notShown]).toEqual([[same.id], []]);
    await client.vault.takeBack({ chosen: seen.differences.filter(({ now }) => now.id === bank.id) });
    const { fields } = await client.vault.open({ id: bank.id });
    expect([fields.password, fields.notes ?? ""]).toEqual(["first", ""]);
    expect((await client.vault.trash()).map(({ item }) => item.id)).toEqual([shop.id]);
    expect(client.vault.contents()?.items.map(({ id }) => id)).toContain(added.id);
  });

  it("leaves alone what another device has changed since it was looked at", async () => {
    const person = await world.person("carl");
    const { client } = person;
    const { id } = await client.vault.create({ draft: aLogin({ title: "Bank", password: "first" }) });
    const other = await client.vault.create({ draft: aLogin({ title: "Shop", password: "first" }) });
    const at = await nextDay(person);
    for (const one of [id, other.id]) await save(client, one, { password: "second" });
    const { differences } = await client.vault.asOf({ at });
    const phone = (await person.device("phone")).client;
    await phone.vault.pull();
    await save(phone, id, { password: "third" });
    const { undo, staying } = await client.vault.takeBack({ chosen: differences });
    expect(staying).toEqual([id]);
    expect((await client.vault.open({ id })).fields.password).toBe("third");
    expect((await client.vault.open({ id: other.id })).fields.password).toBe("first");
    await phone.vault.pull();
    await save(phone, other.id, { password: "fourth" });
    expect(await client.vault.takeBackAgain({ undo })).toEqual([other.id]);
    expect((await client.vault.open({ id: other.id })).fields.password).toBe("fourth");
  });

  it("is of own items alone, a shared one among them, and shows its reader nothing", async () => {
    const [dora, eve] = [await world.person("dora"), await world.person("eve")];
    const { id } = await dora.client.vault.create({ draft: aLogin({ title: "Boat", password: "first" }) });
    await dora.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
    const at = await nextDay(dora);
    await save(dora.client, id, { password: "second" });
    await eve.client.account.login(eve);
    await eve.client.vault.pull();
    expect(eve.client.vault.contents()?.items).toHaveLength(1);
    expect(await eve.client.vault.asOf({ at })).toMatchObject({ differences: [], same: [], notShown: [] });
    const { differences } = await dora.client.vault.asOf({ at });
    expect(differences).toMatchObject([{ what: "changed", fields: ["password"] }]);
    await dora.client.vault.takeBack({ chosen: differences });
    expect((await dora.client.vault.open({ id })).fields.password).toBe("first");
  });

  it("says of what was moved to another key since that it cannot be shown, where it was edited since", async () => {
    const [finn, gail] = [await world.person("finn"), await world.person("gail")];
    const edited = await finn.client.vault.create({ draft: aLogin({ title: "Edited", password: "first" }) });
    const untouched = await finn.client.vault.create({ draft: aLogin({ title: "Untouched" }) });
    const at = await nextDay(finn);
    await save(finn.client, edited.id, { password: "second" });
    for (const { id } of [edited, untouched])
      await finn.client.sharing.share({ id, email: gail.email, permission: "read", expiresAt: null });
    const { differences, same, notShown } = await finn.client.vault.asOf({ at });
    expect([differences, same]).toEqual([[], [untouched.id]]);
    expect(notShown).toMatchObject([{ item: { id: edited.id }, why: "missing" }]);
  });

  it("leaves nothing on the device, and is not opened by one that is locked", async () => {
    const person = await world.person("hal");
    const { id } = await person.client.vault.create({ draft: aLogin({ title: "Bank", password: "first-password-of-hal" }) });
    const at = await nextDay(person);
    await save(person.client, id, { password: "second" });
    await person.client.vault.asOf({ at });
    expect(await person.everythingInRecords()).not.toContain("first-password-of-hal");
    await person.client.account.lock();
    await expect(person.client.vault.asOf({ at })).rejects.toThrow();
  });
});

describe("a server", () => {
  const asked = async (lie: (items: ItemThen[]) => void): Promise<{ client: Client; seen: VaultAsOf; ids: readonly string[] }> => {
    const person = await world.person(`ivy-${world.requests.length}`);
    const { client } = person;
    const ids: string[] = [];
    for (const title of ["Bank", "Shop"]) ids.push((await client.vault.create({ draft: aLogin({ title, password: `${title} 1` }) })).id);
    const at = await nextDay(person);
    for (const id of ids) await save(client, id, { password: "2" });
    world.changeNextAnswer<{ items: ItemThen[] }>(isAsking, ({ items }) => lie(items));
    const seen = await client.vault.asOf({ at });
    return { client, seen, ids };
  };

  it("that gives what one item was for another is not believed: both are shown as tampered with, and neither is given back", async () => {
    const { seen } = await asked((items) => {
      const [one, other] = items as [ItemThen, ItemThen];
      items.splice(0, 2, { ...one, save: other.save }, { ...other, save: one.save });
    });
    expect(seen.differences).toEqual([]);
    expect(seen.notShown.map(({ why }) => why)).toEqual(["tampered", "tampered"]);
  });

  it("that gives what an item is now for what it was, or a save of after that moment, is not believed", async () => {
    const { seen } = await asked((items) => {
      const [one, other] = items as [ItemThen, ItemThen];
      if (one.save) Object.assign(one.save, { revision: 2 });
      if (other.save) Object.assign(other.save, { replacedAt: 1 });
    });
    expect(seen.notShown.map(({ why }) => why)).toEqual(["tampered", "tampered"]);
  });

  it("that withholds what an item was is told: it is named, and the rest is given back", async () => {
    const { client, seen, ids } = await asked((items) => void items.splice(0, 1));
    expect(seen.differences).toHaveLength(1);
    expect(seen.notShown).toMatchObject([{ why: "missing" }]);
    await client.vault.takeBack({ chosen: seen.differences });
    const passwords = await Promise.all(ids.map(async (id) => (await client.vault.open({ id })).fields.password));
    expect(passwords.filter((password) => password === "2")).toHaveLength(1);
  });
});
