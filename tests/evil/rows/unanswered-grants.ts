/** What the owner gives, and the server's answer to it: refused and kept, listed as more than it is, under the id of someone else's. */
import { expect } from "vitest";
import type { OfShare } from "../../../packages/client/src/index.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { asListed, shareOf } from "../../flows/sharing-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault } from "./members.ts";
import { BY_ME, nothingToDo, PULL, rotationsIn, rowsByMe, sharedWithTwo } from "./sharing.ts";

/** Not the lists of shares. */
const isShareCall = (url: string): boolean => url.includes("/share/") && !url.includes("/share/items/");

/** The server takes nothing and says so; what was sealed it can keep. */
async function refusing({ world }: Stage, act: () => Promise<unknown>): Promise<void> {
  world.refuseWhen(isShareCall, () => Response.json({ success: false, code: "forbidden", message: "No" }, { status: 403 }));
  await expect(act()).rejects.toMatchObject({ code: "forbidden" });
  world.refuseWhen(() => false);
}

/** @param act - of Ann's: gives more than before */
const kept = (does: string, act: (stage: Stage, vaultId: string) => Promise<unknown>): Row => ({
  attack: "46",
  does,
  answer: "what is saved later goes under a key that was not in that grant",
  run: async (stage) => {
    const { eve } = stage;
    const { vaultId, create } = await sharedVault(stage);
    await stage.ann.client.sharing.setPermission({ ...(await shareOf(stage.ann, vaultId, eve)), permission: "read" });
    const { row, key } = await holdingOf(stage, eve, vaultId);
    await stage.ann.client.vault.pull();
    await refusing(stage, () => act(stage, vaultId));
    stage.lie(PULL, nothingToDo(2));
    const { id, fields } = await create(stage.secret("after"));
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(fields.password);
    stage.honest();
    await eve.client.vault.pull();
    expect((await eve.client.vault.open({ id })).fields.password).toBe(fields.password);
  },
});

const lessByShare: Row = {
  attack: "59",
  does: "the owner shares again with less, and the server says that nothing is to do, and lists the grant of before",
  answer: "the next key comes all the same, and the grant of before gets none; with an honest list it comes with less",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { id, carol, rowOf } = await sharedWithTwo(stage);
    const addRecipient = ({ email }: Person) => ann.client.sharing.share({ id, email, permission: "read", expiresAt: null });
    const hers = rowOf(eve.email);
    const idsSince = (from: number) => rotationsIn(stage, from).flatMap(({ grants }) => grants.map((one) => one.id));
    stage.lie(PULL, nothingToDo(2));
    const first = world.requests.length;
    await addRecipient(carol);
    await ann.client.vault.pull();
    await expect.poll(() => idsSince(first).sort()).toEqual([hers.id, rowOf(carol.email).id].sort());
    await carol.client.vault.pull();
    expect((await carol.client.sharing.sharedWithMe()).find(({ itemId }) => itemId === id)).toMatchObject({ permission: "read" });
    const [second, now] = [world.requests.length, (await rowsByMe(stage)).find((row) => row.id === hers.id)];
    stage.lie(PULL, nothingToDo(2));
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => (row.id === hers.id ? (now ?? row) : row)));
    await addRecipient(eve);
    await ann.client.vault.pull();
    await expect.poll(() => idsSince(second)).toEqual([rowOf(carol.email).id]);
  },
};

const keptAndListed: Row = {
  attack: "59",
  does: "the server refuses that a person who reads may write, keeps the grant, and lists it once the next key is drawn",
  answer: "the next key comes to no one with more than the owner's record says",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create } = await sharedVault(stage);
    await ann.client.sharing.setPermission({ ...(await shareOf(ann, vaultId, eve)), permission: "read" });
    const { row: hers } = await holdingOf(stage, eve, vaultId);
    await ann.client.vault.pull();
    const from = world.requests.length;
    const raised = { ...(await shareOf(ann, vaultId, eve)), permission: "write" } as const;
    await refusing(stage, () => ann.client.sharing.setPermission(raised));
    const sent = world.requests.slice(from).find(({ url, body }) => isShareCall(url) && body.includes('"sharedKey"'));
    const { sharedKey, createdAt } = JSON.parse(sent?.body ?? "{}") as { sharedKey: string; createdAt: number };
    const lie = { own_grant: sharedKey, created_at: createdAt, permission_level: "write" } as const;
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => (row.id === hers.id ? { ...row, ...lie } : row)));
    await expect(create(stage.secret("after"))).rejects.toThrow("nothing was saved");
    expect(rotationsIn(stage, from)).toEqual([]);
  },
};

const lostAnswer: Row = {
  attack: "59",
  does: "a call in which the owner shares again with less is cut off on its way, and the server says that nothing is to do",
  answer: "it is said again before the next key, which that person gets with less",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { id, rowOf } = await sharedWithTwo(stage);
    const from = world.requests.length;
    stage.lie(PULL, nothingToDo(2));
    world.refuseWhen(isShareCall);
    await ann.client.sharing.share({ id, email: eve.email, permission: "read", expiresAt: null }).catch(() => undefined);
    world.refuseWhen(() => false);
    await ann.client.vault.pull();
    const given = () => rotationsIn(stage, from).flatMap(({ grants }) => grants.map((one) => one.id));
    await expect.poll(given).toContain(rowOf(eve.email).id);
    await eve.client.vault.pull();
    expect((await eve.client.sharing.sharedWithMe()).find(({ itemId }) => itemId === id)).toMatchObject({ permission: "read" });
  },
};

