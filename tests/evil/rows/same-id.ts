/** What a colleague makes under an id, or under the id of a save, that someone else's has: the server tells her both, and shows what she made. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import { scopeKeys } from "../../../packages/client/src/keyring.ts";
import { firstRootOf } from "../../../packages/client/src/sync/head-v1.ts";
import { openRecord, sealRecord } from "../../../packages/client/src/sync/seal-record.ts";
import type { SealedRecord } from "../../../packages/contract/src/record.ts";
import type { FieldValues, Named } from "../../../packages/core/src/items/item.ts";
import {
  concat,
  fromHex,
  generateId,
  context as headContext,
  openSigner,
  u8,
  u32,
  u64,
  uuidToBytes,
  wrap,
} from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { waitingEditsOn } from "../../flows/waiting-device.ts";
import type { Person } from "../../flows/world.ts";
import { colleagueOf, unbound } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf } from "./members.ts";

const TITLE = "Made in the attack";

const renamed = ({ world }: Stage, from: string, to: string) => world.sql("update record set id = $2 where id = $1", [from, to]);

/** An item of Ann's own, and one of Eve's, in that vault of hers: both with one id. @returns it */
async function twins(stage: Stage, password: string, vaultId: string | null): Promise<string> {
  const { ann, eve } = stage;
  const draft = { ...aLogin({ title: `${TITLE}, by Eve`, password: "of Eve" }), categoryId: vaultId };
  const { id } = await eve.client.vault.create({ draft });
  const [hers, anns] = [generateId(), generateId()];
  await renamed(stage, id, hers);
  const { client } = await waitingEditsOn(ann.client);
  await client.vault.create({ draft: aLogin({ title: `${TITLE}, by Ann`, password }), id });
  await renamed(stage, id, anns);
  await renamed(stage, hers, id);
  return id;
}

const sharedWithAnn = ({ ann, eve }: Stage, id: string): Promise<void> =>
  eve.client.sharing.share({ id, email: ann.email, permission: "write", expiresAt: null });

interface Resealed {
  readonly fields?: FieldValues;
  readonly owner?: Named;
}

/** The server stores something else under the id of a save, sealed by a person who has the key, perhaps only to read. */
async function underSameSave(
  stage: Stage,
  holder: Person,
  itemId: string,
  sharedId: string,
  { fields, ...people }: Resealed,
): Promise<void> {
  const { row, key } = await holdingOf(stage, holder, sharedId);
  const keys = await scopeKeys({ key, scopeId: row.scope_id, epoch: row.epoch, signer: await openSigner(new Uint8Array(64).fill(1)) });
  const [before] = (await ciphertextOf(stage, [itemId], row.scope_id)).filter(({ id }) => id === itemId);
  if (!before) throw new Error("no such record");
  const { closed: _, ...opened } = await openRecord(keys, before);
  const sealed = await sealRecord(keys, { ...opened, ...before, ...people, fields: { ...opened.fields, ...fields }, device: "evil" });
  // As if it came with the next save.
  const set = "update record set seal = $2, fields = $3, seq = (select seq from scope where id = scope_id) + 1 where id = $1";
  await stage.world.sql(set, [itemId, sealed.seal, JSON.stringify(sealed.fields)]);
}

/** As the first version made it, unsigned: anyone who may read has the key. */
async function unsignedHead({ world }: Stage, { row, key }: Awaited<ReturnType<typeof holdingOf>>, live: readonly SealedRecord[]) {
  const { scope_id: scopeId, epoch } = row;
  const keys = await scopeKeys({ key, scopeId, epoch, signer: await openSigner(new Uint8Array(64).fill(1)) });
  const seq = 1;
  const root = fromHex(await firstRootOf(live));
  const place = concat(u64(seq), new Uint8Array(32), root, u32(live.length), u32(epoch), u8(0), new Uint8Array(16), u64(world.now()));
  const context = headContext("head", uuidToBytes(scopeId), u64(seq));
  const head = await wrap({ key: keys.headKey, bytes: place, purpose: "head", epoch, context });
  await world.sql("delete from head where scope_id = $1", [scopeId]);
  const values = "values ($1, $2, 0, $3, null, now())";
  await world.sql(`insert into head (scope_id, seq, generation, head, signature, created_at) ${values}`, [scopeId, seq, head]);
  await world.sql("update scope set seq = $2, generation = 0, own = null where id = $1", [scopeId, seq]);
  await world.sql("update record set seq = $2 where scope_id = $1", [scopeId, seq]);
}

