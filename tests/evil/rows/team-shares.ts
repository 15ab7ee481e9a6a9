/** Lies in the owner's list about a share with a team: a key in its row, and another team. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { givesPassword, joinTeam } from "../../flows/team-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { freeze } from "./gossip.ts";
import { ciphertextOf, holdingOf, opensOf } from "./members.ts";
import { BY_ME, PULL } from "./sharing.ts";

const TITLE = "Made in the attack";
const named = async ({ world }: Stage, name: string, roleId = 3): Promise<Person> =>
  givesPassword(await world.person(`${name}-${crypto.randomUUID().slice(0, 8)}`, roleId));

/** A vault that a team has, in which an item is shared on its own too. */
async function teamVault(stage: Stage) {
  const [boss, mate] = [await named(stage, "boss", 1), await named(stage, "mate")];
  const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
  await joinTeam(boss, mate, { teamId });
  await boss.client.team.people({ teamId });
  const vault = await boss.client.vault.createVault({ name: TITLE, description: "" });
  const item = await boss.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vault.id } });
  await boss.client.sharing.share({ id: vault.id, email: null, permission: "read", expiresAt: null });
  await boss.client.sharing.share({ id: item.id, email: stage.eve.email, permission: "read", expiresAt: null });
  await boss.client.vault.pull();
  return { boss, mate, teamId, vaultId: vault.id };
}

interface Given {
  readonly id: string;
  readonly teamEpoch?: number;
}

/** What the client seals to someone in calls of this path, since then. */
const givenIn = ({ world }: Stage, from: number, path: string): readonly Given[] =>
  world.requests
    .slice(from)
    .flatMap(({ url, body }) => (url.endsWith(path) ? ((JSON.parse(body) as { grants?: Given[] }).grants ?? []) : []));

type Own = NonNullable<SharedScope["own"]>;
/** The server says so of all that someone shares. */
const saysOf = (own: Partial<Own>) => (body: { scopes?: readonly SharedScope[] }) => ({
  ...body,
  ...(body.scopes && { scopes: body.scopes.map((one) => ({ ...one, stamp: one.stamp + 1, own: one.own && { ...one.own, ...own } })) }),
});

/** The server says that something is to do, and puts a public key into the row of the team. */
const withKey = (does: string, path: string, own: Partial<Own>): Row => ({
  attack: "59",
  does,
  answer: "a team's grant was signed for no key: nothing is sealed to it",
  run: async (stage) => {
    const { eve, world } = stage;
    const { boss } = await teamVault(stage);
    const { publicKey } = await boss.client.sharing.findPerson({ email: eve.email });
    const from = world.requests.length;
    const lie = { shared_with_key: publicKey, shared_with_email: "no-one@example.net" };
    stage.lie(BY_ME, (rows: SharedItem[]) => rows.map((row) => (row.team_epoch === null ? row : { ...row, ...lie })));
    stage.lie(PULL, saysOf(own));
    await boss.client.vault.pull();
    await boss.client.sharing.sharedByMe();
    // Waits for what the client does by itself.
    const other = await boss.client.vault.create({ draft: aLogin({ title: TITLE }) });
    await boss.client.sharing.share({ id: other.id, email: eve.email, permission: "read", expiresAt: null });
    const toPersons = givenIn(stage, from, path).filter(({ teamEpoch }) => teamEpoch === undefined);
    const hers = (await boss.client.sharing.sharedByMe()).filter(({ person }) => person === eve.email).map(({ id }) => id);
    expect(toPersons.filter(({ id }) => !hers.includes(id))).toEqual([]);
  },
});

const otherTeam: Row = {
  attack: "46",
  does: "the server lists a share with a team as live of which its owner is a member no more, and says that it needs the next key, once the owner is in another team",
  answer: "the key goes to neither: the one has lost it, and the other was never given it",
  run: async (stage) => {
    const { world } = stage;
    const [boss, owner, second] = [await named(stage, "boss", 1), await named(stage, "owner"), await named(stage, "second", 1)];
    const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
    await joinTeam(boss, owner, { teamId });
    const { members } = await boss.client.team.people({ teamId });
    await owner.client.vault.pull();
    const item = await owner.client.vault.create({ draft: aLogin({ title: TITLE }) });
    await owner.client.sharing.share({ id: item.id, email: null, permission: "read", expiresAt: null });
    const place = members.find(({ email }) => email === owner.email);
    await boss.client.team.removeMember({ id: place?.id ?? "", userId: place?.user_id ?? "", teamId });
    const { id: other } = await second.client.team.createTeam({ name: TITLE, description: "" });
    await joinTeam(second, owner, { teamId: other });
    await second.client.team.people({ teamId: other });
    expect(await owner.client.team.ownTeamStatus()).toBe("open");
    await world.sql("update share_grant set ended_at = null where team_id = $1", [teamId]);
    const from = world.requests.length;
    stage.lie(PULL, saysOf({ isKeyOld: true, holders: 1 }));
    await owner.client.vault.pull();
    const next = await owner.client.vault.create({ draft: aLogin({ title: TITLE }) });
    await owner.client.sharing.share({ id: next.id, email: stage.eve.email, permission: "read", expiresAt: null });
    expect(givenIn(stage, from, "/share/rotate").filter(({ teamEpoch }) => teamEpoch !== undefined)).toEqual([]);
  },
};

