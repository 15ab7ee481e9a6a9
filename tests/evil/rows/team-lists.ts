/**
 * The server's list of a team's people is its word alone (attacks.md 59, 62): with another key for a person, without some of the members, or
 * with an account of its own behind a mailed invitation. No client signs or seals because of it; a person is asked, by name.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TeamLog } from "../../../packages/contract/src/team-log.ts";
import type { Role } from "../../../packages/contract/src/team-schemas.ts";
import { flagsOf, NO_PERMISSIONS } from "../../../packages/core/src/team/permissions.ts";
import { storedLog } from "../../flows/equal-logs.ts";
import type { Person } from "../../flows/world.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { signEntry } from "../sign-entry.ts";
import { writerOf } from "./colleague-team-log.ts";
import { adversary, aTeam, logOf, putInto, sinceIn } from "./teams.ts";

const idOf = ({ client }: Person): string => client.session?.user.id ?? "";

/** Kinds of the entries in the team's log. */
async function kindsIn({ world }: Stage, teamId: string): Promise<string[]> {
  const rows = await world.sql<{ text: string }>("select text from team_log where team_id = $1 order by seq", [teamId]);
  return rows.map(({ text }) => (JSON.parse(text) as { change: { kind: string } }).change.kind);
}

const copiesFor = ({ world }: Stage, person: Person) => world.sql("select 1 from team_key where member_id = $1", [idOf(person)]);

/** What the boss's page asks. */
const questionsTo = async ({ client }: Person, teamId: string) =>
  (await client.team.people({ teamId })).toConfirm.map(({ kind, email }) => [kind, email]);

/** Everything that a client does by itself when its person looks around. */
async function looksAround({ client }: Person, teamId: string): Promise<void> {
  await client.team.people({ teamId });
  await client.team.ownTeamStatus();
  await client.vault.pull();
  await client.team.maintain();
}

/** A boss with a team, and Cat, whose number the boss has compared; from then on the server shows another key for her. */
async function comparedCat(stage: Stage) {
  const { boss, teamId } = await aTeam(stage);
  const cat = await stage.world.person(`cat-${randomUUID().slice(0, 8)}`);
  await boss.client.sharing.trustPerson({ person: await boss.client.sharing.findPerson({ email: cat.email }) });
  const { publicKey } = await adversary();
  const swap = (one: TeamLog["people"][number]) => (one.id === idOf(cat) ? { ...one, publicKey } : one);
  stage.lie(logOf(teamId), (body: TeamLog) => ("people" in body ? { ...body, people: body.people.map(swap) } : body));
  return { boss, teamId, cat };
}

const BLOCKED = { name: "ClientError", message: expect.stringContaining("Compare your safety numbers") };

