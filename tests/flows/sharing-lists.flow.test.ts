/** The two lists of shares as the server answers them: the specified record, for an item of every kind and for a vault; and a list that is true but no longer the newest. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KIND_NAMES } from "../../packages/core/src/items/kinds.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { asShown, shareOf } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 120_000);
afterAll(() => world.stop());

const byType = (body: unknown) =>
  (body as Record<string, unknown>[]).toSorted((a, b) => String(a.item_type).localeCompare(String(b.item_type)));

it("holds what the specification names, whichever kind it is, and nothing readable (C142)", async () => {
  const [ann, bob, eve] = [await world.person("ann"), await world.person("bob"), await world.person("eve")];
  const ends = Date.now() + 86_400_000;
  const vault = await ann.client.vault.createVault({ name: "CANARY vault", description: "" });
  const ids: Record<string, string> = { category: vault.id };
  for (const draft of oneOfEachKind((_, field) => `CANARY ${field}`)) ids[draft.kind] = (await ann.client.vault.create({ draft })).id;
  for (const [kind, id] of Object.entries(ids))
    await ann.client.sharing.share({
      id,
      email: bob.email,
      permission: kind === "note" ? "write" : "read",
      expiresAt: kind === "card" ? ends : null,
    });

  const wanted = [...KIND_NAMES, "category"].toSorted().map((kind) => ({
    id: expect.any(String),
    item_id: ids[kind],
    item_type: kind,
    item_name: expect.any(String),
    shared_by_email: ann.email,
    shared_with_email: bob.email,
    permission_level: kind === "note" ? "write" : "read",
    expires_at: kind === "card" ? ends : null,
    shared_key: expect.any(String),
  }));
  const [mine, theirs] = [await ann.get("/share/items/shared-by-me"), await bob.get("/share/items/shared-with-me")];
  expect(byType(theirs.body)).toMatchObject(wanted);
  expect(byType(mine.body)).toMatchObject(wanted.map(({ shared_key: _, ...rest }) => rest));
  expect(JSON.stringify([mine, theirs])).not.toContain("CANARY");
  expect([(await eve.get("/share/items/shared-by-me")).body, (await eve.get("/share/items/shared-with-me")).body]).toEqual([[], []]);
});

/** What is at home is asked after the list of shares, so that another device acts between the two. */
const isPull = (url: string): boolean => url.includes("all-items-data");

describe("what the owner's other device does between the list and what a started one knows of it is no lie of the server", () => {
  let owner: Person;
  let friend: Person;
  beforeAll(async () => {
    [owner, friend] = [await world.person("owner"), await world.person("friend")];
  });

  /** A share, and a client right after its start, to which nothing of it is open yet. */
  async function begin() {
    await world.query("delete from rate_limit");
    const { id } = await owner.client.vault.create({ draft: aLogin({ title: "Shed" }) });
    await owner.client.sharing.share({ id, email: friend.email, permission: "write", expiresAt: null });
    const [given, started] = [await shareOf(owner, id, friend), owner.reload()];
    await started.account.resume();
    await started.account.unlock({ password: owner.password });
    return { id, given, started };
  }

  it("it ends the share: removing it is done", async () => {
    const { id, given, started } = await begin();
    let isMet = false;
    world.doBeforeNext(isPull, async () => {
      isMet = true;
      await owner.client.sharing.revoke(given);
    });
    await started.sharing.revoke(given);
    expect(isMet).toBe(true);
    expect((await friend.client.vault.pull()).items.map((item) => item.id)).not.toContain(id);
    expect((await started.vault.open({ id })).fields.title).toBe("Shed");
  });

  it("it ends the share: changing it finds none", async () => {
    const { given, started } = await begin();
    world.doBeforeNext(isPull, () => owner.client.sharing.revoke(given));
    await expect(started.sharing.setPermission({ ...given, permission: "read" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("it changes the share: the person looks again", async () => {
    const { id, given, started } = await begin();
    world.doBeforeNext(isPull, () => owner.client.sharing.setPermission({ ...given, permission: "read" }));
    await expect(started.sharing.revoke(given)).rejects.toThrow("changed since it was shown");
    const shown = (await started.sharing.sharedByMe()).find(({ itemId }) => itemId === id);
    expect(shown).toMatchObject({ permission: "read", trouble: null });
    await started.sharing.revoke(asShown(shown));
    expect((await friend.client.vault.pull()).items.map((item) => item.id)).not.toContain(id);
  });
});
