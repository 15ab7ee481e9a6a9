/** A vault of many items is shared, and the sharing client or the server is killed during it: it is shared whole or not at all, and can be continued. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { countIn, importVault } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

const COUNT = 1_000;
let world: World;
let ann: Person;
let bob: Person;
let vaultId: string;

/** Where the client that shares is killed: it waits there for ever, as a killed client would. */
interface Kill {
  /** Which of its calls, from 0. */
  readonly call: number;
  /** Whether the call arrived, and only its answer was lost. */
  readonly isAfter: boolean;
  readonly reached: () => void;
}
const plan: { kill: Kill | null; calls: string[] } = { kill: null, calls: [] };
const never = (): Promise<never> => new Promise(() => undefined);
const between =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const { kill } = plan;
    plan.calls.push(new URL(String(input)).pathname);
    if (kill?.call !== plan.calls.length - 1) return send(input, init);
    plan.kill = null;
    if (kill.isAfter) await send(input, init);
    kill.reached();
    return never();
  };

beforeAll(async () => {
  world = await startWorld({ between });
  ann = await world.person("ann");
  bob = await world.person("bob");
  vaultId = await importVault(ann, COUNT);
}, 240_000);
afterAll(() => world.stop());

const SHARE = /\/share\/category$/;
const shareBy = (client: Client) => client.sharing.share({ id: vaultId, email: bob.email, permission: "read", expiresAt: null });
/** The page afterwards: a new client on what the device stored. */
async function annAgain(): Promise<Client> {
  await world.query("delete from rate_limit");
  const client = ann.reload();
  await client.account.resume();
  await client.account.unlock({ password: ann.password });
  return client;
}
/** How many scopes it is in, and of which kind. */
const kinds = async (): Promise<string[]> =>
  (
    await world.sql<{ kind: string }>(
      "select distinct s.kind from record r join scope s on s.id = r.scope_id where r.id = $1 or r.category_id = $1",
      [vaultId],
    )
  ).map(({ kind }) => kind);

/** @returns what the killed client had called, the last one included */
async function killAt(call: number, isAfter: boolean, restarts: boolean): Promise<string[]> {
  const client = await annAgain();
  await client.vault.pull();
  plan.calls = [];
  await new Promise<void>((reached) => {
    plan.kill = { call, isAfter, reached };
    shareBy(client).catch(() => undefined); // it times out later, when no one listens any more
  });
  const { calls } = plan;
  if (restarts) await world.restart();
  return calls;
}

/** No one has a part of it: ann has everything, bob everything or nothing, and the server has it in one place. */
async function expectWhole(isShared: boolean): Promise<Client> {
  expect(await kinds()).toEqual([isShared ? "vault" : "personal"]);
  const client = await annAgain();
  expect([await countIn(client, vaultId), await countIn(bob.client, vaultId)]).toEqual([COUNT, isShared ? COUNT : 0]);
  expect(await client.vault.trouble()).toBeNull();
  return client;
}

it("at every call before the one that shares, and before that one arrives, leaves everything where it was", async () => {
  const seen: string[] = [];
  for (let call = 0; !SHARE.test(seen.at(-1) ?? ""); call++) {
    const calls = await killAt(call, false, call % 2 === 1);
    seen.push(calls.at(-1) ?? "");
    await expectWhole(false);
    if (SHARE.test(seen.at(-1) ?? "")) break;
    await killAt(call, true, call % 2 === 0);
    await expectWhole(false);
  }
  // The recipient, the stored key, and the one write.
  expect(seen.length).toBeGreaterThanOrEqual(3);
}, 240_000);

it("with the server's connections to its database, in the middle of the write, leaves everything where it was", async () => {
  const client = await annAgain();
  await client.vault.pull();
  const holder = await world.operated.pool.connect();
  await holder.query("begin");
  await holder.query("lock table share_grant in exclusive mode");
  const isWaiting = "select pid from pg_locks where relation = 'share_grant'::regclass and not granted";
  const sharing = shareBy(client).then(
    () => "shared",
    () => "failed",
  );
  await expect.poll(async () => (await world.sql(isWaiting)).length, { timeout: 30_000 }).toBe(1);
  const [{ wrote } = { wrote: 0 }] = await world.sql<{ wrote: number }>(
    `select count(*)::int as wrote from pg_locks where pid in (${isWaiting}) and relation = 'record'::regclass`,
  );
  expect(wrote).toBeGreaterThan(0);
  await world.sql(`select pg_terminate_backend(pid) from (${isWaiting}) t`);
  await holder.query("rollback");
  holder.release();
  expect(await sharing).toBe("failed");
  await world.restart();
  await expectWhole(false);
}, 120_000);

it("once it arrived, is shared as a whole, whatever the client did not hear; said again, it is shared once", async () => {
  const probe = await annAgain();
  await probe.vault.pull();
  const calls = await killAt(0, false, false);
  expect(calls).toHaveLength(1);
  let call = 0;
  // The calls before it are the same each time.
  while (!SHARE.test((await lastOf(call)) ?? "")) call++;
  await killAt(call, true, true);
  const client = await expectWhole(true);
  await shareBy(client);
  expect(await client.sharing.sharedByMe()).toHaveLength(1);
  await expectWhole(true);
}, 120_000);

const lastOf = async (call: number): Promise<string | undefined> => (await killAt(call, false, false)).at(-1);
