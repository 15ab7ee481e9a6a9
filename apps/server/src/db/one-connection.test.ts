/** A call that holds a connection waits for no second one: in a pool that has one alone, each is answered. Otherwise as many of them as there are connections would wait for each other, and everyone else with them. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { shareItem, shareVault, shareWords, signedBy, statedShare } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { hex, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  server.pool.options.max = 1;
});
// With a second one that was open before, a call that waits for two would find them.
afterEach(() => expect(server.pool.totalCount).toBe(1));
afterAll(() => world.end());

const people = async (): Promise<[Person, Person]> => [
  await server.join(`ann-${hex(4)}@example.com`, 1),
  await server.join(`bob-${hex(4)}@example.com`),
];

it("shares with a person who shares nothing back, and mails them", async () => {
  const [ann, bob] = await people();
  const note = put("note");
  await ann.commit(note);
  const made = await shareItem(server, ann, note, bob);
  expect(made.answer).toMatchObject({ status: 200 });
  const again = { ...(await statedShare(server, ann, made.scopeId, { ...shareWords(bob), shareId: made.shareId })), itemId: note.id };
  expect(await ann.call("POST", "/share/item", { ...again, itemType: "note" })).toMatchObject({ status: 200 });
  expect((await server.emails(bob.email)).filter(({ name }) => name === "shareReceived")).toHaveLength(1);
});

it("tells the owner of what another person puts into the trash", async () => {
  const [ann, bob] = await people();
  const [one, two] = [put("note"), put("note")];
  await ann.commit(one, two);
  for (const item of [one, two]) {
    const { scopeId, answer: shared } = await shareItem(server, ann, item, bob, { permissionLevel: "write" });
    expect(shared).toMatchObject({ status: 200 });
    const trashing = await signedBy(server, bob, scopeId);
    const body = { ...trashing, trashedAt: server.clock.now };
    const answer =
      item === one
        ? await bob.call("DELETE", `/notes/${item.id}`, body)
        : await bob.call("POST", "/vault/commit", {
            ...trashing,
            scope: scopeId,
            changes: [{ op: "trash", id: item.id, trashedAt: server.clock.now }],
          });
    expect(answer).toMatchObject({ status: 200 });
  }
  expect((await server.emails(ann.email)).filter(({ name }) => name === "sharedItemDeleted")).toHaveLength(2);
});

it("sends an invitation", async () => {
  const [ann] = await people();
  const invited = { email: `new-${hex(4)}@example.com`, roleId: 3, teamId: null, by: "mail" };
  expect(await ann.call("POST", "/team/invite", invited)).toMatchObject({ status: 200 });
});

it("adds a person to a team, and takes them out again", async () => {
  const [ann, bob] = await people();
  const teamId = await makeTeam(server);
  await placeIn(server, ann, { teamId, roleId: 1 });
  expect(await ann.call("POST", `/teams/${teamId}/members`, { memberUserId: bob.accountId, roleId: 0, teamId })).toMatchObject({
    status: 200,
  });
  expect(await ann.call("DELETE", `/teams/${teamId}/members/${bob.accountId}`)).toMatchObject({ status: 200 });
});

it("closes an account in whose vault another person made something", async () => {
  const [ann, bob] = await people();
  const vault = put("category");
  await ann.commit(vault);
  const { scopeId } = await shareVault(server, ann, vault, [], bob, { permissionLevel: "write" });
  const changes = [put("note", { categoryId: vault.id })];
  const made = await bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes });
  expect(made).toMatchObject({ status: 200 });
  expect(await ann.call("POST", "/users/delete-account", { authKey: ann.authKey })).toMatchObject({ status: 200 });
});

it("asks whether the database is there once for all who ask at a time", async () => {
  let taken = 0;
  const count = () => void taken++;
  server.pool.on("acquire", count);
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.app.inject("/health")));
  server.pool.off("acquire", count);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  expect(taken).toBeLessThan(5);
  expect((await server.app.inject("/health")).statusCode).toBe(200);
});
