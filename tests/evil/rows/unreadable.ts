/** A writer with an honest server saves what no one can open, or under an id that is of other texts: no one else is held up by it. */
import { expect } from "vitest";
import { PERSONAL } from "../../../packages/client/src/keyring.ts";
import { pressIn, saveIdIn } from "../../../packages/client/src/sync/save-id.ts";
import { isRefusal } from "../../../packages/contract/src/errors.ts";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import { spoiled, spoiledInside, unbound, unreadable } from "../colleague.ts";
import type { Row } from "../row.ts";
import { endSharesOf, scene } from "./colleague-makers.ts";
import { stored } from "./colleague-own.ts";
import { ciphertextOf, opensOf } from "./members.ts";
import { PULL } from "./sharing.ts";

const TITLE = "Made in the attack";
const OF_NO_TEXTS = "ab".repeat(32);

const KEYS = { x_passkey_keys: JSON.stringify([{ id: "AQ", key: "AQ" }]) };

/** Of Ann's item, and of one of Carol's in the same vault. @param shown - the password under the next key */
const spoils = (does: string, answer: string, twist: typeof spoiled, shown: (password: string) => string): Row => ({
  attack: "60",
  does,
  answer,
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vaultId, mine, create, carol, evil, key, scopeId } = await scene(stage);
    await carol.client.vault.pull();
    const theirs = await carol.client.vault.create({ draft: { ...aLogin({ title: TITLE, password: "hers" }), categoryId: vaultId } });
    await ann.client.vault.pull();
    const owner = { id: carol.client.session?.user.id ?? "", email: carol.email };
    await evil.save(mine.id, { fields: KEYS, twist });
    await evil.save(theirs.id, { fields: KEYS, owner, isProven: true, twist });
    await ann.client.vault.pull();
    await endSharesOf(stage, eve, vaultId);
    const later = await create(stage.secret("later"));
    expect(await opensOf(key, scopeId, await ciphertextOf(stage, [later.id], scopeId))).not.toContain(later.fields.password);
    for (const { client } of [ann, carol]) {
      await client.vault.pull();
      const opened = await Promise.all([mine, theirs, later].map(({ id }) => client.vault.open({ id })));
      const wanted = [shown(mine.fields.password ?? ""), shown("hers"), later.fields.password];
      expect(opened.map(({ fields }) => fields.password)).toEqual(wanted);
      expect(opened.map(({ fields }) => fields.title)).toEqual([mine.fields.title, TITLE, later.fields.title]);
    }
    const seen = (await ann.client.vault.pull()).items.find(({ id }) => id === theirs.id);
    expect(seen?.belongsTo?.email).toBe(carol.email);
  },
});

const givenBack: Row = {
  attack: "60",
  does: "a writer spoils two of the items that another member made, and their owner gives all of them back",
  answer: "what opens returns to the personal scope; the others stay where they are, and say that they do not open",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, carol, evil } = await scene(stage);
    await carol.client.vault.pull();
    const make = () => carol.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
    const [first, good, last] = [await make(), await make(), await make()];
    await ann.client.vault.pull();
    const owner = { id: carol.client.session?.user.id ?? "", email: carol.email };
    for (const { id } of [first, last]) await evil.save(id, { fields: {}, owner, isProven: true, twist: spoiled });
    await ann.client.vault.pull();
    await endSharesOf(stage, carol, vaultId);
    await ann.client.sharing.giveBack({ vaultId, personId: owner.id, keepCopy: false });
    const items = async () => {
      const all = (await carol.client.vault.pull()).items;
      return [first, good, last].map(({ id }) => all.find((one) => one.id === id)).map((one) => one?.sharedBy ?? one?.state);
    };
    await expect.poll(items).toEqual([ann.email, "intact", ann.email]);
    expect((await carol.client.vault.open({ id: first.id })).fields.password).toBe("(Decryption failed)");
  },
};

