/** How many commits at a time one PostgreSQL takes, bare and with news in them: those with news are written one after the other, so that all hear them in one order. */
import { createRequire } from "node:module";
import { findRunning } from "../apps/server/dist/db/find-running.js";

const { Client } = createRequire(new URL("../apps/server/package.json", import.meta.url))("pg");
const [AT_ONCE, SECONDS, ROUNDS] = [32, 5, 2];
const TABLE = "scale_commits";

const KINDS = {
  "an insert": `insert into ${TABLE} values (1)`,
  "an insert that tells news": `with told as (select pg_notify('scale_news', 'x')) insert into ${TABLE} select 1 from told`,
};

/** @returns commits a second of each kind, the best of its rounds */
export async function measureCommits({ dataDir }) {
  const { socketDir: host, user, database } = await findRunning(dataDir);
  const clients = Array.from({ length: AT_ONCE }, () => new Client({ host, user, database }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0].query(`create table ${TABLE} (n int)`);
  const best = Object.fromEntries(Object.keys(KINDS).map((name) => [name, 0]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, text] of Object.entries(KINDS)) best[name] = Math.max(best[name], await rateOf(clients, text));
  await clients[0].query(`drop table ${TABLE}`);
  await Promise.all(clients.map((client) => client.end()));
  for (const [name, rate] of Object.entries(best)) console.log(`${AT_ONCE} connections at once, ${name}: ${rate} commits a second`);
  return best;
}

async function rateOf(clients, text) {
  const endsAt = performance.now() + SECONDS * 1_000;
  let count = 0;
  const work = async (client) => {
    while (performance.now() < endsAt) {
      await client.query(text);
      count += 1;
    }
  };
  await Promise.all(clients.map(work));
  return Math.round(count / SECONDS);
}
