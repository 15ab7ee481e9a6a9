/** Members who may invite, or no longer may: what they can do to an account without its owner, and with an old invitation. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { SignedEntry } from "../../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { permissionsWhere } from "../../../packages/core/src/team/permissions.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith, ENDPOINTS } from "../theft.ts";
import { adversary, aTeam, logOf, madeUpLog, publicKeyOf, putInto, sinceIn } from "./teams.ts";

const emailsIn = async ({ client }: Person, teamId: string): Promise<string[]> =>
  (await client.team.people({ teamId })).members.map(({ email }) => email);
const idOf = ({ client }: Person): string => client.session?.user.id ?? "";
const tokenIn = (link: URL): string => link.searchParams.get("token") ?? "";

async function someone({ world }: Stage, name: string): Promise<Person> {
  return world.person(`${name}-${randomUUID().slice(0, 8)}`);
}

/** An administrator of the team who is in its log. */
async function aLead(stage: Stage, boss: Person, teamId: string): Promise<Person> {
  const lead = await someone(stage, "lead");
  await joinBy(lead, await linkFor(boss, lead, teamId, 2));
  await lead.client.team.ownTeamStatus();
  await boss.client.team.people({ teamId });
  expect(await lead.client.team.ownTeamStatus()).toBe("open");
  return lead;
}

const linkFor = async ({ client }: Person, { email }: Person, teamId: string, roleId = 0): Promise<URL> =>
  new URL((await client.team.invite({ email, roleId, teamId, by: "link" })) ?? "");
const joinBy = ({ client }: Person, link: URL): Promise<string> => client.team.joinInvited({ token: tokenIn(link), fragment: link.hash });

/** What was sent: the server would refuse some of the entries as well. @returns what each of them says that the role allows */
function definitionsSent(stage: Stage, teamId: string, role: number): (readonly string[] | undefined)[] {
  const sent = stage.world.requests.flatMap(({ url, body }) =>
    url.includes(logOf(teamId)) && body !== "" ? (JSON.parse(body) as { entries: readonly SignedEntry[] }).entries : [],
  );
  const changes = sent.map(({ text }) => (JSON.parse(text) as { change: Partial<LogChange & { kind: "define" }> }).change);
  return changes.filter(({ kind, roleId }) => kind === "define" && roleId === role).map(({ permissions }) => permissions);
}

/** A call made by a modified client. @returns the code of the refusal */
async function codeOf(stage: Stage, by: Person | null, name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const spec = ENDPOINTS.find(([one]) => one === name)?.[1];
  if (!spec) throw new Error(`there is no call ${name}`);
  return (await callWith(stage, by && String((await askLoginData(stage, by)).token), spec, input)).code;
}

