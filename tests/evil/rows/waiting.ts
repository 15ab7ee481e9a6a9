/** Edits that wait on a device, and a server that drops, delays, repeats and refuses: it loses nothing and changes nothing. */
import { expect } from "vitest";
import { pickFields } from "../../../packages/contract/src/record.ts";
import type { SealedVersion } from "../../../packages/contract/src/versions.ts";
import { toChoose } from "../../../packages/core/src/items/other-values.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import {
  change,
  dropAnswer,
  fieldsOf,
  isSave,
  lastSave,
  MADE,
  offline,
  onLaptop,
  online,
  onPhone,
  SAVE,
  savesOf,
  savesSent,
  titled,
} from "../waiting-device.ts";
import { keeping } from "./rolled-back-shares.ts";

/** One of each kind: of the caller, of the item, of the moment, of the server. */
const REFUSALS = ["forbidden", "id_taken", "maker_changed", "stale_head", "rate_limited", "starting", "storage_full", "unexpected"];
/** What the phone has tried to save last, as the server would list it among the earlier versions. */
function heldBack({ world }: Stage): SealedVersion {
  const { revision, saveId, seal, ...body } = lastSave(world);
  const save = { revision: Number(revision), saveId: String(saveId), seal: String(seal) };
  return { ...save, epoch: 1, fields: pickFields("password", body), replacedAt: world.now() };
}

/**
 * The server keeps a save of the phone's to itself, and lists it among the earlier versions once the laptop has saved. @param as - what it makes of it
 * @returns the password, the values to choose from, and what waits
 */
async function listedAsEarlier(stage: Stage, as: (held: SealedVersion) => SealedVersion) {
  const { id, client, told } = await onPhone(stage);
  stage.world.refuseWhen(isSave);
  await change(client, id, { password: "of the phone" });
  const held = as(heldBack(stage));
  online(stage);
  await onLaptop(stage, id, { password: "of the laptop" });
  stage.lie("/versions", ({ versions }: { versions: SealedVersion[] }) => void versions.unshift(held));
  await client.vault.pull();
  stage.honest();
  const fields = await fieldsOf(stage, id);
  return [fields.password, toChoose(fields).map(({ value }) => value), told.waiting];
}

