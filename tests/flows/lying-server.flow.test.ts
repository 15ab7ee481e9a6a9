/** What a server may claim about places, the trash and the history of a vault, and how a device responds (security design §4, attacks 15 and 16). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import type { HeadText, ScopeState } from "../../packages/contract/src/vault.ts";
import { aLogin } from "./sample-items.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

interface Snapshot {
  data: { passwords: WireRecord[]; categories: WireRecord[] };
  scope: { -readonly [Name in keyof ScopeState]: ScopeState[Name] };
  heads: { -readonly [Name in keyof HeadText]: HeadText[Name] }[];
}

let world: World;
let ann: Person;
let bank: string;
let junk: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  const { vault } = ann.client;
  junk = (await vault.createVault({ name: "Junk", description: "" })).id;
  bank = (await vault.create({ draft: aLogin({ title: "My bank" }) })).id;
  for (const title of ["One", "Two"]) await vault.create({ draft: aLogin({ title }) });
});
afterAll(() => world.stop());

const isPull = (url: string): boolean => url.includes("/vault/all-items-data");
const lieNext = (lie: (snapshot: Snapshot) => void): void => world.changeNextAnswer<Snapshot>(isPull, lie);

/** Changes one record in the next answer. */
const sayOf = (id: string, said: Partial<WireRecord>) => (snapshot: Snapshot) => {
  const { passwords } = snapshot.data;
  const at = passwords.findIndex((record) => record.id === id);
  const record = passwords[at];
  if (!record) throw new Error("The record is not in the answer");
  passwords.splice(at, 1, { ...record, ...said } as WireRecord);
};

async function freshDeviceSees(lie: (snapshot: Snapshot) => void) {
  const { client } = await ann.device("new");
  lieNext(lie);
  return client.vault.pull();
}

describe("a device refuses, and nothing is deleted by its owner's hand,", () => {
  it("an item that the server moved into a vault", async () => {
    await expect(freshDeviceSees(sayOf(bank, { category_id: junk }))).rejects.toMatchObject({ code: "stale" });
  });

  it("a favourite mark that the server turned, an auto-login it allowed", async () => {
    await expect(freshDeviceSees(sayOf(bank, { favourite: true }))).rejects.toMatchObject({ code: "stale" });
    await expect(freshDeviceSees(sayOf(bank, { auto_login: true }))).rejects.toMatchObject({ code: "stale" });
  });

  it("a live item that the server put into the trash", async () => {
    await expect(freshDeviceSees(sayOf(bank, { deleted_at: Date.now() }))).rejects.toMatchObject({ code: "stale" });
  });

  it("and so does a device that knows the vault: it accepts nothing", async () => {
    const { client } = await ann.device("phone");
    await client.vault.pull();
    await ann.client.vault.setFavourite({ id: bank, favourite: true });
    lieNext(sayOf(bank, { category_id: junk }));
    // When asked for everything, the server then tells the truth.
    const { items } = await client.vault.pull();
    expect(items.find(({ id }) => id === bank)).toMatchObject({ categoryId: null, favourite: true });
  });
});

it("items of a kind that only a later version knows are no lie, and no repair removes them", async () => {
  const { client } = await ann.device("old version");
  lieNext(({ data }) => void Object.assign(data, { passkeys: [{ id: bank }] }));
  await expect(client.vault.pull()).rejects.toMatchObject({ code: "newer" });
  expect(await client.vault.trouble()).toMatchObject({ code: "newer", isRepairable: false });
});

it("the server's rows do not decide rights: they cannot remove an item from a backup", async () => {
  const { items } = await freshDeviceSees(sayOf(bank, { is_owner: false, is_shared: true, permission_level: "read" }));
  expect(items.find(({ id }) => id === bank)).toMatchObject({ isOwner: true, permission: "write" });
});

describe("the trash", () => {
  /** A trashed login, as it is, and as its first save was. */
  async function trashed() {
    const { vault } = ann.client;
    const item = await vault.create({ draft: aLogin({ title: "Old forum", password: "first" }) });
    const earlier = (await ann.get(`/vault/entries/${item.id}`)).body as WireRecord;
    const base = await vault.open({ id: item.id });
    await vault.update({ base, draft: aLogin({ title: "Old forum", password: "second" }) });
    await vault.remove({ ids: [item.id] });
    return { id: item.id, earlier };
  }

  it("gives no older save back", async () => {
    const { id, earlier } = await trashed();
    const { seal, saveId, revision, encrypted_password } = earlier;
    const older = (snapshot: Snapshot) => sayOf(id, { seal, saveId, revision, encrypted_password })(snapshot);
    await expect(freshDeviceSees(older)).rejects.toMatchObject({ code: "stale" });
  });

  it("loses nothing, and gets nothing back that was purged", async () => {
    const { id, earlier } = await trashed();
    const vanish = ({ data }: Snapshot): void =>
      void Object.assign(data, { passwords: data.passwords.filter((record) => record.id !== id) });
    await expect(freshDeviceSees(vanish)).rejects.toMatchObject({ code: "omitted" });
    await ann.client.vault.purge({ ids: [id] });
    const rise = ({ data }: Snapshot): void => void data.passwords.push({ ...earlier, deleted_at: Date.now() });
    await expect(freshDeviceSees(rise)).rejects.toMatchObject({ code: "unlisted" });
  });

  it("gives up nothing that its owner has not restored", async () => {
    const { id } = await trashed();
    await expect(freshDeviceSees(sayOf(id, { deleted_at: null }))).rejects.toMatchObject({ code: "stale" });
  });
});

