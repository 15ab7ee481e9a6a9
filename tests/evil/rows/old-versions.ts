/** Earlier versions after new keys (decision 18): who had the key of before, a server that lists other things to be sealed again, and a token that replaces them. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { unwrapTrust } from "../../../packages/client/src/sync/wrapped-trust.ts";
import { type OldVersion, portionMessage, type ResealedVersion, textOfPortion } from "../../../packages/contract/src/old-versions.ts";
import { deriveSymmetricKey, generateIdentity, openSigner, type SecretKey } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { shareOf } from "../../flows/sharing-setup.ts";
import type { Stage } from "../evil-server.ts";
import { forgeOf } from "../forge.ts";
import type { Row } from "../row.ts";
import { ciphertextOf, holdingOf, opensOf, sharedVault } from "./members.ts";

const NEXT = "Renewed-Horse-7!";
const PORTIONS = "/vault/scopes/";

type Client = Stage["ann"]["client"];

async function save(client: Client, id: string, password: string): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password } } });
}

const left = async ({ world }: Stage, scopeId: string): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      "select count(*)::int as n from superseded v join scope s on s.id = v.scope_id where s.id = $1 and v.epoch < s.epoch",
      [scopeId],
    )
  )[0]?.n ?? 0;
const doneIn = (stage: Stage, scopeId: string): Promise<void> => expect.poll(() => left(stage, scopeId), { timeout: 20_000 }).toBe(0);

/** Everything of that scope on the server's disk that the key opens. */
async function openedIn(stage: Stage, key: SecretKey, scopeId: string): Promise<string[]> {
  const rows = await stage.world.sql<{ id: string }>("select id from record where scope_id = $1", [scopeId]);
  const ids = rows.map(({ id }) => id);
  return opensOf(key, scopeId, await ciphertextOf(stage, ids, scopeId));
}

const passwordsOf = async ({ vault }: Client, id: string) => {
  const { now, earlier } = await vault.versions({ id });
  return [now, ...earlier].map(({ state, fields }) => (state === "intact" ? fields.password : state));
};

const formerMember: Row = {
  attack: "V4",
  does: "keeps every key after access was revoked, and has the server's disk of later on; asks for the versions of before, and puts others in their place",
  answer: "what was sealed again does not open, and the server neither gives nor takes any",
  run: async (stage) => {
    const { ann, eve } = stage;
    const { vaultId, before, carol } = await sharedVault(stage);
    const secrets = [stage.secret("second"), stage.secret("third")];
    for (const secret of secrets) await save(ann.client, before.id, secret);
    const { row, key } = await holdingOf(stage, eve, vaultId);
    const scopeId = row.scope_id;
    expect(await openedIn(stage, key, scopeId), "the key is the right one").toContain(secrets[0]);
    await ann.client.sharing.revoke(await shareOf(ann, vaultId, eve));
    await ann.client.vault.pull();
    await doneIn(stage, scopeId);
    expect(await openedIn(stage, key, scopeId)).toEqual([]);
    for (const { client } of [ann, carol]) {
      await client.vault.pull();
      expect(await passwordsOf(client, before.id)).toEqual([secrets[1], secrets[0], before.fields.password]);
    }
    const unknown = await eve.get(`${PORTIONS}${crypto.randomUUID()}/versions?epoch=1`);
    expect(unknown).toMatchObject({ status: 404 });
    // A member who is still there gets them by the item alone, as far as they are theirs.
    for (const who of [eve, carol]) expect(await who.get(`${PORTIONS}${scopeId}/versions?epoch=1`)).toEqual(unknown);
    const none = { oldEpoch: 1, epoch: 2, versions: [{ id: before.id, revision: 1, saveId: "0".repeat(32), sealed: null }] };
    for (const who of [eve, carol])
      expect(await who.post(`${PORTIONS}${scopeId}/versions`, { ...none, signature: "A".repeat(86) })).toMatchObject({ status: 404 });
  },
};

const oldSecret: Row = {
  attack: "V5",
  does: "has the master password of before new keys, and the server's disk of after",
  answer: "once the versions are sealed again it opens none of them, nor the trust store that had the key of before",
  run: async (stage) => {
    const { ann, world } = stage;
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack", password: stage.secret("first") }) });
    const secrets = [stage.secret("second"), stage.secret("third")];
    for (const secret of secrets) await save(ann.client, id, secret);
    const { vaultKey, keys, accountId } = await forgeOf(stage);
    expect(await openedIn(stage, vaultKey, keys.scopeId)).toContain(secrets[0]);
    await ann.client.account.renewAllKeys({ current: ann.password, next: { password: NEXT, hint: null }, onProgress: () => undefined });
    await ann.client.vault.pull();
    await doneIn(stage, keys.scopeId);
    expect(await openedIn(stage, vaultKey, keys.scopeId)).toEqual([]);
    const [row] = await world.sql<{ trust_store: string }>("select trust_store from identity where account_id = $1", [accountId]);
    for (const keyEpoch of [1, 2]) {
      const own = { accountId, keyEpoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keyEpoch) };
      await expect(unwrapTrust(own, row?.trust_store ?? "")).rejects.toThrow();
    }
    expect(await passwordsOf(ann.client, id)).toHaveLength(3);
  },
};

