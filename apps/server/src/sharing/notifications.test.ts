/** What people are told of shares by a real mail server, and what their logs say: never the name of a thing, and at most one email an hour from one person to another. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliverDue } from "../mail/outbox.ts";
import { openTransport } from "../mail/transports.ts";
import { type MailServer, openMailServer } from "../testing/mail-server.ts";
import { endShare, setEnd, shareItem, shareVault, shareWords, signedBy, statedShare } from "../testing/sharing.ts";
import { hex, id, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { notifyOfDeletion } from "./notifications.ts";

let world: World;
let smtp: MailServer;
let server: Server;
let transport: ReturnType<typeof openTransport>;
beforeAll(async () => {
  world = await openWorld();
  smtp = await openMailServer();
  server = await world.server({ smtpUrl: smtp.url() });
  transport = openTransport({ ...server.deps.config, smtpUrl: smtp.url() });
});
afterAll(async () => {
  await transport.close();
  await smtp.close();
  await world.end();
});

const people = async (): Promise<[Person, Person]> => [
  await server.join(`ann-${hex(4)}@example.com`),
  await server.join(`bob-${hex(4)}@example.com`),
];
const about = (address: string, words: string) => async (): Promise<number> => {
  await deliverDue(server.deps, transport);
  return (await smtp.textsTo(address)).filter((text) => text.replaceAll(/\s+/g, " ").includes(words)).length;
};
const eventsOf = async ({ accountId }: Person): Promise<string[]> =>
  (await server.pool.query<{ event: string }>("select event from audit where account_id = $1 order by seq", [accountId])).rows.map(
    ({ event }) => event,
  );

it("mails the person something is shared with, once an hour, and writes both logs", async () => {
  const [ann, bob] = await people();
  const [one, two, vault] = [put("note"), put("note"), put("category")];
  await ann.commit(one, two, vault);
  const first = await shareItem(server, ann, one, bob);
  const told = about(bob.email, `${ann.email} shares an item with you.`);
  await expect.poll(told, { timeout: 10_000 }).toBe(1);
  expect((await smtp.textsTo(bob.email)).at(-1)).toContain("/sharing-center");
  expect(await shareItem(server, ann, two, bob)).toMatchObject({ answer: { status: 200 } });
  const words = { ...shareWords(bob, { permissionLevel: "write" }), shareId: first.shareId };
  const again = { ...(await statedShare(server, ann, first.scopeId, words)), itemId: one.id, itemType: "note" };
  expect(await ann.call("POST", "/share/item", again)).toMatchObject({ status: 200 });
  server.clock.now += 61 * 60_000;
  expect(await shareVault(server, ann, vault, [], bob)).toMatchObject({ answer: { status: 200 } });
  await expect.poll(about(bob.email, `${ann.email} shares a vault with you.`), { timeout: 10_000 }).toBe(1);
  expect(await told()).toBe(1);
  expect(await setEnd(server, ann, first.shareId, null)).toMatchObject({ status: 200 });
  expect(await endShare(server, ann, first.shareId)).toMatchObject({ status: 200 });
  const shares = (events: readonly string[]) => events.filter((event) => event.startsWith("share."));
  expect(shares(await eventsOf(ann))).toEqual([
    ...["share.given", "share.given", "share.changed", "share.given"],
    ...["share.changed", "share.revoked"],
  ]);
  expect(shares(await eventsOf(bob))).toEqual([
    ...["share.received", "share.received", "share.received-changed", "share.received"],
    ...["share.received-changed", "share.ended"],
  ]);
});

it("mails of deletions by one person five times in an hour; the activity log has all of them", async () => {
  const [ann, bob] = await people();
  const items = Array.from({ length: 7 }, () => put("note"));
  await ann.commit(...items);
  for (const item of items) {
    const { scopeId } = await shareItem(server, ann, item, bob, { permissionLevel: "write" });
    const trashing = { ...(await signedBy(server, bob, scopeId)), trashedAt: server.clock.now };
    expect(await bob.call("DELETE", `/notes/${item.id}`, trashing)).toMatchObject({ status: 200 });
  }
  await expect.poll(about(ann.email, `${bob.email}, who may edit it, deleted an item of yours.`), { timeout: 10_000 }).toBe(5);
  expect((await eventsOf(ann)).filter((event) => event === "item.deleted-by-other")).toHaveLength(7);
});

it("mails the owner of what another member has deleted, and no one about their own", async () => {
  const [ann, bob] = await people();
  const [shared, own] = [put("note"), put("note")];
  await ann.commit(shared, own);
  const { scopeId } = await shareItem(server, ann, shared, bob, { permissionLevel: "write" });
  const trashing = { ...(await signedBy(server, bob, scopeId)), trashedAt: server.clock.now };
  expect(await bob.call("DELETE", `/notes/${shared.id}`, trashing)).toMatchObject({ status: 200 });
  await expect.poll(about(ann.email, `${bob.email}, who may edit it, deleted an item of yours.`), { timeout: 10_000 }).toBe(1);
  expect(await eventsOf(ann)).toContain("item.deleted-by-other");
  expect(await ann.commit({ op: "trash", id: own.id, trashedAt: server.clock.now })).toMatchObject({ status: 200 });
  expect((await eventsOf(ann)).filter((event) => event === "item.deleted-by-other")).toHaveLength(1);
});

it("writes twenty rows of a kind an hour into the log of another person, and all of them into one's own", async () => {
  const [ann, bob] = await people();
  const note = put("note");
  await ann.commit(note);
  const { shareId } = await shareItem(server, ann, note, bob);
  for (let at = 0; at < 25; at++)
    expect(await setEnd(server, ann, shareId, at % 2 ? null : server.clock.now + 3_600_000)).toMatchObject({ status: 200 });
  const changes = (events: readonly string[]) => events.filter((event) => event.startsWith("share."));
  expect(changes(await eventsOf(ann))).toHaveLength(26);
  expect(changes(await eventsOf(bob))).toHaveLength(21);
  server.clock.now += 3_600_000;
  await endShare(server, ann, shareId);
  expect((await eventsOf(bob)).at(-1)).toBe("share.ended");
});

it("tells of more deletions at once than a statement has places for values", async () => {
  const [ann, bob] = await people();
  const note = put("note");
  await ann.commit(note);
  const viewer = { accountId: bob.accountId, device: "" } as Parameters<typeof notifyOfDeletion>[2];
  const ids = [...Array.from({ length: 70_000 }, id), note.id];
  await server.db.transaction((tx) => notifyOfDeletion(server.deps, tx, viewer, ids));
  expect((await eventsOf(ann)).at(-1)).toBe("item.deleted-by-other");
});

it("makes no deletion that its owner is not told of", async () => {
  const [ann, bob] = await people();
  const [one, two] = [put("note"), put("note")];
  await ann.commit(one, two);
  await server.pool.query("create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$");
  await server.pool.query(
    "create trigger refuse_mail before insert on outbox for each row when (new.letter = 'sharedItemDeleted') execute function refuse_mail()",
  );
  const deletions: (() => ReturnType<Person["call"]>)[] = [];
  for (const item of [one, two]) {
    const { scopeId } = await shareItem(server, ann, item, bob, { permissionLevel: "write" });
    deletions.push(async () => {
      const write = await signedBy(server, bob, scopeId);
      const [trashedAt, changes] = [server.clock.now, [{ op: "trash", id: item.id, trashedAt: server.clock.now }]];
      if (item === one) return bob.call("DELETE", `/notes/${item.id}`, { ...write, trashedAt });
      return bob.call("POST", "/vault/commit", { ...write, scope: scopeId, changes });
    });
  }
  const states = async () =>
    (await server.pool.query("select state from record where id = any($1)", [[one.id, two.id]])).rows.map(({ state }) => state);
  for (const again of deletions) expect((await again()).status).toBe(500);
  expect(await states()).toEqual(["live", "live"]);
  await server.pool.query("drop trigger refuse_mail on outbox");
  for (const again of deletions) expect((await again()).status).toBe(200);
  expect(await states()).toEqual(["trashed", "trashed"]);
  expect((await eventsOf(ann)).filter((event) => event === "item.deleted-by-other")).toHaveLength(2);
});
