/** An item that is shared on its own and is in a shared vault (decision Z-20): its grants match those of the vault one by one, or it is not written. */
import { describe, expect, it } from "vitest";
import { type Scene, usePlace } from "../testing/scene.ts";
import { endShare, grantText, setEnd, setLevel, signedBy, storedScope } from "../testing/sharing.ts";
import { bodyAs, id } from "../testing/world.ts";

const here = usePlace();

const inVault = async (scene: Scene, grants: readonly object[], epoch = 1) => {
  const { owner } = scene.people;
  const place = { categoryId: scene.vault.id, ...(await signedBy(here.server, owner, scene.itemScope)) };
  return owner.call("PUT", `/share/item/${scene.item.id}/vault`, { epoch, grants, place });
};
const holdersOf = async ({ vaultScope }: Scene): Promise<string[]> =>
  (
    await here.server.pool.query<{ id: string }>(
      "select id from share_grant where scope_id = $1 and (expires_at is null or expires_at > now())",
      [vaultScope],
    )
  ).rows.map((row) => row.id);
const grantFor = (along: string) => ({ along, shareId: id(), createdAt: 5, sharedKey: grantText() });

describe("an item that is shared on its own", () => {
  it("goes into no shared vault while a person who has that vault would miss it, or another person would get it", async () => {
    const scene = await here.setScene();
    const holders = await holdersOf(scene);
    const before = await storedScope(here.server, scene.itemScope);
    const { body } = await here.people.owner.call("GET", "/share/items/shared-by-me");
    const lapsed = bodyAs<{ id: string; item_id: string; shared_with_id: string }[]>(body).find(
      (row) => row.item_id === scene.vault.id && row.shared_with_id === here.people.expired.accountId,
    );
    const wrong = [[], holders.slice(1), [...holders.slice(1), scene.shareId], [...holders, lapsed?.id ?? ""], [...holders, scene.shareId]];
    for (const ids of wrong) expect(await inVault(scene, ids.map(grantFor))).toMatchObject({ status: 409 });
    expect(await storedScope(here.server, scene.itemScope)).toEqual(before);
    expect(await inVault(scene, holders.map(grantFor))).toMatchObject({ status: 200 });
    const { rows } = await here.server.pool.query("select category_id from record where id = $1", [scene.item.id]);
    expect(rows[0].category_id).toBe(scene.vault.id);
  });

  it("has linked grants that no one changes on their own, and that end with those of the vault", async () => {
    const scene = await here.setScene();
    const grants = (await holdersOf(scene)).map(grantFor);
    await inVault(scene, grants);
    for (const { shareId } of grants) {
      expect(await here.people.owner.call("DELETE", `/share/item/${shareId}`)).toMatchObject({ status: 404 });
      expect(await here.people.owner.call("PUT", `/share/item/${shareId}/expiry`, { expires_at: null })).toMatchObject({ status: 404 });
    }
    const liveOf = async (share: string) =>
      (await here.server.pool.query("select permission, expires_at, ended_at from share_grant where along_id = $1", [share])).rows;
    const writer = (
      await here.server.pool.query("select id from share_grant where id = any($1) and permission = 'write'", [
        grants.map(({ along }) => along),
      ])
    ).rows[0]?.id as string;
    const reader = grants.find(({ along }) => along !== writer)?.along ?? "";
    expect(await setLevel(here.server, here.people.owner, writer, "read")).toMatchObject({ status: 200 });
    expect((await liveOf(writer))[0]?.ended_at).not.toBeNull();
    const until = here.server.clock.now + 3_600_000;
    await setEnd(here.server, here.people.owner, reader, until);
    expect(await liveOf(reader)).toMatchObject([{ expires_at: new Date(until), ended_at: null }]);
    for (const { along } of grants) await endShare(here.server, here.people.owner, along);
    for (const { along } of grants) expect((await liveOf(along))[0]?.ended_at).not.toBeNull();
  });

  it("given again after its end is given from then on: what was saved in between stays what they have not seen", async () => {
    const scene = await here.setScene();
    const grants = (await holdersOf(scene)).map(grantFor);
    expect(await inVault(scene, grants)).toMatchObject({ status: 200 });
    const [over, lasting] = [grants[0]?.shareId ?? "", grants[1]?.shareId ?? ""];
    await here.server.pool.query("update share_grant set given_at = to_timestamp(5) where id = any($1)", [[over, lasting]]);
    await here.server.pool.query("update share_grant set expires_at = to_timestamp(9) where id = $1", [over]);
    expect(await inVault(scene, grants)).toMatchObject({ status: 200 });
    const givenAt = async (share: string) =>
      (await here.server.pool.query("select given_at from share_grant where id = $1 and ended_at is null", [share])).rows;
    expect(await givenAt(over)).toEqual([{ given_at: new Date(here.server.clock.now) }]);
    expect(await givenAt(lasting)).toEqual([{ given_at: new Date(5_000) }]);
  });

  it("takes no second id for a grant that a person has along with the vault", async () => {
    const scene = await here.setScene();
    const grants = (await holdersOf(scene)).map(grantFor);
    expect(await inVault(scene, grants)).toMatchObject({ status: 200 });
    const before = await storedScope(here.server, scene.itemScope);
    const [one, ...others] = grants;
    const again = [{ ...one, shareId: id() }, ...others];
    expect(await inVault(scene, again)).toMatchObject({ status: 409, body: { code: "stale_head" } });
    expect(await storedScope(here.server, scene.itemScope)).toEqual(before);
  });

  it("takes no grants of another key than it has now", async () => {
    const scene = await here.setScene();
    const grants = (await holdersOf(scene)).map(grantFor);
    const before = await storedScope(here.server, scene.itemScope);
    expect(await inVault(scene, grants, 2)).toMatchObject({ status: 409, body: { code: "stale_head" } });
    expect(await storedScope(here.server, scene.itemScope)).toEqual(before);
  });
});

