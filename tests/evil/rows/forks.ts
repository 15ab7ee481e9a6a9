/** One scope, two histories: the server shows a device another one than it has seen or written. */
import { expect } from "vitest";
import { type Client, memoryKeyStore, memoryRecordStore, openClient } from "../../../packages/client/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { refused, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const DAY_MS = 24 * 3_600_000;
const INTEGRITY = { name: "IntegrityError" };
const MADE = "Made in the attack";

interface Fork {
  /** The number of the last head that both have. */
  readonly before: number;
  /** The head that Ann's device has written, and the server has since deleted. */
  readonly own: Snapshot["heads"][number];
}

/** Ann writes; the server deletes the write and accepts `count` writes of her phone, which does not know of it, instead. */
async function fork({ ann, world }: Stage, count: number): Promise<Fork> {
  const scopeId = ann.client.session?.personalVaultId ?? "";
  const [before] = await world.sql<{ seq: number }>("select seq::int from scope where id = $1", [scopeId]);
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  await ann.client.vault.create({ draft: aLogin({ title: `${MADE}, here` }) });
  const [own] = await world.sql<Fork["own"]>(
    "select seq::int, generation, head, signature from head where scope_id = $1 order by seq desc limit 1",
    [scopeId],
  );
  if (!before || !own) throw new Error("No scope");
  await goBack({ ann, world }, before.seq);
  for (let at = 1; at <= count; at++) await phone.vault.create({ draft: aLogin({ title: `${MADE}, there ${at}` }) });
  return { own, before: before.seq };
}

async function goBack({ ann, world }: Pick<Stage, "ann" | "world">, seq: number): Promise<void> {
  const scopeId = ann.client.session?.personalVaultId ?? "";
  await world.sql("delete from head where scope_id = $1 and seq > $2", [scopeId, seq]);
  await world.sql("delete from record where scope_id = $1 and seq > $2", [scopeId, seq]);
  await world.sql("update scope set seq = $2 where id = $1", [scopeId, seq]);
}

const splitTo = (
  attack: string,
  does: string,
  {
    writes,
    hasLeft = false,
    lie,
    code = "fork",
  }: { writes: number; hasLeft?: boolean; lie?: (snapshot: Snapshot, fork: Fork) => void; code?: string },
): Row => ({
  attack,
  does,
  answer: `stops the scope: ${code}`,
  run: async (stage) => {
    const { client } = stage.ann;
    const forked = await fork(stage, writes);
    if (hasLeft) {
      await client.account.logout();
      await client.account.login(stage.ann);
    }
    if (lie) stage.lie(PULL, (snapshot: Snapshot) => lie(snapshot, forked));
    await refused(stage, () => client.vault.pull(), { ...INTEGRITY, code });
    await refused(stage, () => client.vault.create({ draft: aLogin({ title: MADE }) }), INTEGRITY);
  },
});

const titlesOf = async ({ vault }: Client): Promise<(string | undefined)[]> => (await vault.openMany()).map(({ fields }) => fields.title);

/** The server also claims that its history leads over the head of that device, that nothing was saved there since, and that what the device has was deleted there. */
function liesAboutParting({ lie }: Stage, { own }: Fork, gone: string): void {
  lie(PULL, (body: Snapshot, url) => {
    if (/[?&]heads=/.test(url)) return { ...body, heads: [...body.heads.slice(0, -1), own, ...body.heads.slice(-1)] };
    const isSince = /[?&]since=/.test(url) && !url.includes("usedSince");
    return isSince
      ? { ...body, data: Object.fromEntries(Object.keys(body.data).map((name) => [name, []])), tombstones: [gone] }
      : undefined;
  });
}

const PARTED: readonly Row[] = [
  {
    attack: "15",
    does: "two devices were shown two histories, and the server lies about where these parted while they are made one",
    answer: "where they parted follows from the newest head, back head by head: what either device has saved is there afterwards",
    run: async (stage) => {
      const { client } = stage.ann;
      const forked = await fork(stage, 1);
      const here = client.vault.contents()?.items.find(({ fields }) => fields.title === `${MADE}, here`);
      await expect(client.vault.pull()).rejects.toMatchObject(INTEGRITY);
      liesAboutParting(stage, forked, here?.id ?? "");
      await client.vault.repair();
      stage.honest();
      for (const one of [client, await stage.newDevice()]) {
        await one.vault.pull();
        expect(await titlesOf(one)).toEqual(expect.arrayContaining([`${MADE}, here`, `${MADE}, there 1`]));
      }
    },
  },
  {
    attack: "15",
    does: "another device has restarted the history, and the server lies about where this one's parted from it",
    answer: "the same: what only this device has is there afterwards",
    run: async (stage) => {
      const { ann } = stage;
      const phone = (await ann.device("phone")).client;
      await phone.vault.pull();
      const forked = await fork(stage, 0);
      await phone.vault.create({ draft: aLogin({ title: `${MADE}, there` }) });
      await goBack(stage, forked.before);
      await expect(phone.vault.pull()).rejects.toMatchObject(INTEGRITY);
      await phone.vault.repair();
      stage.lie(PULL, (body: Snapshot, url) =>
        /[?&]heads=/.test(url) && /[?&]since=/.test(url) && !url.includes("usedSince")
          ? { ...body, heads: [...body.heads, forked.own] }
          : undefined,
      );
      await ann.client.vault.pull();
      stage.honest();
      for (const one of [ann.client, await stage.newDevice()]) {
        await one.vault.pull();
        expect((await titlesOf(one)).filter((title) => title?.startsWith(MADE)).sort()).toEqual([`${MADE}, here`, `${MADE}, there`]);
      }
    },
  },
];

