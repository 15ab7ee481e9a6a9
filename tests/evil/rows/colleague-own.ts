/** What is a vault owner's alone: a writer changes it, with the owner's statement left out, replaced, or an earlier one put back, and a server helps her. */
import { expect } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import { SHARED_EPOCHS } from "../../../packages/client/src/sharing/open-shared-scope.ts";
import { sealHead } from "../../../packages/client/src/sync/head.ts";
import { digestsOf } from "../../../packages/client/src/sync/head-entries.ts";
import type { Write } from "../../../packages/client/src/sync/scope-deps.ts";
import { sealRecord } from "../../../packages/client/src/sync/seal-record.ts";
import { hashTrust } from "../../../packages/client/src/sync/wrapped-trust.ts";
import { api } from "../../../packages/contract/src/api.ts";
import { ownBody, ownMessage } from "../../../packages/contract/src/own-message.ts";
import type { PutChange } from "../../../packages/contract/src/record.ts";
import { columnsOf } from "../../../packages/contract/src/record-columns.ts";
import { concat, randomBytes, sha256, toBase64Url, toHex } from "../../../packages/crypto/src/index.ts";
import type { Colleague } from "../colleague.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { scene, storedAnyway } from "./colleague-makers.ts";

const TITLE = "Made in the attack";
const RENAMED = "Renamed by Eve";

const nameOf = async (client: Client, vaultId: string): Promise<string | undefined> =>
  (await client.vault.pull()).vaults.find(({ id }) => id === vaultId)?.name;

/** The vault's own record, saved by Eve. */
async function rename({ scope, self }: Colleague, vaultId: string): Promise<PutChange> {
  const before = scope.records.get(vaultId);
  if (!before) throw new Error("no such vault");
  const next = { id: vaultId, kind: "category", revision: before.revision + 1, saveId: toHex(randomBytes(16)) } as const;
  const sealed = await sealRecord(scope.keys, {
    ...next,
    fields: { name: RENAMED },
    createdAt: 1,
    updatedAt: 2,
    device: "evil",
    author: self,
  });
  return { op: "put", ...next, ...sealed, ...columnsOf(before) };
}

/** A server that stores what it should refuse. */
export async function stored(stage: Stage, scopeId: string, write: Write, { id, revision, saveId, seal, fields }: PutChange, own?: string) {
  await storedAnyway(stage, scopeId, write, 1);
  const values = [id, revision, saveId, seal, JSON.stringify(fields), write.baseSeq + 1];
  await stage.world.sql("update record set revision = $2, save_id = $3, seal = $4, fields = $5, seq = $6 where id = $1", values);
  if (own) await stage.world.sql("update scope set own = $2, own_at = seq where id = $1", [scopeId, own]);
}

/** Under the statement that is there. */
async function renamedAnyway(stage: Stage, { evil, vaultId, scopeId }: Awaited<ReturnType<typeof scene>>): Promise<void> {
  await evil.scope.pull();
  await evil.scope.commit(async () => {
    const change = await rename(evil, vaultId);
    return { changes: [change], send: (write) => stored(stage, scopeId, write, change) };
  });
}

const afterTheOwner: Row = {
  attack: "65",
  does: "a writer renames the shared vault right after its owner saved something, and the server stores it",
  answer: "the owner's statement names another save of the vault: no device takes it, whether or not it has seen the vault before",
  run: async (stage) => {
    const { ann } = stage;
    const set = await scene(stage);
    const name = await nameOf(set.carol.client, set.vaultId);
    expect(await nameOf(ann.client, set.vaultId)).toBe(name);
    await set.create(stage.secret("by the owner"));
    await renamedAnyway(stage, set);
    expect(await nameOf(set.carol.client, set.vaultId)).toBe(name);
    expect(await nameOf(ann.client, set.vaultId)).toBe(name);
    expect(await nameOf(await stage.newDevice(), set.vaultId)).not.toBe(RENAMED);
    // One press of the owner writes her own history back, for all.
    await ann.client.sharing.restoreVault({ vaultId: set.vaultId });
    for (const client of [ann.client, set.carol.client, await stage.newDevice()]) expect(await nameOf(client, set.vaultId)).toBe(name);
  },
};