/** @param act - of Ann's: Eve has less from then on, or from an hour later on */
const answerDropped = (does: string, act: (stage: Stage, of: OfShare) => Promise<unknown>): Row => ({
  attack: "59",
  does: `${does}, takes it, drops the answer, and says that nothing is to do`,
  answer: "what is saved later goes under a key that she was not given with more",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create, carol } = await sharedVault(stage);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    const of = await shareOf(ann, vaultId, eve);
    world.loseNextAnswer(isShareCall);
    await expect(act(stage, of)).rejects.toThrow();
    stage.lie(PULL, nothingToDo(2));
    world.passTime(2);
    const { id, fields } = await create(stage.secret("after"));
    expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(fields.password);
    stage.honest();
    await carol.client.vault.pull();
    expect((await carol.client.vault.open({ id })).fields.password).toBe(fields.password);
  },
});

const deletionDropped: Row = {
  attack: "59",
  does: "the owner deletes a shared vault, and the server takes the first end, drops the answer, and says that nothing is to do",
  answer: "what is saved there goes under a key that no one was given",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, create, carol } = await sharedVault(stage);
    const held = [await holdingOf(stage, eve, vaultId), await holdingOf(stage, carol, vaultId)];
    await ann.client.vault.pull();
    world.loseNextAnswer(isShareCall);
    await expect(ann.client.vault.removeVault({ id: vaultId, deleteItems: false })).rejects.toThrow();
    stage.lie(PULL, nothingToDo(2));
    // It takes whatever comes.
    for (const { row } of held) await world.sql("update share_grant set ended_at = null where scope_id = $1", [row.scope_id]);
    const from = world.requests.length;
    const { id, fields } = await create(stage.secret("after"));
    for (const { row, key } of held)
      expect(await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).not.toContain(fields.password);
    expect(rotationsIn(stage, from).flatMap(({ grants }) => grants)).toEqual([]);
  },
};

const idOfFormer: Row = {
  attack: "58",
  does: "the server lists the share of a person who has lost access as one with the person with whom the owner shares the item now",
  answer: "the new share has an id of its own",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const dan = await world.person(`dan-${crypto.randomUUID().slice(0, 8)}`);
    const { id, rowOf } = await sharedWithTwo(stage);
    const hers = rowOf(eve.email);
    await ann.client.sharing.revoke(asListed(hers));
    const { accountId } = await ann.client.sharing.findPerson({ email: dan.email });
    const from = world.requests.length;
    stage.lie(BY_ME, (body: SharedItem[]) => [...body, { ...hers, shared_with_id: accountId, shared_with_email: dan.email }]);
    await ann.client.sharing.share({ id, email: dan.email, permission: "read", expiresAt: null }).catch(() => undefined);
    const sent = world.requests.slice(from).filter(({ url }) => isShareCall(url));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ body }) => body.includes(hers.id))).toEqual([]);
  },
};

const lessForAnother: Row = {
  attack: "59",
  does: "the server lists the share of a person who may read as one of another account that may write, with that account's key, and the owner ends someone else's",
  answer: "what the owner has said of it is not said again: no grant is signed for that account",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { id, carol } = await sharedWithTwo(stage);
    await ann.client.sharing.setPermission({ ...(await shareOf(ann, id, eve)), permission: "read" });
    const of = await shareOf(ann, id, carol);
    const hers = (await rowsByMe(stage)).find((row) => row.item_id === id && row.shared_with_email === eve.email);
    const dan = await world.person(`dan-${crypto.randomUUID().slice(0, 8)}`);
    const { accountId: shared_with_id, publicKey: shared_with_key } = await eve.client.sharing.findPerson({ email: dan.email });
    const other = { permission_level: "write", shared_with_id, shared_with_key, shared_with_email: dan.email };
    stage.lie(BY_ME, (body: SharedItem[]) => body.map((row) => (row.id === hers?.id ? { ...row, ...other } : row)));
    const from = world.requests.length;
    await ann.client.sharing.revoke(of).catch(() => undefined);
    await ann.client.vault.pull();
    const said = world.requests.slice(from).filter(({ url }) => isShareCall(url) && !url.endsWith(of.id));
    expect(said.filter(({ body }) => body.includes("sharedKey"))).toEqual([]);
  },
};

export const UNANSWERED_GRANTS: readonly Row[] = [
  kept("the server refuses a share with one more person, and keeps what was sealed for them", async ({ ann, world }, id) => {
    const dan = await world.person(`dan-${crypto.randomUUID().slice(0, 8)}`);
    return ann.client.sharing.share({ id, email: dan.email, permission: "read", expiresAt: null });
  }),
  kept("the server refuses that a person who reads may write, and keeps the grant", async ({ ann, eve }, id) =>
    ann.client.sharing.setPermission({ ...(await shareOf(ann, id, eve)), permission: "write" }),
  ),
  keptAndListed,
  lessByShare,
  lostAnswer,
  answerDropped("the server hears that a share ends earlier", ({ ann, world }, of) =>
    ann.client.sharing.setExpiry({ ...of, expiresAt: world.now() + 3_600_000 }),
  ),
  answerDropped("the server hears that a person may only read", ({ ann }, of) =>
    ann.client.sharing.setPermission({ ...of, permission: "read" }),
  ),
  deletionDropped,
  idOfFormer,
  lessForAnother,
];
