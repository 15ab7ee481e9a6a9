/** A vault that is another's, under a key of a colleague's: she signs a grant of it and a history that begins again, and the server shows both. */
import { expect } from "vitest";
import { type ScopeKeys, scopeKeys } from "../../../packages/client/src/keyring.ts";
import { ownRights, SHARED_EPOCHS } from "../../../packages/client/src/sharing/open-shared-scope.ts";
import { sealHead } from "../../../packages/client/src/sync/head.ts";
import { digestsOf } from "../../../packages/client/src/sync/head-entries.ts";
import { nextOwn } from "../../../packages/client/src/sync/own-statement.ts";
import { sealRecord } from "../../../packages/client/src/sync/seal-record.ts";
import { hashTrust } from "../../../packages/client/src/sync/wrapped-trust.ts";
import type { KnownRecord } from "../../../packages/client/src/types.ts";
import type { SharedScope } from "../../../packages/contract/src/vault.ts";
import { generateId, generateKey, randomBytes, type SecretKey, toHex } from "../../../packages/crypto/src/index.ts";
import { sealGrant } from "../../../packages/crypto/src/seal-grant.ts";
import { aLogin } from "../../flows/sample-items.ts";
import type { Person } from "../../flows/world.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import type { Writer } from "../sign-entry.ts";
import { scene } from "./colleague-makers.ts";
import { idOf, writerOf } from "./colleague-team-log.ts";
import { ciphertextOf, opensOf } from "./members.ts";
import { PULL } from "./sharing.ts";
import { publicKeyOf } from "./teams.ts";

const TITLE = "Made in the attack";
type Set = Awaited<ReturnType<typeof scene>>;

const newestOf = async ({ world }: Stage, scopeId: string): Promise<{ seq: number; head: string }> => {
  const text = "select s.seq::int, h.head from scope s join head h on h.scope_id = s.id and h.seq = s.seq where s.id = $1";
  const [newest] = await world.sql<{ seq: number; head: string }>(text, [scopeId]);
  if (!newest) throw new Error("no such scope");
  return newest;
};

/** Eve's own save of everything that is in the vault. */
const savedBy = (keys: ScopeKeys, records: Iterable<KnownRecord>): Promise<KnownRecord[]> =>
  Promise.all(
    [...records].map(async (before) => {
      const next = { id: before.id, kind: before.kind, revision: before.revision + 1, saveId: toHex(randomBytes(16)) };
      const fields = before.kind === "category" ? { name: `${TITLE} by Eve` } : { title: TITLE, password: "of Eve" };
      const sealed = await sealRecord(keys, { ...next, fields, createdAt: 1, updatedAt: 2, device: "evil" });
      return { ...before, ...next, ...sealed, makerId: null };
    }),
  );

/** The server stores a history that Eve began. */
async function begunAgain(stage: Stage, keys: ScopeKeys, records: readonly KnownRecord[]): Promise<void> {
  const { world } = stage;
  const { scopeId } = keys;
  const [{ seq: before, head: previous }, generation] = [await newestOf(stage, scopeId), 2];
  const own = await nextOwn(keys, { before: null, generation, records, renewed: { least: 99 } });
  const contents = {
    digests: await digestsOf(records),
    count: records.length,
    epochs: SHARED_EPOCHS,
    flags: 0,
    trust: await hashTrust(own),
  };
  const seq = before + 1;
  const sealed = await sealHead({ keys, generation, seq, previous, ...contents, deviceId: randomBytes(16), now: world.now() });
  const into = "insert into head (scope_id, seq, generation, head, signature, created_at) values ($1, $2, $3, $4, $5, now())";
  await world.sql(into, [scopeId, seq, generation, sealed.head, sealed.signature]);
  await world.sql("update scope set seq = $2, generation = $3, own = $4, own_at = $2, stamp = stamp + 1 where id = $1", [
    ...[scopeId, seq, generation, own],
  ]);
  for (const { id, revision, saveId, seal, fields } of records)
    await world.sql("update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6, maker_id = null where id = $1", [
      ...[id, revision, saveId, seal, JSON.stringify(fields), seq],
    ]);
}

