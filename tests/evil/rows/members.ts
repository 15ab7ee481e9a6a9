/** Former members, members who want more access, and people who share items to learn about others: with their own keys, and the server's whole database. */
import { expect } from "vitest";
import { unwrapIdentity } from "../../../packages/client/src/account/credentials.ts";
import type { Client, OfShare } from "../../../packages/client/src/index.ts";
import { scopeKeys } from "../../../packages/client/src/keyring.ts";
import { openHead } from "../../../packages/client/src/sync/head.ts";
import { openRecord } from "../../../packages/client/src/sync/seal-record.ts";
import { allEndpoints } from "../../../packages/contract/src/all-endpoints.ts";
import type { SealedRecord } from "../../../packages/contract/src/record.ts";
import type { SharedItem } from "../../../packages/contract/src/sharing.ts";
import { deriveSymmetricKey, openGrant, openSigner, type SecretKey } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed, asShown } from "../../flows/sharing-setup.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import { askLoginData, forgeOf } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith } from "../theft.ts";

const WITH_ME = "/share/items/shared-with-me";
const TITLE = "Made in the attack";
const EPOCHS = [1, 2, 3, 4, 5];

/** What a recipient holds of one share: its row, and the key in it, opened with the recipient's identity. */
export async function holdingOf(
  stage: Stage,
  holder: Person,
  itemId: string,
): Promise<{ readonly row: SharedItem; readonly key: SecretKey }> {
  let rows: readonly SharedItem[] = [];
  stage.lie(WITH_ME, (body: SharedItem[]) => {
    rows = structuredClone(body);
  });
  await holder.client.sharing.sharedWithMe();
  stage.honest();
  const row = rows.find(({ item_id }) => item_id === itemId);
  if (!row?.shared_key) throw new Error("nothing of it is shared with that person");
  const { data, accountId, vaultKey, keys } = await forgeOf({ ...stage, ann: holder });
  const own = { accountId, keyEpoch: keys.epoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keys.epoch) };
  const terms = {
    ...{ grantId: row.id, scopeId: row.scope_id, scopeKind: row.item_type === "category" ? ("vault" as const) : ("item" as const) },
    ...{ epoch: row.epoch, permission: row.permission_level, createdAt: row.created_at },
    sender: { accountId: row.shared_by_id, publicKey: row.shared_by_key },
    recipient: { accountId: row.shared_with_id, publicKey: row.shared_with_key ?? "" },
  };
  return { row, key: await openGrant(terms, row.shared_key, await unwrapIdentity(own, String(data.encryptedPrivateKey))) };
}

/** Everything that the server has under these ids, earlier saves too, as records of a scope. */
export async function ciphertextOf({ world }: Stage, ids: readonly string[], scopeId: string): Promise<SealedRecord[]> {
  const columns = 'kind, revision::int, save_id as "saveId", seal, fields';
  const rows = await world.sql<SealedRecord>(
    `select id, ${columns} from record where id = any($1) union all select record_id as id, ${columns} from superseded where record_id = any($1)`,
    [ids],
  );
  return rows.map((row) => ({ ...row, scopeId }));
}

/** @returns every text that the key opens, tried as each kind of key of the scope */
export async function opensOf(key: SecretKey, scopeId: string, records: readonly SealedRecord[]): Promise<string[]> {
  const signer = await openSigner(new Uint8Array(64).fill(1));
  const opened: string[] = [];
  for (const epoch of EPOCHS) {
    const keys = await scopeKeys({ key, scopeId, epoch, signer });
    for (const record of records) {
      const { fields } = await openRecord(keys, { ...record, scopeId });
      opened.push(...Object.values(fields).filter((text) => text !== "(Decryption failed)"));
    }
  }
  return opened;
}