describe("a device that knows a history refuses", () => {
  let phone: Device;
  beforeAll(async () => {
    phone = await ann.device("phone");
    await phone.client.vault.pull();
  });

  /** Ann writes twice; the phone first gets a lie about it, then the truth. */
  async function toldOf(lie: (snapshot: Snapshot) => void, code: string): Promise<void> {
    for (const title of ["A", "B"]) await ann.client.vault.create({ draft: aLogin({ title }) });
    lieNext(lie);
    await expect(phone.client.vault.pull()).rejects.toMatchObject({ code });
    expect(await phone.client.vault.trouble()).toMatchObject({ code });
    await phone.client.vault.pull();
    expect(await phone.client.vault.trouble()).toBeNull();
  }

  it("heads that end early, begin late or come in another order", async () => {
    // What looks cut short is asked for once more: only a server that leaves it out again has lied.
    const endsEarly = ({ heads }: Snapshot): void => void heads.pop();
    await toldOf((snapshot) => {
      endsEarly(snapshot);
      lieNext(endsEarly);
    }, "fork");
    await toldOf(({ heads }) => void heads.splice(1, 1), "fork");
    await toldOf(({ heads }) => void heads.shift(), "fork");
    await toldOf(({ heads }) => void heads.reverse(), "fork");
    await toldOf(({ heads }) => void heads.splice(0), "fork");
  });

  it("a server that does not show the newest head it knows, even when nothing is new", async () => {
    lieNext(({ heads }) => void heads.splice(0));
    await expect(phone.client.vault.pull()).rejects.toMatchObject({ code: "fork" });
    await phone.client.vault.pull();
  });

  it("a head that its owner did not sign", async () => {
    const garble = ({ heads }: Snapshot): void => void Object.assign(heads.at(-1) ?? {}, { signature: "A".repeat(86) });
    await toldOf(garble, "fork");
    await toldOf(({ heads }) => void Object.assign(heads.at(-1) ?? {}, { signature: heads[0]?.signature }), "fork");
    await toldOf(({ heads }) => void Object.assign(heads.at(-1) ?? {}, { signature: null }), "fork");
  });

  it("a history without signatures, which it has seen signed", async () => {
    const unsign = ({ heads, scope }: Snapshot): void => {
      scope.generation = 0;
      for (const head of heads) Object.assign(head, { generation: 0, signature: null });
    };
    await toldOf(unsign, "rollback");
  });

  it("a history that was started again without a signature", async () => {
    const renew = ({ heads, scope }: Snapshot): void => {
      scope.generation = 2;
      Object.assign(heads.at(-1) ?? {}, { generation: 2 });
    };
    await toldOf(renew, "fork");
  });

  it("epochs of keys that are not those of the head", async () => {
    await toldOf((snapshot) => void Object.assign(snapshot, { epochs: { cred: 1, recovery: 9 } }), "rollback");
  });
});

it("a head that is dated in the future is refused, for the clock to be set right", async () => {
  const fay = await world.person("fay");
  world.passTime(24 * 3);
  await fay.client.account.login({ email: fay.email, password: fay.password });
  await fay.client.vault.create({ draft: aLogin() });
  world.passTime(-24 * 3);
  const { client } = await fay.device("phone");
  await expect(client.vault.pull()).rejects.toMatchObject({ code: "future" });
  expect(await client.vault.trouble()).toMatchObject({ code: "future", isRepairable: false });
});

it("a record that only the device lost is fetched again, and no lie is reported", async () => {
  const { client, records } = await ann.device("old phone");
  await client.vault.pull();
  const scopeId = client.session?.personalVaultId ?? "";
  const held = await records.read(scopeId);
  if (!held) throw new Error("The device holds nothing");
  await records.write(scopeId, held.state, [], [bank]);
  await client.account.lock();
  await client.account.unlock({ password: ann.password });
  expect((await client.vault.local())?.items.some(({ id }) => id === bank)).toBe(false);
  expect((await client.vault.pull()).items.some(({ id }) => id === bank)).toBe(true);
  expect(await client.vault.trouble()).toBeNull();
});

it("what has lain in the trash for thirty days is shown no more, and leaves the head with the next session", async () => {
  const gus = await world.person("gus");
  const { id } = await gus.client.vault.create({ draft: aLogin() });
  await gus.client.vault.remove({ ids: [id] });
  world.passTime(24 * 31);
  const { client } = await gus.device("phone");
  await client.vault.pull();
  expect(await client.vault.trash()).toEqual([]);
  const { body } = await gus.get("/vault/all-items-data").catch(() => ({ body: null }));
  world.passTime(-24 * 31);
  expect(JSON.stringify(body)).not.toContain(id);
});
