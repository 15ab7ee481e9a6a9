/** Who made an item, and what is a vault owner's alone: a writer with a client of her own making claims it, and a server helps her. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import { sealHead } from "../../../packages/client/src/sync/head.ts";
import { digestsOf } from "../../../packages/client/src/sync/head-entries.ts";
import type { Write } from "../../../packages/client/src/sync/scope-deps.ts";
import { hashTrust } from "../../../packages/client/src/sync/wrapped-trust.ts";
import type { PutChange } from "../../../packages/contract/src/record.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import type { Item, Named } from "../../../packages/core/src/items/item.ts";
import { randomBytes } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import type { Person } from "../../flows/world.ts";
import { type Colleague, colleagueOf } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault } from "./members.ts";
import { BY_ME, PULL, rotationsIn } from "./sharing.ts";

const TITLE = "Made in the attack";

/** A vault of Ann's that Eve and Carol may write, with one item of Ann's; Ann's devices have seen it. */
export async function scene(stage: Stage) {
  const { vaultId, before, create, carol } = await sharedVault(stage);
  const holding = await holdingOf(stage, stage.eve, vaultId);
  const evil = await colleagueOf(stage, stage.eve, holding);
  await stage.ann.client.vault.pull();
  return { vaultId, mine: before, create, carol, evil, key: holding.key, scopeId: holding.row.scope_id };
}

const itemIn = async (client: Client, id: string): Promise<Item | undefined> =>
  (await client.vault.pull()).items.find((item) => item.id === id);

/** Keys that were given to someone since, except with a key that replaces an earlier one. */
const sharesSince = ({ world }: Stage, from: number): readonly string[] =>
  world.requests
    .slice(from)
    .filter(({ url, body }) => body.includes('"sharedKey"') && !url.endsWith("/share/rotate"))
    .map(({ url }) => new URL(url).pathname);

const scopeIdOf = async ({ world }: Stage, id: string): Promise<string | undefined> =>
  (await world.sql<{ scope_id: string }>("select scope_id from record where id = $1", [id]))[0]?.scope_id;

/** Takes that person out of what Ann shares. */
export async function endSharesOf({ ann }: Stage, { email }: Person, vaultId: string): Promise<void> {
  const share = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === email);
  await ann.client.sharing.revoke(asShown(share));
}

/** @param claims - whom Eve names as the maker of Ann's item */
const claimed = (does: string, claims: (evil: Colleague, stage: Stage) => Promise<Named>): Row => ({
  attack: "57",
  does,
  answer:
    "refused by the server where it can read it, and by the owner's client; the item is not moved, not granted, and what is saved later is not hers to read",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, mine, evil, key, scopeId } = await scene(stage);
    const thief = await claims(evil, stage);
    const claim = { fields: { password: "of the thief" }, owner: thief };
    await expect(evil.save(mine.id, { ...claim, makerId: thief.id })).rejects.toMatchObject({ code: "maker_changed" });
    await evil.save(mine.id, claim);
    const from = world.requests.length;
    const first = await itemIn(await stage.newDevice(), mine.id);
    expect(first, "on a device that has not seen the item before").toMatchObject({ isOwner: true, categoryId: vaultId });
    expect(first?.belongsTo).toBeUndefined();
    await endSharesOf(stage, eve, vaultId);
    const seen = await itemIn(ann.client, mine.id);
    expect(seen).toMatchObject({ isOwner: true, categoryId: vaultId });
    expect(seen?.belongsTo).toBeUndefined();
    expect((await ann.client.vault.open({ id: mine.id })).fields.password).toBe(mine.fields.password);
    expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
    expect([await scopeIdOf(stage, mine.id), sharesSince(stage, from)]).toEqual([scopeId, []]);
    // The owner's press brings her own history back, and the key goes on without Eve.
    await ann.client.sharing.restoreVault({ vaultId });
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    const base = await ann.client.vault.open({ id: mine.id });
    const draft = { ...aLogin({ ...base.fields, password: stage.secret("after") }), categoryId: vaultId };
    await ann.client.vault.update({ base, draft });
    expect(await opensOf(key, scopeId, await ciphertextOf(stage, [mine.id], scopeId))).not.toContain(draft.fields.password);
    expect(sharesSince(stage, from)).toEqual([]);
  },
});

const forAnother: Row = {
  attack: "57",
  does: "a writer makes an item in the name of another member",
  answer: "the owner's client refuses it; to a device that sees it for the first time it is the owner's",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, evil } = await scene(stage);
    const carol = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person !== stage.eve.email);
    const { accountId: id, email } = await ann.client.sharing.findPerson({ email: carol?.person ?? "" });
    const fields = aLogin({ title: TITLE }).fields;
    await expect(evil.create(vaultId, { fields, owner: { id, email }, makerId: id })).rejects.toMatchObject({ code: "maker_changed" });
    const made = await evil.create(vaultId, { fields, owner: { id, email } });
    expect(await itemIn(ann.client, made)).toBeUndefined();
    expect((await itemIn(await stage.newDevice(), made))?.belongsTo).toBeUndefined();
  },
};

