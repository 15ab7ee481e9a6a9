/**
 * A removed person reads nothing that is saved afterwards, in every order of removal, save and restart, with the owner's client killed or an answer lost at any
 * call: the server refuses at once; and the owner's client makes the next key before it saves again, so no earlier key opens what is saved on the server's disk.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Client } from "../../../packages/client/src/index.ts";
import { isRefusal } from "../../../packages/contract/src/errors.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asListed } from "../../flows/sharing-setup.ts";
import type { Person } from "../../flows/world.ts";
import { type EvilServer, type Stage, startEvilServer } from "../evil-server.ts";
import { drawBy } from "../generated/draw.ts";
import { ciphertextOf, holdingOf, opensOf } from "../rows/members.ts";

const KILLS = Number(process.env.KILLS ?? (inject("isWhole") ? 200 : 3));
const SEED = Number(process.env.KILL_SEED ?? 1);

let server: EvilServer;
let stage: Stage;
/** Keeps access, now and then. */
let dan: Person;
beforeAll(async () => {
  server = await startEvilServer();
  stage = await server.openStage();
  dan = await stage.world.person("removed-dan");
  // With someone who shares something too, Ann may share as much as she likes.
  for (const { client } of [dan, stage.eve]) {
    const { id } = await client.vault.create({ draft: aLogin({ title: "Of their own" }) });
    await client.sharing.share({ id, email: stage.ann.email, permission: "read", expiresAt: null });
  }
});
afterAll(() => server.stop());

const never = (): Promise<void> => new Promise(() => undefined);

/** The page after a kill: another client on what the device kept. */
async function annAgain(): Promise<Client> {
  await stage.world.query("delete from rate_limit");
  const client = stage.ann.reload();
  await client.account.resume();
  if (client.isLocked) await client.account.unlock({ password: stage.ann.password });
  return client;
}

/** A vault with one item, which Eve may write; and the key that she has of it. */
async function begin(client: Client, stays: boolean) {
  const vault = await client.vault.createVault({ name: "Shared", description: "" });
  const { id } = await client.vault.create({ draft: { ...aLogin({ title: "Shared item" }), categoryId: vault.id } });
  await client.sharing.share({ id: vault.id, email: stage.eve.email, permission: "write", expiresAt: null });
  if (stays) await client.sharing.share({ id: vault.id, email: dan.email, permission: "read", expiresAt: null });
  await stage.eve.client.vault.pull();
  const { row, key } = await holdingOf(stage, stage.eve, vault.id);
  return { vaultId: vault.id, id, shareId: row.id, of: asListed(row), scopeId: row.scope_id, key };
}
type Shared = Awaited<ReturnType<typeof begin>>;

/** As from a list that was just read: what no one else reads any more has moved home. */
async function save(client: Client, { id }: Shared, password: string): Promise<void> {
  const categoryId = (await itemOf(client, id))?.categoryId ?? null;
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...aLogin({ ...base.fields, password }), categoryId } });
}
const itemOf = async (client: Client, id: string) => (await client.vault.pull()).items.find((one) => one.id === id);

/** Does it, and is killed at that call, or loses its answer. @returns whether it came to its end */
async function interrupted(act: () => Promise<unknown>, at: number, isKill: boolean): Promise<boolean> {
  let calls = 0;
  let reached: (value: boolean) => void = () => undefined;
  const killed = new Promise<boolean>((resolve) => {
    reached = resolve;
  });
  const isIt = (): boolean => calls++ === at;
  if (isKill)
    stage.world.doBeforeNext(isIt, () => {
      reached(false);
      return never();
    });
  else stage.world.loseNextAnswer(isIt);
  const done = await Promise.race([
    act().then(
      () => true,
      () => false,
    ),
    killed,
  ]);
  stage.world.doBeforeNext(
    () => false,
    async () => undefined,
  );
  stage.world.loseNextAnswer(() => false);
  return done;
}

