/** An administrator of a team with a client of her own making (attacks.md 68): next keys that not all members get, and the end of the others' administration. */
import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { copiesMessage } from "../../../packages/contract/src/key-copies-message.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { generateKey, type SecretKey, teamKeyCheck, toHex } from "../../../packages/crypto/src/index.ts";
import { sealGrant } from "../../../packages/crypto/src/seal-grant.ts";
import { storedLog } from "../../flows/equal-logs.ts";
import { joinTeam } from "../../flows/team-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import { idOf, noClientBelieves, type Scene, scene, someone } from "./colleague-team-log.ts";
import { publicKeyOf } from "./teams.ts";

const hashOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Ann is an administrator of the team now. */
async function annAdministers(stage: Stage): Promise<Scene> {
  const here = await scene(stage);
  await here.boss.client.team.giveRole({ userId: idOf(stage.ann), roleId: 2, teamId: here.teamId });
  return here;
}

/** A copy of a key of the second epoch, made by Ann. */
async function copyFor(stage: Stage, { teamId, colleague }: Scene, person: Person, key: SecretKey) {
  const [id, memberId, epoch, createdAt] = [randomUUID(), idOf(person), 2, 0];
  const recipient = { accountId: memberId, publicKey: await publicKeyOf(stage.eve, person) };
  const terms = {
    grantId: id,
    scopeId: teamId,
    scopeKind: "team",
    epoch,
    sender: colleague,
    recipient,
    permission: "read",
    createdAt,
  } as const;
  return { id, memberId, epoch, createdAt, key: await sealGrant(terms, key, colleague.signer) };
}
type Copy = Awaited<ReturnType<typeof copyFor>>;

const namesOf = (teamId: string, copies: readonly Copy[]): string =>
  hashOf(
    copiesMessage(
      teamId,
      2,
      copies.map(({ memberId, key }) => ({ memberId, hash: hashOf(key) })),
    ),
  );

/**
 * No account can be written until two calls wait, for that or for each other: both have read and checked everything before either writes. No call waits longer than
 * five seconds (server, db/sessions.ts).
 * @returns when it is so: what resolves when it is over
 */
async function heldUntilTwoWait({ world }: Stage): Promise<{ readonly over: Promise<unknown> }> {
  const over = world.query(`do $$ begin
    lock table account in share mode;
    for attempt in 1..200 loop
      exit when (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') >= 2;
      perform pg_sleep(0.02);
      perform pg_stat_clear_snapshot();
    end loop;
  end $$`);
  const held = "select pid from pg_locks where relation = 'account'::regclass and mode = 'ShareLock' and granted";
  await expect.poll(() => world.sql(held), { interval: 5 }).toHaveLength(1);
  return { over };
}