export const WAITING: readonly Row[] = [
  {
    attack: "W1",
    does: "drops the answer of a save, and says nothing until another device has replaced what it saved",
    answer: "knows its save among the earlier ones: it is saved once, brings nothing back and asks no one to choose",
    run: async (stage) => {
      const { id, client, told } = await onPhone(stage);
      dropAnswer(stage);
      await change(client, id, { password: "of the phone", notes: "of the phone" });
      expect(told.waiting).toBe(1);
      online(stage);
      await onLaptop(stage, id, { password: "of the laptop", notes: "" });
      await client.vault.pull();
      const fields = await fieldsOf(stage, id);
      expect([fields.password, fields.notes ?? "", toChoose(fields), await savesOf(stage, id), told.waiting]).toEqual([
        ...["of the laptop", "", [], 3, 0],
      ]);
    },
  },
  {
    attack: "W1",
    does: "keeps a save to itself as if it had never come, and lists it among the earlier ones once another device has saved",
    answer: "believes no earlier version that is not older than what the item is: both values are kept",
    run: async (stage) => {
      const shown = await listedAsEarlier(stage, (held) => held);
      expect(shown).toEqual(["of the laptop", ["of the phone"], 0]);
    },
  },
  {
    attack: "W1",
    does: "keeps a save to itself, and lists it among the earlier ones as one of before the other device's",
    answer: "believes no earlier version that does not open as what it is said to be: both values are kept",
    run: async (stage) => {
      const shown = await listedAsEarlier(stage, (held) => ({ ...held, revision: held.revision - 1 }));
      expect(shown).toEqual(["of the laptop", ["of the phone"], 0]);
    },
  },
  {
    attack: "W2",
    does: "drops the answers of an edit and of a new item, so that each is sent once more",
    answer: "each is saved once",
    run: async (stage) => {
      const { id, client } = await onPhone(stage);
      dropAnswer(stage);
      await change(client, id, { notes: "typed" });
      online(stage);
      await client.vault.pull();
      expect([(await fieldsOf(stage, id)).notes, await savesOf(stage, id)]).toEqual(["typed", 2]);
      dropAnswer(stage);
      const made = await client.vault.create({ draft: aLogin({ title: `${MADE}, new` }) });
      online(stage);
      await client.vault.pull();
      await stage.ann.client.vault.pull();
      expect(await savesOf(stage, made.id)).toBe(1);
      expect(titled(stage.ann.client, `${MADE}, new`)).toHaveLength(1);
    },
  },
  {
    attack: "W2",
    does: "drops the answer of what was typed into an item that is gone",
    answer: "it becomes one item, once",
    run: async (stage) => {
      const title = `${MADE}, gone`;
      const { id, client, told } = await onPhone(stage, title);
      offline(stage);
      await change(client, id, { notes: "typed" });
      online(stage);
      await stage.ann.client.vault.remove({ ids: [id] });
      await stage.ann.client.vault.purge({ ids: [id] });
      dropAnswer(stage);
      await client.vault.pull().catch(() => undefined);
      online(stage);
      await client.vault.pull();
      await stage.ann.client.vault.pull();
      expect([titled(stage.ann.client, title).length, told.waiting]).toEqual([1, 0]);
    },
  },
  {
    attack: "W3",
    does: "says of each save that it refuses it, for one reason after the other and in words of its own, though it has done it",
    answer: "loses nothing: it waits, or is to be decided, in our words; an honest server has it once",
    run: async (stage) => {
      const { id, client, told, waiting } = await onPhone(stage);
      for (const code of REFUSALS) {
        offline(stage);
        await change(client, id, { notes: `typed before ${code}` });
        online(stage);
        stage.lie(SAVE, () => ({ success: false, code, message: "Call us" }));
        await client.vault.pull();
        expect(told.refused.join(), code).not.toContain("Call us");
        stage.honest();
        await waiting.send();
        expect([told.waiting, (await fieldsOf(stage, id)).notes], code).toEqual([0, `typed before ${code}`]);
      }
      expect(await savesOf(stage, id)).toBe(REFUSALS.length + 1);
    },
  },
  {
    attack: "W3",
    does: "refuses a save at every pull, to have it sealed again and again",
    answer: "gets it once, until its owner decides",
    run: async (stage) => {
      const { id, client, told } = await onPhone(stage);
      offline(stage);
      await change(client, id, { notes: "typed" });
      online(stage);
      stage.lie(SAVE, () => ({ success: false, code: "forbidden" }));
      const before = savesSent(stage);
      for (let pulls = 0; pulls < 3; pulls++) await client.vault.pull();
      expect([savesSent(stage) - before, told.refused]).toEqual([1, ["You do not have permission to do this."]]);
    },
  },
  {
    attack: "W3, 15",
    does: "goes back to an older state of the vault while an edit waits",
    answer: "gets nothing of it; once the owner has brought the history back it is sent",
    run: async (stage) => {
      const { id, client, told } = await onPhone(stage);
      const goBack = await keeping(stage, [client.session?.personalVaultId ?? ""]);
      await onLaptop(stage, id, { password: "of the laptop" });
      await client.vault.pull();
      offline(stage);
      await change(client, id, { notes: "typed" });
      online(stage);
      await goBack(true);
      const before = savesSent(stage);
      await expect(client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
      expect([savesSent(stage) - before, told.waiting, told.refused]).toEqual([0, 1, [null]]);
      await client.vault.repair();
      await client.vault.pull();
      expect(told.waiting).toBe(0);
      const { vault } = await stage.newDevice();
      await vault.pull();
      expect((await vault.open({ id })).fields).toMatchObject({ password: "of the laptop", notes: "typed" });
    },
  },
];
