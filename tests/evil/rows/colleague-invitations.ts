/** A member of a team who may invite plain members, and would turn an invited administrator into one (attacks.md 60). */
import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { invitedMessage, type TeamLog } from "../../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { permissionsWhere } from "../../../packages/core/src/team/permissions.ts";
import { generateInviteKey, proveInvited } from "../../../packages/crypto/src/index.ts";
import { storedLog } from "../../flows/equal-logs.ts";
import { joinTeam } from "../../flows/team-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { signEntry } from "../sign-entry.ts";
import { bobWithLink, idOf, memberOf, noClientBelieves, type Scene, scene, someone } from "./colleague-team-log.ts";
import { logOf, putInto, sinceIn } from "./teams.ts";

/** Ann gets a role by which she may invite and remove members, and no more. */
async function annInvites({ world, ann }: Stage, { boss, teamId }: Scene): Promise<void> {
  const permissions = permissionsWhere((flag) => flag === "invite_members" || flag === "remove_members");
  await boss.client.team.createRole({ name: `Scouts ${randomUUID()}`, description: "", permissions });
  const roleId = [...(await storedLog(world, teamId)).state.roles.keys()].at(-1) ?? 0;
  await boss.client.team.giveRole({ userId: idOf(ann), roleId, teamId });
}

export const COLLEAGUE_INVITATIONS: readonly Row[] = [
  {
    attack: "60",
    does: "a member who may invite members takes an administrator's invitation back, and replaces it by one for a member; a server helps them",
    answer: "the server refuses it from its own list and from the log; no client believes the entries",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, invited, write, colleague } = here;
      await annInvites(stage, here);
      const { bob } = await bobWithLink(stage, here);
      const team = stage.ann.client.team;
      const listed = (await boss.client.team.people({ teamId })).invitations.find(({ email }) => email === bob.email);
      const [id, email] = [listed?.id ?? "", bob.email];
      await expect(team.revokeInvitation({ id, email, teamId })).rejects.toMatchObject({ code: "invited_with_more" });
      await expect(team.invite({ email, roleId: 0, teamId, by: "link" })).rejects.toMatchObject({ code: "invited_with_more" });
      const half = (await generateInviteKey()).public;
      const lies: readonly [LogChange, LogChange] = [
        { kind: "withdraw", invited: await invited() },
        { kind: "invite", email, roleId: 3, proof: half },
      ];
      for (const change of lies) expect(await write(change)).toBe("forbidden");
      const log = await storedLog(stage.world, teamId);
      const first = await signEntry(log, lies[0], colleague);
      const hash = createHash("sha256").update(first.text).digest("hex");
      const entries = [first, await signEntry({ teamId, hashes: [...log.hashes, hash] }, lies[1], colleague)];
      stage.lie(logOf(teamId), (body: TeamLog, url) =>
        "entries" in body
          ? {
              ...body,
              entries: [...body.entries, ...entries.slice(Math.max(0, sinceIn(url) - log.hashes.length))],
              authors: [...body.authors, colleague.publicKey],
            }
          : body,
      );
      const shown = await (await boss.device("later")).client.team.people({ teamId });
      expect(shown.invitations.find((one) => one.email === email)).toMatchObject({ isInLog: true, role_id: 2 });
    },
  },
  {
    attack: "60",
    does: "a person joined as an administrator by an invitation that is not in the log yet; a member who may invite lets them in as a member, with a secret of their own",
    answer: "the server refuses the admission: it gives another role than the account has",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, invited, write } = here;
      await annInvites(stage, here);
      const bob = await someone(stage, "bob");
      const { body } = await boss.post("/team/invite", { email: bob.email, roleId: 2, teamId, by: "link" });
      const token = new URL((body as { link: string }).link).searchParams.get("token") ?? "";
      await bob.client.team.joinInvited({ token, fragment: "" });
      const { secret, public: proof } = await generateInviteKey();
      expect(await write({ kind: "invite", email: bob.email, roleId: 3, proof })).toBe("");
      const member = await memberOf(stage, bob);
      const own = await proveInvited(secret, invitedMessage(teamId, member));
      expect(await write({ kind: "admit", invited: await invited(), member, proof: own })).toBe("forbidden");
      expect(await write({ kind: "withdraw", invited: await invited() })).toBe("");
      await boss.client.team.confirmMember({ teamId, userId: idOf(bob), email: bob.email, roleId: 2 });
    },
  },
  {
    attack: "60",
    does: "a member who may invite puts an invitation of a second account of theirs into the log, and lets it in after they may invite no more; a server helps them",
    answer: "the server refuses it, and no client believes it: the invitation went with what its writer was allowed",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, second, invited, write } = here;
      await annInvites(stage, here);
      const { secret, public: proof } = await generateInviteKey();
      expect(await write({ kind: "invite", email: second.email, roleId: 3, proof })).toBe("");
      const number = await invited();
      await boss.client.team.giveRole({ userId: idOf(stage.ann), roleId: 0, teamId });
      await putInto(stage, teamId, second);
      const member = await memberOf(stage, second);
      const admission = {
        kind: "admit",
        invited: number,
        member,
        proof: await proveInvited(secret, invitedMessage(teamId, member)),
      } as const;
      expect(await write(admission)).toBe("forbidden");
      await noClientBelieves(stage, here, admission);
    },
  },
  {
    attack: "60",
    does: "a second account of a member who may invite has joined as a member; the log gets an invitation of it with that member's own role, and the account proves its secret",
    answer:
      "no client signs the admission, which the server would refuse with all else in the call: another newcomer gets in, and the next key comes unattended",
    run: async (stage) => {
      const here = await scene(stage);
      const { world } = stage;
      const { boss, teamId, second, write } = here;
      /** Clients ask by themselves once a minute. */
      const aMinuteLater = async (): Promise<void> => {
        world.passTime(0.02);
        await boss.client.vault.pull();
      };
      await annInvites(stage, here);
      const link = new URL((await boss.client.team.invite({ email: second.email, roleId: 0, teamId, by: "link" })) ?? "");
      await second.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: "" });
      const roleId = [...(await storedLog(world, teamId)).state.roles.keys()].at(-1) ?? 0;
      const { secret, public: half } = await generateInviteKey();
      expect(await write({ kind: "invite", email: second.email, roleId, proof: half })).toBe("");
      const proof = await proveInvited(secret, invitedMessage(teamId, await memberOf(stage, second)));
      await world.sql("update account set invited_proof = $1 where id = $2", [proof, idOf(second)]);
      const [bob, cat] = [await someone(stage, "bob"), await someone(stage, "cat")];
      const statusOf = ({ client }: Person) => aMinuteLater().then(() => client.team.maintain());
      for (const guest of [bob, cat]) {
        await joinTeam(boss, guest, { teamId });
        await expect.poll(() => statusOf(guest), { timeout: 10_000 }).toBe("open");
      }
      await bob.client.team.leaveTeam();
      const epochNow = () => aMinuteLater().then(async () => (await storedLog(world, teamId)).state.epoch);
      await expect.poll(epochNow, { timeout: 10_000 }).toBe(2);
      expect([...(await storedLog(world, teamId)).state.members.keys()]).not.toContain(idOf(second));
    },
  },
];
