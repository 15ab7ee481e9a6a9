/** A member of a team with a client of their own making, who writes entries into its log (attacks.md 60, 61): by the honest server, and by one that helps them. */
import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { openOwnSigner } from "../../../packages/client/src/account/credentials.ts";
import { invitedMessage, type SignedEntry, type TeamLog } from "../../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../../packages/core/src/team/log-state.ts";
import { permissionsWhere } from "../../../packages/core/src/team/permissions.ts";
import { deriveSymmetricKey, fingerprint, fromBase64Url, proveInvited, toHex } from "../../../packages/crypto/src/index.ts";
import { expectEqualLogs, storedLog } from "../../flows/equal-logs.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { forgeOf } from "../forge.ts";
import type { Row } from "../row.ts";
import { signEntry, type Writer } from "../sign-entry.ts";
import { aTeam, logOf, publicKeyOf, putInto, sinceIn } from "./teams.ts";

export const idOf = ({ client }: Person): string => client.session?.user.id ?? "";
export const someone = ({ world }: Stage, name: string): Promise<Person> => world.person(`${name}-${randomUUID().slice(0, 8)}`);

/** A person's own identity, out of the reach of their client. */
export async function writerOf(stage: Stage, person: Person): Promise<Writer> {
  const { data, accountId, vaultKey, keys } = await forgeOf({ ...stage, ann: person });
  const own = { accountId, keyEpoch: keys.epoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keys.epoch) };
  return {
    accountId,
    publicKey: await publicKeyOf(person === stage.eve ? stage.ann : stage.eve, person),
    signer: await openOwnSigner(own, String(data.encryptedPrivateKey)),
  };
}

/** As it is named in the log. */
export const memberOf = async ({ eve }: Stage, person: Person) => ({
  id: idOf(person),
  key: toHex(await fingerprint(await publicKeyOf(eve, person))),
});

export interface Scene {
  readonly boss: Person;
  readonly teamId: string;
  /** Ann, a plain member. */
  readonly colleague: Writer;
  /** Another account of hers. */
  readonly second: Person;
  /** The number of the newest invitation. */
  readonly invited: () => Promise<number>;
  /** Ann's next entry. */
  readonly signed: (change: LogChange) => Promise<SignedEntry>;
  /** Sends it, with copies of the key. @returns the code of the refusal. Afterwards server and clients agree. */
  readonly write: (change: LogChange, keys?: readonly object[]) => Promise<string>;
}

export async function scene(stage: Stage): Promise<Scene> {
  const { ann, world } = stage;
  const { boss, teamId } = await aTeam(stage);
  const [colleague, second] = [await writerOf(stage, ann), await someone(stage, "second")];
  const signed = async (change: LogChange) => signEntry(await storedLog(world, teamId), change, colleague, world.now());
  const write: Scene["write"] = async (change, keys = []) => {
    const { hashes } = await storedLog(world, teamId);
    const { body } = await ann.post(`/teams/${teamId}/log`, { since: hashes.length, entries: [await signed(change)], keys });
    await expectEqualLogs(world);
    return (body as { code?: string }).code ?? "";
  };
  const invited = async (): Promise<number> => [...(await storedLog(world, teamId)).state.invites.keys()].at(-1) ?? 0;
  return { boss, teamId, colleague, second, invited, signed, write };
}

/** The server serves the colleague's entry as the newest one: no client believes it, and nothing is given to the account. */
export async function noClientBelieves(stage: Stage, { boss, teamId, signed, second, colleague }: Scene, change: LogChange): Promise<void> {
  const [entry, { hashes }] = [await signed(change), await storedLog(stage.world, teamId)];
  await putInto(stage, teamId, second, 2);
  stage.lie(logOf(teamId), (body: TeamLog, url) =>
    "entries" in body
      ? {
          ...body,
          entries: [...body.entries, ...(sinceIn(url) <= hashes.length ? [entry] : [])],
          authors: [...body.authors, colleague.publicKey],
        }
      : body,
  );
  const later = (await boss.device("later")).client;
  const shown = await later.team.people({ teamId });
  expect(shown.members.map(({ user_id }) => user_id).sort()).toEqual([idOf(boss), idOf(stage.ann)].sort());
  expect(await stage.world.sql("select 1 from team_key where member_id = $1", [idOf(second)])).toEqual([]);
}

/** Bob, with a link that makes him an administrator, and what proves that he has it. */
export async function bobWithLink(stage: Stage, { boss, teamId }: Scene) {
  const bob = await someone(stage, "bob");
  const link = new URL((await boss.client.team.invite({ email: bob.email, roleId: 2, teamId, by: "link" })) ?? "");
  const secret = fromBase64Url(link.hash.slice(1)).slice(0, 32);
  const prove = (member: { readonly id: string; readonly key: string }) => proveInvited(secret.slice(), invitedMessage(teamId, member));
  return { bob, token: link.searchParams.get("token") ?? "", prove };
}