describe("its owner's client is told to give its key again", () => {
  const isOld = async ({ itemScope, people: { owner } }: Scene): Promise<boolean | undefined> => {
    const { body } = await owner.call("GET", "/vault/all-items-data");
    const { scopes } = bodyAs<{ scopes: readonly { id: string; own: { isAlongOld: boolean } | null }[] }>(body);
    return scopes.find((one) => one.id === itemScope)?.own?.isAlongOld;
  };
  /** Shared with everyone who has the vault, one of whom had it until a while ago. */
  const linkedScene = async (): Promise<Scene> => {
    const scene = await here.setScene();
    expect(await isOld(scene)).toBe(false);
    expect(await inVault(scene, (await holdersOf(scene)).map(grantFor))).toMatchObject({ status: 200 });
    return scene;
  };
  const along = "scope_id = $1 and along_id is not null";

  it("not while those who have the vault have it, however many had the vault before", async () => {
    expect(await isOld(await linkedScene())).toBe(false);
  });

  it.each([
    ["one of them has lost it", `update share_grant set ended_at = now() where ${along}`],
    ["one of them was given the key before", `update share_grant set epoch = 7 where ${along}`],
    ["one of them has another right there", `update share_grant set permission = 'read' where ${along}`],
    ["one of them has it for another time", `update share_grant set expires_at = '2126-01-01' where ${along}`],
    [
      "one still has it whose time with the vault is over",
      `update share_grant set expires_at = to_timestamp(0) where id in (select along_id from share_grant where ${along})`,
    ],
    [
      "one has it still who has lost the vault",
      `update share_grant set ended_at = now() where id in (select along_id from share_grant where ${along})`,
    ],
  ])("when %s", async (_, change) => {
    const scene = await linkedScene();
    await here.server.pool.query(change, [scene.itemScope]);
    expect(await isOld(scene)).toBe(true);
  });
});

it("is locked together with its vault in the order of their ids, as moves lock them", async () => {
  let scene = await here.setScene();
  while (scene.itemScope < scene.vaultScope) scene = await here.setScene();
  const grants = (await holdersOf(scene)).map(grantFor);
  const holder = await here.server.pool.connect();
  await holder.query("begin");
  await holder.query("select from scope where id = $1 for update", [scene.vaultScope]);
  const placing = inVault(scene, grants);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await here.server.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  const free = await holder.query("select from scope where id = $1 for update skip locked", [scene.itemScope]);
  await holder.query("rollback");
  holder.release();
  expect(await placing).toMatchObject({ status: 200 });
  expect(free.rowCount).toBe(1);
});
