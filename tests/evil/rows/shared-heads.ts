/** Access that is over, and heads of shared vaults signed by people whom the owner does not let write: the server helps them. */
import { expect } from "vitest";
import { readOwn } from "../../../packages/client/src/sync/own-statement.ts";
import { api } from "../../../packages/contract/src/api.ts";
import type { PutChange } from "../../../packages/contract/src/record.ts";
import type { Members } from "../../../packages/contract/src/scope-members.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import { givesPassword, joinTeam } from "../../flows/team-setup.ts";
import type { Person } from "../../flows/world.ts";
import { colleagueOf } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData, noiseAfter } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith } from "../theft.ts";
import { writerOf } from "./colleague-team-log.ts";
import { holdingOf, sharedVault } from "./members.ts";
import { PULL } from "./sharing.ts";

const TITLE = "Made in the attack";
const CLAIM = { fields: { password: "of the thief" } };

/** A vault of the owner of a team, which all of it may write. */
async function teamVault({ world }: Stage, password: string, readers: readonly Person[] = []) {
  const boss = givesPassword(await world.person(`boss-${crypto.randomUUID().slice(0, 8)}`, 1));
  const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
  const { vaultId, item } = await readable(boss, readers, password);
  await boss.client.sharing.share({ id: vaultId, email: null, permission: "write", expiresAt: null });
  const [row] = await world.sql<{ scope_id: string }>("select scope_id from record where id = $1", [vaultId]);
  return { boss, teamId, vaultId, item, scopeId: row?.scope_id ?? "" };
}

/** What Eve's client would send to change Ann's item. */
type Prepared = Parameters<NonNullable<Parameters<Awaited<ReturnType<typeof colleagueOf>>["save"]>[2]>>;

async function prepare(stage: Stage, vaultId: string, itemId: string): Promise<{ readonly sent: Prepared; readonly row: SharedItem }> {
  const holding = await holdingOf(stage, stage.eve, vaultId);
  const evil = await colleagueOf(stage, stage.eve, holding);
  let prepared: Prepared | undefined;
  await evil.save(itemId, CLAIM, async (...sent) => {
    prepared = sent;
  });
  if (!prepared) throw new Error("nothing was prepared");
  return { sent: prepared, row: holding.row };
}

/** The server stores a save that it should refuse. */
async function storedAnyway({ world }: Stage, [write, put]: Prepared): Promise<void> {
  const { scope, baseSeq, head, signature } = write;
  const seq = baseSeq + 1;
  const { id, revision, saveId, seal, fields }: PutChange = put;
  const into = "insert into head (scope_id, seq, generation, head, signature, created_at) values ($1, $2, 1, $3, $4, now())";
  await world.sql(into, [scope, seq, head, signature]);
  await world.sql("update scope set seq = $2 where id = $1", [scope, seq]);
  const values = [id, revision, saveId, seal, JSON.stringify(fields), seq];
  await world.sql("update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6 where id = $1", values);
}

/** How many members of teams the owner's newest statement names, for people outside. */
async function statedIn({ world }: Stage, vaultId: string): Promise<number | undefined> {
  const [row] = await world.sql<{ own: string | null }>("select own from scope s join record r on r.scope_id = s.id where r.id = $1", [
    vaultId,
  ]);
  return readOwn(row?.own)?.writers.size;
}

/** A vault of the owner's, with one item, that the others may read. */
async function readable(owner: Person, others: readonly Person[], password: string) {
  const { id: vaultId } = await owner.client.vault.createVault({ name: TITLE, description: "" });
  const item = await owner.client.vault.create({ draft: { ...aLogin({ title: TITLE, password }), categoryId: vaultId } });
  for (const { email } of others) await owner.client.sharing.share({ id: vaultId, email, permission: "read", expiresAt: null });
  return { vaultId, item };
}

const keepsPassword = async ({ client }: Person, id: string, password: string | undefined): Promise<void> => {
  await client.vault.pull();
  expect((await client.vault.open({ id })).fields.password).toBe(password);
};