export const COLLEAGUE_TEAM_KEYS: readonly Row[] = [
  {
    attack: "68",
    does: "an administrator draws a next key without a copy for the founder, under a true and a false hash, for another account, and naming him as left out",
    answer: "the server refuses each, and the key stays",
    run: async (stage) => {
      const here = await annAdministers(stage);
      const { boss, teamId, write, second } = here;
      const key = generateKey();
      const [other, his] = [await copyFor(stage, here, second, key), await copyFor(stage, here, boss, key)];
      const next = { kind: "key", epoch: 2, check: toHex(await teamKeyCheck({ teamId, epoch: 2 }, key)) } as const;
      const tries: readonly (readonly [change: LogChange, copies: readonly Copy[]])[] = [
        [{ ...next, copies: namesOf(teamId, []) }, []],
        [{ ...next, copies: namesOf(teamId, [his]) }, []],
        [{ ...next, copies: namesOf(teamId, [other]) }, [other]],
        [{ ...next, copies: namesOf(teamId, []) }, [his]],
        [{ ...next, copies: namesOf(teamId, []), without: [idOf(boss)] }, []],
        [next, [his]],
      ];
      for (const [change, copies] of tries) expect(await write(change, copies)).toBe("team_key_incomplete");
      expect((await storedLog(stage.world, teamId)).state.epoch).toBe(1);
      expect(await boss.client.team.ownTeamStatus()).toBe("open");
    },
  },
  {
    attack: "68",
    does: "an administrator draws a next key, and the founder's copy of it holds another one",
    answer: "his client says so with its signature; he draws the next key without having this one, and she gets a copy of that",
    run: async (stage) => {
      const here = await annAdministers(stage);
      const { boss, teamId, write } = here;
      const key = generateKey();
      const copies = [await copyFor(stage, here, boss, generateKey())];
      const check = toHex(await teamKeyCheck({ teamId, epoch: 2 }, key));
      expect(await write({ kind: "key", epoch: 2, check, copies: namesOf(teamId, copies) }, copies)).toBe("");
      const kept = (person: Person, epoch: number) =>
        stage.world.sql("select 1 from team_key where team_id = $1 and member_id = $2 and epoch = $3", [teamId, idOf(person), epoch]);
      expect(await boss.client.team.ownTeamStatus()).toBe("key-pending");
      expect(await kept(boss, 2)).toEqual([]);
      await boss.client.team.drawKey({ teamId });
      expect(await boss.client.team.ownTeamStatus()).toBe("open");
      expect((await storedLog(stage.world, teamId)).state.epoch).toBe(3);
      expect(await kept(stage.ann, 3)).toHaveLength(1);
    },
  },
  {
    attack: "68",
    does: "an administrator takes the founder out, also as a closed account, by the log and by the server; a server helps her",
    answer: "refused; he leaves by his own signature, and only after he has handed over",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, write } = here;
      const stays = { code: "administrator_stays" };
      await expect(boss.client.team.leaveTeam()).rejects.toMatchObject(stays);
      await boss.client.team.giveRole({ userId: idOf(stage.ann), roleId: 2, teamId });
      const out: LogChange = { kind: "remove", id: idOf(boss) };
      expect(await write(out)).toBe("forbidden");
      expect(await write({ ...out, isClosed: true })).toBe("forbidden");
      // An administrator of the server is out of her reach anyway.
      await stage.world.sql("update account set role_id = 2 where id = $1", [idOf(boss)]);
      await stage.ann.client.account.prove({ password: stage.ann.password });
      const place = (await stage.ann.client.team.people({ teamId })).members.find(({ email }) => email === boss.email);
      const removing = stage.ann.client.team.removeMember({ id: place?.id ?? "", userId: idOf(boss), teamId });
      await expect(removing).rejects.toMatchObject(stays);
      await noClientBelieves(stage, here, out);
      stage.honest();
      await boss.client.team.leaveTeam();
      expect([...(await storedLog(stage.world, teamId)).state.members.keys()]).toEqual([idOf(stage.ann)]);
    },
  },
  {
    attack: "68",
    does: "an administrator takes the other one out at the server alone and leaves, so that only the log has someone to hand over to",
    answer: "the server refuses while no one who is there administers the team",
    run: async (stage) => {
      const { boss, teamId } = await annAdministers(stage);
      const [dan, cat] = [await someone(stage, "dan"), await someone(stage, "cat")];
      await joinTeam(boss, dan, { teamId, roleId: 2 });
      await joinTeam(boss, cat, { teamId });
      await boss.client.team.people({ teamId });
      await boss.client.team.leaveTeam();
      const anns = (await dan.client.team.people({ teamId })).members.find(({ email }) => email === stage.ann.email);
      stage.world.refuseWhen((url) => url.includes("/log"));
      await expect(dan.client.team.removeMember({ id: anns?.id ?? "", userId: idOf(stage.ann), teamId })).rejects.toThrow();
      stage.world.refuseWhen(() => false);
      await expect(dan.client.team.leaveTeam()).rejects.toMatchObject({ code: "administrator_stays" });
    },
  },
  {
    attack: "68",
    does: "two administrators take each other out at the server at once; and one whom the server has made a plain member signs removals, before the log says so",
    answer: "one of them stays; and the server takes no removal of her",
    run: async (stage) => {
      const { boss, teamId, write } = await annAdministers(stage);
      const { world } = stage;
      const dan = await someone(stage, "dan");
      await joinTeam(boss, dan, { teamId, roleId: 2 });
      await boss.client.team.people({ teamId });
      await world.sql("update account set role_id = 3 where id = $1", [idOf(stage.ann)]);
      expect(await write({ kind: "remove", id: idOf(dan) })).toBe("forbidden");
      await world.sql("update account set role_id = 2 where id = $1", [idOf(stage.ann)]);
      await boss.client.team.leaveTeam();
      const anns = String((await askLoginData(stage, stage.ann)).token);
      const dans = String((await askLoginData(stage, dan)).token);
      const takeOut = (token: string, other: Person) => world.callWith(token, `/teams/${teamId}/members/${idOf(other)}`, "DELETE");
      const { over } = await heldUntilTwoWait(stage);
      const [first, second] = await Promise.all([takeOut(anns, dan), takeOut(dans, stage.ann), over]);
      const forbidden = { status: 403, body: expect.objectContaining({ code: "forbidden" }) };
      expect([first, second].sort((a, b) => a.status - b.status)).toMatchObject([{ status: 200 }, forbidden]);
      expect(await world.sql("select role_id from account where team_id = $1", [teamId])).toEqual([{ role_id: 2 }]);
    },
  },
];
