/** An item that is shared on its own goes along with the vault that it is in: who says where it is, and who has it by that. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import type { Write } from "../../../packages/client/src/sync/scope-deps.ts";
import type { PutChange } from "../../../packages/contract/src/record.ts";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { asListed, asShown, shareOf } from "../../flows/sharing-setup.ts";
import { colleagueOf } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { storedAnyway } from "./colleague-makers.ts";
import { ciphertextOf, holdingOf, opensOf } from "./members.ts";
import { nothingToDo, PULL, rotationsIn, rowsByMe, sharedWithTwo } from "./sharing.ts";

const TITLE = "Made in the attack";
const READ = { permission: "read", expiresAt: null } as const;

/** What was before. */
type Begin = (stage: Stage, id: string, vaultId: string) => Promise<void>;

/** The server refuses that the item goes into the vault, and keeps what was sealed for the people who have that. */
const refusePlace: Begin = async ({ ann, world }, id, vaultId) => {
  const isPlace = (url: string): boolean => /\/share\/item\/.+\/vault$/.test(url);
  world.refuseWhen(isPlace, () => Response.json({ success: false, code: "forbidden", message: "No" }, { status: 403 }));
  await expect(ann.client.vault.place({ ids: [id], categoryId: vaultId })).rejects.toMatchObject({ code: "forbidden" });
  world.refuseWhen(() => false);
};

/** Eve may write an item of Ann's, and reads a vault of hers; she says that the item is in there. */
async function placedByEve(stage: Stage, begin: Begin = async () => undefined) {
  const { ann, eve, world } = stage;
  const { id, rowOf } = await sharedWithTwo(stage);
  const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
  await ann.client.sharing.share({ id: vault.id, email: eve.email, ...READ });
  await ann.client.vault.pull();
  await begin(stage, id, vault.id);
  const holding = await holdingOf(stage, eve, id);
  const evil = await colleagueOf(stage, eve, holding);
  const scopeId = holding.row.scope_id;
  await expect(evil.save(id, { fields: {}, categoryId: vault.id })).rejects.toMatchObject({ name: "AppError" });
  await evil.save(id, { fields: {}, categoryId: vault.id }, async (write: Write, { revision, saveId, seal, fields }: PutChange) => {
    await storedAnyway(stage, scopeId, write, 1);
    const values = [id, revision, saveId, seal, JSON.stringify(fields), write.baseSeq + 1, vault.id];
    await world.sql(
      "update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6, category_id = $7 where id = $1",
      values,
    );
  });
  stage.lie(PULL, (body: { scopes?: readonly SharedScope[] }) => ({
    ...body,
    ...(body.scopes && {
      scopes: body.scopes.map((one) =>
        one.id === scopeId ? { ...one, stamp: one.stamp + 1, own: one.own && { ...one.own, isAlongOld: true } } : one,
      ),
    }),
  }));
  return { id, vaultId: vault.id, hers: rowOf(eve.email) };
}

const linkedIn = ({ world }: Stage, from: number) => world.requests.slice(from).filter(({ url }) => /\/share\/item\/.+\/vault$/.test(url));

const placed = (does: string, answer: string, device: (stage: Stage) => Promise<Client>, isBelieved: boolean, begin?: Begin): Row => ({
  attack: "66",
  does: `a writer of an item puts it into a vault that she reads, the server stores that and says that grants are to be sealed, ${does}`,
  answer: `nothing is given to those who have the vault; ${answer}`,
  run: async (stage) => {
    const { id, vaultId } = await placedByEve(stage, begin);
    const client = await device(stage);
    const from = stage.world.requests.length;
    await client.vault.pull();
    expect((await client.vault.pull()).items.find((one) => one.id === id)?.categoryId).toBe(isBelieved ? vaultId : null);
    // Waits for what the client does by itself.
    await client.vault.createVault({ name: TITLE, description: "" });
    await client.vault.pull();
    expect(linkedIn(stage, from)).toEqual([]);
  },
});

const refusedAndKept: Row = {
  attack: "46",
  does: "the owner puts an item with a key of its own into a vault that a person reads, and the server refuses that and keeps what was sealed for that person",
  answer: "what is saved into it later goes under a key that was not in there",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { id, rowOf, carol } = await sharedWithTwo(stage);
    const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await ann.client.sharing.share({ id: vault.id, email: eve.email, ...READ });
    await ann.client.vault.pull();
    await carol.client.vault.pull();
    // The key in use, as it was sealed for Eve.
    const { row, key } = await holdingOf(stage, carol, id);
    stage.lie(PULL, nothingToDo(1));
    await refusePlace(stage, id, vault.id);
    const base = await ann.client.vault.open({ id });
    const password = stage.secret("after");
    await ann.client.vault.update({ base, draft: { ...base, kind: "password", fields: { ...base.fields, password } } });
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(password);
    expect((await ann.client.vault.open({ id })).categoryId).toBeNull();
  },
};

