/** What others share and a person has hidden is nowhere on any of their devices, until they show it again. It ends no access, and asks no one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SharedItem } from "../../packages/contract/src/sharing.ts";
import { aLogin } from "./sample-items.ts";
import { scopeOf, shareOf, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
/** What the server says of what is shared with who asks. */
let lie = (rows: readonly SharedItem[]): readonly SharedItem[] => rows;
beforeAll(async () => {
  const between =
    (send: typeof fetch): typeof fetch =>
    async (url, init) => {
      const answer = await send(url, init);
      if (!String(url).endsWith("/share/items/shared-with-me")) return answer;
      return Response.json(lie((await answer.json()) as SharedItem[]));
    };
  world = await startWorld({ between });
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());

const create = async (title: string, categoryId: string | null = null): Promise<string> =>
  (await ann.client.vault.create({ draft: { ...aLogin({ title, website_url: "https://shop.example" }), categoryId } })).id;
const share = (id: string, to: Person = bob) => ann.client.sharing.share({ id, email: to.email, permission: "read", expiresAt: null });
const titlesOf = async ({ client }: Pick<Person, "client">): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).toSorted();
/** As the list shows it. */
async function shownAs(itemId: string) {
  const row = (await bob.client.sharing.sharedWithMe()).find((one) => one.itemId === itemId);
  if (!row) throw new Error("It is not listed");
  return row;
}

it("an item is gone from every device by one press, also of one that is started again without a connection, and only its name is left in the list", async () => {
  const id = await create("Junk");
  await share(id);
  const phone = await bob.device("phone");
  expect([await titlesOf(bob), await titlesOf(phone)]).toEqual([["Junk"], ["Junk"]]);
  await bob.client.sharing.hideShares({ shares: [await shownAs(id)] });
  expect([await titlesOf(bob), await titlesOf(phone)]).toEqual([[], []]);
  await expect(bob.client.vault.open({ id })).rejects.toMatchObject({ code: "not_found" });
  const rows = await bob.client.sharing.sharedWithMe();
  expect(rows).toMatchObject([{ itemId: id, name: "Junk", isHidden: true, person: ann.email }]);
  expect(await bob.client.sharing.missingShares()).toBe(0);
  // Nothing of it is left on the device either.
  const scope = await scopeOf(world, id);
  expect(await phone.records.readOverviews(scope?.id ?? "")).toEqual([]);
  // Ann is not told, and goes on.
  expect((await ann.client.sharing.sharedByMe()).map(({ itemId, trouble }) => [itemId, trouble])).toEqual([[id, null]]);
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, title: "Junk again" }), categoryId: null } });
  expect(await titlesOf(bob)).toEqual([]);
  await bob.client.sharing.showShares({ shares: [await shownAs(id)] });
  expect([await titlesOf(bob), await titlesOf(phone)]).toEqual([["Junk again"], ["Junk again"]]);
  await ann.client.sharing.revoke(await shareOf(ann, id, bob));
});

it("is not there at a start without a connection either, where the press that hid it was all that came through", async () => {
  const id = await create("Late junk");
  await share(id);
  expect(await titlesOf(bob)).toContain("Late junk");
  const row = await shownAs(id);
  let isDecided = false;
  world.refuseWhen((url) => {
    const isOver = isDecided;
    isDecided ||= url.endsWith("/vault/commit");
    return isOver;
  });
  await bob.client.sharing.hideShares({ shares: [row] }).catch(() => undefined);
  world.refuseWhen(() => true);
  const again = bob.reload();
  await again.account.resume();
  await again.account.unlock({ password: bob.password });
  expect((await again.vault.local())?.items.map(({ fields }) => fields.title)).not.toContain("Late junk");
  world.refuseWhen(() => false);
  await ann.client.sharing.revoke(await shareOf(ann, id, bob));
});

it("a vault is hidden with all that is in it, then and later, but for what is shared on its own too", async () => {
  const vaultId = (await ann.client.vault.createVault({ name: "House", description: "" })).id;
  const [own, alone] = [await create("Own", vaultId), await create("Alone", vaultId)];
  await share(vaultId);
  // In a scope of its own each: Carol has it alone.
  await share(own, carol);
  await share(alone);
  await create("Within", vaultId);
  await expect.poll(() => titlesOf(bob), { timeout: 20_000 }).toEqual(["Alone", "Own", "Within"]);
  await bob.client.sharing.hideShares({ shares: [await shownAs(vaultId)] });
  expect(await titlesOf(bob)).toEqual(["Alone"]);
  expect((await bob.client.vault.pull()).vaults).toEqual([]);
  const later = await create("Later", vaultId);
  await share(later, carol);
  await expect.poll(() => titlesOf(carol), { timeout: 20_000 }).toEqual(["Later", "Own"]);
  expect(await titlesOf(bob)).toEqual(["Alone"]);
  const phone = await bob.device("new phone");
  expect(await titlesOf(phone)).toEqual(["Alone"]);
  await bob.client.sharing.showShares({ shares: [await shownAs(vaultId)] });
  await expect.poll(() => titlesOf(bob), { timeout: 20_000 }).toEqual(["Alone", "Later", "Own", "Within"]);
});

it("an own item is never hidden, also where a lying server lists it as what another shares, and its readers keep it", async () => {
  const mine = (await bob.client.vault.create({ draft: aLogin({ title: "Of Bob" }) })).id;
  await bob.client.sharing.share({ id: mine, email: carol.email, permission: "read", expiresAt: null });
  const id = await create("Bait");
  await share(id);
  const [own, bait] = [await scopeOf(world, mine), await shownAs(id)];
  lie = (rows) => rows.map((row) => (row.id === bait.id ? { ...row, scope_id: own?.id ?? "" } : row));
  await expect(bob.client.sharing.hideShares({ shares: [bait] })).rejects.toThrow("changed since it was shown");
  lie = (rows) => rows;
  for (const person of [bob, await bob.device("another phone"), carol]) expect(await titlesOf(person)).toContain("Of Bob");
});

it("no press hides or shows another share than the one it was made on, whatever the server lists by then", async () => {
  const [one, two] = [await create("One"), await create("Two")];
  for (const id of [one, two]) await share(id);
  expect(await titlesOf(bob)).toEqual(expect.arrayContaining(["One", "Two"]));
  const [first, second] = [await shownAs(one), await shownAs(two)];
  const scope = await scopeOf(world, two);
  const asTwo = (lies: Partial<SharedItem>) => (rows: readonly SharedItem[]) =>
    rows.map((row) => (row.id === first.id ? { ...row, ...lies } : row));
  for (const lies of [{ scope_id: scope?.id ?? "" }, { scope_id: scope?.id ?? "", item_id: two }]) {
    lie = asTwo(lies);
    await expect(bob.client.sharing.hideShares({ shares: [first] })).rejects.toThrow("changed since it was shown");
  }
  lie = (rows) => rows;
  expect(await titlesOf(bob)).toEqual(expect.arrayContaining(["One", "Two"]));
  await bob.client.sharing.hideShares({ shares: [first, second] });
  lie = asTwo({ scope_id: scope?.id ?? "" });
  await expect(bob.client.sharing.showShares({ shares: [first] })).rejects.toThrow("changed since it was shown");
  lie = (rows) => rows;
  expect(await titlesOf(bob)).not.toContain("Two");
  await bob.client.sharing.showShares({ shares: [first] });
  expect(await titlesOf(bob)).toContain("One");
});
