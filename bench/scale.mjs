/**
 * `npm run bench -- scale`: what an account, a save, a pull, a share, a team and an open page cost the real server on its bundled database, in bytes of tables and WAL, statements, bytes on the
 * wire, and processor time. `--json FILE` keeps the table for tools/scale/simulate.mjs; `--only commits` counts bare commits, with and without news. docs/scale.md says what follows from it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { measureActs, measureYardsticks } from "./scale-acts.mjs";
import { measureCommits } from "./scale-commits.mjs";
import { openLine } from "./scale-line.mjs";
import { openMeter, prepareMeter } from "./scale-meter.mjs";
import { cheapKeys, peopleOf } from "./scale-people.mjs";
import { startServer } from "./server.mjs";

export async function measureScale(world, { json, only }) {
  if (only === "commits") return addTo(json, { commits: await measureCommits(world) });
  cheapKeys();
  await prepareMeter(world);
  await world.close();
  const server = await startServer(world.dataDir, { WORKERS: "1", NIGHTLY_CHECK: "off", TRUSTED_PROXY: "127.0.0.1" });
  const [line, calls] = [await openLine(new URL(server.url)), { count: 0 }];
  const meter = await openMeter(server, line, calls);
  try {
    const people = peopleOf({ origin: line.origin, calls, sql: meter.query });
    const yardsticks = [await measureYardsticks({ meter, url: server.url })];
    const acts = {};
    const tell = (name, cost) => {
      acts[name] = rounded(cost);
      console.log(rowOf(name, acts[name]));
    };
    console.log(HEADER);
    await measureActs({ people, meter, tell });
    yardsticks.push(await measureYardsticks({ meter, url: server.url }));
    const kept = {
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      processor: cpus()[0].model,
      yardsticks,
      acts,
      ...(await rowsOf(meter)),
      commits: await measureCommits(server),
    };
    print(kept);
    if (json) writeFileSync(json, `${JSON.stringify(kept, null, 2)}\n`);
  } finally {
    await meter.end();
    await server.stop();
    await line.close();
  }
}

/** To what an earlier run has kept. */
function addTo(json, more) {
  if (json) writeFileSync(json, `${JSON.stringify({ ...JSON.parse(readFileSync(json, "utf8")), ...more }, null, 2)}\n`);
}

/** @returns bytes of one row with its part of the indexes, for the tables that grow with what people do */
async function rowsOf({ query }) {
  const rowBytes = {};
  for (const table of ["record", "head", "superseded", "audit", "session", "device", "outbox"]) {
    const [{ bytes }] = (
      await query(`select pg_total_relation_size('${table}')::float8 / greatest(1, (select count(*) from ${table})) as bytes`)
    ).rows;
    rowBytes[table] = Math.round(bytes);
  }
  return { rowBytes };
}

const round = (number) => (Math.abs(number) >= 100 ? Math.round(number) : Math.round(number * 100) / 100);
const rounded = (cost) =>
  Object.fromEntries(
    Object.entries(cost).map(([name, one]) => [name, typeof one === "object" ? rounded(one) : typeof one === "number" ? round(one) : one]),
  );

const HEADER = [
  "| act | disk, B | lasting, B | WAL, B | after a checkpoint, B | statements | calls | up, B | down, B | emails | node, ms | PostgreSQL, ms |",
  `|${"---|".repeat(12)}`,
].join("\n");

const shown = (number) => (number === undefined ? "" : number.toLocaleString("en", { maximumFractionDigits: number < 100 ? 1 : 0 }));
const COLUMNS = ["disk", "lasting", "wal", "walAfterCheckpoint", "statements", "calls", "up", "down", "emails", "node", "postgres"];
const rowOf = (name, cost) => `| ${name} | ${COLUMNS.map((column) => shown(cost[column])).join(" | ")} |`;

function print({ acts, yardsticks, rowBytes }) {
  console.log("\nWhere the bytes of an act are, largest first:");
  for (const [name, { tables }] of Object.entries(acts)) {
    const parts = Object.entries(tables).sort(([, a], [, b]) => b - a);
    if (parts.length > 0) console.log(`${name}: ${parts.map(([table, bytes]) => `${table} ${shown(bytes)}`).join(", ")}`);
  }
  console.log(
    `\nBytes of a row with its indexes: ${Object.entries(rowBytes)
      .map((pair) => pair.join(" "))
      .join(", ")}`,
  );
  for (const { insert, status } of yardsticks)
    console.log(`Yardsticks: a bare insert ${insert.toFixed(2)} ms of PostgreSQL, /api/status ${status.toFixed(2)} ms of node`);
}
