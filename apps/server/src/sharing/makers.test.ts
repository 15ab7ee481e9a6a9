/** What a person made in the vault of another whose account ends: it is not deleted without them, who are told and can take it home. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { purgeAccounts } from "../account/account-deletion.ts";
import { again, shareVault, signedBy } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { hex, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
});
afterAll(() => world.end());

/** Bob made an item in Ann's vault; Carol reads the vault. */
async function setScene() {
  const [ann, bob, carol] = [
    await server.join(`ann-${hex(4)}@ours.example`),
    await server.join(`bob-${hex(4)}@else.example`),
    await server.join(`carol-${hex(4)}@else.example`),
  ];
  const vault = put("category");
  const other = put("category");
  await ann.commit(vault, other);
  const { scopeId } = await shareVault(server, ann, vault, [], bob, { permissionLevel: "write" });
  await shareVault(server, ann, other, [], carol);
  const note = put("note", { categoryId: vault.id });
  const made = await bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes: [note] });
  expect(made).toMatchObject({ status: 200 });
  return { ann, bob, carol, scopeId, note };
}

async function takeHome({ bob, scopeId, note }: Awaited<ReturnType<typeof setScene>>) {
  const from = { scope: scopeId, ...(await signedBy(server, bob, scopeId)) };
  const to = { scope: bob.scopeId, ...(await signedBy(server, bob, bob.scopeId)) };
  return bob.call("POST", "/vault/move", { from, to, records: [again(note, { categoryId: null })] });
}

const toldOf = async ({ email }: Person) => (await server.emails(email)).filter(({ name }) => name === "ownerLeaves");

it("stays within their reach when a team deletes that account, and is theirs once it is gone", async () => {
  const scene = await setScene();
  const { ann, bob, carol } = scene;
  const teamId = await makeTeam(server, "Ours");
  const lead = await server.join(`lead-${hex(4)}@ours.example`);
  await placeIn(server, lead, { teamId, roleId: 2 });
  await placeIn(server, ann, { teamId, isManaged: true });
  await lead.prove();
  expect(await lead.call("DELETE", `/team/delete-user/${ann.accountId}`)).toMatchObject({ status: 200 });
  expect(await toldOf(bob)).toMatchObject([{ values: { by: ann.email, what: "an item", until: expect.stringContaining("2025") } }]);
  expect(await toldOf(carol)).toEqual([]);
  expect((await carol.call("GET", "/share/items/shared-with-me")).body).toEqual([]);
  expect(await takeHome(scene)).toMatchObject({ status: 200 });
  await server.pool.query("update account set purge_at = to_timestamp(0) where id = $1", [ann.accountId]);
  await purgeAccounts(server.deps);
  expect((await server.pool.query("select from account where id = $1", [ann.accountId])).rows).toHaveLength(0);
  expect((await bob.call("GET", `/notes/${scene.note.id}`)).body).toMatchObject({ id: scene.note.id, is_owner: true });
});

it("is asked about when its owner closes the account", async () => {
  const scene = await setScene();
  const { ann, bob, carol } = scene;
  await ann.prove();
  expect(await ann.call("POST", "/users/delete-account", { authKey: ann.authKey })).toMatchObject({ status: 200 });
  expect(await toldOf(bob)).toMatchObject([{ values: { by: ann.email, what: "an item" } }]);
  expect(await toldOf(carol)).toEqual([]);
  const { rows } = await server.pool.query("select event from audit where account_id = $1 and event = 'share.owner-leaves'", [
    bob.accountId,
  ]);
  expect(rows).toHaveLength(1);
  expect(await takeHome(scene)).toMatchObject({ status: 200 });
});

it("leaves no place behind in any table, once its maker has deleted it for good", async () => {
  const { ann, bob, scopeId, note } = await setScene();
  await server.pool.query(
    "insert into earlier_place (record_id, scope_id, owner_id, favourite, replaced_at) values ($1, $2, $3, true, now())",
    [note.id, scopeId, ann.accountId],
  );
  await bob.prove();
  const write = async (change: object) =>
    bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes: [change] });
  expect(await write({ op: "trash", id: note.id, trashedAt: server.clock.now })).toMatchObject({ status: 200 });
  expect(await write({ op: "purge", id: note.id })).toMatchObject({ status: 200 });
  expect((await server.pool.query("select from earlier_place where record_id = $1", [note.id])).rows).toHaveLength(0);
});