describe("a removed person", () => {
  it(`reads nothing saved afterwards, ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
    for (let at = 0; at < KILLS; at++) {
      const seed = SEED * 10_007 + at;
      const { told, secrets, shared } = await removedAtSome(seed);
      const ciphertext = await ciphertextOf(stage, [shared.id, shared.vaultId], shared.scopeId);
      const opened = await opensOf(shared.key, shared.scopeId, ciphertext);
      const said = `kill ${seed}: ${told.join(", ")}`;
      expect(
        secrets.filter((text) => opened.includes(text)),
        said,
      ).toEqual([]);
      expect(await itemOf(stage.eve.client, shared.id), said).toBeUndefined();
    }
  });
});

/** @returns what was saved under the next key */
async function removedAtSome(seed: number) {
  const draw = drawBy(seed);
  const [told, secrets]: [string[], string[]] = [[], []];
  try {
    return { told, secrets, shared: await removeAndSave(seed, draw, told, secrets) };
  } catch (cause) {
    throw new Error(`kill ${seed}: ${told.join(", ")}`, { cause });
  }
}

async function removeAndSave(seed: number, draw: ReturnType<typeof drawBy>, told: string[], secrets: string[]): Promise<Shared> {
  let client = await annAgain();
  await client.vault.pull();
  const stays = draw.happens(70);
  const shared = await begin(client, stays);
  told.push(stays ? "another reads on" : "no one else reads");
  const ended = async (): Promise<boolean> =>
    (await stage.world.sql("select 1 from share_grant where id = $1 and ended_at is null", [shared.shareId])).length === 0;
  const revoke = () => client.sharing.revoke(shared.of);
  const [kill, isKill] = [draw.below(12), draw.happens(60)];
  const isSavedFirst = draw.happens(40);
  if (isSavedFirst) await save(client, shared, `before ${seed}`);
  const isDone = await interrupted(revoke, kill, isKill);
  told.push(
    `${isSavedFirst ? "saved, " : ""}removal ${isKill ? "killed at" : "without the answer of"} call ${kill}, ${isDone ? "told it was done" : "not done"}`,
  );
  if (draw.happens(20)) {
    await stage.world.restart();
    told.push("the server starts again");
  }
  if (!isDone || draw.happens(50)) {
    client = await annAgain();
    told.push("the page is loaded again");
  }
  if (!(await ended())) {
    // What the page before it had begun may have ended it in this moment.
    await revoke().catch(async (error: unknown) => {
      if (!isRefusal(error, "not_found") || !(await ended())) throw error;
    });
    told.push("removed again");
  }
  // From here on she is removed, whatever the key says.
  if (draw.happens(50)) {
    const secret = `at once ${seed} ${draw.hex(4)}`;
    secrets.push(secret);
    await save(client, shared, secret);
    told.push("saved at once");
  }
  await client.vault.pull();
  await expect.poll(() => hasOtherKey(shared), { timeout: 20_000 }).toBe(true);
  for (let saves = 1 + draw.below(2); saves > 0; saves--) {
    const secret = `after ${seed} ${saves} ${draw.hex(4)}`;
    secrets.push(secret);
    const [at, isDead, isBroken] = [draw.below(6), draw.happens(50), draw.happens(40)];
    const isSaved = isBroken
      ? await interrupted(() => save(client, shared, secret), at, isDead)
      : await save(client, shared, secret).then(() => true);
    told.push(isBroken ? `saved, ${isDead ? "killed at" : "without the answer of"} call ${at}, ${isSaved ? "done" : "not done"}` : "saved");
    if (!isSaved) client = await annAgain();
  }
  return shared;
}

/** Whether the item is under another key than hers, or has gone home. */
async function hasOtherKey({ id, scopeId }: Shared): Promise<boolean> {
  const text = "select s.id, s.epoch from record r join scope s on s.id = r.scope_id where r.id = $1";
  const [now] = await stage.world.sql<{ id: string; epoch: number }>(text, [id]);
  return now !== undefined && (now.id !== scopeId || now.epoch > 1);
}
