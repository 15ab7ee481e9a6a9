/** Edits that wait on a device: who else on it gets hold of them, whose right has ended meanwhile, and what a stolen token does with them. */
import { expect } from "vitest";
import { toChoose } from "../../../packages/core/src/items/other-values.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { shareOf } from "../../flows/sharing-setup.ts";
import { waitingEditsOn } from "../../flows/waiting-device.ts";
import type { Device } from "../../flows/world.ts";
import { disguises, type Stage, settled } from "../evil-server.ts";
import { askLoginData } from "../forge.ts";
import type { Row } from "../row.ts";
import {
  change,
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

/** Everything that was ever written into the slots of a device. */
function writtenOn({ keys }: Device): string[] {
  const written: string[] = [];
  const { set } = keys;
  keys.set = (slot, value) => {
    written.push(`${slot} ${Buffer.from(value).toString()}`);
    return set(slot, value);
  };
  return written;
}

/** An item that Ann shares with a new colleague, whose edit of it waits. */
async function waitsAtColleague(stage: Stage) {
  const { ann, world } = stage;
  const colleague = await world.person(`colleague-${crypto.randomUUID().slice(0, 8)}`);
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: MADE, password: "old" }) });
  await ann.client.sharing.share({ id, email: colleague.email, permission: "write", expiresAt: null });
  const { client, told, waiting } = await waitingEditsOn(colleague.client);
  offline(stage);
  await change(client, id, { notes: "of the colleague" });
  online(stage);
  return { id, colleague, client, told, waiting, share: await shareOf(ann, id, colleague) };
}

export const WAITING_PEOPLE: readonly Row[] = [
  {
    attack: "W4, 44",
    does: "a thief reads every byte that a device writes while edits wait, and after a lock",
    answer: "nothing that was typed is among them, no title and no address",
    run: async (stage) => {
      const device = await stage.ann.device("read");
      const written = writtenOn(device);
      const { client, told } = await waitingEditsOn(device.client);
      const [title, password, notes] = [stage.secret("waiting-title"), stage.secret("waiting-password"), stage.secret("waiting-notes")];
      offline(stage);
      await client.vault.create({ draft: aLogin({ title, password, notes }) });
      expect(told.waiting).toBe(1);
      await client.account.lock();
      const disk = written.join("\n").toLowerCase();
      expect(disk).toContain("device:draft:");
      const found = [title, password, notes].filter((text) => disguises(text).some((one) => disk.includes(one.toLowerCase())));
      expect(found).toEqual([]);
      online(stage);
    },
  },
  {
    attack: "W4, 44",
    does: "another person signs in on a device where edits wait",
    answer: "sees nothing of them, sends none and spoils none; their owner finds them",
    run: async (stage) => {
      const { id, device, client } = await onPhone(stage);
      offline(stage);
      await change(client, id, { notes: "typed" });
      await client.account.logout();
      online(stage);
      const theirs = device.reload();
      await theirs.account.login(stage.eve);
      const eves = await waitingEditsOn(theirs);
      expect([eves.told.waiting, titled(theirs, MADE).filter((one) => one.id === id)]).toEqual([0, []]);
      offline(stage);
      const own = await theirs.vault.create({ draft: aLogin({ title: MADE }) });
      online(stage);
      await theirs.vault.pull();
      await theirs.vault.remove({ ids: [own.id] });
      await theirs.account.logout();
      const back = device.reload();
      await back.account.login(stage.ann);
      const anns = await waitingEditsOn(back);
      expect(anns.told.waiting).toBe(1);
      await back.vault.pull();
      expect((await fieldsOf(stage, id)).notes).toBe("typed");
    },
  },
  {
    attack: "W5, 46",
    does: "a colleague's edit waits, and meanwhile they may only read",
    answer: "it is refused with a word, nothing of it is sent, and their own client sends in vain what it had sealed as a writer",
    run: async (stage) => {
      const { ann } = stage;
      const { id, colleague, client, told, share } = await waitsAtColleague(stage);
      const sealed = lastSave(stage.world);
      await ann.client.sharing.setPermission({ ...share, permission: "read" });
      await settled(stage);
      const before = savesSent(stage);
      await client.vault.pull();
      expect([told.refused, savesSent(stage) - before]).toEqual([["You do not have permission to do this."], 0]);
      const token = JSON.parse(Buffer.from((await colleague.keys.get("auth")) ?? "").toString()).token as string;
      const { status, body } = await stage.world.callWith(token, `${SAVE}${id}`, "PUT", sealed);
      expect([status, body]).toEqual([403, expect.objectContaining({ code: "forbidden" })]);
      expect([(await fieldsOf(stage, id)).notes ?? "", await savesOf(stage, id)]).toEqual(["", 1]);
    },
  },
  {
    attack: "W5, 46",
    does: "a colleague's edit waits, and meanwhile their access ends",
    answer: "nothing reaches the item; what they typed becomes one of their own, and they are told",
    run: async (stage) => {
      const { ann } = stage;
      const { id, client, told, share } = await waitsAtColleague(stage);
      await ann.client.sharing.revoke(share);
      await client.vault.pull();
      expect([told.waiting, told.keptAs.length]).toEqual([0, 1]);
      const own = await client.vault.open({ id: told.keptAs[0] ?? "" });
      expect([own.id === id, own.fields.notes, own.isOwner]).toEqual([false, "of the colleague", true]);
      expect([(await fieldsOf(stage, id)).notes ?? "", await savesOf(stage, id)]).toEqual(["", 1]);
    },
  },
  {
    attack: "W5, 46",
    does: "a deletion waits, and a colleague changes the item meanwhile",
    answer: "the item stays with the change, and who wanted it deleted is told",
    run: async (stage) => {
      const { id, client, told } = await onPhone(stage);
      offline(stage);
      await client.vault.remove({ ids: [id] });
      online(stage);
      await onLaptop(stage, id, { notes: "still needed" });
      await client.vault.pull();
      expect([told.stays, (await fieldsOf(stage, id)).notes]).toEqual([[true], "still needed"]);
    },
  },
  {
    attack: "W6, 66",
    does: "sends with a stolen token what a device could not get through: under another head, and as it was after the owner has saved again",
    answer: "refuses each; the device sends its edit, which meets the other one and loses nothing",
    run: async (stage) => {
      const { world, ann } = stage;
      const { id, client } = await onPhone(stage);
      const token = String((await askLoginData(stage, ann)).token);
      world.refuseWhen(isSave);
      await change(client, id, { password: "of the phone" });
      online(stage);
      const sealed = lastSave(world);
      const send = async (more: object) => (await world.callWith(token, `${SAVE}${id}`, "PUT", { ...sealed, ...more })).status;
      expect(await send({ head: `${String(sealed.head).slice(0, -4)}AAAA` })).toBe(403);
      await onLaptop(stage, id, { password: "of the laptop" });
      expect(await send({})).toBe(409);
      await client.vault.pull();
      const fields = await fieldsOf(stage, id);
      expect([fields.password, toChoose(fields).map(({ value }) => value)]).toEqual(["of the laptop", ["of the phone"]]);
    },
  },
];