export const FORKS: readonly Row[] = [
  splitTo("15, 42, S14", "tells another history of the same length", { writes: 1 }),
  splitTo("15, 42, S14", "tells another, longer history", { writes: 2 }),
  splitTo("15, 42, S14", "puts another history behind the head that this device has written", {
    writes: 2,
    lie: ({ heads }, { own }) => void heads.splice(0, heads.length, own, ...heads.filter(({ seq }) => seq > own.seq)),
  }),
  splitTo("15, 42, S14", "tells another history of the same length to a device that keeps nothing but what it has seen", {
    writes: 1,
    hasLeft: true,
  }),
  splitTo("15, 42, S14", "tells such a device of a longer one, without the head at which they part", {
    writes: 2,
    hasLeft: true,
    lie: ({ heads }, { own }) => void heads.splice(0, heads.length, ...heads.filter(({ seq }) => seq > own.seq)),
  }),
  splitTo("15, 42", "goes back behind what a device has seen that keeps nothing else", { writes: 0, hasLeft: true, code: "rollback" }),
  {
    attack: "15, R9",
    does: "answers with more heads than anyone writes",
    answer: "refuses to read them: gap",
    onlyReads: true,
    run: async (stage) => {
      const client = await stage.newDevice();
      stage.lie(PULL, ({ heads }: Snapshot) => {
        const [head] = heads;
        if (head) heads.push(...Array.from({ length: 10_001 }, () => head));
      });
      await refused(stage, () => client.vault.pull(), { ...INTEGRITY, code: "gap" });
    },
  },
  {
    attack: "R27",
    does: "shows a head that is dated days ahead of this device's clock",
    answer: "stops the scope: future",
    onlyReads: true,
    run: async ({ world, ann, sent }) => {
      const now = (): number => world.now() - 3 * DAY_MS;
      const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
      const client = openClient({ origin: world.origin, keys, records, device: "slow", estimateStrength: async () => null, fetch, now });
      await client.account.login(ann);
      await expect(client.vault.pull()).rejects.toMatchObject({ ...INTEGRITY, code: "future" });
      expect(sent).toEqual([]);
    },
  },
  {
    attack: "15",
    does: "freezes: gives every device the same old answer for ever",
    answer: "a device that has written since notices: rollback; nothing is written on the old state",
    run: async (stage) => {
      const { client } = stage.ann;
      let frozen: Snapshot | undefined;
      stage.lie(PULL, (snapshot: Snapshot) => {
        frozen ??= structuredClone(snapshot);
        return structuredClone(frozen);
      });
      await client.vault.pull();
      await client.vault.create({ draft: aLogin({ title: MADE }) });
      await refused(stage, () => client.vault.pull(), { ...INTEGRITY, code: "rollback" });
    },
  },
  {
    attack: "15, 16",
    does: "drops a save and answers that it is done",
    answer: "the next look at the vault is refused: rollback",
    run: async (stage) => {
      const { client } = stage.ann;
      const [first] = client.vault.contents()?.items ?? [];
      const scopeId = client.session?.personalVaultId;
      const [before] = await stage.world.sql<{ seq: number }>("select seq::int from scope where id = $1", [scopeId]);
      await client.vault.create({ draft: aLogin({ title: MADE }) });
      await stage.world.sql("delete from head where scope_id = $1 and seq > $2", [scopeId, before?.seq]);
      await stage.world.sql("delete from record where scope_id = $1 and seq > $2", [scopeId, before?.seq]);
      await stage.world.sql("update scope set seq = $2 where id = $1", [scopeId, before?.seq]);
      await refused(stage, () => client.vault.pull(), { ...INTEGRITY, code: "rollback" });
      await refused(stage, () => client.vault.setFavourite({ id: first?.id ?? "", favourite: true }), INTEGRITY);
    },
  },
  {
    attack: "15",
    does: "claims a later number than its newest head has, while a device brings its history back",
    answer: "nothing is written on top of that",
    run: async (stage) => {
      const { client } = stage.ann;
      await fork(stage, 1);
      await refused(stage, () => client.vault.pull(), INTEGRITY);
      stage.lie(PULL, ({ scope }: Snapshot) => void Object.assign(scope, { seq: scope.seq + 1_000_000 }));
      await refused(stage, () => client.vault.repair(), { ...INTEGRITY, code: "fork" });
    },
  },
  ...PARTED,
];
