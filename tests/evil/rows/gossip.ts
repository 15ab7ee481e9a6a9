/**
 * The log of a team, frozen for one member or shown to members in two versions (attacks.md 63, 64). What members sign about it crosses in heads, grants,
 * copies of the key and marks: the first that contradicts stops the team, with evidence that another program verifies.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { readOwn } from "../../../packages/client/src/sync/own-statement.ts";
import type { SignedEntry, TeamLog } from "../../../packages/contract/src/team-log.ts";
import { type Mark, markMessage } from "../../../packages/contract/src/team-marks.ts";
import { fingerprint, toBase64Url, writerMark } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { givesPassword, joinTeam } from "../../flows/team-setup.ts";
import type { Person } from "../../flows/world.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { adversary, aTeam, logOf, sinceIn } from "./teams.ts";

const TITLE = "Made in the attack";
const DAY_HOURS = 24;
const idOf = ({ client }: Person): string => client.session?.user.id ?? "";

const kindsIn = async ({ world }: Stage, teamId: string): Promise<string[]> => {
  const rows = await world.sql<{ text: string }>("select text from team_log where team_id = $1 order by seq", [teamId]);
  return rows.map(({ text }) => (JSON.parse(text) as { change: { kind: string } }).change.kind);
};

/** A boss, Ann and Cat in a team; the boss has shared a vault with it. */
async function threeOfATeam(stage: Stage) {
  const { boss, teamId } = await aTeam(stage);
  givesPassword(boss);
  givesPassword(stage.ann);
  const cat = await stage.world.person(`cat-${randomUUID().slice(0, 8)}`);
  givesPassword(cat);
  await joinTeam(boss, cat, { teamId });
  const { id: vaultId } = await boss.client.vault.createVault({ name: TITLE, description: "" });
  await boss.client.sharing.share({ id: vaultId, email: null, permission: "write", expiresAt: null });
  await stage.ann.client.team.ownTeamStatus();
  await stage.ann.client.vault.pull();
  return { boss, teamId, cat, vaultId };
}

/** A member who knows no more than that many entries is shown no more, and no mark that knows more. */
export function freeze(stage: Stage, teamId: string, size: number): void {
  stage.lie(logOf(teamId), (body: TeamLog, url) => {
    const since = sinceIn(url);
    return "entries" in body && since < size ? { ...body, entries: body.entries.slice(0, size - since) } : body;
  });
  stage.lie(`/teams/${teamId}/marks`, (body: { marks: Mark[] }) => ({ ...body, marks: body.marks.filter((mark) => mark.size <= size) }));
}

const shares = async (stage: Stage, { client }: Person, refusal: object): Promise<void> => {
  const { id } = await client.vault.create({ draft: aLogin({ title: TITLE }) });
  await refused(stage, () => client.sharing.share({ id, email: null, permission: "read", expiresAt: null }), refusal);
};

/** The file that she saves is verified by a program that has none of our code. */
async function verifiesEvidence({ client }: Person, says: string): Promise<void> {
  const evidence = (await client.team.ownTeamDoubt())?.alarm?.evidence ?? "";
  const file = join(mkdtempSync(join(tmpdir(), "evidence-")), "evidence.json");
  const verify = (text: string): string => {
    writeFileSync(file, text);
    return execFileSync(process.execPath, ["tools/verify-evidence.mjs", file], { encoding: "utf8", stdio: "pipe" });
  };
  expect(verify(evidence)).toContain(says);
  const parts = JSON.parse(evidence);
  for (const lie of [{ theirs: parts.own }, { own: parts.theirs }, { theirs: { ...parts.theirs, signature: parts.own.signature } }])
    expect(() => verify(JSON.stringify({ ...parts, ...lie }))).toThrow();
}

/** Nor by a press: what she signs would come after entries that others do not have. */
async function signsNothing(stage: Stage, teamId: string, guest: Person): Promise<void> {
  const { team } = stage.ann.client;
  for (const press of [() => team.letIn({ teamId, userId: idOf(guest), email: guest.email }), () => team.drawKey({ teamId })])
    await refused(stage, press, { name: "TeamStoppedError" });
}

/** Ann's client lets no one in who comes by a copied link meanwhile: it does not even try. */
async function admitsNoOne({ ann, sent }: Stage, teamId: string, link: URL, guest: Person): Promise<void> {
  await guest.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
  const before = sent.length;
  await ann.client.team.ownTeamStatus();
  await ann.client.vault.pull();
  expect(sent.slice(before).filter(({ method, url }) => method === "POST" && url.includes(logOf(teamId)))).toEqual([]);
}

