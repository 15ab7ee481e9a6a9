/** What happens to a share: both sides edit at once, new passwords, recoveries, deletions and closed accounts. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { Item } from "../../packages/core/src/items/item.ts";
import { toChoose } from "../../packages/core/src/items/other-values.ts";
import { recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { asShown, scopeOf } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  bob = await world.person("bob");
}, 120_000);
afterAll(() => world.stop());

const find = async (client: Client, id: string): Promise<Item | undefined> =>
  (await client.vault.pull()).items.find((item) => item.id === id);
const shared = async (title: string, to: Person, permission: "read" | "write" = "write", from: Person = ann): Promise<string> => {
  const { id } = await from.client.vault.create({ draft: aLogin({ title, password: `of ${title}` }) });
  await from.client.sharing.share({ id, email: to.email, permission, expiresAt: null });
  await to.client.vault.pull();
  return id;
};
const passwordOf = async (client: Client, id: string): Promise<string | undefined> => {
  await client.vault.pull();
  return (await client.vault.open({ id })).fields.password;
};
/** Keys are replaced in the background. */
const eventually = (client: Client, id: string, password: string) =>
  expect.poll(() => passwordOf(client, id), { timeout: 20_000 }).toBe(password);

describe("two at work on one item", () => {
  const ROUNDS = inject("isWhole") ? 500 : 50;
  /** Between two rounds in which both change the same field. */
  const CLASH = ROUNDS / 5;

  it(`${ROUNDS * 2} edits at once: each field ends at its last value, what both changed is to be chosen in the item, and both verify the whole chain`, async () => {
    const id = await shared("Ledger", bob);
    const clients = [ann.client, bob.client] as const;
    const [mine, kept] = [["username", "notes"] as const, [] as string[]];
    const edit = async (at: number, round: number): Promise<void> => {
      const [client, field] = [clients[at] ?? ann.client, mine[at] ?? "notes"];
      const base = await client.vault.open({ id });
      // Now and then both change the same field.
      const both = round % CLASH === CLASH / 2 ? { website_url: `https://${field}-${round}.example` } : {};
      const draft = aLogin({ ...base.fields, [field]: `${field} ${round}`, ...both });
      const { keptAs, toChoose: fields = [] } = await client.vault.update({ base, draft });
      expect(keptAs).toBeNull();
      if (fields.length > 0) kept.push(draft.fields.website_url ?? "");
    };
    const from = await headsOf(id);
    for (let round = 1; round <= ROUNDS; round++) {
      if (round % 25 === 0) await world.query("delete from rate_limit"); // no one types so fast
      await Promise.all([edit(0, round), edit(1, round)]);
    }
    const whole = [...clients, (await ann.device("ann's phone")).client, (await bob.device("bob's phone")).client];
    for (const client of whole) {
      await client.vault.pull();
      const { fields } = await client.vault.open({ id });
      expect(fields).toMatchObject({ title: "Ledger", password: "of Ledger" });
      expect(await client.vault.trouble()).toBeNull();
      for (const field of mine) expect(fields[field]).toBe(`${field} ${ROUNDS}`);
      const offered = toChoose(fields).map(({ value }) => value);
      expect(offered.toSorted()).toEqual(kept.toSorted());
      // Of the last round in which both changed the same field, one value is kept and the other is offered.
      const written = [fields.website_url, ...offered];
      for (const field of mine) expect(written).toContain(`https://${field}-${ROUNDS - CLASH / 2}.example`);
    }
    expect((await ann.client.vault.pull()).items.filter(({ fields }) => fields.title?.startsWith("Ledger"))).toHaveLength(1);
    expect((await headsOf(id)) - from).toBeGreaterThanOrEqual(ROUNDS * 2);
  }, 600_000);

  const headsOf = async (id: string): Promise<number> =>
    Number(
      (await world.sql<{ seq: string }>("select s.seq from scope s join record r on r.scope_id = s.id where r.id = $1", [id]))[0]?.seq,
    );
});