export const INVITERS: readonly Row[] = [
  {
    attack: "19",
    does: "the server lists an invitation that no one sent, and another one with a higher role than it has, for an administrator to send again",
    answer: "an unsigned invitation cannot be sent again; a signed one keeps its signed role",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      await boss.client.team.invite({ email: "Real@example.net", roleId: 0, teamId, by: "mail" });
      type Listed = { pendingInvitations: { email: string; role_id: number; role_name: string }[] };
      stage.lie(`/teams/${teamId}/members`, (body: Listed) => {
        const [real] = body.pendingInvitations;
        const raised = { ...real, role_id: 2, role_name: "Member" };
        return { ...body, pendingInvitations: [raised, { ...raised, id: randomUUID(), email: "mallory@example.net" }] };
      });
      const { invitations } = await boss.client.team.people({ teamId });
      expect(invitations.map(({ email, role_id: role, isInLog }) => [email.toLowerCase(), role, isInLog])).toEqual([
        ["real@example.net", 3, true],
        ["mallory@example.net", 2, false],
      ]);
    },
  },
  {
    attack: "20",
    does: "an invitee uses a handed-over link, and the server shows its own consistent log instead of the inviter's",
    answer: "the link names its log: the other one is neither believed nor accepted",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const newcomer = await someone(stage, "newcomer");
      const link = await linkFor(boss, newcomer, teamId);
      const log = await madeUpLog(teamId, await adversary(), newcomer, await publicKeyOf(boss, newcomer), stage.adversaryKey());
      stage.lie(logOf(teamId), (_, url) => ({ ...structuredClone(log), entries: log.entries.slice(sinceIn(url)) }));
      await joinBy(newcomer, link);
      expect(await newcomer.client.team.ownTeamStatus()).toBe("not-believed");
      expect((await newcomer.client.team.people({ teamId })).members).toEqual([]);
    },
  },
  {
    attack: "19",
    does: "the server lists a role with more permissions than it has when a person is invited with it, and answers a new role with the number of another",
    answer: "the signed permissions of a role grow only when a user edits that role",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const team = boss.client.team;
      const nothing = permissionsWhere(() => false);
      const name = `Helper ${randomUUID()}`;
      await team.createRole({ name, description: "", permissions: nothing });
      const helper = (await team.roles()).find((role) => role.name === name)?.id ?? 0;
      const all = { permissions: permissionsWhere((flag) => flag !== "manage_teams") };
      stage.lie("/roles", (body: unknown) =>
        Array.isArray(body)
          ? body.map((role: { id: number }) => (role.id === helper ? { ...role, ...all } : role))
          : { ...(body as { role: object }), role: { ...(body as { role: object }).role, id: helper } },
      );
      await team.invite({ email: "helper@example.net", roleId: helper, teamId, by: "mail", allows: all.permissions });
      await team.createRole({ name: `Lead ${randomUUID()}`, description: "", ...all });
      expect(definitionsSent(stage, teamId, helper)).toEqual([[]]);
    },
  },
  {
    attack: "19",
    does: "the server lists a role that the log does not have with more permissions than the form of the invitation has shown",
    answer: "what was shown is signed",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const [made] = await stage.world.sql<{ id: number }>("insert into role (name, team_id) values ($1, $2) returning id", [
        `Desk ${randomUUID()}`,
        teamId,
      ]);
      const shown = (await boss.client.team.people({ teamId })).roles.find(({ id }) => id === made?.id);
      stage.lie("/roles", (body: readonly object[]) => body.map((role) => ({ ...role, permissions: permissionsWhere(() => true) })));
      const roleId = made?.id ?? 0;
      await boss.client.team.invite({ email: "desk@example.net", roleId, teamId, by: "mail", allows: shown?.permissions });
      expect(definitionsSent(stage, teamId, roleId)).toEqual([[]]);
    },
  },
  {
    attack: "19",
    does: "an inviter uses a link meant for another account, and then removes that account's second factor",
    answer: "a handed-over link joins no account that has not signed in; a member added without consent keeps the second factor",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const [lead, victim] = [await aLead(stage, boss, teamId), await someone(stage, "victim")];
      await stage.world.sql("update account set mfa_secret = 'on' where id = $1", [idOf(victim)]);
      const isWhole = async (): Promise<boolean> =>
        (await stage.world.sql("select 1 from account where id = $1 and mfa_secret is not null", [idOf(victim)])).length === 1;
      const token = tokenIn(await linkFor(lead, victim, teamId));
      expect(await codeOf(stage, null, "team.acceptInvitation", { token })).toBe("sign_in_to_join");
      expect(await codeOf(stage, lead, "team.joinInvited", { token })).toBe("invitation_email_mismatch");
      expect(await codeOf(stage, lead, "account.removeMfa", { userId: idOf(victim) })).toBe("forbidden");
      const added = await codeOf(stage, lead, "team.addMember", { teamId, memberUserId: idOf(victim), roleId: 0 });
      expect(added).toBe("");
      expect(await codeOf(stage, lead, "account.removeMfa", { userId: idOf(victim) })).toBe("added_unasked");
      expect(await isWhole()).toBe(true);
    },
  },
  {
    attack: "46",
    does: "a removed administrator still has links for their own accounts; a server under their control accepts one anyway",
    answer: "the links are void; the log drops the invitations with their writer, so no client admits anyone by them",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const [lead, mallory, second] = [await aLead(stage, boss, teamId), await someone(stage, "mallory"), await someone(stage, "second")];
      const link = await linkFor(lead, mallory, teamId);
      await lead.client.team.invite({ email: second.email, roleId: 0, teamId, by: "mail" });
      const place = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === lead.email);
      await boss.client.team.removeMember({ id: place?.id ?? "", userId: place?.user_id ?? "", teamId });
      await expect(joinBy(mallory, link)).rejects.toMatchObject({ name: "AppError", code: "invitation_unbacked" });
      await putInto(stage, teamId, second);
      const { members } = await boss.client.team.people({ teamId });
      expect(members.map(({ email }) => email).sort()).toEqual([boss.email, stage.ann.email].sort());
      expect(await stage.world.sql("select 1 from team_key where member_id = any($1)", [[idOf(mallory), idOf(second)]])).toEqual([]);
    },
  },
  {
    attack: "46",
    does: "a member's role is reduced while an invitation of theirs is on its way",
    answer: "the link is void, and stays so when they may invite again",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const [lead, mallory] = [await aLead(stage, boss, teamId), await someone(stage, "mallory")];
      const link = await linkFor(lead, mallory, teamId);
      for (const roleId of [3, 2]) {
        await boss.client.team.giveRole({ userId: idOf(lead), roleId, teamId });
        await expect(joinBy(mallory, link)).rejects.toMatchObject({ name: "AppError", code: "invitation_unbacked" });
      }
    },
  },
  {
    attack: "38, 39",
    does: "the server uses a handed-over link itself, with its own account under the invited address",
    answer: "without the secret of the link no one is admitted, and no one gets a key",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const mallory = await stage.world.person(`mallory-${randomUUID().slice(0, 8)}`);
      const link = new URL((await boss.client.team.invite({ email: mallory.email, roleId: 0, teamId, by: "link" })) ?? "");
      // 256 bits that were drawn, and nothing typed: there is no short secret to be guessed, and none of it was sent.
      expect(Buffer.from(link.hash.slice(1), "base64url")).toHaveLength(64);
      expect(JSON.stringify(stage.world.requests)).not.toContain(link.hash.slice(1, 43));
      await putInto(stage, teamId, mallory);
      await stage.world.sql("update account set invited_proof = $1 where id = $2", ["A".repeat(86), idOf(mallory)]);
      expect(await emailsIn(boss, teamId)).not.toContain(mallory.email);
      expect(await stage.world.sql("select 1 from team_key where member_id = $1", [idOf(mallory)])).toEqual([]);
    },
  },
];