const heldBack: Row = {
  attack: "58",
  does: "the server says that the next key is needed for an item that its owner has given back, before its maker was there to take it",
  answer: "it stays under the key that its maker was given, and returns to its maker",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, carol } = await scene(stage);
    await carol.client.vault.pull();
    const { id } = await carol.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
    await ann.client.vault.pull();
    await endSharesOf(stage, carol, vaultId);
    const personId = carol.client.session?.user.id ?? "";
    stage.lie(PULL, (body: { scopes?: readonly SharedScope[] }) => ({
      ...body,
      ...(body.scopes && {
        scopes: body.scopes.map((one) => ({ ...one, own: one.own && one.kind === "item" ? { ...one.own, isKeyOld: true } : one.own })),
      }),
    }));
    const from = stage.world.requests.length;
    await ann.client.sharing.giveBack({ vaultId, personId, keepCopy: false });
    await ann.client.vault.createVault({ name: TITLE, description: "" });
    await ann.client.vault.pull();
    const isOfItem = ({ url, body }: { url: string; body: string }) => url.endsWith("/share/rotate") && body.includes(`"id":"${id}"`);
    expect(stage.world.requests.slice(from).filter(isOfItem)).toEqual([]);
    stage.honest();
    await expect.poll(async () => (await carol.client.vault.pull()).items.find((one) => one.id === id)?.sharedBy).toBeNull();
  },
};

/** The longest text of these that the server takes, in four characters. */
async function longestTaken(save: (text: string) => Promise<unknown>): Promise<void> {
  let [taken, refused] = [60_000, 66_000];
  while (refused - taken > 4) {
    const length = Math.floor((taken + refused) / 2);
    const isTaken = await save("x".repeat(length)).then(
      () => true,
      (error: unknown) => !isRefusal(error, "invalid_input"),
    );
    if (isTaken) taken = length;
    else refused = length;
  }
  await save("x".repeat(taken));
}

const fullSeal: Row = {
  attack: "60",
  does: "a writer saves an item of the owner as from a device with the longest name that goes into a seal, and is removed",
  answer: "the next key is made all the same, as a seal that is made again says no such name",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { mine, create, carol, evil, key, scopeId } = await scene(stage);
    await longestTaken((device) => evil.save(mine.id, { fields: {}, device }));
    await ann.client.vault.pull();
    await endSharesOf(stage, eve, mine.categoryId ?? "");
    const { id, fields } = await create(stage.secret("later"));
    expect(await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).not.toContain(fields.password);
    await carol.client.vault.pull();
    for (const one of [mine, { id, fields }]) expect((await carol.client.vault.open(one)).fields.password).toBe(one.fields.password);
  },
};

