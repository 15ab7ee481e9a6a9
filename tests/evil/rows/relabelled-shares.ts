/** Shares that the server lists as something else: linked to another one, at their end, without a grant, under the id of someone else's. */
import { expect } from "vitest";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown, shareOf } from "../../flows/sharing-setup.ts";
import { refused } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { endSharesOf } from "./colleague-makers.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault } from "./members.ts";
import { BY_ME, nothingToDo, PULL, rotationsIn, sharedWithTwo } from "./sharing.ts";

/** Eve loses a vault that Carol keeps. @param lie - Eve's row, as the server lists it by then, in place of what it lists */
const keptBy = (does: string, lie: (hers: SharedItem, theirs: SharedItem) => SharedItem): Row => ({
  attack: "46",
  does,
  answer: "the next key is drawn, and is not hers",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create, carol } = await sharedVault(stage);
    const { row: hers, key } = await holdingOf(stage, eve, vaultId);
    const { row: theirs } = await holdingOf(stage, carol, vaultId);
    const of = await shareOf(ann, vaultId, eve);
    const from = world.requests.length;
    const own = { own_grant: hers.shared_key, shared_key: null };
    stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), lie({ ...hers, ...own }, theirs)]);
    stage.lie(PULL, nothingToDo(2));
    await ann.client.sharing.revoke(of).catch(() => undefined);
    const { id, fields } = await create(stage.secret("after"));
    expect(await opensOf(key, hers.scope_id, await ciphertextOf(stage, [id], hers.scope_id))).not.toContain(fields.password);
    const given = rotationsIn(stage, from).flatMap(({ grants }) => grants.map((one) => one.id));
    expect([given.includes(theirs.id), given.includes(hers.id)]).toEqual([true, false]);
  },
});

const deleted: Row = {
  attack: "46",
  does: "the owner deletes a shared vault, and the server says that it has a holder still, and that nothing is to do",
  answer: "what is saved there until it is gone goes under a key that no one was given",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create, carol } = await sharedVault(stage);
    await endSharesOf(stage, carol, vaultId);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    await ann.client.vault.pull();
    stage.lie(PULL, nothingToDo(1));
    const from = world.requests.length;
    await ann.client.vault.removeVault({ id: vaultId, deleteItems: false }).catch(() => undefined);
    // It takes whatever comes.
    await world.sql("update share_grant set ended_at = null where scope_id = $1", [row.scope_id]);
    const made = await create(stage.secret("after")).catch(() => null);
    expect(rotationsIn(stage, from).flatMap(({ grants }) => grants)).toEqual([]);
    const stored = await ciphertextOf(stage, made ? [made.id] : [], row.scope_id);
    expect(await opensOf(key, row.scope_id, stored)).not.toContain(made?.fields.password);
  },
};

const withoutGrant: Row = {
  attack: "59",
  does: "the server lists a person again whose access was ended, without the grant, as one who may write, and the owner makes that less",
  answer: "the list says that this is not true, and the press gives nothing back",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { rowOf } = await sharedWithTwo(stage);
    const hers = rowOf(eve.email);
    await ann.client.sharing.revoke(asListed(hers));
    stage.lie(BY_ME, (body: SharedItem[]) => [...body, { ...hers, own_grant: null, expires_at: null, permission_level: "write" }]);
    const shown = (await ann.client.sharing.sharedByMe()).find(({ id }) => id === hers.id);
    expect(shown?.trouble).toBe("not-believed");
    const of = asShown(shown);
    await refused(stage, () => ann.client.sharing.setPermission({ ...of, permission: "read" }), { name: "ClientError" });
    const expiresAt = stage.world.now() + 3_600_000;
    await refused(stage, () => ann.client.sharing.setExpiry({ ...of, expiresAt }), { name: "ClientError" });
  },
};

const earlierGrant: Row = {
  attack: "59",
  does: "the server lists a person again whose access was ended, with the grant of before, and the owner makes that less",
  answer: "the press gives nothing back",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { id: itemId, rowOf } = await sharedWithTwo(stage);
    const hers = rowOf(eve.email);
    await ann.client.sharing.revoke(asListed(hers));
    stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), hers]);
    const shown = (await ann.client.sharing.sharedByMe()).find(({ id }) => id === hers.id);
    expect(shown?.itemId).toBe(itemId);
    await refused(stage, () => ann.client.sharing.setPermission({ ...asShown(shown), permission: "read" }), { name: "ClientError" });
  },
};

const underTheIdOf: Row = {
  attack: "58",
  does: "the server lists another person's share as one with the person with whom the owner shares something just now",
  answer: "the one whose share it is stays in the owner's record, and can be taken out",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const dan = await world.person(`dan-${crypto.randomUUID().slice(0, 8)}`);
    const { id, rowOf } = await sharedWithTwo(stage);
    const hers = rowOf(eve.email);
    const { accountId } = await ann.client.sharing.findPerson({ email: dan.email });
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => (row.id === hers.id ? { ...row, shared_with_id: accountId } : row)));
    // It takes whatever comes.
    world.refuseWhen(
      (url) => url.includes("/share/") && !url.includes("/shared-"),
      () => Response.json({ success: true }),
    );
    await ann.client.sharing.share({ id, email: dan.email, permission: "read", expiresAt: null }).catch(() => undefined);
    world.refuseWhen(() => false);
    stage.lie(BY_ME, (body: SharedItem[]) => body.filter((row) => row.id !== hers.id));
    const shown = (await ann.client.sharing.sharedByMe()).find((row) => row.id === hers.id);
    expect(shown).toMatchObject({ person: eve.email, trouble: "not-listed" });
  },
};

/** An item that is in no shared vault. */
const item: Row = {
  attack: "46",
  does: "the server lists a person who lost an item as one who has it along with another person's share of it",
  answer: "the next key goes to the other person alone",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { carol, rowOf } = await sharedWithTwo(stage);
    const [hers, theirs, from] = [rowOf(eve.email), rowOf(carol.email), world.requests.length];
    stage.lie(BY_ME, (body: SharedItem[]) => [...body.filter(({ id }) => id !== hers.id), { ...hers, along_id: theirs.id }]);
    await ann.client.sharing.revoke(asListed(hers)).catch(() => undefined);
    await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack" }) });
    await ann.client.vault.pull();
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    expect(rotationsIn(stage, from).flatMap(({ grants }) => grants.map(({ id }) => id))).not.toContain(hers.id);
  },
};

export const RELABELLED_SHARES: readonly Row[] = [
  keptBy("the server lists a person who lost a vault as one who has it along with another person's share", (hers, { id }) => ({
    ...hers,
    along_id: id,
  })),
  keptBy("the server says of a share, as it is ended, that it has expired long ago", (hers) => ({ ...hers, expires_at: 1 })),
  deleted,
  withoutGrant,
  earlierGrant,
  underTheIdOf,
  item,
];
