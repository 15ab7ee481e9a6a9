/** What is shared returns to its owner when its owner has ended that, and not when the server says so. */
import { expect } from "vitest";
import { idFrom } from "../../../packages/client/src/vault/device-only-copies.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown } from "../../flows/sharing-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Row } from "../row.ts";
import { BY_ME, PULL, sharedWithTwo } from "./sharing.ts";

const reads = async ({ client }: Person, id: string): Promise<boolean> => (await client.vault.pull()).items.some((item) => item.id === id);

export const RETURNED_ITEMS: readonly Row[] = [
  {
    attack: "58",
    does: "the server says that no one has a shared item any more, and lists no share of it",
    answer: "nothing moves: the owner reads which shares are missing in the list, and only a press for each ends them",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, carol, rowOf } = await sharedWithTwo(stage);
      const movesSince = (from: number): number => world.requests.slice(from).filter(({ url }) => url.endsWith("/vault/move")).length;
      const from = world.requests.length;
      stage.lie(BY_ME, (body: SharedItem[]) => body.filter(({ item_id }) => item_id !== id));
      stage.lie(PULL, (body: { scopes: { own: object | null }[] }) => ({
        ...body,
        scopes: body.scopes.map((one) => ({ ...one, own: one.own && { isKeyOld: false, holders: 0, isAlongOld: false } })),
      }));
      await ann.client.vault.pull();
      const missing = (await ann.client.sharing.sharedByMe()).filter(({ itemId }) => itemId === id);
      stage.honest();
      // Waits for what the client does by itself.
      await ann.client.sharing.setPermission({ ...asListed(rowOf(carol.email)), permission: "write" });
      expect(movesSince(from), "moved on the server's word").toBe(0);
      expect([await reads(eve, id), await reads(carol, id)]).toEqual([true, true]);
      const people = missing.map(({ person, trouble }) => [person, trouble]);
      expect(people).toEqual([carol.email, eve.email].map((email) => [email, "not-listed"]));
      expect((await ann.client.sharing.sharedByMe()).map(({ trouble }) => trouble)).toEqual([null, null]);
      for (const { email } of [eve, carol]) await ann.client.sharing.revoke(asListed(rowOf(email)));
      expect(movesSince(from)).toBe(1);
      expect([await reads(eve, id), await reads(carol, id)]).toEqual([false, false]);
    },
  },
  {
    attack: "58",
    does: "the server lists a share again that its owner has taken back, with the owner's own signature",
    answer: "it is shown as one that the owner does not give, on each of the owner's devices, and no key goes to that person",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id, carol, rowOf } = await sharedWithTwo(stage);
      const hers = structuredClone(rowOf(eve.email));
      await ann.client.sharing.revoke(asListed(hers));
      const from = world.requests.length;
      stage.lie(BY_ME, (body: SharedItem[]) => [...body, hers]);
      for (const client of [ann.client, await stage.newDevice()]) {
        await client.vault.pull();
        const listed = (await client.sharing.sharedByMe()).filter(({ itemId }) => itemId === id);
        const troubles = new Map(listed.map(({ person, trouble }) => [person, trouble]));
        expect(troubles).toEqual(
          new Map([
            [eve.email, "not-given"],
            [carol.email, null],
          ]),
        );
      }
      stage.honest();
      expect(world.requests.slice(from).filter(({ body }) => body.includes(hers.id))).toEqual([]);
    },
  },
  {
    attack: "58",
    does: "the server ends a share that its owner has not ended",
    answer: "the item stays where it is until its owner presses for that person; then it returns to its owner",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { id } = (await ann.client.vault.pull()).items.find(({ kind }) => kind === "password") ?? { id: "" };
      await ann.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null });
      const placeOf = async () =>
        (await world.sql<{ kind: string }>("select kind from scope where id = (select scope_id from record where id = $1)", [id]))[0];
      await world.sql("update share_grant set ended_at = now() where item_id = $1", [id]);
      await world.sql("update scope set stamp = stamp + 1 where id = (select scope_id from record where id = $1)", [id]);
      await ann.client.vault.pull();
      const [missing] = await ann.client.sharing.sharedByMe();
      expect(missing).toMatchObject({ itemId: id, person: eve.email, trouble: "not-listed" });
      expect(await placeOf()).toEqual({ kind: "item" });
      await ann.client.sharing.revoke(asShown(missing));
      expect(await placeOf()).toEqual({ kind: "personal" });
      expect(await ann.client.sharing.sharedByMe()).toEqual([]);
    },
  },
  {
    attack: "58",
    does: "the server leaves a shared vault out of the list of them, answers for it or says that there is none",
    answer:
      "what the owner's device has of it stays, also after a start; where there is no answer it says so and takes no save, and a press makes it the owner's own",
    run: async (stage) => {
      const { ann, eve } = stage;
      const { vault, sharing } = ann.client;
      const { id: vaultId } = await vault.createVault({ name: "Made in the attack", description: "" });
      const password = stage.secret("in what is left out");
      const { id } = await vault.create({ draft: { ...aLogin({ title: "Made in the attack", password }), categoryId: vaultId } });
      await sharing.share({ id: vaultId, email: eve.email, permission: "write", expiresAt: null });
      await vault.pull();
      const { scopeId } = vault.contents()?.vaults.find((one) => one.id === vaultId) ?? {};
      stage.lie(PULL, (body: { scopes: { id: string }[] }) => ({ ...body, scopes: body.scopes.filter((one) => one.id !== scopeId) }));
      // It answers for the vault itself.
      await vault.pull();
      expect(await sharing.vaultTrouble({ vaultId })).toBeNull();
      expect((await vault.open({ id })).fields.password).toBe(password);
      stage.lie(PULL, (_: object, url) => (url.includes(String(scopeId)) ? { success: false, code: "not_found" } : undefined));
      await vault.pull();
      const started = ann.reload();
      await started.account.resume();
      await started.account.unlock({ password: ann.password });
      await started.vault.local();
      await started.vault.pull();
      for (const client of [ann.client, started]) {
        expect(await client.sharing.vaultTrouble({ vaultId })).toBe("gone");
        const base = await client.vault.open({ id });
        expect(base.fields.password).toBe(password);
        const draft = { ...aLogin({ ...base.fields, password: "lost" }), categoryId: vaultId };
        await expect(client.vault.update({ base, draft })).rejects.toBeInstanceOf(Error);
      }
      expect(await started.sharing.restoreVault({ vaultId })).toContain(eve.email);
      const home = (await started.vault.openMany()).filter(({ fields }) => fields.password === password);
      expect(home.map(({ isOwner, scopeId: own }) => [isOwner, own])).toEqual([[true, ann.client.session?.personalVaultId]]);
      stage.honest();
      // The server had it all the while.
      await started.vault.pull();
      expect((await started.sharing.sharedByMe()).filter(({ itemId }) => itemId === vaultId).map(({ trouble }) => trouble)).not.toContain(
        null,
      );
    },
  },
  {
    attack: "58",
    does: "a colleague with whom a vault is shared, and who knows its ids, has made something under each id that follows from them alone; then a server has the vault no more",
    answer: "a press makes it the owner's own all the same: the ids that it has then follow from what no one but its owner has",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { vault, sharing } = ann.client;
      const { id: vaultId } = await vault.createVault({ name: "Made in the attack", description: "" });
      const password = stage.secret("in what is brought home");
      const { id } = await vault.create({ draft: { ...aLogin({ title: "Made in the attack", password }), categoryId: vaultId } });
      await sharing.share({ id: vaultId, email: eve.email, permission: "write", expiresAt: null });
      await vault.pull();
      const { scopeId } = vault.contents()?.vaults.find((one) => one.id === vaultId) ?? {};
      for (const known of [vaultId, id])
        await world.sql(
          `insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at)
           select $1, id, owner_id, 1, 'note', 1, repeat('0', 32), '2.A', '{}', now(), now() from scope where id = $2`,
          [await idFrom(`left out ${scopeId} ${known}`), eve.client.session?.personalVaultId],
        );
      stage.lie(PULL, (body: { scopes: { id: string }[] }, url) =>
        url.includes(String(scopeId))
          ? { success: false, code: "not_found" }
          : { ...body, scopes: body.scopes.filter((one) => one.id !== scopeId) },
      );
      await vault.pull();
      expect(await sharing.vaultTrouble({ vaultId })).toBe("gone");
      expect(await sharing.restoreVault({ vaultId })).toContain(eve.email);
      const home = (await vault.openMany()).filter(({ fields }) => fields.password === password);
      expect(home.map(({ isOwner, scopeId: own }) => [isOwner, own])).toEqual([[true, ann.client.session?.personalVaultId]]);
      await world.sql("delete from record where scope_id = $1 and seal = '2.A'", [eve.client.session?.personalVaultId]);
    },
  },
];