/** As the server would like them: the boss's last mark under a new date, and one that is signed with a key of its own. */
async function forgedMarks({ world }: Stage, teamId: string, by: string, marks: readonly Mark[]): Promise<Mark[]> {
  const { publicKey, signer } = await adversary();
  const last = marks.find(({ memberId }) => memberId === by);
  if (!last) throw new Error("the boss has left no mark");
  const said = { ...last, at: world.now() };
  const signature = toBase64Url(await signer.sign(markMessage(teamId, said)));
  return [said, { ...said, publicKey, signature }];
}

/** As a statement names them: account and fingerprint of the key. */
async function printOf({ client, get }: Person, teamId: string): Promise<{ readonly id: string; readonly print: Uint8Array }> {
  const { people } = (await get(`${logOf(teamId)}?all=true`)).body as TeamLog;
  const id = client.session?.user.id ?? "";
  return { id, print: await fingerprint(people.find((one) => one.id === id)?.publicKey ?? "") };
}

/** Whether the owner's last statement of what the vault is in lets this member write, for people outside the team. */
async function isStated({ world }: Stage, vaultId: string, writer: Awaited<ReturnType<typeof printOf>>): Promise<boolean> {
  const [scope] = await world.sql<{ id: string; own: string }>(
    "select s.id, s.own from scope s join record r on r.scope_id = s.id where r.id = $1",
    [vaultId],
  );
  return readOwn(scope?.own)?.writers.has(await writerMark(scope?.id ?? "", writer.id, writer.print)) ?? false;
}

const linkTo = async (host: Person, guest: Person, teamId: string): Promise<URL> =>
  new URL((await host.client.team.invite({ email: guest.email, roleId: 0, teamId, by: "link" })) ?? "");

