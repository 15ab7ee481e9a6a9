/** A server that goes back behind the end of a share: after a restored backup, or on purpose. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf } from "./members.ts";
import { BY_ME, PULL, sharedWithTwo } from "./sharing.ts";

const TITLE = "Made in the attack";

/** In the order in which they can be written again. */
const TABLES = ['public."record"', "head", "superseded", "earlier_place", "share_grant"] as const;

/** @returns a function that puts everything of these scopes back as it is now, and what Ann knows of others */
export async function keeping({ world, ann }: Stage, scopeIds: readonly string[]): Promise<(withTrust: boolean) => Promise<void>> {
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

const headOf = async ({ world }: Stage, scopeId: string) => {
  const newest = "select seq::int, generation, head, signature from head where scope_id = $1 order by seq desc limit 1";
  return (await world.sql<{ seq: number; generation: number; head: string; signature: string }>(newest, [scopeId]))[0];
};

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
export async function opensWhatIsSaved(
  stage: Stage,
  { vault }: Client,
  { id, scopeId, key }: Pick<Awaited<ReturnType<typeof endedAndReplaced>>, "id" | "scopeId" | "key">,
) {
  const [base, password] = [await vault.open({ id }), stage.secret("saved after it went back")];
  await vault.update({ base, draft: aLogin({ ...base.fields, password }) });
  return (await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).includes(password);
}

/** A vault with two items, given to Eve and to Carol. Then Eve's access ends, and Ann saves in it what only the newest key opens. */
async function vaultEndedAndSaved(stage: Stage) {
  const { ann, eve, world } = stage;
  const { vault, sharing } = ann.client;
  const carol = await world.person(`carol-${randomBytes(4).toString("hex")}`);
  const { id: vaultId } = await vault.createVault({ name: TITLE, description: "" });
  const make = (title: string, password: string) => vault.create({ draft: { ...aLogin({ title, password }), categoryId: vaultId } });
  const [edited, both] = [await make(TITLE, "1"), await make(TITLE, "1")];
  for (const { email } of [eve, carol]) await sharing.share({ id: vaultId, email, permission: "write", expiresAt: null });
  const { row, key } = await holdingOf(stage, eve, vaultId);
  const { scope_id: scopeId } = row;
  const goBack = await keeping(stage, [scopeId]);
  const given = (await sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === eve.email);
  await sharing.revoke(asShown(given));
  await expect.poll(() => epochOf(stage, scopeId)).toBe(2);
  await vault.pull();
  const [late, latest] = [stage.secret("late"), stage.secret("latest")];
  for (const { id } of [edited, both]) await changePassword(ann.client, id, late);
  const added = await make(TITLE, latest);
  // What is the owner's alone is signed more often than putting it back signs it.
  await rename(ann.client, vaultId, 5);
  await carol.client.vault.pull();
  world.passMinutes(1);
  const ids = [edited.id, both.id, added.id];
  return { vaultId, scopeId, edited, both, added, ids, carol, key, late, latest, goBack };
}

/** So often. */
async function rename({ vault }: Client, vaultId: string, times: number): Promise<void> {
  for (let time = times; time > 0; time--) {
    const base = vault.contents()?.vaults.find(({ id }) => id === vaultId);
    if (base) await vault.updateVault({ base, name: `${TITLE}${"!".repeat(time - 1)}`, description: "" });
  }
}

type VaultScene = Awaited<ReturnType<typeof vaultEndedAndSaved>>;

async function changePassword({ vault }: Client, id: string, password: string): Promise<void> {
  const base = await vault.open({ id });
  await vault.update({ base, draft: { ...aLogin({ ...base.fields, password }), categoryId: base.categoryId } });
}

const passwordsIn = async ({ vault }: Client, { vaultId }: VaultScene): Promise<(string | undefined)[]> =>
  (await vault.openMany())
    .filter(({ categoryId }) => categoryId === vaultId)
    .map(({ fields }) => fields.password)
    .sort();

/** The vault is there with all that this device had; it says so, and nothing is saved. */
async function expectKept({ world }: Stage, client: Client, scene: VaultScene): Promise<void> {
  expect(client.vault.contents()?.vaults.map(({ id }) => id)).toContain(scene.vaultId);
  expect(await passwordsIn(client, scene)).toEqual([scene.late, scene.late, scene.latest].sort());
  expect(await client.sharing.vaultTrouble({ vaultId: scene.vaultId })).toBe("other-key");
  const listed = (await client.sharing.sharedByMe()).filter(({ itemId }) => itemId === scene.vaultId);
  expect(listed.map(({ trouble }) => trouble)).toContain("not-believed");
  const before = world.requests.length;
  await expect(changePassword(client, scene.edited.id, "lost")).rejects.toBeInstanceOf(Error);
  // A note in the trust store, which an unattended pull may leave at that moment, changes no record.
  const isSave = ({ url, body }: { readonly url: string; readonly body: string }): boolean =>
    /vault\/(commit|repair)|share\/rotate/.test(url) && (body.includes(scene.scopeId) || !body.includes('"changes":[]'));
  expect(world.requests.slice(before).filter(isSave)).toEqual([]);
}

/** Eve's key opens nothing of what is in the vault now, and Carol reads all of it. */
async function expectBack(stage: Stage, client: Client, scene: VaultScene, passwords: readonly string[]): Promise<void> {
  await client.vault.pull();
  expect(await client.sharing.vaultTrouble({ vaultId: scene.vaultId })).toBeNull();
  expect(await passwordsIn(client, scene)).toEqual(passwords.toSorted());
  await scene.carol.client.vault.pull();
  expect(await passwordsIn(scene.carol.client, scene)).toEqual(passwords.toSorted());
  await stage.eve.client.vault.pull();
  expect(await passwordsIn(stage.eve.client, scene)).toEqual([]);
  const opened = await opensOf(scene.key, scene.scopeId, await ciphertextOf(stage, scene.ids, scene.scopeId));
  expect(passwords.filter((text) => opened.includes(text))).toEqual([]);
}

export const ROLLED_BACK_SHARES: readonly Row[] = [
  {
    attack: "46, 15",
    does: "the server goes back with one shared vault alone, behind a change of its key, for a device of the owner that has seen more",
    answer:
      "the vault stays as the device had it, also after a start, and says so; a press puts it back under a next key, wherever that is broken off",
    run: async (stage) => {
      const { ann, world } = stage;
      const scene = await vaultEndedAndSaved(stage);
      for (const broken of [/share\/rotate/, /vault\/repair/, null]) {
        await scene.goBack(false);
        await ann.client.vault.pull();
        await expectKept(stage, ann.client, scene);
        const press = () => ann.client.sharing.restoreVault({ vaultId: scene.vaultId });
        if (broken) {
          world.loseNextAnswer((url) => broken.test(url));
          world.refuseWhen((url) => /vault\/repair/.test(url) && broken.source.includes("rotate"));
          await press().catch(() => undefined);
          world.refuseWhen(() => false);
        }
        const started = ann.reload();
        await started.account.resume();
        await started.account.unlock({ password: ann.password });
        await started.vault.local();
        await started.vault.pull();
        if (broken?.source.includes("rotate")) await expectKept(stage, started, scene);
        await ann.client.vault.pull();
        if (!broken?.source.includes("repair")) await press();
        await expectBack(stage, ann.client, scene, [scene.late, scene.late, scene.latest]);
      }
    },
  },
  {
    attack: "46, 15",
    does: "the same, and another device of the owner, which has not seen more, makes the next key and goes on, past all that the first one has seen",
    answer:
      "the first device keeps what it had; its press makes both one: nothing is lost, and what was changed on both sides is kept twice",
    run: async (stage) => {
      const { ann } = stage;
      const scene = await vaultEndedAndSaved(stage);
      const held = await headOf(stage, scene.scopeId);
      await scene.goBack(false);
      const other = await stage.newDevice();
      await other.vault.pull();
      const theirs = stage.secret("theirs");
      await changePassword(other, scene.both.id, theirs);
      const own = await other.vault.create({ draft: { ...aLogin({ title: TITLE, password: theirs }), categoryId: scene.vaultId } });
      await changePassword(other, own.id, theirs);
      await rename(other, scene.vaultId, 12);
      expect((await headOf(stage, scene.scopeId))?.seq).toBeGreaterThan(held?.seq ?? 0);
      await ann.client.vault.pull();
      await expectKept(stage, ann.client, scene);
      // The server also claims that its history leads over the head which the device has.
      stage.lie(PULL, (body: { heads: { seq: number }[] }, url) => {
        const at = url.includes(scene.scopeId) && /[?&]heads=/.test(url) ? body.heads.findIndex(({ seq }) => seq === held?.seq) : -1;
        if (at >= 0 && held) body.heads.splice(at, 1, held);
      });
      await ann.client.vault.pull();
      stage.honest();
      await expectKept(stage, ann.client, scene);
      // Or that it has more heads after it than one reply holds, and never shows them.
      stage.lie(PULL, (body: { scope: { seq: number }; heads: unknown[] }, url) => {
        if (!url.includes(scene.scopeId) || !/[?&]since=[1-9]/.test(url) || !/[?&]heads=/.test(url) || !held) return;
        body.heads = [held];
        body.scope.seq += 20_000;
      });
      await ann.client.vault.pull();
      stage.honest();
      await expectKept(stage, ann.client, scene);
      // Or, while they are made one, that they parted after all that the device has.
      stage.lie(PULL, (body: { heads: unknown[] }, url) => {
        if (url.includes(scene.scopeId) && /[?&]since=[1-9]/.test(url) && /[?&]heads=/.test(url) && !url.includes("usedSince"))
          body.heads.push(held);
      });
      await ann.client.sharing.restoreVault({ vaultId: scene.vaultId });
      stage.honest();
      await expectBack(stage, ann.client, scene, [scene.late, scene.late, scene.latest, theirs, theirs]);
    },
  },
  {
    attack: "15",
    does: "the server shows one head a reply, after another device of the owner has made the next key and saved",
    answer: "the device follows them all, and has what was saved under the next key",
    run: async (stage) => {
      const { ann } = stage;
      const scene = await vaultEndedAndSaved(stage);
      const other = await stage.newDevice();
      await other.vault.pull();
      const carols = (await other.sharing.sharedByMe()).find(
        ({ itemId, person }) => itemId === scene.vaultId && person === scene.carol.email,
      );
      const { id: spare } = await other.vault.create({ draft: { ...aLogin({ title: TITLE, password: "2" }), categoryId: scene.vaultId } });
      await other.sharing.share({ id: scene.vaultId, email: stage.eve.email, permission: "read", expiresAt: null });
      await other.sharing.revoke(asShown(carols));
      await expect.poll(() => epochOf(stage, scene.scopeId)).toBe(3);
      await other.vault.pull();
      await changePassword(other, spare, "3");
      stage.lie(PULL, (body: { heads: unknown[] }, url) => {
        if (url.includes(scene.scopeId) && /[?&]since=[1-9]/.test(url)) body.heads = body.heads.slice(0, 1);
      });
      await ann.client.vault.pull();
      stage.honest();
      expect(await ann.client.sharing.vaultTrouble({ vaultId: scene.vaultId })).toBeNull();
      expect(await passwordsIn(ann.client, scene)).toEqual([scene.late, scene.late, scene.latest, "3"].sort());
    },
  },
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
    isDaily: true,
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
