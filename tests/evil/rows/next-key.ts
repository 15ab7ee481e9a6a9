/** A server that takes no next key of a vault after someone has lost access: for the person who has the one in use. */
import { expect } from "vitest";
import { AppError, type ErrorCode } from "../../../packages/contract/src/errors.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown } from "../../flows/sharing-setup.ts";
import type { Person, World } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { endSharesOf } from "./colleague-makers.ts";
import { someone } from "./colleague-team-log.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault, WRITES } from "./members.ts";
import { BY_ME, nothingToDo, PULL, rotationsIn, rowsByMe } from "./sharing.ts";

const isNextKey = (url: string): boolean => url.endsWith("/share/rotate");

const refusing = (code: ErrorCode) => (): Response => {
  const { status, message } = new AppError(code);
  return Response.json({ success: false, code, message }, { status });
};

/** What it says in place of making the key the next one. */
const ANSWERS: Readonly<Record<string, () => Response>> = {
  forbidden: refusing("forbidden"),
  "not found": refusing("not_found"),
  nothing: () => Response.json({}),
  done: () => Response.json({ success: true }),
  "another device was faster": refusing("stale_head"),
};

async function whileRefused(world: World, answer: () => Response, work: () => Promise<void>): Promise<void> {
  world.refuseWhen(isNextKey, answer);
  await work().finally(() => world.refuseWhen(() => false));
}

/** What the key opens of everything that the server has in the scope. */
async function readBy(stage: Stage, { row, key }: Awaited<ReturnType<typeof holdingOf>>): Promise<readonly string[]> {
  const rows = await stage.world.sql<{ id: string }>("select id from record where scope_id = $1", [row.scope_id]);
  const ids = rows.map(({ id }) => id);
  return opensOf(key, row.scope_id, await ciphertextOf(stage, ids, row.scope_id));
}

/** A next key that was drawn while that person was still in the vault comes into use once their access is over. */
const drawnBefore: Row = {
  attack: "46",
  does: "another device of the owner has made a next key, and one that does not have it yet ends a person's access",
  answer: "what is saved goes under a key that was drawn after their access was over",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, carol, create } = await sharedVault(stage);
    const rows = await rowsByMe(stage);
    const other = await ann.device("another");
    await other.client.vault.pull();
    await revokeAs(other.client, vaultId, carol);
    await eve.client.vault.pull();
    const held = await holdingOf(stage, eve, vaultId);
    expect(held.row.epoch).toBe(2);
    stage.lie(PULL, nothingToDo(2));
    stage.lie(BY_ME, (listed: SharedItem[]) => listed.map((row) => rows.find(({ id }) => id === row.id) ?? row));
    world.refuseWhen(isNextKey);
    await ann.client.sharing.revoke(asListed(held.row)).catch(() => undefined);
    world.refuseWhen(() => false);
    // A server that takes whatever is saved under it.
    await world.sql("update share_grant set epoch = 1 where id = $1", [held.row.id]);
    const { id, fields } = await create(stage.secret("after"));
    const saved = await ciphertextOf(stage, [id], held.row.scope_id);
    expect(saved).not.toEqual([]);
    expect(await opensOf(held.key, held.row.scope_id, saved)).not.toContain(fields.password);
  },
};

const revokeAs = async (device: Person["client"], vaultId: string, { email }: Person): Promise<void> => {
  const row = (await device.sharing.sharedByMe()).find((one) => one.itemId === vaultId && one.person === email);
  await device.sharing.revoke(asShown(row)).catch(() => undefined);
};

const refusedEnd: Row = {
  attack: "46",
  does: "another device of the owner has ended one person's access, and one that has not heard of it ends another's, which the server refuses; the server lists all shares as before",
  answer: "the next key goes without the first person, whose share is noted as ended",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, carol, create } = await sharedVault(stage);
    const other = await ann.device("another");
    await other.client.vault.pull();
    const rows = await rowsByMe(stage);
    const idOf = ({ email }: Person) => rows.find((row) => row.item_id === vaultId && row.shared_with_email === email)?.id;
    await whileRefused(world, refusing("forbidden"), () => revokeAs(other.client, vaultId, carol));
    stage.lie(BY_ME, () => rows);
    world.refuseWhen((url) => url.includes("/share/") && !url.includes("/share/items/"), refusing("forbidden"));
    const hers = rows.find(({ id }) => id === idOf(eve));
    if (!hers) throw new Error("The share with Eve is not listed");
    await expect(ann.client.sharing.revoke(asListed(hers))).rejects.toMatchObject({ code: "forbidden" });
    world.refuseWhen(() => false);
    const from = world.requests.length;
    await create(stage.secret("after")).catch(() => undefined);
    await ann.client.vault.pull();
    const given = rotationsIn(stage, from).flatMap(({ grants }) => grants.map(({ id }) => id));
    expect(rotationsIn(stage, from)).not.toEqual([]);
    expect(given).not.toContain(idOf(carol));
  },
};