/** @returns how many heads the key opens */
async function headsOf({ world }: Stage, key: SecretKey, scopeId: string, after: number): Promise<number> {
  const rows = await world.sql<{ seq: number; generation: number; head: string; signature: string }>(
    "select seq::int, generation, head, signature from head where scope_id = $1 and seq > $2",
    [scopeId, after],
  );
  const signer = { sign: async () => new Uint8Array(64), verify: async () => true };
  let count = 0;
  for (const epoch of EPOCHS) {
    const keys = await scopeKeys({ key, scopeId, epoch, signer });
    for (const row of rows)
      await openHead(keys, row).then(
        () => count++,
        () => undefined,
      );
  }
  return count;
}

const SHARE = { permission: "write", expiresAt: null } as const;

/** Ann shares a vault with Eve and with Carol, so that it stays shared when Eve has lost it. */
export async function sharedVault(stage: Stage) {
  const { ann, eve, world } = stage;
  const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
  const { id: vaultId } = await ann.client.vault.createVault({ name: TITLE, description: "" });
  const create = (password: string) => ann.client.vault.create({ draft: { ...aLogin({ title: TITLE, password }), categoryId: vaultId } });
  const before = await create(stage.secret("before"));
  for (const { email } of [eve, carol]) await ann.client.sharing.share({ id: vaultId, email, ...SHARE });
  await eve.client.vault.pull();
  return { vaultId, before, create, carol };
}

const standsAt = async ({ world }: Stage, scopeId: string) =>
  (await world.sql<{ seq: number; epoch: number }>("select seq::int, epoch from scope where id = $1", [scopeId]))[0] ?? {
    seq: 0,
    epoch: 0,
  };

const revoked: Row = {
  attack: "46",
  does: "keeps the token, the key and every earlier ciphertext after access was revoked, and reads the server's whole database",
  answer: "the server answers nothing of it, and nothing written afterwards opens: not a field, not a head",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vaultId, before, create } = await sharedVault(stage);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    const scopeId = row.scope_id;
    const saved = await ciphertextOf(stage, [before.id, vaultId], scopeId);
    expect(await opensOf(key, scopeId, saved), "the key is the right one").toContain(before.fields.password);
    const token = String((await askLoginData(stage, eve)).token);
    const share = (await ann.client.sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === eve.email);
    await ann.client.sharing.revoke(asShown(share));
    await expect.poll(async () => (await standsAt(stage, scopeId)).epoch).toBe(2);
    const { seq } = await standsAt(stage, scopeId);
    await ann.client.vault.pull();
    const base = await ann.client.vault.open({ id: before.id });
    await ann.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, password: stage.secret("after") }), categoryId: vaultId } });
    const after = await create(stage.secret("new"));
    // Her devices and her old token learn nothing.
    const specs = new Map(allEndpoints());
    for (const [name, input] of [
      ["vault.pull", { scope: scopeId }],
      ["items.password.get", { id: after.id }],
      ["items.password.get", { id: before.id }],
      ["vault.itemsOfVault", { id: vaultId }],
    ] as const) {
      const spec = specs.get(name);
      if (!spec) throw new Error(`No such endpoint: ${name}`);
      expect([name, await callWith(stage, token, spec, input)]).toEqual([name, { status: 404, code: "not_found" }]);
    }
    await expect(eve.client.vault.pull().then(() => eve.client.vault.open({ id: after.id }))).rejects.toMatchObject({ code: "not_found" });
    // Nor does an attacker with both the server's disk and her key.
    const now = await ciphertextOf(stage, [before.id, after.id, vaultId], scopeId);
    expect(now.length).toBeGreaterThanOrEqual(3);
    expect(await opensOf(key, scopeId, now)).toEqual([]);
    expect(await headsOf(stage, key, scopeId, seq)).toBe(0);
    expect(await headsOf(stage, key, scopeId, 0), "earlier heads open").toBeGreaterThan(0);
  },
};

