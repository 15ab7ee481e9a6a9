/**
 * `npm run bench -- rls`: what row-level security costs. The same saves and pulls with the policies of every table and without them, in turns, so that what else the
 * machine does weighs on both. Issue 26 allows 1.1.
 */
import { median, row, time } from "./measure.mjs";
import { editsIn, newAccount } from "./world.mjs";

const [ITEMS, TURNS, RUNS, WARM] = [100, 12, 8, 3];

const TABLES = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relrowsecurity and n.nspname = 'public'`;

export async function measureRowLevelSecurity(world) {
  const [owner, other] = [await newAccount(world, ITEMS), await newAccount(world, ITEMS + 1)];
  const acts = await actsOf(owner, other);
  const tables = (await world.pool.query(TABLES)).rows.map(({ name }) => name);
  const policies = async (word) => {
    for (const name of tables) await world.pool.query(`alter table ${name} ${word} row level security`);
  };
  const times = acts.map(() => ({ enable: [], disable: [] }));
  for (let turn = 0; turn < TURNS; turn++)
    for (const word of turn % 2 === 0 ? ["enable", "disable"] : ["disable", "enable"]) {
      await policies(word);
      await world.pool.query("delete from rate_limit");
      // Statements are planned again first.
      for (let run = -WARM; run < RUNS; run++)
        for (const [at, { act }] of acts.entries()) {
          const { ms } = await time(() => act(`${turn} ${word} ${run}`));
          if (run >= 0) times[at][word].push(ms);
        }
    }
  await policies("enable");
  return acts.map(({ name }, at) => row(name, median(times[at].enable), "without row-level security", median(times[at].disable)));
}

/** What is measured. */
async function actsOf(owner, other) {
  const { client, emptied } = owner.device;
  const [shared, own] = [
    await client.vault.createVault({ name: "Shared", description: "" }),
    await client.vault.createVault({ name: "Own", description: "" }),
  ];
  const ids = (await client.vault.pull()).items.map(({ id }) => id);
  await client.vault.place({ ids: ids.slice(0, ITEMS / 2), categoryId: shared.id });
  await client.vault.place({ ids: ids.slice(ITEMS / 2), categoryId: own.id });
  await client.sharing.share({ id: shared.id, email: other.email, permission: "write", expiresAt: null });
  await other.device.client.vault.pull();
  return [
    { name: "one save in the own vault", act: await editsIn(client, own.id) },
    { name: "one save in a shared vault", act: await editsIn(client, shared.id) },
    { name: "one save of the other person in it", act: await editsIn(other.device.client, shared.id) },
    { name: "a pull of what is new", act: () => client.vault.pull() },
    { name: "a start with nothing kept, and a pull of everything", act: () => startOf(emptied()) },
  ];
}

async function startOf({ account, vault }) {
  await account.resume();
  await vault.pull();
}