/** The server alone, without any key. */
const garbled = ({ world }: Stage, id: string) =>
  world.sql("update record set seal = fields->>'title', seq = (select seq from scope where id = scope_id) + 1 where id = $1", [id]);

/** A vault of Ann's with one login, which Eve may read. */
async function readByEve({ ann, eve, secret }: Stage) {
  const { id: vaultId } = await ann.client.vault.createVault({ name: TITLE, description: "" });
  const draft = { ...aLogin({ title: TITLE, password: secret("true") }), categoryId: vaultId };
  const { id } = await ann.client.vault.create({ draft });
  await ann.client.sharing.share({ id: vaultId, email: eve.email, permission: "read", expiresAt: null });
  await ann.client.vault.pull();
  return { vaultId, draft, id };
}

/** What this device shows of it, with all its fields. */
async function shownOn({ vault }: Client, id: string): Promise<string> {
  const { items, vaults } = await vault.pull();
  const item = await vault.open({ id }).catch(() => null);
  return JSON.stringify([items.filter((one) => one.id === id), vaults, item]);
}

export const SAME_ID: readonly Row[] = [
  {
    attack: "59",
    does: "a colleague shares a vault in which an item has the id of an own one of the other person, as the server has told her",
    answer: "the own item counts: it is shown, opened and saved as before, and nothing of it is sealed for her",
    run: async (stage) => {
      const { ann } = stage;
      const password = stage.secret("own");
      const { vault } = ann.client;
      const { id: vaultId } = await stage.eve.client.vault.createVault({ name: TITLE, description: "" });
      const id = await twins(stage, password, vaultId);
      await sharedWithAnn(stage, vaultId);
      const { items } = await vault.pull();
      expect(items.filter((item) => item.id === id).map(({ fields }) => fields.title)).toEqual([`${TITLE}, by Ann`]);
      const base = await vault.open({ id });
      expect(base.fields.password).toBe(password);
      expect((await vault.openMany({ ids: [id] })).map(({ fields }) => fields.password)).toEqual([password]);
      const { row, key } = await holdingOf(stage, ann, vaultId);
      await vault.update({ base, draft: aLogin({ ...base.fields, password: stage.secret("changed") }) }).catch(() => undefined);
      const opened = await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id));
      expect(opened, "what Eve's key opens").toContain("of Eve");
      expect(stage.secrets.filter((text) => opened.includes(text))).toEqual([]);
    },
  },
  {
    attack: "58",
    does: "a colleague gives an item back that has the id of an own one of the other person, who she says has made it, and the server says the same",
    answer: "it is not taken home in the place of the own one",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const [password, { vault, sharing, session }] = [stage.secret("own"), ann.client];
      const id = await twins(stage, password, null);
      await sharedWithAnn(stage, id);
      const owner = { id: session?.user.id ?? "", email: ann.email };
      await underSameSave(stage, ann, id, id, { owner });
      await world.sql("update record set maker_id = $2 where id = $1", [id, owner.id]);
      const from = world.requests.length;
      await vault.pull();
      // Waits for what the client does by itself.
      const other = await vault.create({ draft: aLogin({ title: TITLE }) });
      await sharing.share({ id: other.id, email: eve.email, permission: "read", expiresAt: null });
      expect(world.requests.slice(from).filter(({ url }) => url.endsWith("/vault/move"))).toEqual([]);
      expect((await vault.open({ id })).fields.password).toBe(password);
    },
  },
  {
    attack: "70",
    does: "a reader seals another password under the id of a save that the owner has made, and the server shows that in its place",
    answer: "a device that has the save keeps it, and says that the vault is not believed",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, draft, id } = await readByEve(stage);
      const laptop = await stage.newDevice();
      await laptop.vault.pull();
      await underSameSave(stage, eve, id, vaultId, { fields: { password: "of Eve" } });
      await laptop.vault.create({ draft: { ...draft, fields: { ...draft.fields, password: stage.secret("next") } } });
      await ann.client.vault.pull();
      expect((await ann.client.vault.open({ id })).fields.password).toBe(draft.fields.password);
      expect(await ann.client.sharing.vaultTrouble({ vaultId })).not.toBeNull();
    },
  },
  {
    attack: "70",
    does: "a reader seals another password and another last writer under the id of a save, and the server shows that to a device and a person who have never seen the save",
    answer: "the id is of other texts: the item reads as not decrypted, and nothing that she sealed is shown",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
      const { vaultId, id } = await readByEve(stage);
      await underSameSave(stage, eve, id, vaultId, { fields: { password: "of Eve", username: "of Eve" } });
      await ann.client.sharing.share({ id: vaultId, email: carol.email, permission: "read", expiresAt: null }).catch(() => undefined);
      for (const client of [await stage.newDevice(), carol.client]) {
        const shown = await shownOn(client, id);
        expect(shown).not.toContain("of Eve");
      }
      expect(await shownOn(await stage.newDevice(), id)).toContain("(Decryption failed)");
    },
  },
  {
    attack: "70",
    does: "a reader seals another name under the id of the save that the owner's statement names, and the server shows that to a new device",
    answer: "the vault is not called by her name",
    run: async (stage) => {
      const { eve } = stage;
      const { vaultId, id } = await readByEve(stage);
      await underSameSave(stage, eve, vaultId, vaultId, { fields: { name: "Renamed by Eve" } });
      expect(await shownOn(await stage.newDevice(), id)).not.toContain("Renamed by Eve");
    },
  },
  {
    attack: "70",
    does: "a reader makes an unsigned head as the first version did, of texts that she has sealed, and the server begins the vault with it, for a device that has never seen it",
    answer: "no vault of several people was ever without signatures: nothing of it is shown",
    run: async (stage) => {
      const { eve } = stage;
      const { vaultId, id } = await readByEve(stage);
      const holding = await holdingOf(stage, eve, vaultId);
      await underSameSave(stage, eve, id, vaultId, { fields: { password: "of Eve", username: "of Eve" } });
      await stage.world.sql("update record set save_id = left(save_id, 32) where scope_id = $1", [holding.row.scope_id]);
      await unsignedHead(stage, holding, await ciphertextOf(stage, [id, vaultId], holding.row.scope_id));
      expect(await shownOn(await stage.newDevice(), id)).not.toContain("of Eve");
    },
  },
  {
    attack: "70",
    does: "a writer's client of before has saved an item, and the server, with another colleague's key or without, shows something else under the id of that save",
    answer: "the id covers no texts, but a device that has the save keeps it",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, draft } = await readByEve(stage);
      await ann.client.sharing.share({ id: vaultId, email: eve.email, permission: "write", expiresAt: null }).catch(() => undefined);
      const evil = await colleagueOf(stage, eve, await holdingOf(stage, eve, vaultId));
      const next = { ...draft, fields: { ...draft.fields, password: stage.secret("next") } };
      for (const others of ["of Eve", "garbage"]) {
        const password = stage.secret("of a client of before");
        const id = await evil.create(vaultId, { fields: { ...draft.fields, password }, twist: unbound });
        await ann.client.vault.pull();
        expect((await ann.client.vault.open({ id })).fields.password).toBe(password);
        const laptop = await stage.newDevice();
        await laptop.vault.pull();
        if (others === "of Eve") await underSameSave(stage, eve, id, vaultId, { fields: { password: others } });
        else await garbled(stage, id);
        await laptop.vault.create({ draft: next });
        await ann.client.vault.pull();
        expect((await ann.client.vault.open({ id })).fields.password).toBe(password);
        expect(await ann.client.sharing.vaultTrouble({ vaultId })).not.toBeNull();
        await ann.client.sharing.restoreVault({ vaultId });
      }
    },
  },
];
