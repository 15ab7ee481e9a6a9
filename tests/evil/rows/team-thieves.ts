/** A thief with the token of a team's administrator, without that person's keys. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { exampleInput } from "../../../apps/server/src/testing/examples.ts";
import { grantText } from "../../../apps/server/src/testing/sharing.ts";
import { api } from "../../../packages/contract/src/api.ts";
import { leavingMessage } from "../../../packages/contract/src/team-log.ts";
import { toBase64Url } from "../../../packages/crypto/src/index.ts";
import { storedLog } from "../../flows/equal-logs.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { signEntry } from "../sign-entry.ts";
import { callWith, ENDPOINTS, rowsOf } from "../theft.ts";
import { writerOf } from "./colleague-team-log.ts";
import { aTeam, putInto } from "./teams.ts";

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

const isIn = async ({ world }: Stage, { client }: Person): Promise<boolean> =>
  (await world.sql("select 1 from account where id = $1 and team_id is not null", [client.session?.user.id])).length === 1;

export const TEAM_THIEVES: readonly Row[] = [
  {
    attack: "66",
    does: "leaves the team with a stolen token whose master password was just proven, which would end what its owner shares: unsigned, and signed by another identity",
    answer:
      "refuses: only the owner's identity signs it, in the log, or apart from it where the log does not have them; their own devices do",
    run: async (stage) => {
      const { boss, teamId } = await aTeam(stage);
      const unlisted = await stage.world.person(`unlisted-${randomUUID().slice(0, 8)}`);
      await putInto(stage, teamId, unlisted);
      const other = await writerOf(stage, boss);
      for (const one of [stage.ann, unlisted]) {
        const token = String((await askLoginData(stage, one)).token);
        const id = one.client.session?.user.id ?? "";
        // Of a version that does not sign its calls: else the password alone, without the keys, is refused before.
        await stage.world.sql("update session set is_guarded = false where account_id = $1", [id]);
        const log = await storedLog(stage.world, teamId);
        const entry = await signEntry(log, { kind: "remove", id }, { ...other, accountId: id });
        const signature = toBase64Url(await other.signer.sign(leavingMessage(teamId, id)));
        const leaving = { since: log.hashes.length, entry };
        const codes = [];
        for (const input of [{}, { signature }, { leaving }]) codes.push((await callWith(stage, token, api.team.leaveTeam, input)).code);
        expect([one.email, ...codes]).toEqual([one.email, "leaving_unsigned", "leaving_unsigned", "bad_signature"]);
        expect(await isIn(stage, one)).toBe(true);
        await one.client.account.prove(one);
        await one.client.team.refreshMembership();
        await one.client.team.leaveTeam();
        expect(await isIn(stage, one)).toBe(false);
      }
    },
  },
  {
    attack: "66, 67",
    does: "takes the token of a device, without its keys, in the minutes after its owner has given the master password there, and calls all that cannot be undone or opens a way in",
    answer:
      "refuses each, and nothing has changed: not the team, the account, its sessions or passkeys; the device itself deletes the team",
    run: async (stage) => {
      const { ann, world } = stage;
      const { boss, teamId } = await aTeam(stage);
      await boss.client.account.prove(boss);
      const { token, proof } = world.callerOf(boss);
      expect(proof, "the device signs its calls").toMatch(/^[\w-]{86}$/);
      const [bossId, annId] = [boss, ann].map(({ client }) => client.session?.user.id ?? "");
      const places = await world.sql<{ id: string }>("select membership_id as id from account where team_id = $1", [teamId]);
      const before = [await stateOf(stage, teamId), await rowsOf(stage, bossId ?? ""), await rowsOf(stage, annId ?? "")];
      for (const [name, spec] of ENDPOINTS.filter(([, { fresh }]) => fresh))
        for (const id of [teamId, annId, bossId, ...places.map((place) => place.id)]) {
          const example = exampleInput(spec);
          const aims = { id, teamId, userId: annId, memberUserId: annId, roleId: 2, deleteUsers: true };
          const aimed = Object.fromEntries(Object.entries({ ...example, ...aims }).filter(([key]) => key in example));
          expect([name, (await callWith(stage, token, spec, aimed)).code]).toEqual([name, "fresh_proof_needed"]);
        }
      expect([await stateOf(stage, teamId), await rowsOf(stage, bossId ?? ""), await rowsOf(stage, annId ?? "")]).toEqual(before);
      await boss.client.team.deleteTeam({ id: teamId, deleteUsers: false });
      expect(await world.sql("select 1 from team where id = $1", [teamId])).toEqual([]);
    },
  },
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
