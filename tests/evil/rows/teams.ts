/** Teams, members, roles and policies that the server made up (attacks.md 1, 4, 19, 20, 32, 39): not shown, and nothing is given to them. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { emptyLog, type VerifiedLog, verifyEntries, writeEntries } from "../../../packages/client/src/team/verified-log.ts";
import type { SignedEntry, TeamLog } from "../../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { fingerprint, generateIdentity, openSigner, type SecretKey, teamKeyCheck, toHex } from "../../../packages/crypto/src/index.ts";
import { sealGrant } from "../../../packages/crypto/src/seal-grant.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Person } from "../../flows/world.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { signEntry } from "../sign-entry.ts";

/** Of one team: a shorter path would also match every sign-in. */
export const logOf = (teamId: string): string => `/teams/${teamId}/log`;
/** The entry after which a client asks. */
export const sinceIn = (url: string): number => Number(/[?&]since=(\d+)/.exec(url)?.[1] ?? 0);
const TITLE = "Made in the attack";
const idOf = ({ client }: Person): string => client.session?.user.id ?? "";

/** A person whose identity only the adversary has. */
export async function adversary() {
  const { secret, public: publicKey } = await generateIdentity();
  return {
    accountId: randomUUID(),
    email: "maker@example.com",
    publicKey,
    signer: await openSigner(secret),
    secret: async () => secret.slice(),
  };
}
type Adversary = Awaited<ReturnType<typeof adversary>>;

/** A consistent log, longer than that of any team here: the adversary has made the team, and has admitted Ann. */
export async function madeUpLog(
  teamId: string,
  maker: Adversary,
  { email, client }: Person,
  annsKey: string,
  key: SecretKey,
): Promise<TeamLog> {
  const founder = { id: maker.accountId, email: maker.email, key: toHex(await fingerprint(maker.publicKey)) };
  const member = { id: client.session?.user.id ?? "", key: toHex(await fingerprint(annsKey)) };
  const changes: LogChange[] = [
    { kind: "found", founder, isMember: true, admins: [], check: toHex(await teamKeyCheck({ teamId, epoch: 1 }, key)) },
    { kind: "invite", email, roleId: 3 },
    { kind: "admit", invited: 2, member },
    ...Array.from({ length: 9 }, (_, at) => ({ kind: "invite", email: `guest${at}@example.net`, roleId: 3 }) as const),
  ];
  const { entries } = await writeEntries(emptyLog(teamId), changes, maker, 0);
  const [id, createdAt] = [randomUUID(), 0];
  const terms = {
    ...{ grantId: id, scopeId: teamId, scopeKind: "team" as const, epoch: 1, permission: "read" as const, createdAt },
    sender: { accountId: maker.accountId, publicKey: maker.publicKey },
    recipient: { accountId: member.id, publicKey: annsKey },
  };
  const grant = { id, memberId: member.id, epoch: 1, createdAt, key: await sealGrant(terms, key, maker.signer), senderId: maker.accountId };
  return { success: true, entries, authors: [maker.publicKey], keys: [grant], members: [maker.accountId, member.id], people: [] };
}

/** Written directly by the server: a row of a team, and a person in it, as if before anyone was invited: then the account needs no invitation that it used. */
export async function putInto({ world }: Stage, teamId: string, person: Person, roleId = 3): Promise<void> {
  await world.sql("insert into team (id, name, created_at, key_epoch) values ($1, 'Made up', now(), 1) on conflict do nothing", [teamId]);
  await world.sql("update account set team_id = $1, role_id = $2, membership_id = $3, joined_at = 'epoch' where id = $4", [
    teamId,
    roleId,
    randomUUID(),
    idOf(person),
  ]);
}

export const publicKeyOf = async (asker: Person, { email }: Person): Promise<string> =>
  (await asker.client.sharing.findPerson({ email })).publicKey;

/** A boss with a team, and Ann in it by a link with a secret. */
export async function aTeam({ world, ann }: Stage): Promise<{ readonly boss: Person; readonly teamId: string }> {
  const boss = await world.person(`boss-${randomUUID().slice(0, 8)}`, 1);
  const { id: teamId } = await boss.client.team.createTeam({ name: "Real", description: "" });
  const link = new URL((await boss.client.team.invite({ email: ann.email, roleId: 0, teamId, by: "link" })) ?? "");
  // Joining asks for the master password, whose proof from earlier rows may be too old.
  await ann.client.account.prove({ password: ann.password });
  await ann.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
  await ann.client.team.ownTeamStatus();
  await boss.client.team.people({ teamId });
  expect(await ann.client.team.ownTeamStatus(), "believed while the server is honest").toBe("open");
  return { boss, teamId };
}

