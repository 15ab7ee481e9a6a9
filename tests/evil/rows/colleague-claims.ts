/** Items of other members, claimed before anyone has seen them: a writer names herself, or another, as the maker, and the server says the same. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import type { MakerProof } from "../../../packages/client/src/sync/maker-proof.ts";
import { openRecord, sealRecord } from "../../../packages/client/src/sync/seal-record.ts";
import { api } from "../../../packages/contract/src/api.ts";
import type { PutChange } from "../../../packages/contract/src/record.ts";
import { BLANK_COLUMNS, columnsOf } from "../../../packages/contract/src/record-columns.ts";
import type { Item, Named } from "../../../packages/core/src/items/item.ts";
import { deriveBoundId, fingerprint, madeMessage, randomBytes, toBase64Url, toHex } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Colleague } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { endSharesOf, scene } from "./colleague-makers.ts";
import { rotationsIn } from "./sharing.ts";

const TITLE = "Made in the attack";

const itemIn = async (client: Client, id: string): Promise<Item | undefined> =>
  (await client.vault.pull()).items.find((item) => item.id === id);

/** The server names the same maker as the seal. */
const saysSo = ({ world }: Stage, id: string, makerId: string) => world.sql("update record set maker_id = $2 where id = $1", [id, makerId]);

interface Said {
  readonly owner: Named;
  readonly made?: MakerProof | undefined;
}

/** Eve saves a record, new or known, with whatever she says of its maker. */
async function save(
  { scope, self, call }: Colleague,
  id: string,
  vaultId: string,
  said: (before: MakerProof | undefined) => Said,
): Promise<void> {
  await scope.pull();
  await scope.commit(async () => {
    const before = scope.records.get(id);
    const opened = before && (await openRecord(scope.keys, before));
    const next = { id, kind: "password", revision: (before?.revision ?? 0) + 1, saveId: toHex(randomBytes(16)) } as const;
    const fields = opened?.fields ?? aLogin({ title: TITLE }).fields;
    const sealed = await sealRecord(scope.keys, {
      ...next,
      fields,
      createdAt: 1,
      updatedAt: 2,
      device: "evil",
      author: self,
      ...said(opened?.made),
    });
    const change: PutChange = { op: "put", ...next, ...sealed, ...columnsOf(before ?? BLANK_COLUMNS), categoryId: vaultId };
    return { changes: [change], send: (write) => call(api.vault.commit, { ...write, changes: [change] }) };
  });
}

/** @param proof - what Eve says, from the maker's own proof, which she can read */
const ofAnother = (
  how: string,
  proof: (evil: Colleague, id: string, made: MakerProof | undefined) => Promise<MakerProof | undefined>,
): Row => ({
  attack: "57",
  does: `a writer saves another member's new item as made by herself before the owner has seen it, ${how}, and the server says the same`,
  answer:
    "its id is bound to the other member: the owner's client refuses the save, and a device that sees it first does not show it as hers",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, evil, carol } = await scene(stage);
    await carol.client.vault.pull();
    const { id } = await carol.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
    await evil.scope.pull();
    const record = evil.scope.records.get(id);
    const made = await proof(evil, id, record && (await openRecord(evil.scope.keys, record)).made);
    await save(evil, id, vaultId, () => ({ owner: evil.self, made }));
    await saysSo(stage, id, evil.self.id);
    expect(await itemIn(ann.client, id)).toBeUndefined();
    const first = await itemIn(await stage.newDevice(), id);
    expect(first).toBeDefined();
    expect(first?.belongsTo).toBeUndefined();
    expect((await ann.client.sharing.itemsByOthers({ vaultId })).map(({ email }) => email)).not.toContain(stage.eve.email);
  },
});

const signedByEve = async ({ scope }: Colleague, id: string): Promise<string> =>
  toBase64Url(await scope.keys.signer.sign(madeMessage(scope.keys.scopeId, id)));