/** A head that every client refuses. */
async function commitWithoutStatement({ scope, call }: Colleague): Promise<void> {
  await scope.pull();
  const send = (write: Write): Promise<unknown> => call(api.vault.commit, { ...write, changes: [] });
  await scope.commit(async () => ({ changes: [], contents: { trust: null }, send }));
}

const leftOut: Row = {
  attack: "65",
  does: "a writer leaves the owner's statement out of a head, which the server cannot see",
  answer: "every client that knows the vault refuses the head, and the owner writes her history back",
  run: async (stage) => {
    const { ann } = stage;
    const { evil, vaultId, carol } = await scene(stage);
    const name = await nameOf(carol.client, vaultId);
    await commitWithoutStatement(evil);
    const troubles = async (client: Client) => (await client.sharing.sharedWithMe()).map(({ trouble }) => trouble);
    expect(await nameOf(carol.client, vaultId)).toBe(name);
    expect(await troubles(carol.client)).toEqual(["not-believed"]);
    await ann.client.vault.pull();
    await ann.client.sharing.restoreVault({ vaultId });
    expect(await nameOf(carol.client, vaultId)).toBe(name);
    expect(await troubles(carol.client)).toEqual([null]);
  },
};

const unstated: Row = {
  attack: "65",
  does: "a writer renames the vault under a head without the owner's statement, and the server stores it without one, for a device that has never seen the vault",
  answer: "the owner's own record says that there is one: her new device takes nothing of it",
  run: async (stage) => {
    const { ann, world } = stage;
    const { evil, vaultId, scopeId } = await scene(stage);
    const name = await nameOf(ann.client, vaultId);
    await evil.scope.pull();
    await evil.scope.commit(async () => {
      const change = await rename(evil, vaultId);
      const send = async (write: Write): Promise<void> => {
        await stored(stage, scopeId, write, change);
        await world.sql("update scope set own = null, own_at = null where id = $1", [scopeId]);
      };
      return { changes: [change], contents: { trust: null }, send };
    });
    expect(await nameOf(await stage.newDevice(), vaultId)).toBeUndefined();
    expect(await nameOf(ann.client, vaultId)).toBe(name);
  },
};

const ofHerOwn: Row = {
  attack: "65",
  does: "a writer signs a statement herself, which names her own save of the vault",
  answer: "refused by the honest server, and by every client where a server stores it",
  run: async (stage) => {
    const { ann } = stage;
    const { evil, vaultId, scopeId, carol } = await scene(stage);
    const name = await nameOf(carol.client, vaultId);
    await evil.scope.pull();
    const { keys } = evil.scope;
    const forged = async ({ saveId: vaultSave }: PutChange): Promise<string> => {
      const body = ownBody({ ownSeq: 99, vaultSave, grants: new Map(), makers: new Map(), writers: new Set() });
      const place = { scopeId, generation: 1, epoch: keys.epoch, ownRoot: await sha256(body), ownSeq: 99 };
      return toBase64Url(concat(body, await keys.signer.sign(ownMessage(place))));
    };
    const plan = (send: (write: Write, change: PutChange, own: string) => Promise<unknown>) => async () => {
      const change = await rename(evil, vaultId);
      const own = await forged(change);
      const contents = { trust: await hashTrust(own) };
      return { changes: [change], contents, send: (write: Write) => send(write, change, own) };
    };
    const honest = plan((write, change, own) => evil.call(api.vault.commit, { ...write, own, changes: [change] }));
    await expect(evil.scope.commit(honest)).rejects.toMatchObject({ code: "bad_signature" });
    await evil.scope.commit(plan((write, change, own) => stored(stage, scopeId, write, change, own)));
    expect(await nameOf(carol.client, vaultId)).toBe(name);
    expect(await nameOf(ann.client, vaultId)).toBe(name);
    expect(await nameOf(await stage.newDevice(), vaultId)).not.toBe(RENAMED);
  },
};