const unansweredEnd: Row = {
  attack: "46",
  does: "the server says that it has no time when the owner ends a person's access, and lists the share as before",
  answer: "the end is said again before the next save, which goes under a key that this person does not get",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create } = await sharedVault(stage);
    const held = await holdingOf(stage, eve, vaultId);
    world.refuseWhen((url) => url.includes("/share/") && !url.includes("/share/items/"), refusing("unavailable"));
    await expect(ann.client.sharing.revoke(asListed(held.row))).rejects.toMatchObject({ code: "unavailable" });
    world.refuseWhen(() => false);
    const { id, fields } = await create(stage.secret("after"));
    expect(await readBy(stage, held)).not.toContain(fields.password);
    await eve.client.vault.pull();
    await expect(eve.client.vault.open({ id })).rejects.toMatchObject({ code: "not_found" });
  },
};

export const NEXT_KEY: readonly Row[] = [
  {
    attack: "46",
    does: "keeps the key after access was revoked, and the server takes no next key, whatever it says about that",
    answer:
      "nothing new is saved there, and the owner reads why; what is deleted is deleted; as soon as the server takes the key, all goes on",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { vault, sharing } = ann.client;
      for (const [at, [said, answer]] of Object.entries(ANSWERS).entries())
        for (const write of WRITES.slice(at % 2, (at % 2) + 1)) {
          const { vaultId, before, create } = await sharedVault(stage);
          const apart = await create(stage.secret("deleted"));
          const held = await holdingOf(stage, eve, vaultId);
          expect(await readBy(stage, held), "the key is the right one").toContain(before.fields.password);
          const password = stage.secret("refused");
          await whileRefused(world, answer, async () => {
            await sharing.revoke(asListed(held.row)).catch(() => undefined);
            const why = answer().status === 409 ? new AppError("stale_head").message : "the server did not take the next one";
            await expect(write(vault, vaultId, before.id, password), said).rejects.toThrow(why);
            expect(await readBy(stage, held), said).not.toContain(password);
            await vault.remove({ ids: [apart.id] });
            expect((await vault.pull()).items.map(({ id }) => id)).not.toContain(apart.id);
          });
          const id = await write(vault, vaultId, before.id, password);
          expect((await vault.open({ id })).fields.password).toBe(password);
          expect(await readBy(stage, held)).not.toContain(password);
        }
    },
  },
  {
    attack: "46",
    does: "keeps the key after access was revoked, and the server says of another person in the vault that they have another key, for which the next one would have to wait",
    answer:
      "nothing new is saved there, and the owner reads of whom that is said; once the server says the true key, or that share is ended, all goes on",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vault, sharing } = ann.client;
      const [write] = WRITES;
      for (const end of ["the true key", "no share"]) {
        const { vaultId, before, carol } = await sharedVault(stage);
        const held = await holdingOf(stage, eve, vaultId);
        const anotherKey = held.row.shared_with_key;
        stage.lie(BY_ME, (rows: SharedItem[]) => {
          for (const row of rows) if (row.shared_with_email === carol.email) Object.assign(row, { shared_with_key: anotherKey });
        });
        await sharing.revoke(asListed(held.row)).catch(() => undefined);
        const password = stage.secret("refused");
        await expect(write?.(vault, vaultId, before.id, password), end).rejects.toThrow(carol.email);
        expect(await readBy(stage, held), end).not.toContain(password);
        if (end === "the true key") stage.honest();
        else await endSharesOf(stage, carol, vaultId);
        const id = (await write?.(vault, vaultId, before.id, password)) ?? "";
        expect((await vault.open({ id })).fields.password, end).toBe(password);
        expect(await readBy(stage, held), end).not.toContain(password);
        stage.honest();
      }
    },
  },
  drawnBefore,
  {
    attack: "46",
    does: "a colleague shares much with a person and makes the next key of all of it at once, so that it takes the calls that the person's device has for others",
    answer: "the device asks for each sharer's in turn, so what someone else shares comes with the first of them",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const [bob, carol] = [await someone(stage, "bob"), await someone(stage, "carol")];
      const shared = async ({ client }: Person) => {
        const { id } = await client.vault.create({ draft: aLogin({ title: "Made in the attack" }) });
        for (const { email } of [ann, carol]) await client.sharing.share({ id, email, permission: "read", expiresAt: null });
        const [row] = await world.sql<{ scope: string }>("select scope_id as scope from record where id = $1", [id]);
        const carols = (await client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === id && person === carol.email);
        return { scope: row?.scope, end: () => client.sharing.revoke(asShown(carols)) };
      };
      const all: Awaited<ReturnType<typeof shared>>[] = [];
      for (const person of [eve, eve, eve, bob]) all.push(await shared(person));
      await ann.client.vault.pull();
      for (const { end } of all) await end();
      const from = world.requests.length;
      await ann.client.vault.pull();
      const scopes = all.map(({ scope }) => scope);
      const asked = world.requests.slice(from).map(({ url }) => scopes.indexOf(/[?&]scope=([^&]+)/.exec(url)?.[1]));
      expect(asked.filter((at) => at >= 0)).toEqual([0, 3, 1, 2]);
    },
  },
  refusedEnd,
  unansweredEnd,
];