const CLAIMED: readonly Row[] = [
  ofAnother("with that member's proof", async (_, __, made) => made),
  ofAnother(
    "with that member's proof signed by herself",
    async (evil, id, made) => made && { ...made, signature: await signedByEve(evil, id) },
  ),
  ofAnother("with a proof of her own", async (evil, id, made) => {
    const { scopeId, signer } = evil.scope.keys;
    const print = toHex(await fingerprint(signer.keyOf?.(evil.self.id) ?? ""));
    return made && { print, nonce: toHex(randomBytes(16)), scope: scopeId, signature: await signedByEve(evil, id) };
  }),
];

const withoutProof: Row = {
  attack: "57",
  does: "a writer saves another member's item without the proof that this member made it, and loses access",
  answer:
    "devices that know the item refuse the save; it is still that member's when the owner has put it back, on a new device and under the next key",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId, evil, carol } = await scene(stage);
    await carol.client.vault.pull();
    const { id } = await carol.client.vault.create({ draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
    expect((await itemIn(ann.client, id))?.belongsTo?.email).toBe(carol.email);
    const base = await ann.client.vault.open({ id });
    await evil.save(id, { fields: { password: "of the thief" }, owner: base.belongsTo ?? evil.self });
    for (const { client } of [ann, carol]) {
      await client.vault.pull();
      expect((await client.vault.open({ id })).fields.password).toBe(base.fields.password);
    }
    const from = world.requests.length;
    await endSharesOf(stage, eve, vaultId);
    await ann.client.sharing.restoreVault({ vaultId });
    await expect.poll(() => rotationsIn(stage, from).length).toBeGreaterThan(0);
    for (const client of [ann.client, await stage.newDevice()]) expect((await itemIn(client, id))?.belongsTo?.email).toBe(carol.email);
  },
};

const inAnothersName: Row = {
  attack: "57",
  does: "a writer makes an item under an id bound to another member's key, signs for them, and the server says the same",
  answer: "the signature is not theirs: the owner's client refuses the save, and a device that sees it first does not show it as theirs",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, evil, carol, scopeId } = await scene(stage);
    const { accountId, publicKey, email } = await ann.client.sharing.findPerson({ email: carol.email });
    const [print, nonce] = [await fingerprint(publicKey), randomBytes(16)];
    const id = await deriveBoundId(print, nonce);
    const signature = toBase64Url(await evil.scope.keys.signer.sign(madeMessage(scopeId, id)));
    const made = { print: toHex(print), nonce: toHex(nonce), scope: scopeId, signature };
    await save(evil, id, vaultId, () => ({ owner: { id: accountId, email }, made }));
    await saysSo(stage, id, accountId);
    expect(await itemIn(ann.client, id)).toBeUndefined();
    expect((await itemIn(await stage.newDevice(), id))?.belongsTo).toBeUndefined();
  },
};

const movedIn: Row = {
  attack: "66",
  does: "a writer saves as made by herself what another member moved into the vault, and the server says the same to devices that see it first",
  answer: "the owner's statement names the maker: no device believes another, and none takes the save",
  run: async (stage) => {
    const { ann } = stage;
    const { vaultId, evil, carol, mine } = await scene(stage);
    const base = await carol.client.vault.create({ draft: aLogin({ title: TITLE }) });
    await carol.client.vault.pull();
    await carol.client.vault.update({ base, draft: { ...aLogin({ title: TITLE }), categoryId: vaultId } });
    expect((await itemIn(ann.client, base.id))?.belongsTo?.email).toBe(carol.email);
    const own = await ann.client.vault.open({ id: mine.id });
    await ann.client.vault.update({
      base: own,
      draft: { ...own, kind: "password", fields: { ...own.fields, password: stage.secret("next") } },
    });
    await save(evil, base.id, vaultId, () => ({ owner: evil.self }));
    await saysSo(stage, base.id, evil.self.id);
    for (const client of [ann.client, carol.client]) expect((await itemIn(client, base.id))?.belongsTo?.email).not.toBe(stage.eve.email);
    const first = await itemIn(await stage.newDevice(), base.id);
    expect(first?.belongsTo?.email, "believed by a device that sees it first").not.toBe(stage.eve.email);
    expect((await ann.client.sharing.itemsByOthers({ vaultId })).map(({ email }) => email)).not.toContain(stage.eve.email);
  },
};

export const CLAIMS: readonly Row[] = [...CLAIMED, withoutProof, inAnothersName, movedIn];