export const GOSSIP: readonly Row[] = [
  {
    attack: "63",
    does: "the server freezes a team's log for one member, while another is taken out and the key replaced",
    answer:
      "the first grant of the next key says that entries are missing: nothing is shared or done unattended, and the evidence verifies",
    run: async (stage) => {
      const { boss, teamId, cat, vaultId } = await threeOfATeam(stage);
      const { ann } = stage;
      const guest = givesPassword(await stage.world.person(`gus-${randomUUID().slice(0, 8)}`));
      const link = await linkTo(boss, guest, teamId);
      await ann.client.team.ownTeamStatus();
      freeze(stage, teamId, (await kindsIn(stage, teamId)).length);
      await boss.client.team.takeOut({ teamId, userIds: [idOf(cat)] });
      await boss.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
      stage.world.passTime(5);
      expect(await ann.client.team.ownTeamStatus()).toBe("open");
      await ann.client.vault.pull();
      expect(await ann.client.team.ownTeamStatus()).toBe("log-withheld");
      expect(await ann.client.team.ownTeamDoubt()).toMatchObject({ alarm: { code: "log_withheld", by: boss.email } });
      await shares(stage, ann, { name: "TeamStoppedError", code: "log_withheld" });
      await admitsNoOne(stage, teamId, link, guest);
      await verifiesEvidence(ann, "entries were not shown");
      // The entries come after all: then it goes on.
      expect(await ann.client.team.askForLog({ teamId })).toBe(false);
      stage.honest();
      expect(await ann.client.team.askForLog({ teamId })).toBe(true);
      expect(await ann.client.team.ownTeamStatus()).toBe("open");
    },
  },
  {
    attack: "63",
    does: "the server freezes a team's log for one member, and holds back everything that others have signed since",
    answer:
      "after seven days without a mark of another member it says whom it waits for, shares nothing and admits no one; it goes on by a press",
    run: async (stage) => {
      const { boss, teamId } = await threeOfATeam(stage);
      const { ann } = stage;
      const guest = givesPassword(await stage.world.person(`hal-${randomUUID().slice(0, 8)}`));
      await boss.client.team.giveRole({ userId: idOf(ann), roleId: 2, teamId });
      await ann.client.team.ownTeamStatus();
      stage.world.passTime(8 * DAY_HOURS);
      for (const { client, email, password } of [ann, boss, guest, stage.eve]) await client.account.login({ email, password });
      const { marks } = (await boss.get(`/teams/${teamId}/marks`)).body as { marks: Mark[] };
      const forged = await forgedMarks(stage, teamId, idOf(boss), marks);
      stage.lie(`/teams/${teamId}/marks`, (body: object) => ({ ...body, marks: forged }));
      await ann.client.vault.pull();
      const link = await linkTo(ann, guest, teamId);
      const doubt = await ann.client.team.ownTeamDoubt();
      expect(doubt).toMatchObject({ alarm: null });
      expect(doubt?.waitsFor.map(({ email }) => email)).toContain(boss.email);
      await shares(stage, ann, { name: "TeamQuietError", message: expect.stringContaining(boss.email) });
      await admitsNoOne(stage, teamId, link, guest);
      stage.honest();
      await ann.client.team.goOnAlone({ teamId });
      expect(await ann.client.team.ownTeamDoubt()).toBeNull();
    },
  },
  {
    attack: "64",
    does: "the server shows members two signed entries of one number after a race",
    answer: "the first head that crosses says so: nothing is shared or done unattended, and the evidence verifies",
    run: async (stage) => {
      const { boss, teamId, vaultId } = await threeOfATeam(stage);
      const { ann, world } = stage;
      // Ann's client writes the next entry, and is shown it; the server takes it out for all others.
      const guest = givesPassword(await world.person(`ivy-${randomUUID().slice(0, 8)}`));
      const other = givesPassword(await world.person(`jon-${randomUUID().slice(0, 8)}`));
      await boss.client.team.giveRole({ userId: idOf(ann), roleId: 2, teamId });
      await ann.client.team.ownTeamStatus();
      const common = (await kindsIn(stage, teamId)).length;
      const link = await linkTo(ann, guest, teamId);
      const anns = await world.sql<SignedEntry>("select text, signature from team_log where team_id = $1 and seq > $2 order by seq", [
        teamId,
        common,
      ]);
      await world.query("alter table team_log disable trigger all");
      await world.sql("delete from team_log where team_id = $1 and seq > $2", [teamId, common]);
      await world.query("alter table team_log enable trigger all");
      await boss.client.team.invite({ email: other.email, roleId: 0, teamId, by: "mail" });
      await boss.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
      stage.lie(logOf(teamId), (body: TeamLog, url) => ({ ...body, entries: anns.slice(Math.max(0, sinceIn(url) - common)) }));
      stage.lie(`/teams/${teamId}/marks`, (body: object) => ({ ...body, marks: [] }));
      expect(await ann.client.team.ownTeamStatus()).toBe("open");
      await ann.client.vault.pull();
      expect(await ann.client.team.ownTeamStatus()).toBe("log-forked");
      expect(await ann.client.team.ownTeamDoubt()).toMatchObject({ alarm: { code: "log_forked", by: boss.email } });
      await shares(stage, ann, { name: "TeamStoppedError", code: "log_forked" });
      await admitsNoOne(stage, teamId, link, guest);
      await signsNothing(stage, teamId, guest);
      await verifiesEvidence(ann, "differs");
    },
  },
  {
    attack: "64",
    does: "the server shows an owner a newcomer in a log that ends there, and not what is signed next",
    answer: "the owner's client names the newcomer to no one outside the team while the log is in doubt, and does when the entries come",
    run: async (stage) => {
      const { boss, teamId, cat, vaultId } = await threeOfATeam(stage);
      const { ann, eve } = stage;
      const { id: ownId } = await ann.client.vault.createVault({ name: TITLE, description: "" });
      for (const email of [null, eve.email]) await ann.client.sharing.share({ id: ownId, email, permission: "write", expiresAt: null });
      const guest = givesPassword(await stage.world.person(`kit-${randomUUID().slice(0, 8)}`));
      await joinTeam(boss, guest, { teamId });
      await boss.client.team.people({ teamId });
      const [before, newcomer] = [await printOf(cat, teamId), await printOf(guest, teamId)];
      freeze(stage, teamId, (await kindsIn(stage, teamId)).length);
      await boss.client.team.invite({ email: "lou@example.com", roleId: 0, teamId, by: "mail" });
      await boss.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
      for (let looks = 0; looks < 3; looks++) await ann.client.vault.pull().then(() => ann.client.team.ownTeamStatus());
      expect(await ann.client.team.ownTeamStatus()).toBe("log-withheld");
      expect(await isStated(stage, ownId, before)).toBe(true);
      expect(await isStated(stage, ownId, newcomer)).toBe(false);
      stage.honest();
      expect(await ann.client.team.askForLog({ teamId })).toBe(true);
      await ann.client.vault.pull();
      await expect.poll(() => isStated(stage, ownId, newcomer)).toBe(true);
    },
  },
];