const earlier: Row = {
  attack: "65",
  does: "the owner renames the vault, and a writer and the server put its earlier name back with the statement that was signed for it",
  answer: "its number goes back: every device that has seen the later one refuses it",
  run: async (stage) => {
    const { ann, world } = stage;
    const { evil, vaultId, scopeId, carol } = await scene(stage);
    const before = (await world.sql<{ own: string }>("select own from scope where id = $1", [scopeId]))[0]?.own ?? "";
    await evil.scope.pull();
    const old = evil.scope.records.get(vaultId);
    const base = (await ann.client.vault.pull()).vaults.find(({ id }) => id === vaultId);
    if (!old || !base) throw new Error("no such vault");
    const renamed = `${TITLE}, renamed by Ann`;
    await ann.client.vault.updateVault({ base, name: renamed, description: "" });
    expect(await nameOf(carol.client, vaultId)).toBe(renamed);
    await evil.scope.pull();
    await evil.scope.commit(async () => {
      const { id, kind, revision, saveId, seal, fields } = old;
      const change = { op: "put", id, kind, revision, saveId, seal, fields, ...columnsOf(old) } as const;
      const contents = { trust: await hashTrust(before) };
      return { changes: [change], contents, send: (write) => stored(stage, scopeId, write, change, before) };
    });
    expect(await nameOf(carol.client, vaultId)).toBe(renamed);
    expect(await nameOf(ann.client, vaultId)).toBe(renamed);
  },
};

const YEARS_MS = 10 * 365 * 86_400_000;

const ahead: Row = {
  attack: "65",
  does: "a writer dates a head ten years ahead, so that no client reads the vault until then",
  answer: "the owner is told in the vault, and one press there begins its history again, for all",
  run: async (stage) => {
    const { ann, world } = stage;
    const { evil, vaultId, scopeId, carol } = await scene(stage);
    const troubles = async (): Promise<unknown> => {
      await carol.client.vault.pull();
      return (await carol.client.sharing.sharedWithMe()).map(({ trouble }) => trouble);
    };
    expect(await troubles()).toEqual([null]);
    await evil.scope.pull();
    await evil.scope.commitTogether(async ({ state, deviceId, records }) => {
      const listed = { digests: await digestsOf(records), count: records.length, trust: await hashTrust(state.trust ?? null) };
      const head = { keys: evil.scope.keys, generation: 1, seq: state.seq + 1, previous: state.head.head, epochs: SHARED_EPOCHS, flags: 0 };
      const sealed = await sealHead({ ...head, ...listed, deviceId, now: world.now() + YEARS_MS });
      await evil.call(api.vault.commit, { scope: scopeId, baseSeq: state.seq, changes: [], ...sealed });
      return null;
    });
    await ann.client.vault.pull();
    expect(await troubles()).toEqual(["not-believed"]);
    expect(await ann.client.sharing.vaultTrouble({ vaultId })).toBe("other");
    await ann.client.sharing.restoreVault({ vaultId });
    expect(await troubles()).toEqual([null]);
  },
};

const begunAnew: Row = {
  attack: "65",
  does: "the owner begins the vault's history again, and a writer and the server put a beginning of her own in its place, without an item and under the owner's statement",
  answer: "a member who has not seen the owner's beginning refuses it: the owner alone begins a history again",
  run: async (stage) => {
    const { ann, world } = stage;
    const { evil, vaultId, scopeId, carol, mine } = await scene(stage);
    const itemOf = async () => (await carol.client.vault.pull()).items.find(({ id }) => id === mine.id);
    expect(await itemOf()).toBeDefined();
    await commitWithoutStatement(evil);
    await ann.client.vault.pull();
    await ann.client.sharing.restoreVault({ vaultId });
    await evil.scope.pull();
    await evil.scope.commitTogether(async ({ state, deviceId, records }) => {
      const { seq, generation } = state.head;
      expect(generation).toBe(2);
      const left = records.filter(({ id }) => id !== mine.id);
      const listed = { digests: await digestsOf(left), count: left.length, trust: await hashTrust(state.trust ?? null) };
      const place = { keys: evil.scope.keys, generation, seq, previous: state.head.head, epochs: SHARED_EPOCHS, flags: 0 };
      const { head, signature } = await sealHead({ ...place, ...listed, deviceId, now: world.now() });
      await world.sql("update head set head = $3, signature = $4 where scope_id = $1 and seq = $2", [scopeId, seq, head, signature]);
      await world.sql("update record set state = 'purged', seal = '', fields = '{}', seq = $2 where id = $1", [mine.id, seq]);
      return null;
    });
    expect(await itemOf()).toBeDefined();
    expect((await carol.client.sharing.sharedWithMe()).map(({ trouble }) => trouble)).toEqual(["not-believed"]);
  },
};

export const OWNERS: readonly Row[] = [afterTheOwner, leftOut, unstated, ofHerOwn, earlier, ahead, begunAnew];
