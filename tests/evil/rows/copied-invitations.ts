/** A link that was handed over and copied on the way: someone else registers the address first. */
import { expect } from "vitest";
import { parseInvitation } from "../../../packages/core/src/account/invitation-link.ts";
import { TEAM_ADMIN } from "../../../packages/core/src/team/roles.ts";
import { givesPassword } from "../../flows/team-setup.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const PASSWORD = "Copied-Link-77!";

/** A team whose founder hands over a link to an administrator's role. */
async function scene({ world }: Stage) {
  const name = crypto.randomUUID().slice(0, 8);
  const boss = givesPassword(await world.person(`boss-${name}`, 1));
  const { id: teamId } = await boss.client.team.createTeam({ name: "Copied", description: "" });
  const email = `invited-${name}@example.com`;
  const link = new URL((await boss.client.team.invite({ email, roleId: TEAM_ADMIN, teamId, by: "link" })) ?? "");
  const token = parseInvitation(link.searchParams.get("token") ?? "")?.token ?? "";
  return { boss, teamId, email, token, fragment: link.hash, form: { token, email, password: PASSWORD, hint: null } };
}

export const COPIED_INVITATIONS: readonly Row[] = [
  {
    attack: "69",
    does: "copies a handed-over link, and registers its address first, where the server has mail",
    answer: "is refused without the code from the mailbox; the invited person registers with it",
    run: async (stage) => {
      const { world } = stage;
      world.setMailServer("smtp://127.0.0.1:1");
      try {
        const { email, token, form } = await scene(stage);
        const thief = (await world.stranger()).client;
        await expect(thief.account.register(form)).rejects.toMatchObject({ code: "email_not_proven" });
        await thief.account.sendInvitationCode({ token });
        await expect(thief.account.register({ ...form, code: "000000" })).rejects.toMatchObject({ code: "invalid_code" });
        const invited = (await world.stranger()).client;
        await invited.account.sendInvitationCode({ token });
        const code = await world.mail.codeFor(email);
        await expect(thief.account.register({ ...form, code: "123123" })).rejects.toMatchObject({ code: "invalid_code" });
        await invited.account.register({ ...form, code });
        await invited.account.login({ email, password: PASSWORD });
      } finally {
        world.setMailServer(null);
      }
    },
  },
  {
    attack: "69",
    does: "copies a handed-over link, and registers its address first, where the server has no mail",
    answer: "the members see that the address is not proven, and not that the person is verified",
    run: async (stage) => {
      const { boss, email, fragment, form } = await scene(stage);
      const thief = (await stage.world.stranger()).client;
      await thief.account.register(form);
      await thief.team.rememberInvitation({ email, fragment });
      await thief.account.login({ email, password: PASSWORD });
      await thief.vault.pull();
      const seen = async () => (await boss.client.team.people({ teamId: null })).members.find((member) => member.email === email);
      await expect.poll(seen).toMatchObject({ address_proven: false, isVerified: false });
    },
  },
];