export const TEAM_LISTS: readonly Row[] = [
  {
    attack: "19",
    does: "writes an entry into the log in a member's name, with a signature of its own",
    answer: "the log is not believed",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const [log, own, { signer }] = [await storedLog(stage.world, teamId), await writerOf(stage, boss), await adversary()];
      const entry = await signEntry(log, { kind: "invite", email: "mallory@example.net", roleId: 2 }, { ...own, signer });
      stage.lie(logOf(teamId), (body: TeamLog, url) =>
        "entries" in body
          ? {
              ...body,
              entries: [...body.entries, ...(sinceIn(url) <= log.hashes.length ? [entry] : [])],
              authors: [...body.authors, own.publicKey],
            }
          : body,
      );
      const later = (await boss.device("later")).client;
      expect(await later.team.ownTeamStatus()).toBe("not-believed");
      expect((await later.team.people({ teamId })).invitations).toEqual([]);
    },
  },
  {
    attack: "59",
    does: "the server shows another key for a person whose number was compared, and who comes by a mailed invitation",
    answer: "it is said; neither unattended nor by a press is she signed in or anything sealed to that key",
    run: async (stage) => {
      const { boss, teamId, cat } = await comparedCat(stage);
      await boss.client.team.invite({ email: cat.email, roleId: 0, teamId, by: "mail" });
      await putInto(stage, teamId, cat);
      const before = await kindsIn(stage, teamId);
      await looksAround(boss, teamId);
      expect(await questionsTo(boss, teamId)).toEqual([["blocked", cat.email]]);
      await refused(stage, () => boss.client.team.letIn({ teamId, userId: idOf(cat), email: cat.email }), BLOCKED);
      expect(await kindsIn(stage, teamId)).toEqual(before);
      expect(await copiesFor(stage, cat)).toEqual([]);
      stage.honest();
      await boss.client.team.letIn({ teamId, userId: idOf(cat), email: cat.email });
      expect(await copiesFor(stage, cat)).toHaveLength(1);
    },
  },
  {
    attack: "59",
    does: "the server shows another key for a person whose number was compared, when she is added to the team by Add Member",
    answer: "the press is refused with the reason; she is not signed in, and nothing is sealed to that key",
    run: async (stage) => {
      const { boss, teamId, cat } = await comparedCat(stage);
      const before = await kindsIn(stage, teamId);
      const adding = boss.client.team.addMember({ teamId, memberUserId: idOf(cat), email: cat.email, roleId: 0 });
      await expect(adding).rejects.toMatchObject(BLOCKED);
      await looksAround(boss, teamId);
      expect(await kindsIn(stage, teamId)).toEqual([...before, "invite"]);
      expect(await copiesFor(stage, cat)).toEqual([]);
    },
  },
  {
    attack: "59",
    does: "the server answers a mailed invitation with an account of its own",
    answer: "no client admits it unattended: the address is shown as not compared, and waits for a press",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const mallory = await stage.world.person(`mallory-${randomUUID().slice(0, 8)}`);
      await boss.client.team.invite({ email: mallory.email, roleId: 2, teamId, by: "mail" });
      await putInto(stage, teamId, mallory, 2);
      const before = await kindsIn(stage, teamId);
      for (const one of [boss, stage.ann]) await looksAround(one, teamId);
      expect(await kindsIn(stage, teamId)).toEqual(before);
      expect(await copiesFor(stage, mallory)).toEqual([]);
      const { toConfirm } = await boss.client.team.people({ teamId });
      expect(toConfirm).toMatchObject([{ kind: "let-in", email: mallory.email, isCompared: false }]);
    },
  },
  {
    attack: "62",
    does: "the server leaves members out of the list of a team's members",
    answer: "no removal and no new key is signed: the administrator is asked whether they are to be taken out",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const before = await kindsIn(stage, teamId);
      stage.lie(logOf(teamId), (body: TeamLog) => ("members" in body ? { ...body, members: [idOf(boss)], people: [] } : body));
      await looksAround(boss, teamId);
      expect(await questionsTo(boss, teamId)).toEqual([["gone", stage.ann.email]]);
      expect(await kindsIn(stage, teamId)).toEqual(before);
      expect(await stage.world.sql("select key_epoch from team where id = $1", [teamId])).toEqual([{ key_epoch: 1 }]);
      stage.honest();
      expect(await questionsTo(boss, teamId)).toEqual([]);
      expect(await copiesFor(stage, stage.ann)).toHaveLength(1);
    },
  },
  {
    attack: "61",
    does: 'the server calls the role of administrators "Member", who may manage nothing, and that of members something else',
    answer: "roles are shown by the names that go with their numbers, and with what the log says that they allow",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const swapped = (one: Role): Role => ({ ...one, name: one.id === 2 ? "Member" : "Guest", permissions: NO_PERMISSIONS });
      stage.lie("/team", (body: { roles?: Role[]; activeMembers?: { role_name: string }[] }) => ({
        ...body,
        ...(body.roles && { roles: body.roles.map(swapped) }),
        ...(body.activeMembers && { activeMembers: body.activeMembers.map((one) => ({ ...one, role_name: "Guest" })) }),
      }));
      stage.lie("/roles", (body: Role[]) => body.map(swapped));
      const { roles, members } = await boss.client.team.people({ teamId });
      for (const all of [roles, await boss.client.team.roles()])
        for (const { id, name } of all) expect([id, name]).toEqual([id, id === 2 ? "Team Admin" : id === 3 ? "Member" : "Guest"]);
      expect(flagsOf(roles.find(({ id }) => id === 2)?.permissions)).toContain("manage_team");
      expect(members.map(({ role_name }) => role_name).sort()).toEqual(["Member", "Team Admin"]);
    },
  },
  {
    attack: "61",
    does: "a colleague who may make roles calls one of her own, which may do all that she may, like the role of members, with other signs and letters of another width",
    answer: "wherever roles are chosen or shown its number goes with the name, so that no one gives it for the other",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const permissions = { ...NO_PERMISSIONS, invite_members: true };
      for (const name of ["Member", "ｍember.", "team admin"]) await boss.client.team.createRole({ name, description: "", permissions });
      const { roles } = await boss.client.team.people({ teamId });
      for (const all of [roles, await boss.client.team.roles()]) {
        const own = all.filter(({ id }) => id > 3);
        expect(own.map(({ id, name }) => name.endsWith(` (${id})`))).toEqual([true, true, true]);
        expect(all.filter(({ name }) => name === "Member")).toMatchObject([{ id: 3 }]);
      }
    },
  },
];