const closedItem: Row = {
  attack: "46",
  does: "the owner takes a person out of a vault on a device from which the server keeps back an item in it that has a key of its own",
  answer: "what is saved into that item later, on another device, is not hers to read",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { id, rowOf, carol } = await sharedWithTwo(stage);
    const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await ann.client.sharing.share({ id: vault.id, email: eve.email, permission: "write", expiresAt: null });
    await ann.client.vault.place({ ids: [id], categoryId: vault.id });
    await eve.client.vault.pull();
    const { row, key } = await holdingOf(stage, eve, id);
    stage.lie(PULL, nothingToDo(2));
    stage.lie(PULL, (body: { scopes?: readonly SharedScope[] }) => ({
      ...body,
      ...(body.scopes && { scopes: body.scopes.filter((one) => one.id !== row.scope_id) }),
    }));
    const other = await stage.newDevice();
    await other.vault.pull();
    const share = (await other.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vault.id && person === eve.email);
    await other.sharing.revoke(asShown(share));
    stage.honest();
    stage.lie(PULL, nothingToDo(2));
    await ann.client.vault.pull();
    const base = await ann.client.vault.open({ id });
    const password = stage.secret("after");
    await ann.client.vault.update({ base, draft: { ...base, kind: "password", fields: { ...base.fields, password } } });
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(password);
    expect(await shareOf(ann, id, carol)).toBeDefined();
  },
};

/** @param how - what the server does besides @param begin - before the item is taken out @param end - after that */
const takenOut = (how: string, begin: (stage: Stage) => void = () => undefined, end: (stage: Stage) => void = () => undefined): Row => ({
  attack: "46",
  does: `the owner takes an item with a key of its own out of a vault that a person reads, and the server says that nothing is to do${how}`,
  answer: "what is saved into it later is not theirs to read",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { id, rowOf } = await sharedWithTwo(stage);
    const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await ann.client.sharing.share({ id: vault.id, email: eve.email, ...READ });
    await ann.client.vault.place({ ids: [id], categoryId: vault.id });
    await eve.client.vault.pull();
    const { row, key } = await holdingOf(stage, eve, id);
    stage.lie(PULL, nothingToDo(1));
    begin(stage);
    await ann.client.vault.place({ ids: [id], categoryId: null }).catch(() => undefined);
    end(stage);
    const base = await ann.client.vault.open({ id });
    const password = stage.secret("after");
    await ann.client.vault.update({ base, draft: { ...base, kind: "password", fields: { ...base.fields, password } } });
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(password);
  },
});

const putBack: Row = {
  attack: "66",
  does: "the owner takes an item with a key of its own out of a vault that a person reads and may write, and that person and the server show a new device that it is in there again",
  answer: "the next key of the item is made by no device that is shown it there: nothing is saved, and the owner reads why",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { id, rowOf } = await sharedWithTwo(stage);
    const vault = await ann.client.vault.createVault({ name: TITLE, description: "" });
    await ann.client.sharing.revoke(asListed(rowOf(eve.email)));
    await ann.client.sharing.share({ id: vault.id, email: eve.email, permission: "write", expiresAt: null });
    await ann.client.vault.place({ ids: [id], categoryId: vault.id });
    await eve.client.vault.pull();
    const holding = await holdingOf(stage, eve, id);
    const linked = (await rowsByMe(stage)).find(({ item_id, along_id }) => item_id === id && along_id !== null);
    const evil = await colleagueOf(stage, eve, holding);
    stage.lie(PULL, nothingToDo(1));
    world.refuseWhen((url) => url.endsWith("/share/rotate"));
    await ann.client.vault.place({ ids: [id], categoryId: null }).catch(() => undefined);
    await stage.world.sql("update share_grant set ended_at = null where id = $1", [linked?.id]);
    await evil.save(id, { fields: {}, categoryId: vault.id }, async (write: Write, { revision, saveId, seal, fields }: PutChange) => {
      await storedAnyway(stage, holding.row.scope_id, write, 1);
      const values = [id, revision, saveId, seal, JSON.stringify(fields), write.baseSeq + 1, vault.id];
      await world.sql(
        "update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6, category_id = $7 where id = $1",
        values,
      );
    });
    world.refuseWhen(() => false);
    const from = world.requests.length;
    const other = await stage.newDevice();
    await other.vault.pull();
    const base = await other.vault.open({ id });
    const password = stage.secret("after");
    const save = other.vault.update({ base, draft: { ...base, kind: "password", fields: { ...base.fields, password } } });
    await expect(save).rejects.toThrow("is not in the vault that you have put it into");
    const given = rotationsIn(stage, from).flatMap(({ grants }) => grants.map((one) => one.id));
    expect(given).not.toContain(linked?.id);
  },
};

export const PLACED_ITEMS: readonly Row[] = [
  placed("to a device that knows the item", "the owner's device keeps the place that it knows", async ({ ann }) => ann.client, false),
  placed("to a device that sees it first", "the place is shown", (stage) => stage.newDevice(), true),
  placed(
    "to a device that sees it first, after it has refused that the owner puts it there",
    "the place is shown",
    (stage) => stage.newDevice(),
    true,
    refusePlace,
  ),
  refusedAndKept,
  closedItem,
  putBack,
  takenOut(""),
  takenOut(
    ", and refuses all that comes after the item's place",
    ({ world }) => {
      let isPlaced = false;
      const isAfter = (url: string): boolean => {
        const was = isPlaced;
        isPlaced ||= /\/share\/item\/.+\/vault$/.test(url);
        return was && /\/vault\/commit$/.test(url);
      };
      world.refuseWhen(isAfter, () => Response.json({ success: false, code: "forbidden", message: "" }, { status: 403 }));
    },
    ({ world }) => world.refuseWhen(() => false),
  ),
];