const left: Row = {
  attack: "46",
  does: "the owner of a vault leaves the team that has it; the server says that nothing is to do, and lists no team",
  answer: "what is saved there goes under a key that no one in the team was given",
  run: async (stage) => {
    const { eve, world } = stage;
    const [boss, owner] = [await named(stage, "boss", 1), await named(stage, "owner")];
    const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
    await joinTeam(boss, owner, { teamId });
    await boss.client.team.people({ teamId });
    await owner.client.vault.pull();
    const vault = await owner.client.vault.createVault({ name: TITLE, description: "" });
    await owner.client.sharing.share({ id: vault.id, email: null, permission: "read", expiresAt: null });
    await owner.client.sharing.share({ id: vault.id, email: eve.email, permission: "read", expiresAt: null });
    await owner.client.vault.pull();
    // The same key as the team's.
    const { row, key } = await holdingOf(stage, eve, vault.id);
    stage.lie(PULL, saysOf({ isKeyOld: false, holders: 1, isAlongOld: false }));
    stage.lie(BY_ME, (rows: SharedItem[]) => rows.filter(({ team_epoch }) => team_epoch === null));
    const from = world.requests.length;
    await owner.client.team.leaveTeam();
    const draft = { ...aLogin({ title: TITLE, password: stage.secret("after") }), categoryId: vault.id };
    const { id, fields } = await owner.client.vault.create({ draft });
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(fields.password);
    expect(givenIn(stage, from, "/share/rotate").map((one) => one.id)).toEqual([row.id]);
  },
};

/** @param isShared - the vault is with someone already */
const keyOfBefore = (isShared: boolean): Row => ({
  attack: "46",
  does: `the owner has taken a member out of the team on one device; another one, which is shown the log of before, shares ${isShared ? "with the team what someone else has" : "a vault with the team"}`,
  answer: "it learns from the account's own record that the team has a next key, and gives nothing under the one of before",
  run: async (stage) => {
    const { eve, world } = stage;
    const [boss, mate] = [await named(stage, "boss", 1), await named(stage, "mate")];
    const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
    await joinTeam(boss, mate, { teamId });
    const { members } = await boss.client.team.people({ teamId });
    const { id } = await boss.client.vault.createVault({ name: TITLE, description: "" });
    if (isShared) await boss.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
    await boss.client.vault.pull();
    const [size] = await world.sql<{ count: number }>("select count(*)::int from team_log where team_id = $1", [teamId]);
    const { client: other } = givesPassword({ ...boss, ...(await boss.device("other")) });
    await other.vault.pull();
    const place = members.find(({ email }) => email === mate.email);
    await other.team.removeMember({ id: place?.id ?? "", userId: place?.user_id ?? "", teamId });
    await other.team.ownTeamStatus();
    await other.vault.pull();
    freeze(stage, teamId, size?.count ?? 0);
    const from = world.requests.length;
    await expect(boss.client.sharing.share({ id, email: null, permission: "read", expiresAt: null })).rejects.toThrow();
    expect(world.requests.slice(from).filter(({ body }) => body.includes('"teamEpoch"'))).toEqual([]);
    stage.honest();
    await boss.client.sharing.share({ id, email: null, permission: "read", expiresAt: null });
  },
});

const madeForOthers: Row = {
  attack: "46",
  does: "the server names a team that this person made for others as their own, when something is shared with the team",
  answer: "its maker is no member there: nothing is sealed to it",
  run: async (stage) => {
    const { world } = stage;
    const [boss, mate] = [await named(stage, "boss", 1), await named(stage, "mate")];
    const { id: teamId } = await boss.client.team.createTeam({ name: TITLE, description: "" });
    const { id: other } = await boss.client.team.createTeam({ name: TITLE, description: "" });
    await joinTeam(boss, mate, { teamId: other });
    await boss.client.team.people({ teamId: other });
    const { id } = await boss.client.vault.create({ draft: aLogin({ title: TITLE }) });
    const share = () => boss.client.sharing.share({ id, email: null, permission: "read", expiresAt: null });
    const teamsSince = (from: number) =>
      world.requests.slice(from).flatMap(({ body }) => [teamId, other].filter((one) => body.includes(`"teamId":"${one}"`)));
    stage.lie("/team/standing", (body: object) => ({ ...body, team_id: other }));
    const from = world.requests.length;
    await expect(boss.client.team.ownTeamStatus().then(share)).rejects.toThrow("key is not on this device");
    expect(teamsSince(from)).toEqual([]);
  },
};

export const TEAM_SHARES: readonly Row[] = [
  madeForOthers,
  otherTeam,
  left,
  keyOfBefore(false),
  keyOfBefore(true),
  withKey(
    "the server puts a public key of its own into the row of a share with a team, and says that the vault needs the next key",
    "/share/rotate",
    { isKeyOld: true },
  ),
  withKey(
    "the server puts a public key of its own into the row of a share with a team, and says that grants of an item in that vault are to be sealed again",
    "/vault",
    { isAlongOld: true },
  ),
];