const otherVault: Row = {
  attack: "48",
  does: "may read one vault, and is given the ciphertext of another of the same owner, and of everything else she has",
  answer: "each vault has its own key: nothing opens",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    const { vaultId } = await sharedVault(stage);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    const other = await ann.client.vault.createVault({ name: `${TITLE}, too`, description: "" });
    const draft = { ...aLogin({ title: TITLE, password: stage.secret("other") }), categoryId: other.id };
    const hidden = await ann.client.vault.create({ draft });
    const carol = await world.person(`carol-${crypto.randomUUID().slice(0, 8)}`);
    await ann.client.sharing.share({ id: other.id, email: carol.email, ...SHARE });
    const [where] = await world.sql<{ scope_id: string }>("select scope_id from record where id = $1", [hidden.id]);
    expect(where?.scope_id).not.toBe(row.scope_id);
    const all = await world.sql<{ id: string; scope_id: string }>(
      "select id, scope_id from record where scope_id <> $1 and owner_id = (select owner_id from scope where id = $1)",
      [row.scope_id],
    );
    expect(all.map(({ id }) => id)).toContain(hidden.id);
    for (const { id, scope_id } of all)
      for (const as of [scope_id, row.scope_id]) expect(await opensOf(key, as, await ciphertextOf(stage, [id], as))).toEqual([]);
  },
};

/** Everything on a device that reads all items, and one save. */
async function live({ world }: Stage, person: Person): Promise<readonly string[]> {
  const from = world.requests.length;
  const { vault } = person.client;
  await vault.pull();
  for (const item of await vault.openMany()) await vault.findForPage({ page: item.fields.website_url || "https://example.com/" });
  await vault.examine({ take: () => undefined });
  await vault.create({ draft: aLogin({ title: TITLE, password: "Made in the attack" }) });
  return world.requests.slice(from).map(({ url, body }) => {
    const path = new URL(url).pathname.replaceAll(/[0-9a-f-]{36}/g, "{id}");
    return `${path} ${[...new URL(url).searchParams.keys()].sort().join(" ")} ${body.replaceAll(/(?<=:)\d+(?=[,}])/g, "").length}`;
  });
}

const injected: Row = {
  attack: "41",
  does: "shares with one person items with the same password and site as theirs, with another person items of the same length, and watches",
  answer: "both devices send the same requests of the same lengths",
  run: async (stage) => {
    const { eve, world } = stage;
    const secret = stage.secret("guessed");
    const guesses = { equal: secret, other: secret.replaceAll(/[a-z]/g, "x") };
    const seen: Record<string, readonly string[]> = {};
    for (const [name, guess] of Object.entries(guesses)) {
      const victim = await world.person(`victim-${name}-${crypto.randomUUID().slice(0, 8)}`);
      const site = (of: string) => `https://${of.toLowerCase()}.example`;
      await victim.client.vault.create({ draft: aLogin({ title: TITLE, password: secret, website_url: site(secret) }) });
      for (let at = 0; at < 3; at++) {
        const draft = aLogin({ title: TITLE, password: guess, website_url: site(guess) });
        const { id } = await eve.client.vault.create({ draft });
        await eve.client.sharing.share({ id, email: victim.email, permission: "read", expiresAt: null });
      }
      seen[name] = await live(stage, victim);
    }
    expect(seen.equal?.length).toBeGreaterThan(3);
    expect(seen.equal).toEqual(seen.other);
  },
};

/** Of the page that goes on, and of the page that is loaded again, which shows what the device has. */
async function afterLostAnswer({ ann }: Stage, isLoadedAgain: boolean): Promise<Client> {
  if (!isLoadedAgain) return ann.client;
  const client = ann.reload();
  await client.account.resume();
  if (client.isLocked) await client.account.unlock({ password: ann.password });
  await client.vault.local();
  return client;
}

type Vault = Client["vault"];