describe("a share lives on", () => {
  it("when its recipient changes the master password, with new keys for everything and without", async () => {
    await world.query("delete from rate_limit");
    const id = await shared("Lamp", bob);
    for (const [next, newKeys] of [
      ["Second-Horse-Battery-2!", false],
      ["Third-Horse-Galloping-3!", true],
    ] as const) {
      const current = newKeys ? "Second-Horse-Battery-2!" : bob.password;
      if (newKeys) await bob.client.account.renewAllKeys({ current, next: { password: next, hint: null }, onProgress: () => undefined });
      else await bob.client.account.changePassword({ current, next, hint: null });
      expect(await passwordOf(bob.client, id)).toBe("of Lamp");
      await world.query("delete from rate_limit");
      const { client } = await world.stranger();
      await client.account.login({ email: bob.email, password: next });
      expect(await passwordOf(client, id)).toBe("of Lamp");
    }
  }, 120_000);

  it("when its recipient, or its owner, has recovered the account", async () => {
    const [carol, dan] = [await world.person("carol"), await world.person("dan")];
    const id = await shared("Safe", dan, "write", carol);
    const { provenDevice, reset, freshDevice } = recoverySteps(world);
    for (const person of [dan, carol]) {
      await reset(person, await provenDevice(person));
      const client = await freshDevice(person.email, "Remembered-Horse-3!");
      expect(await passwordOf(client, id)).toBe("of Safe");
      const base = await client.vault.open({ id });
      await client.vault.update({ base, draft: aLogin({ ...base.fields, notes: `by ${person.email}` }) });
      expect((await client.vault.open({ id })).author?.email).toBe(person.email);
    }
    const again = await freshDevice(dan.email, "Remembered-Horse-3!");
    await again.vault.pull();
    expect((await again.vault.open({ id })).fields.notes).toBe(`by ${carol.email}`);
  }, 180_000);

  it("when its recipient deletes it: the owner is mailed, finds it in the trash and restores it for both", async () => {
    const fay = await world.person("fay");
    const id = await shared("Bike", fay);
    await fay.client.vault.remove({ ids: [id] });
    expect(world.requests.findLast(({ url }) => url.includes(`/vault/entries/${id}`))?.url).toMatch(/\?isShared=true$/);
    const mail = (await world.mail.emailsTo(ann.email)).filter(({ name }) => name === "sharedItemDeleted");
    expect(mail.at(-1)?.text).toContain(`${fay.email}, who may edit it, deleted an item of yours.`);
    expect((await ann.client.account.audit()).events.map(({ event }) => event)).toContain("item.deleted-by-other");
    expect(await find(fay.client, id)).toBeUndefined();
    expect((await fay.client.vault.trash()).map(({ item }) => item.id)).not.toContain(id);
    expect((await ann.client.vault.trash()).map(({ item }) => item.id)).toContain(id);
    await ann.client.vault.restore({ ids: [id] });
    expect(await passwordOf(ann.client, id)).toBe("of Bike");
    expect(await passwordOf(fay.client, id)).toBe("of Bike");
  });
});

describe("a share ends", () => {
  it("by itself on a page that is open, also without a connection; and the page knows when", async () => {
    const gus = await world.person("gus");
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Ticket" }) });
    const end = world.now() + 3_600_000;
    await ann.client.sharing.share({ id, email: gus.email, permission: "read", expiresAt: end });
    expect((await gus.client.vault.pull()).nextEnd).toBe(end);
    world.passMinutes(61);
    world.refuseWhen(() => true);
    const shown = await gus.client.vault.local();
    expect(shown?.items.map((item) => item.id)).not.toContain(id);
    expect(shown?.nextEnd).toBeUndefined();
    await expect(gus.client.vault.open({ id })).rejects.toMatchObject({ code: "not_found" });
    world.refuseWhen(() => false);
  });

  it("with the account of its owner; when that of its recipient ends, its owner is told, and takes it back by a press", async () => {
    const [hal, ida] = [await world.person("hal"), await world.person("ida")];
    const [theirs, given] = [await shared("Hal's", ida, "read", hal), await shared("To Hal", hal, "read")];
    await hal.client.account.deleteAccount({ password: hal.password });
    await world.sql("update account set purge_at = to_timestamp(0) where email = $1", [hal.email]);
    await world.sql("delete from account where email = $1", [hal.email]);
    expect(await find(ida.client, theirs)).toBeUndefined();
    expect(await ida.client.sharing.sharedWithMe()).toEqual([]);
    const gone = (await ann.client.sharing.sharedByMe()).find(({ itemId }) => itemId === given);
    expect(gone).toMatchObject({ person: hal.email, trouble: "not-listed", name: "To Hal", known: "unverified" });
    await eventually(ann.client, given, "of To Hal");
    await ann.client.sharing.revoke(asShown(gone));
    expect((await ann.client.sharing.sharedByMe()).map(({ itemId }) => itemId)).not.toContain(given);
    expect((await scopeOf(world, given))?.kind).toBe("personal");
  });
});

describe("who is told", () => {
  it("the recipient of a share, once an hour, by email and in both logs; and when it ends", async () => {
    const [jo, kit] = [await world.person("jo"), await world.person("kit")];
    const first = await shared("One", kit, "read", jo);
    await shared("Two", kit, "read", jo);
    const mails = async () => (await world.mail.emailsTo(kit.email)).filter(({ name }) => name === "shareReceived");
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]?.text).toContain(`${jo.email} shares an item with you.`);
    expect(JSON.stringify(await world.mail.emailsTo(kit.email))).not.toContain("One");
    world.passMinutes(61);
    await shared("Three", kit, "read", jo);
    expect(await mails()).toHaveLength(2);
    const row = (await jo.client.sharing.sharedByMe()).find(({ itemId }) => itemId === first);
    await jo.client.sharing.setExpiry({ ...asShown(row), expiresAt: world.now() + 7_200_000 });
    await jo.client.sharing.revoke(asShown(row));
    const eventsOf = async ({ client }: Person) => (await client.account.audit()).events.map(({ event }) => event);
    expect(await eventsOf(jo)).toEqual(expect.arrayContaining(["share.given", "share.changed", "share.revoked"]));
    expect(await eventsOf(kit)).toEqual(expect.arrayContaining(["share.received", "share.received-changed", "share.ended"]));
    expect((await kit.client.account.audit()).isWhole).toBe(true);
  });
});
