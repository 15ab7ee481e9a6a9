/** A writer with an honest server saves what no one can open, or under an id that is of other texts: no one else is held up by it. */
import { expect } from "vitest";
import { PERSONAL } from "../../../packages/client/src/keyring.ts";
import { pressIn, saveIdIn } from "../../../packages/client/src/sync/save-id.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { spoiled, unbound, unreadable } from "../colleague.ts";
import type { Row } from "../row.ts";
import { endSharesOf, scene } from "./colleague-makers.ts";
import { stored } from "./colleague-own.ts";
import { ciphertextOf, opensOf } from "./members.ts";

const OF_NO_TEXTS = "ab".repeat(32);

export const UNREADABLE: readonly Row[] = [
  {
    attack: "60",
    does: "a writer saves over the owner's item what no one can open, and is removed",
    answer:
      "the next key is made all the same, and what is saved later is not hers to read; the vault goes home once that item is deleted for good, so that the account can be recovered",
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
    does: "a writer spoils one field of an item that another member has moved in, leaves its seal as it was, and is removed",
    answer:
      "it does not go along without the name of its maker, for which no one would believe the vault: the owner deletes it for good, and all goes on",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vaultId, create, carol, evil } = await scene(stage);
      const { id } = await carol.client.vault.create({ draft: aLogin({ title: "Moved in" }) });
      await carol.client.vault.pull();
      await carol.client.vault.place({ ids: [id], categoryId: vaultId });
      await ann.client.vault.pull();
      const owner = { id: carol.client.session?.user.id ?? "", email: carol.email };
      await evil.save(id, { fields: {}, owner, twist: spoiled });
      await ann.client.vault.pull();
      await endSharesOf(stage, eve, vaultId).catch(() => undefined);
      await expect(create(stage.secret("too early"))).rejects.toThrow("Delete it for good");
      await ann.client.vault.remove({ ids: [id] });
      await ann.client.account.verifyMasterPassword({ password: ann.password });
      await ann.client.vault.purge({ ids: [id] });
      const { fields, ...made } = await create(stage.secret("later"));
      for (const { client } of [ann, carol]) {
        await client.vault.pull();
        expect((await client.vault.open({ id: made.id })).fields.password).toBe(fields.password);
      }
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