/** What an owner writes into a vault, each with the password in it. @returns the item */
export const WRITES: readonly ((vault: Vault, vaultId: string, inside: string, password: string) => Promise<string>)[] = [
  async (vault, vaultId, id, password) => {
    const base = await vault.open({ id });
    await vault.update({ base, draft: { ...aLogin({ ...base.fields, password }), categoryId: vaultId } });
    return id;
  },
  async (vault, vaultId, _, password) => {
    const { id } = await vault.create({ draft: aLogin({ title: TITLE, password }) });
    await vault.place({ ids: [id], categoryId: vaultId });
    return id;
  },
];

const savedAtOnce: Row = {
  attack: "46",
  does: "keeps the key after access was revoked; the answer about that was lost, and the owner saves or moves an item in at once, in the same page and in one that was loaded again",
  answer: "the owner's client replaces the key before it saves",
  run: async (stage) => {
    const { ann, eve, world } = stage;
    for (const write of WRITES)
      for (const isLoadedAgain of [false, true]) {
        const { vaultId, before } = await sharedVault(stage);
        const { row, key } = await holdingOf(stage, eve, vaultId);
        world.loseNextAnswer((url) => url.endsWith(`/share/item/${row.id}`));
        await expect(ann.client.sharing.revoke(asListed(row))).rejects.toThrow();
        const { vault } = await afterLostAnswer(stage, isLoadedAgain);
        const password = stage.secret("at once");
        const id = await write(vault, vaultId, before.id, password);
        const isOpened = (await opensOf(key, row.scope_id, await ciphertextOf(stage, [id], row.scope_id))).includes(password);
        expect([isLoadedAgain, isOpened]).toEqual([isLoadedAgain, false]);
      }
  },
};

/** One of Ann's devices takes Eve's access away, and is killed before it makes the next key, or not. */
async function removedElsewhere(stage: Stage, of: OfShare, isKilled: boolean): Promise<void> {
  const { sharing } = await stage.newDevice();
  if (!isKilled) return sharing.revoke(of);
  await new Promise<void>((resolve) => {
    const isKey = (url: string): boolean => url.endsWith("/share/rotate");
    stage.world.doBeforeNext(isKey, () => {
      resolve();
      return new Promise(() => undefined);
    });
    void sharing.revoke(of);
  });
}

const savedOnAnotherDevice: Row = {
  attack: "46",
  does: "keeps the key after access was revoked on one of the owner's devices; another one saves before it has heard of it",
  answer: "the server takes nothing new under the key of before; that device makes the next key, or learns it, and saves",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vault } = ann.client;
    for (const isKilled of [true, false])
      for (const save of ["edits", "creates", "moves in"]) {
        const { vaultId, before } = await sharedVault(stage);
        const { id: apart } = await vault.create({ draft: aLogin({ title: TITLE, password: stage.secret("apart") }) });
        await vault.pull();
        const { row, key } = await holdingOf(stage, eve, vaultId);
        const [base, { fields }] = [await vault.open({ id: before.id }), await vault.open({ id: apart })];
        await removedElsewhere(stage, asListed(row), isKilled);
        const password = save === "moves in" ? (fields.password ?? "") : stage.secret("elsewhere");
        const draft = { ...aLogin({ ...base.fields, password }), categoryId: vaultId };
        const saved = async (): Promise<string> => {
          if (save === "creates") return (await vault.create({ draft: { ...aLogin({ title: TITLE, password }), categoryId: vaultId } })).id;
          if (save === "edits") return (await vault.update({ base, draft })).item.id;
          await vault.place({ ids: [apart], categoryId: vaultId });
          return apart;
        };
        const id = await saved();
        const said = `${save}, ${isKilled ? "killed" : "not killed"}`;
        const kept = await ciphertextOf(stage, [id], row.scope_id);
        expect([said, (await opensOf(key, row.scope_id, kept)).includes(password)]).toEqual([said, false]);
        expect([said, (await vault.open({ id })).fields.password]).toEqual([said, password]);
      }
  },
};

export const MEMBERS: readonly Row[] = [revoked, otherVault, injected, savedAtOnce, savedOnAnotherDevice];