const emailsIn = async ({ client }: Person, teamId: string): Promise<string[]> =>
  (await client.team.people({ teamId })).members.map(({ email }) => email).sort();

/** The server shows one entry more than the team's log has, of an account that is not in the team. */
async function appendTo(
  stage: Stage,
  teamId: string,
  change: (state: VerifiedLog["state"]) => LogChange,
  writer: Adversary,
): Promise<void> {
  const entries = await stage.world.sql<SignedEntry>("select text, signature from team_log where team_id = $1 order by seq", [teamId]);
  const authors = await stage.world.sql<{ key: string }>("select public_key as key from team_author where team_id = $1", [teamId]);
  const known = await verifyEntries(emptyLog(teamId), { entries, authors: authors.map(({ key }) => key) });
  const more = [await signEntry(known, change(known.state), writer)];
  stage.lie(logOf(teamId), (body: TeamLog, url) => ({
    ...body,
    entries: [...body.entries, ...more.slice(Math.max(0, sinceIn(url) - entries.length))],
    authors: [...authors.map(({ key }) => key), writer.publicKey],
  }));
}

/** Nothing is shared with the team that the server put the person into. */
const sharesNothing = async (stage: Stage, { client }: Person): Promise<void> => {
  const { id } = await client.vault.create({ draft: aLogin({ title: TITLE }) });
  await refused(stage, () => client.sharing.share({ id, email: null, permission: "read", expiresAt: null }), {
    name: expect.stringMatching(/^(Client|Integrity)Error$/),
  });
};