export const UNREADABLE: readonly Row[] = [
  fullSeal,
  givenBack,
  heldBack,
  spoils(
    "a writer saves items of the owner and of another member with a part that no list opens, and that does not open, and is removed",
    "everything else of them is sealed under the next key, and opens as before",
    spoiledInside,
    (password) => password,
  ),
  spoils(
    "a writer spoils one field of an item of the owner, and of another member, leaves their seals as they were, and is removed",
    "that field stays closed, and says so; everything else of them opens under the next key, with the name of its maker",
    spoiled,
    () => "(Decryption failed)",
  ),
  {
    attack: "60",
    does: "a writer saves the owner's item with a part that no list opens, and that does not open, and the vault is shared no more",
    answer: "it returns to its owner without that part, as with any edit",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, mine, carol, evil } = await scene(stage);
      await evil.save(mine.id, { fields: KEYS, twist: spoiledInside });
      await ann.client.vault.pull();
      for (const person of [eve, carol]) await endSharesOf(stage, person, vaultId);
      await ann.client.vault.pull();
      const opened = await ann.client.vault.open({ id: mine.id });
      expect([opened.scopeId, opened.state, opened.fields.password]).toEqual([
        ann.client.session?.personalVaultId,
        "intact",
        mine.fields.password,
      ]);
    },
  },
  {
    attack: "60",
    does: "a writer saves over the owner's item what no one can open, and is removed",
    answer:
      "the next key is made all the same, and what is saved later is not hers to read; the vault returns to its owner once that item is deleted for good, so that the account can be recovered",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, mine, create, carol, evil, key, scopeId } = await scene(stage);
      await evil.save(mine.id, { fields: {}, twist: unreadable });
      const shown = async () => (await ann.client.vault.pull()).items.find(({ id }) => id === mine.id)?.state;
      expect(await shown()).toBe("tampered");
      await endSharesOf(stage, eve, vaultId);
      const password = stage.secret("later");
      const { id } = await create(password);
      expect(await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).not.toContain(password);
      await carol.client.vault.pull();
      expect((await carol.client.vault.open({ id })).fields.password).toBe(password);
      await endSharesOf(stage, carol, vaultId).catch(() => undefined);
      await ann.client.vault.pull();
      const home = ann.client.session?.personalVaultId;
      expect((await ann.client.vault.open({ id })).scopeId).not.toBe(home);
      await ann.client.vault.remove({ ids: [mine.id] });
      await ann.client.account.verifyMasterPassword({ password: ann.password });
      await ann.client.vault.purge({ ids: [mine.id] });
      const next = await create(stage.secret("at home"));
      for (const one of [id, next.id]) expect((await ann.client.vault.open({ id: one })).scopeId).toBe(home);
    },
  },
  {
    attack: "60",
    does: "the same, under an id as clients of before have given, so that the server could have put it there as well",
    answer: "nothing new is saved under the key that she has, the owner reads what to do, and does it",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, create, evil, key, scopeId } = await scene(stage);
      const junk = await evil.create(vaultId, { fields: {}, twist: (sealed, keys) => unbound(unreadable(sealed, keys)) });
      await ann.client.vault.pull();
      await endSharesOf(stage, eve, vaultId).catch(() => undefined);
      await expect(create(stage.secret("too early"))).rejects.toThrow("Delete it for good");
      await ann.client.vault.remove({ ids: [junk] });
      await ann.client.account.verifyMasterPassword({ password: ann.password });
      await ann.client.vault.purge({ ids: [junk] });
      const password = stage.secret("later");
      const { id } = await create(password);
      expect(await opensOf(key, scopeId, await ciphertextOf(stage, [id], scopeId))).not.toContain(password);
    },
  },
  {
    attack: "60",
    does: "a writer saves over an item that another member has moved in what no one can open, and is removed on a device that has never seen it",
    answer:
      "it does not go along without the name of its maker, for which no one would believe the vault: the owner deletes it for good, and all goes on",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, carol, evil } = await scene(stage);
      const { id } = await carol.client.vault.create({ draft: aLogin({ title: "Moved in" }) });
      await carol.client.vault.pull();
      await carol.client.vault.place({ ids: [id], categoryId: vaultId });
      const owner = { id: carol.client.session?.user.id ?? "", email: carol.email };
      await evil.scope.pull();
      await evil.save(id, { fields: {}, owner, twist: unreadable });
      const { vault, sharing, account } = await stage.newDevice();
      await vault.pull();
      const share = (await sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === eve.email);
      await sharing.revoke(asShown(share)).catch(() => undefined);
      const create = (password: string) => vault.create({ draft: { ...aLogin({ title: TITLE, password }), categoryId: vaultId } });
      await expect(create(stage.secret("too early"))).rejects.toThrow("Delete it for good");
      await vault.remove({ ids: [id] });
      await account.verifyMasterPassword({ password: ann.password });
      await vault.purge({ ids: [id] });
      const { fields, ...made } = await create(stage.secret("later"));
      await carol.client.vault.pull();
      expect((await carol.client.vault.open({ id: made.id })).fields.password).toBe(fields.password);
    },
  },
  {
    attack: "60",
    does: "a writer saves an item under an id that is of other texts, or of none where the save before had one",
    answer: "the server takes neither; where one stores it, every device that has the item keeps it",
    run: async (stage) => {
      const { ann } = stage;
      const { mine, carol, evil, scopeId } = await scene(stage);
      const password = mine.fields.password;
      for (const twist of [
        (sealed: Parameters<typeof unbound>[0]) => ({ ...sealed, saveId: pressIn(sealed.saveId) + OF_NO_TEXTS }),
        (sealed: Parameters<typeof unbound>[0]) => ({ ...sealed, saveId: saveIdIn({ rights: PERSONAL }, pressIn(sealed.saveId), sealed) }),
      ])
        await expect(evil.save(mine.id, { fields: {}, twist })).rejects.toMatchObject({ code: "invalid_input" });
      await carol.client.vault.pull();
      await evil.save(mine.id, { fields: { password: "of Eve" }, twist: unbound }, (write, change) =>
        stored(stage, scopeId, write, change),
      );
      for (const { client } of [ann, carol]) {
        await client.vault.pull();
        expect((await client.vault.open({ id: mine.id })).fields.password).toBe(password);
      }
    },
  },
];
