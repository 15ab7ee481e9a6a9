/** A server that goes back behind the end of a share: after a restored backup, or on purpose. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf } from "./members.ts";
import { BY_ME, sharedWithTwo } from "./sharing.ts";

/** In the order in which they can be written again. */
const TABLES = ['public."record"', "head", "superseded", "share_grant"] as const;

/** @returns a function that puts everything of these scopes back as it is now, and what Ann knows of others */
async function keeping({ world, ann }: Stage, scopeIds: readonly string[]): Promise<(withTrust: boolean) => Promise<void>> {
  const rowsOf = async (table: string, key = "scope_id") =>
    (await world.sql<{ row: object }>(`select to_jsonb(t) as row from ${table} t where ${key} = any($1)`, [scopeIds])).map(
      ({ row }) => row,
    );
  const kept = new Map<string, object[]>();
  for (const table of TABLES) kept.set(table, await rowsOf(table));
  const scopes = await rowsOf("scope", "id");
  const isAnns = "account_id = (select id from account where email = $1)";
  const [trust] = await world.sql<{ trust_store: string }>(`select trust_store from identity where ${isAnns}`, [ann.email]);
  return async (withTrust) => {
    for (const table of TABLES.toReversed()) await world.sql(`delete from ${table} where scope_id = any($1)`, [scopeIds]);
    const columns = "seq = b.seq, generation = b.generation, epoch = b.epoch, own = b.own, own_at = b.own_at, stamp = scope.stamp + 1";
    await world.sql(`update scope set ${columns} from jsonb_populate_recordset(null::scope, $1) b where scope.id = b.id`, [
      JSON.stringify(scopes),
    ]);
    for (const table of TABLES)
      await world.sql(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [JSON.stringify(kept.get(table))]);
    if (withTrust) await world.sql(`update identity set trust_store = $2 where ${isAnns}`, [ann.email, trust?.trust_store]);
  };
}

const epochOf = async ({ world }: Stage, scopeId: string): Promise<number> =>
  (await world.sql<{ epoch: number }>("select epoch from scope where id = $1", [scopeId]))[0]?.epoch ?? 0;

/** Eve's access ends, then Carol may only read: two next keys. */
async function endedAndReplaced(stage: Stage) {
  const { ann, eve } = stage;
  const { id, carol, rowOf } = await sharedWithTwo(stage);
  const { row, key } = await holdingOf(stage, eve, id);
  const { scope_id: scopeId } = row;
  const goBack = await keeping(stage, [scopeId, ann.client.session?.personalVaultId ?? ""]);
  const onlyThis = await keeping(stage, [scopeId]);
  await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
  await expect.poll(() => epochOf(stage, scopeId)).toBe(2);
  const theirs = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === id && person === carol.email);
  await ann.client.sharing.setPermission({ ...asShown(theirs), permission: "read" });
  await expect.poll(() => epochOf(stage, scopeId)).toBe(3);
  await ann.client.vault.pull();
  return { id, carol, scopeId, key, hers: rowOf(eve.email), goBack, onlyThis };
}

/** @returns whether the key opens what is saved now */
async function opensWhatIsSaved(stage: Stage, { vault }: Client, { id, scopeId, key }: Awaited<ReturnType<typeof endedAndReplaced>>) {
  const [base, password] = [await vault.open({ id }), stage.secret("saved after it went back")];
  await vault.update({ base, draft: aLogin({ ...base.fields, password }) });
  return (await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).includes(password);
}

export const SET_BACK: readonly Row[] = [
  {
    attack: "46",
    does: "the server goes back with one share alone, behind the end of a person's access, for a device of the owner that has not seen it",
    answer:
      "the account knows that this key was replaced: the next one is made without that person before anything is saved, whatever the server lists",
    run: async (stage) => {
      const scene = await endedAndReplaced(stage);
      await scene.onlyThis(false);
      stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== scene.hers.id), scene.hers]);
      const client = await stage.newDevice();
      await client.vault.pull();
      expect(await opensWhatIsSaved(stage, client, scene)).toBe(false);
      stage.honest();
      await client.vault.pull();
      const listed = (await client.sharing.sharedByMe()).filter(({ itemId }) => itemId === scene.id);
      expect(listed.map(({ person, permission }) => [person, permission])).toEqual([[scene.carol.email, "read"]]);
      expect(await epochOf(stage, scene.scopeId)).toBeGreaterThan(3);
    },
  },
  {
    attack: "46, 15",
    does: "the server goes back with everything of the owner, as after a restored backup, and the owner brings back what the device has",
    answer: "what the account knows of its shares comes back too: the person gets no key of what is saved, and the end is signed again",
    run: async (stage) => {
      const { ann, eve } = stage;
      const scene = await endedAndReplaced(stage);
      await scene.goBack(true);
      await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
      await ann.client.vault.repair();
      await ann.client.sharing.restoreShared();
      expect(await opensWhatIsSaved(stage, ann.client, scene)).toBe(false);
      const persons = (await ann.client.sharing.sharedByMe()).filter(({ itemId }) => itemId === scene.id).map(({ person }) => person);
      expect(persons).toEqual([scene.carol.email]);
      expect((await eve.client.vault.pull()).items.some(({ id }) => id === scene.id)).toBe(false);
    },
  },
];