const underAnotherAddress: Row = {
  attack: "57",
  does: "a writer makes an item and writes another member's address under its seal",
  answer: "once she has lost access, the owner decides on what was made by her, at her own address",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vaultId, evil, carol } = await scene(stage);
    const owner = { id: evil.self.id, email: carol.email };
    await evil.create(vaultId, { fields: aLogin({ title: TITLE }).fields, owner });
    await ann.client.vault.pull();
    await endSharesOf(stage, eve, vaultId);
    expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([{ personId: owner.id, email: eve.email, count: 1 }]);
    await ann.client.sharing.giveBack({ vaultId, personId: owner.id, keepCopy: false });
    expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
  },
};

/** @param lie - about the share with Eve */
const leftOut = (does: string, own: object, lie: (rows: SharedItem[], eve: string) => SharedItem[]): Row => ({
  attack: "58",
  does,
  answer: "nothing of that person's moves and nothing is granted; the owner is shown it",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, scopeId } = await scene(stage);
    const draft = { ...aLogin({ title: TITLE }), categoryId: vaultId };
    const { id } = await eve.client.vault.create({ draft });
    expect((await itemIn(ann.client, id))?.belongsTo?.email).toBe(eve.email);
    const from = world.requests.length;
    stage.lie(BY_ME, (rows: SharedItem[]) => lie(rows, eve.email));
    stage.lie(PULL, (body: { scopes: { id: string; stamp: number; own: object | null }[] }) => ({
      ...body,
      scopes: body.scopes.map((one) => (one.id === scopeId ? { ...one, stamp: one.stamp + 1, own: { ...one.own, ...own } } : one)),
    }));
    expect(await itemIn(ann.client, id)).toBeDefined();
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    expect(await ann.client.sharing.itemsByOthers({ vaultId })).toMatchObject([{ email: eve.email, count: 1 }]);
    stage.honest();
    expect((await itemIn(ann.client, id))?.belongsTo?.email).toBe(eve.email);
    expect([await scopeIdOf(stage, id), sharesSince(stage, from)]).toEqual([scopeId, []]);
  },
});

/** The server stores what it should refuse. */
export async function storedAnyway(
  { world }: Stage,
  scopeId: string,
  { baseSeq, head, signature }: Write,
  generation: number,
): Promise<void> {
  const seq = baseSeq + 1;
  const values = [scopeId, seq, generation, head, signature];
  await world.sql("insert into head (scope_id, seq, generation, head, signature, created_at) values ($1, $2, $3, $4, $5, now())", values);
  await world.sql("update scope set seq = $2, generation = $3 where id = $1", [scopeId, seq, generation]);
}

const renamed: Row = {
  attack: "65",
  does: "a writer renames the shared vault, and the server stores it",
  answer: "refused by the honest server; the owner's client keeps the name",
  run: async (stage) => {
    const { ann, world } = stage;
    const { vaultId, evil, scopeId } = await scene(stage);
    const claim = { fields: { name: "Renamed by Eve" } };
    await expect(evil.save(vaultId, claim)).rejects.toMatchObject({ code: "forbidden" });
    await evil.save(vaultId, claim, async (write: Write, { id, revision, saveId, seal, fields }: PutChange) => {
      await storedAnyway(stage, scopeId, write, 1);
      const values = [id, revision, saveId, seal, JSON.stringify(fields), write.baseSeq + 1];
      await world.sql("update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6 where id = $1", values);
    });
    const vault = (await ann.client.vault.pull()).vaults.find(({ id }) => id === vaultId);
    expect(vault?.name).toBe(TITLE);
  },
};

const begun: Row = {
  attack: "65",
  does: "a writer begins a new generation without the owner's item, and the server stores it",
  answer: "the owner's client refuses it, and keeps what it has",
  run: async (stage) => {
    const { ann, world } = stage;
    const { mine, evil, scopeId } = await scene(stage);
    await evil.scope.pull();
    await evil.scope.commitTogether(async ({ state, records }) => {
      const left = records.filter(({ id }) => id !== mine.id);
      const head = { keys: evil.scope.keys, generation: 2, seq: state.seq + 1, previous: state.head.head, count: left.length };
      // She carries the owner's statement on.
      const named = { epochs: { cred: 0, recovery: 0 }, flags: 0, trust: await hashTrust(state.trust ?? null) };
      const contents = { digests: await digestsOf(left), ...named };
      const sealed = await sealHead({ ...head, ...contents, deviceId: randomBytes(16), now: world.now() });
      await storedAnyway(stage, scopeId, { scope: scopeId, baseSeq: state.seq, changes: [], ...sealed }, 2);
      await world.sql("update record set state = 'purged', seal = '', fields = '{}', seq = $2 where id = $1", [mine.id, state.seq + 1]);
      return null;
    });
    expect(await itemIn(ann.client, mine.id)).toBeDefined();
    expect((await ann.client.vault.open({ id: mine.id })).fields.password).toBe(mine.fields.password);
  },
};

export const MAKERS: readonly Row[] = [
  claimed("a writer saves the owner's item as made by herself, and loses access", async ({ self }) => self),
  claimed("a writer saves the owner's item as made by a third person, and loses access", async (_, { world }) => {
    const third = await world.person(`third-${crypto.randomUUID().slice(0, 8)}`);
    return { id: third.client.session?.user.id ?? "", email: third.email };
  }),
  forAnother,
  underAnotherAddress,
  leftOut("the server leaves one writer out of the list of shares", { isKeyOld: true }, (rows, eve) =>
    rows.filter(({ shared_with_email }) => shared_with_email !== eve),
  ),
  leftOut("the server says that no one reads the vault any more", { isKeyOld: true, holders: 0 }, () => []),
  renamed,
  begun,
];