export const TEAMS: readonly Row[] = [
  {
    attack: "19",
    isDaily: true,
    does: "the server makes up a team with a consistent log, puts the person into it, and wraps its key to her",
    answer: "neither the team nor its members are shown, and nothing can be shared with it, until she says herself that she joins",
    run: async (stage) => {
      const { ann, eve } = stage;
      const teamId = randomUUID();
      const log = await madeUpLog(teamId, await adversary(), ann, await publicKeyOf(eve, ann), stage.adversaryKey());
      await putInto(stage, teamId, ann);
      stage.lie(logOf(teamId), (_, url) => ({ ...structuredClone(log), entries: log.entries.slice(sinceIn(url)) }));
      await ann.client.team.refreshMembership();
      expect(await ann.client.team.ownTeamStatus()).toBe("unsolicited");
      expect((await ann.client.team.people({ teamId })).members).toEqual([]);
      await sharesNothing(stage, ann);
    },
  },
  {
    attack: "19",
    does: "the server puts its own account into another team",
    answer: "it is not among the members, and is given no key",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const mallory = await stage.world.person(`mallory-${randomUUID().slice(0, 8)}`);
      await putInto(stage, teamId, mallory);
      for (const one of [boss, stage.ann]) expect(await emailsIn(one, teamId)).toEqual([boss.email, stage.ann.email].sort());
      const keys = await stage.world.sql("select 1 from team_key where member_id = $1", [idOf(mallory)]);
      expect(keys).toEqual([]);
    },
  },
  {
    attack: "19",
    does: "the server adds an entry to a team's log that admits its own account, signed by itself",
    answer: "the entry changes nothing",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      await boss.client.team.invite({ email: "nobody@example.net", roleId: 2, teamId, by: "mail" });
      const evil = await adversary();
      const member = { id: evil.accountId, key: toHex(await fingerprint(evil.publicKey)) };
      const admit = ({ invites }: VerifiedLog["state"]) => ({ kind: "admit", invited: [...invites.keys()].at(-1) ?? 0, member }) as const;
      await appendTo(stage, teamId, admit, evil);
      const later = (await boss.device("later")).client;
      await later.team.ownTeamStatus();
      expect(later.session?.teamId).toBe(teamId);
      const shown = await later.team.people({ teamId }).catch(() => ({ members: [] }));
      expect(shown.members.map(({ user_id }) => user_id)).not.toContain(member.id);
      const keys = stage.world.requests.filter(({ url, body }) => url.includes(logOf(teamId)) && body.includes(member.id));
      expect(keys, "keys sent for it").toEqual([]);
    },
  },
  {
    attack: "19",
    does: "the server adds an entry to a team's log that takes a member out, signed by an account that is not in the team",
    answer: "the entry changes nothing",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      await appendTo(stage, teamId, () => ({ kind: "remove", id: idOf(stage.ann) }), await adversary());
      const later = { ...boss, client: (await boss.device("later")).client };
      expect(await emailsIn(later, teamId)).toEqual([boss.email, stage.ann.email].sort());
    },
  },
  {
    attack: "19",
    does: "the server gives a member a role that no one gave",
    answer: "the role of the log is shown, and only what it allows is believed",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      await putInto(stage, teamId, stage.ann, 2);
      const { members } = await boss.client.team.people({ teamId });
      expect(members.find(({ email }) => email === stage.ann.email)).toMatchObject({ role_id: 3, role_name: "Member" });
    },
  },
  {
    attack: "20",
    does: "right after a team was made, the server replaces its log and its key",
    answer: "the maker's client believes neither, shows no members, and shares nothing",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const log = await madeUpLog(teamId, await adversary(), boss, await publicKeyOf(stage.ann, boss), stage.adversaryKey());
      stage.lie(logOf(teamId), (_, url) => ({ ...structuredClone(log), entries: log.entries.slice(sinceIn(url)) }));
      const later = { ...boss, client: (await boss.device("later")).client };
      expect(await later.client.team.ownTeamStatus()).toBe("not-believed");
      expect((await later.client.team.people({ teamId })).members).toEqual([]);
      await sharesNothing(stage, later);
    },
  },
  {
    attack: "20",
    does: "the server goes back to an earlier state of a team's log, in which a member is still out",
    answer: "every device of the account, also a new one, notices that it is older than what was accepted",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      stage.lie(logOf(teamId), (body: TeamLog, url) => ({ ...body, entries: body.entries.slice(0, Math.max(0, 1 - sinceIn(url))) }));
      // The device that saw more, while it is open: it accepts no shorter log, and asks for no key by one.
      expect(await boss.client.team.ownTeamStatus()).toBe("not-believed");
      expect(await emailsIn(boss, teamId)).toEqual([]);
      const later = { ...boss, client: (await boss.device("later")).client };
      expect(await later.client.team.ownTeamStatus()).toBe("not-believed");
      expect(await emailsIn(later, teamId)).toEqual([]);
    },
  },
  {
    attack: "1, 4",
    does: "the server inserts a policy with its own key when a person joins a team, and at every read of its log",
    answer: "it is refused or ignored; nothing is wrapped to it",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const { publicKey } = await adversary();
      stage.lie(logOf(teamId), (body: object) => ({ ...body, policy: { autoEnroll: true, resetKey: publicKey } }));
      const later = (await boss.device("later")).client;
      expect(await later.team.ownTeamStatus()).not.toBe("open");
      stage.honest();
      stage.lie("/team/standing", (body: object) => ({ ...body, autoEnroll: true, resetKey: publicKey }));
      await expect(boss.client.team.refreshMembership()).rejects.toThrow();
      stage.honest();
      expect(await emailsIn(boss, teamId)).toContain(stage.ann.email);
    },
  },
  {
    attack: "32",
    does: "the server replaces a member's public key when the team gets a new key",
    answer: "there is no next key, and the person who removes someone reads whose key differs",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const gone = await stage.world.person(`gone-${randomUUID().slice(0, 8)}`);
      await boss.client.team.addMember({ teamId, memberUserId: idOf(gone), email: gone.email, roleId: 0 });
      const { publicKey } = await adversary();
      const ann = idOf(stage.ann);
      const swap = (one: TeamLog["people"][number]) => (one.id === ann ? { ...one, publicKey } : one);
      stage.lie(logOf(teamId), (body: TeamLog) => ("people" in body ? { ...body, people: body.people.map(swap) } : body));
      const membership = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === gone.email);
      const removal = boss.client.team.removeMember({ id: membership?.id ?? "", userId: membership?.user_id ?? "", teamId });
      await expect(removal).rejects.toThrow(`the server shows another security key for ${stage.ann.email}`);
      const [epoch] = await stage.world.sql<{ key_epoch: number }>("select key_epoch from team where id = $1", [teamId]);
      expect(epoch?.key_epoch).toBe(1);
      expect(await stage.world.sql("select 1 from team_key where team_id = $1 and epoch = 2", [teamId])).toEqual([]);
    },
  },
];