/** What Ann's device sends, by revision: whether it was sealed again. */
function sentSince({ world }: Stage, from: number, id: string): Record<number, boolean> {
  const bodies = world.requests.slice(from).filter(({ url, body }) => url.includes(PORTIONS) && body.startsWith("{"));
  const versions = bodies.flatMap(({ body }) => (JSON.parse(body) as { versions: ResealedVersion[] }).versions);
  return Object.fromEntries(versions.filter((one) => one.id === id).map(({ revision, sealed }) => [revision, sealed !== null]));
}

const otherVersions: Row = {
  attack: "V6",
  does: "lists versions to be sealed again that are of another item, of another revision, mixed of two, or of an adversary's own making",
  answer: "seals none of them under the new key, and all that are what they are said to be",
  run: async (stage) => {
    const { ann, world } = stage;
    const ids: string[] = [];
    for (const title of ["Made in the attack", "Made in the attack, too"]) {
      const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: stage.secret("v1") }) });
      for (let at = 2; at <= 7; at++) await save(ann.client, id, stage.secret(`v${at}`));
      ids.push(id);
    }
    const [id = "", other = ""] = ids;
    stage.lie(PORTIONS, ({ versions }: { versions?: OldVersion[] }) => {
      const find = (of: string, revision: number) => versions?.find((one) => one.id === of && one.revision === revision);
      const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((revision) => find(id, revision));
      const foreign = find(other, 1);
      if (!one || !two || !three || !four || !five || !foreign) return;
      Object.assign(one, { seal: foreign.seal, fields: { ...foreign.fields }, saveId: foreign.saveId });
      const later = { seal: three.seal, fields: three.fields, saveId: three.saveId };
      Object.assign(three, { seal: two.seal, fields: two.fields, saveId: two.saveId });
      Object.assign(four, { fields: { ...four.fields, encrypted_password: later.fields.encrypted_password } });
      Object.assign(five, { seal: `2.${"A".repeat(200)}` });
    });
    const from = world.requests.length;
    await ann.client.account.renewAllKeys({ current: ann.password, next: { password: NEXT, hint: null }, onProgress: () => undefined });
    await ann.client.vault.pull();
    await expect.poll(() => Object.keys(sentSince(stage, from, other)).length, { timeout: 20_000 }).toBe(6);
    stage.honest();
    expect(sentSince(stage, from, id)).toEqual({ 1: false, 2: true, 3: false, 4: false, 5: false, 6: true });
    expect(Object.values(sentSince(stage, from, other))).toEqual([true, true, true, true, true, true]);
  },
};

const tokenAlone: Row = {
  attack: "V7",
  does: "has Ann's token and no key, and deletes versions of before, or puts noise in their place, signed by someone else or not at all",
  answer: "the honest server takes none of it, and each version is sealed again as it was",
  run: async (stage) => {
    const { ann, world } = stage;
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Made in the attack", password: stage.secret("first") }) });
    const second = stage.secret("second");
    await save(ann.client, id, second);
    const { keys } = await forgeOf(stage);
    world.refuseWhen((url) => url.includes(PORTIONS));
    await ann.client.account.renewAllKeys({ current: ann.password, next: { password: NEXT, hint: null }, onProgress: () => undefined });
    await ann.client.vault.pull();
    const listed = (await ann.get(`${PORTIONS}${keys.scopeId}/versions?epoch=1`)).body as { versions: OldVersion[] };
    const [old] = listed.versions.filter((one) => one.id === id);
    if (!old) throw new Error("It is not listed");
    const signer = await openSigner((await generateIdentity()).secret);
    const rows = () => world.sql("select * from superseded where record_id = $1", [id]);
    const before = await rows();
    const noise = { saveId: old.saveId, seal: `2.${"A".repeat(200)}`, fields: {} };
    for (const sealed of [null, noise]) {
      const portion = { scope: keys.scopeId, oldEpoch: 1, epoch: 2 };
      const versions = [{ id, revision: old.revision, saveId: old.saveId, sealed }];
      const digest = createHash("sha256").update(textOfPortion(versions)).digest();
      const signature = Buffer.from(await signer.sign(portionMessage(portion, digest))).toString("base64url");
      for (const by of [signature, "A".repeat(86)])
        expect(await ann.post(`${PORTIONS}${keys.scopeId}/versions`, { oldEpoch: 1, epoch: 2, versions, signature: by })).toMatchObject({
          status: 403,
          body: { code: "bad_signature" },
        });
    }
    expect(await rows()).toEqual(before);
    world.refuseWhen(() => false);
    await ann.client.vault.pull();
    await doneIn(stage, keys.scopeId);
    expect(await passwordsOf(ann.client, id)).toHaveLength(2);
  },
};

export const OLD_VERSIONS: readonly Row[] = [formerMember, oldSecret, otherVersions, tokenAlone];
