/** A thief with the token of a team's administrator, without that person's keys. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { exampleInput } from "../../../apps/server/src/testing/examples.ts";
import { grantText } from "../../../apps/server/src/testing/sharing.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith, ENDPOINTS } from "../theft.ts";
import { aTeam } from "./teams.ts";

/** Everything about a team except its storage, which each reader counts for itself. */
const TEAM: Readonly<Record<string, string>> = {
  team: "select to_jsonb(t) - 'stored_bytes' as row from team t where id = $1",
  team_log: "select to_jsonb(t) as row from team_log t where team_id = $1",
  team_key: "select to_jsonb(t) as row from team_key t where team_id = $1",
  role: "select to_jsonb(t) as row from role t where team_id = $1 or team_id is null",
  invitation: "select to_jsonb(t) as row from invitation t where team_id = $1",
  account:
    "select jsonb_build_object('id', id, 'role', role_id, 'place', membership_id, 'ends', purge_at) as row from account where team_id = $1",
};

const stateOf = async ({ world }: Stage, teamId: string): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(TEAM).map(async ([table, text]) => {
        const rows = await world.sql<{ row: unknown }>(text, [teamId]);
        return [table, rows.map(({ row }) => JSON.stringify(row)).sort()] as const;
      }),
    ),
  );

export const TEAM_THIEVES: readonly Row[] = [
  {
    attack: "46, 47",
    does: "walks every call of teams with a stolen token of a team's maker, whose proof of the master password is old, and with every id of that team",
    answer: "no member, role, invitation, entry or key is given, removed or replaced; a name can be changed, and back",
    run: async (stage) => {
      const { ann, world } = stage;
      const { boss, teamId } = await aTeam(stage);
      await boss.client.team.invite({ email: "pending@example.net", roleId: 0, teamId, by: "mail" });
      const token = String((await askLoginData(stage, boss)).token);
      world.passMinutes(11);
      const [invitation] = await world.sql<{ id: string }>(
        "select id from invitation where email = 'pending@example.net' and revoked_at is null",
      );
      const [annId, bossId] = [ann, boss].map(({ client }) => client.session?.user.id ?? "");
      const [place] = await world.sql<{ id: string }>("select membership_id as id from account where id = $1", [annId]);
      const [log] = await world.sql<{ count: number }>("select count(*)::int as count from team_log where team_id = $1", [teamId]);
      const copy = { id: randomUUID(), memberId: annId, epoch: 1, createdAt: 0, key: grantText() };
      const aims = { teamId, userId: annId, memberUserId: annId, roleId: 2, since: log?.count, entries: [], keys: [copy] };
      const before = await stateOf(stage, teamId);
      for (const [name, spec] of ENDPOINTS.filter(([one]) => one.startsWith("team.") || one === "account.removeMfa"))
        for (const id of [teamId, invitation?.id, place?.id, annId, bossId]) {
          const example = exampleInput(spec);
          const aimed = Object.fromEntries(
            Object.entries({ ...example, id })
              .filter(([key]) => key in example)
              .map(([key, value]) => [key, key in aims ? aims[key as keyof typeof aims] : value]),
          );
          const { status } = await callWith(stage, token, spec, aimed);
          expect([name, status < 500]).toEqual([name, true]);
          const { team: _, ...others } = await stateOf(stage, teamId);
          expect([name, others]).toEqual([name, { ...before, team: undefined }]);
        }
      const [kept] = (await stateOf(stage, teamId)).team ?? [];
      const renamed = { name: "Real", description: "" };
      expect({ ...JSON.parse(kept ?? ""), ...renamed }).toEqual({ ...JSON.parse(before.team?.[0] ?? ""), ...renamed });
    },
  },
];