/** Eve grants it to a person, and the server drops every other grant. */
async function grantedBy(stage: Stage, eve: Writer, { scopeId, vaultId }: Set, whom: Person, key: SecretKey): Promise<void> {
  const [grantId, createdAt] = [generateId(), stage.world.now()];
  const recipient = { accountId: idOf(whom), publicKey: await publicKeyOf(stage.eve, whom) };
  const terms = { grantId, scopeId, scopeKind: "vault", epoch: 1, sender: eve, recipient, permission: "write", createdAt } as const;
  const text = await sealGrant(terms, key, eve.signer);
  await stage.world.sql("delete from share_grant where scope_id = $1", [scopeId]);
  await stage.world.sql(
    `insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at)
    values ($1, $2, $3, $4, $5, 'write', 1, $6, $7)`,
    [grantId, scopeId, vaultId, eve.accountId, recipient.accountId, text, createdAt],
  );
}

/** @returns the key under which Eve has put the vault for that person */
async function takenOver(stage: Stage, set: Set, whom: Person): Promise<SecretKey> {
  const [eve, key] = [await writerOf(stage, stage.eve), generateKey()];
  const { accountId, signer, publicKey } = eve;
  await set.evil.scope.pull();
  const identity = { accountId, email: stage.eve.email, publicKey, signer, secret: async () => new Uint8Array(0) };
  const isHers = { sign: signer.sign, verify: async () => true };
  const keys = await scopeKeys({ key, scopeId: set.scopeId, epoch: 1, signer: isHers, rights: ownRights("vault", identity) });
  await begunAgain(stage, keys, await savedBy(keys, set.evil.scope.records.values()));
  await grantedBy(stage, eve, set, whom, key);
  return key;
}

/** What the person saves next is nothing that Eve's key opens, and the vault is not hers now. */
async function staysTheirs(stage: Stage, { vaultId, scopeId }: Set, client: Person["client"], key: SecretKey): Promise<void> {
  expect((await client.vault.pull()).vaults.map(({ name }) => name)).not.toContain(`${TITLE} by Eve`);
  const draft = { ...aLogin({ title: TITLE, password: stage.secret("saved afterwards") }), categoryId: vaultId };
  await client.vault.create({ draft }).catch(() => undefined);
  const ids = await stage.world.sql<{ id: string }>("select id from record where scope_id = $1", [scopeId]);
  const saved = await ciphertextOf(
    stage,
    ids.map(({ id }) => id),
    scopeId,
  );
  expect(await opensOf(key, scopeId, saved)).not.toContain(draft.fields.password);
}

const shownAsHers = (stage: Stage, scopeId: string): void =>
  stage.lie(PULL, (body: { scopes: SharedScope[] }) => ({
    ...body,
    scopes: body.scopes.map((one) => (one.id === scopeId ? { ...one, own: null } : one)),
  }));

export const FOREIGN_OWNER: readonly Row[] = [
  {
    attack: "65",
    does: "a member signs another's vault over to a colleague, under a key of her own, and the server shows that and nothing else",
    answer: "a vault never changes its owner: the colleague's client says that it is not believed, and saves nothing under that key",
    run: async (stage) => {
      const set = await scene(stage);
      await set.carol.client.vault.pull();
      const key = await takenOver(stage, set, set.carol);
      await staysTheirs(stage, set, set.carol.client, key);
      expect((await set.carol.client.sharing.sharedWithMe()).map(({ trouble }) => trouble)).toEqual(["not-believed"]);
    },
  },
  {
    attack: "65",
    does: "the same to the vault's owner, as if it had been given to her",
    answer: "no device of hers believes it, nor one that signs in for the first time: her account has a key for it",
    run: async (stage) => {
      const set = await scene(stage);
      const key = await takenOver(stage, set, stage.ann);
      shownAsHers(stage, set.scopeId);
      await staysTheirs(stage, set, stage.ann.client, key);
      await staysTheirs(stage, set, await stage.newDevice(), key);
    },
  },
];