export const COLLEAGUE_TEAM_LOG: readonly Row[] = [
  {
    attack: "63",
    does: "a member dates an entry three days ahead, so that the members it admits never seem to be heard again",
    answer: "the server refuses it",
    run: async (stage) => {
      const { ann, world } = stage;
      const { teamId, colleague } = await scene(stage);
      const { hashes } = await storedLog(world, teamId);
      const entry = await signEntry(
        { teamId, hashes },
        { kind: "remove", id: colleague.accountId },
        colleague,
        world.now() + 3 * 86_400_000,
      );
      const { body } = await ann.post(`/teams/${teamId}/log`, { since: hashes.length, entries: [entry], keys: [] });
      expect(body).toMatchObject({ code: "bad_signature" });
    },
  },
  {
    attack: "60",
    does: "a plain member admits an invited administrator without a link's secret: a second account of theirs, and the invited one; a server helps them",
    answer: "the server refuses both; no client believes the entry, and the account gets no key",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, second, invited, write } = here;
      await boss.client.team.invite({ email: second.email, roleId: 2, teamId, by: "mail" });
      const own: LogChange = { kind: "admit", invited: await invited(), member: await memberOf(stage, second) };
      expect(await write(own)).toBe("forbidden");
      await putInto(stage, teamId, second, 2);
      expect(await write(own)).toBe("forbidden");
      await noClientBelieves(stage, here, own);
    },
  },
  {
    attack: "60",
    does: "a person who was invited as an administrator by a link lets another account use its secret, and other keys, and stays out of the team themselves",
    answer: "the server refuses an account at another address, another key, and an account that is not in the team",
    run: async (stage) => {
      const here = await scene(stage);
      const { teamId, second, invited, write } = here;
      const { bob, token, prove } = await bobWithLink(stage, here);
      const [bobs, seconds] = [await memberOf(stage, bob), await memberOf(stage, second)];
      const admit = async (member: typeof bobs) => write({ kind: "admit", invited: await invited(), member, proof: await prove(member) });
      expect(await admit(bobs), "not in the team").toBe("forbidden");
      await putInto(stage, teamId, second, 2);
      expect(await admit(seconds), "another address").toBe("forbidden");
      await bob.client.team.joinInvited({ token, fragment: "" });
      expect(await admit({ ...bobs, key: seconds.key }), "another key").toBe("forbidden");
      expect(await admit(bobs), "what the link is for").toBe("");
    },
  },
  {
    attack: "60",
    does: "a person whom the server let in as a member has kept the link of an administrator's invitation that was taken back at the server only",
    answer: "the server refuses the admission: they did not join by that invitation",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, invited, write } = here;
      const { bob, prove } = await bobWithLink(stage, here);
      const { status, body } = await boss.post("/team/invite", { email: bob.email, roleId: 0, teamId, by: "link" });
      expect([status, body]).toMatchObject([200, { link: expect.any(String) }]);
      const token = new URL((body as { link: string }).link).searchParams.get("token") ?? "";
      await bob.client.team.joinInvited({ token, fragment: "" });
      const member = await memberOf(stage, bob);
      expect(await write({ kind: "admit", invited: await invited(), member, proof: await prove(member) })).toBe("forbidden");
    },
  },
  {
    attack: "61",
    does: "a member admits an account with 64 random bytes as the proof of a link's secret; a server helps them",
    answer: "the server refuses it, no client believes it; removing that member afterwards counts for all",
    run: async (stage) => {
      const here = await scene(stage);
      const { boss, teamId, second, invited, write } = here;
      await boss.client.team.invite({ email: second.email, roleId: 2, teamId, by: "link" });
      await putInto(stage, teamId, second, 2);
      const proof = randomBytes(64).toString("base64url");
      const own: LogChange = { kind: "admit", invited: await invited(), member: await memberOf(stage, second), proof };
      expect(await write(own)).toBe("forbidden");
      await noClientBelieves(stage, here, own);
      stage.honest();
      const place = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === stage.ann.email);
      await boss.client.team.removeMember({ id: place?.id ?? "", userId: place?.user_id ?? "", teamId });
      const { state } = await storedLog(stage.world, teamId);
      expect([[...state.members.keys()], state.epoch]).toEqual([[idOf(boss)], 2]);
    },
  },
  {
    attack: "60",
    does: "a member who may only invite takes in the log what another role may do, and an administrator's; and invites an address in other spellings",
    answer: "the server refuses what its roles do not say, and an address that no client would find again to take its invitation back",
    run: async (stage) => {
      const { boss, teamId, write } = await scene(stage);
      const permissions = permissionsWhere((flag) => flag !== "manage_teams");
      const made = async (name: string): Promise<number> => {
        await boss.client.team.createRole({ name, description: "", permissions });
        return [...(await storedLog(stage.world, teamId)).state.roles.keys()].at(-1) ?? 0;
      };
      const [hers, others] = [await made(`Hers ${randomUUID()}`), await made(`Others' ${randomUUID()}`)];
      await boss.client.team.giveRole({ userId: idOf(stage.ann), roleId: hers, teamId });
      const define = (roleId: number): LogChange => ({ kind: "define", roleId, permissions: [] });
      for (const roleId of [others, 2, others + 1]) expect(await write(define(roleId))).toBe("forbidden");
      for (const email of ["NEW@example.com", "\uff4eew@example.com"])
        expect(await write({ kind: "invite", email, roleId: 3 })).toBe("forbidden");
      expect(await write({ kind: "invite", email: "new@example.com", roleId: 3 })).toBe("");
      expect((await storedLog(stage.world, teamId)).state.roles.get(others)).toContain("invite_members");
    },
  },
];