export const SHARED_HEADS: readonly Row[] = [
  {
    attack: "70",
    isDaily: true,
    does: "uses a share after its end, while the owner's devices are off: reads, and sends a save that was signed before",
    answer: "the server answers as if there were nothing",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { vaultId, before } = await sharedVault(stage);
      const { scope_id: scopeId } = (await holdingOf(stage, eve, vaultId)).row;
      const share = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === eve.email);
      await ann.client.sharing.setExpiry({ ...asShown(share), expiresAt: world.now() + 3_600_000 });
      const [write, change] = (await prepare(stage, vaultId, before.id)).sent;
      const token = String((await askLoginData(stage, eve)).token);
      const { status } = await callWith(stage, token, api.vault.pull, { scope: scopeId });
      expect(status, "while it lasts").toBe(200);
      world.passTime(2);
      await world.query("update session set is_guarded = false"); // a colleague shows the keys of her own session with every call
      const gone = { status: 404, code: "not_found" };
      expect(await callWith(stage, token, api.vault.pull, { scope: scopeId })).toEqual(gone);
      expect(await callWith(stage, token, api.vault.commit, { ...write, changes: [change] })).toEqual(gone);
      await keepsPassword(ann, before.id, before.fields.password);
    },
  },
  {
    attack: "70",
    does: "names a reader as one who may write, with the reader's own grant, and stores what the reader signed",
    answer: "the clients of the owner and of another reader refuse it, and keep what they have",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
      const { vaultId, item } = await readable(ann, [eve, carol], stage.secret("kept"));
      await keepsPassword(carol, item.id, item.fields.password);
      const { row, sent } = await prepare(stage, vaultId, item.id);
      await storedAnyway(stage, sent);
      stage.lie(PULL, ({ members }: { members: Members | null }) => {
        const { id: grantId, epoch, created_at: createdAt, shared_key: sharedKey, shared_with_id: id, shared_with_key: publicKey } = row;
        members?.writers.push({ grantId, id, publicKey: publicKey ?? "", epoch, createdAt, sharedKey: sharedKey ?? "" });
      });
      for (const person of [ann, carol]) await keepsPassword(person, item.id, item.fields.password);
    },
  },
  {
    attack: "70",
    does: "names a reader among the members of a team that may write, and stores what the reader signed",
    answer:
      "the owner's client refuses it: the team's log does not have that person; so does that of another person outside the team: the owner has not signed it",
    run: async (stage) => {
      const { eve, world } = stage;
      const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
      const boss = givesPassword(await world.person(`boss-${crypto.randomUUID().slice(0, 8)}`, 1));
      const mate = givesPassword(await world.person(`mate-${crypto.randomUUID().slice(0, 8)}`));
      const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
      await joinTeam(boss, mate, { teamId });
      const { vaultId, item } = await readable(boss, [eve, carol], stage.secret("kept"));
      await boss.client.sharing.share({ id: vaultId, email: null, permission: "write", expiresAt: null });
      await boss.client.vault.pull();
      await expect.poll(() => statedIn(stage, vaultId)).toBe(2);
      await keepsPassword(carol, item.id, item.fields.password);
      const { row, sent } = await prepare(stage, vaultId, item.id);
      await storedAnyway(stage, sent);
      stage.lie(PULL, ({ members }: { members: Members | null }) => {
        for (const { people } of members?.teams ?? []) people.push({ id: row.shared_with_id, publicKey: row.shared_with_key ?? "" });
      });
      for (const person of [boss, carol]) await keepsPassword(person, item.id, item.fields.password);
    },
  },
  {
    attack: "70",
    does: "names a reader among the members of a team that was deleted, and stores what the reader signed",
    answer: "the owner's client refuses it: the log of that team, as it last was, does not have that person",
    run: async (stage) => {
      const { eve } = stage;
      const { boss, teamId, vaultId, item } = await teamVault(stage, stage.secret("kept"), [eve]);
      const { row, sent } = await prepare(stage, vaultId, item.id);
      await boss.client.team.deleteTeam({ id: teamId, deleteUsers: false });
      await storedAnyway(stage, sent);
      stage.lie(PULL, ({ members }: { members: Members | null }) => {
        for (const { people } of members?.teams ?? []) people.push({ id: row.shared_with_id, publicKey: row.shared_with_key ?? "" });
      });
      await keepsPassword(boss, item.id, item.fields.password);
    },
  },
  {
    attack: "70",
    does: "is in a team at the server, but not in its log yet, and moves an item of the team's vault to the trash, under noise in place of a head",
    answer: "refused like a reader's, since no client would believe it; as soon as the log has that person, they write",
    run: async (stage) => {
      const { world } = stage;
      const { boss, teamId, item, scopeId } = await teamVault(stage, stage.secret("kept"));
      const guest = givesPassword(await world.person(`guest-${crypto.randomUUID().slice(0, 8)}`));
      const link = new URL((await boss.client.team.invite({ email: guest.email, roleId: 0, teamId, by: "link" })) ?? "");
      await guest.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
      const { signer } = await writerOf(stage, guest);
      const changes = [{ op: "trash", id: item.id, trashedAt: world.now() }];
      const thrown = async () => guest.post("/vault/commit", { scope: scopeId, changes, ...(await noiseAfter(stage, scopeId, signer)) });
      expect(await thrown()).toMatchObject({ status: 403, body: { code: "forbidden" } });
      await keepsPassword(boss, item.id, item.fields.password);
      await guest.client.team.ownTeamStatus();
      await boss.client.team.people({ teamId });
      await guest.client.team.ownTeamStatus();
      await guest.client.vault.pull();
      const base = await guest.client.vault.open({ id: item.id });
      const draft = { ...aLogin({ title: TITLE, password: stage.secret("by the guest") }), categoryId: base.categoryId };
      await guest.client.vault.update({ base, draft });
      await keepsPassword(boss, item.id, draft.fields.password);
    },
  },
];
