/** What `bench -- scale` reads before and after an act: bytes in tables, WAL, statements, the wire, calls, emails, and processor time. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { findRunning } from "../apps/server/dist/db/find-running.js";
import { processesBelow } from "./server.mjs";

const { Client } = createRequire(new URL("../apps/server/package.json", import.meta.url))("pg");

/** Its own statements are none of the server's. */
const ROLE = "scale_meter";
const TICK_MS = 10;

/** For the next start of the world's database: statements are counted, and nothing is cleaned up but when it is asked for. */
export async function prepareMeter({ pool }) {
  await pool.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await pool.query("alter system set autovacuum = off");
  await pool.query(`create role ${ROLE} superuser login`);
}

/** Rows that are there for minutes, and of which every call rewrites one. */
const PASSING = "rate_limit";
/** Rows that are removed after hours, or a month. */
const REMOVED = new Set(["session", "outbox"]);
const ROWS = `select relname as name, (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows from %I', relname), false, true, '')))[1]::text::float8 as rows
  from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const SIZES = `select relname as name, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> '${PASSING}'`;
const COUNTS = `select (select coalesce(sum(calls), 0)::float8 from pg_stat_statements where userid <> '${ROLE}'::regrole) as statements,
  (select count(*)::float8 from outbox) as emails, (select count(*)::float8 from audit) as audit`;
const WAL = "select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal";

/** Milliseconds of one process, and of those it started that have ended. */
function cpuWithEnded(pid, isOwnOnly) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const rest = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return rest.slice(11, isOwnOnly ? 13 : 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** PostgreSQL's backends come and go: what those that ended took is told by the process that started them. */
function cpuBelow(root) {
  const sum = { node: 0, postgres: 0 };
  for (const { pid, isNode } of processesBelow(root)) {
    try {
      sum[isNode ? "node" : "postgres"] += cpuWithEnded(pid, isNode);
    } catch {
      // It has just ended.
    }
  }
  return sum;
}

const minus = (after, before) => Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - (before[name] ?? 0)]));
const each = (numbers, times) => Object.fromEntries(Object.entries(numbers).map(([name, one]) => [name, one / times]));
const nonZero = (numbers) => Object.fromEntries(Object.entries(numbers).filter(([, one]) => one !== 0));
const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/** @param server - of server.mjs, with one worker @param line - of scale-line.mjs @param calls - counts the calls of clients */
export async function openMeter(server, line, calls) {
  const { socketDir, database } = await findRunning(server.dataDir);
  const client = new Client({ host: socketDir, user: ROLE, database });
  await client.connect();
  await client.query("create extension if not exists pg_stat_statements");
  const query = (text, values) => client.query(text, values);
  const sizes = async () => Object.fromEntries((await query(SIZES)).rows.map(({ name, bytes }) => [name, bytes]));
  const rows = async () => Object.fromEntries((await query(ROWS)).rows.map((one) => [one.name, one.rows]));
  const counts = async () => ({ ...(await query(COUNTS)).rows[0], ...(await query(WAL)).rows[0] });
  const outside = () => ({ ...cpuBelow(server.pid), up: line.sent.up, down: line.sent.down, calls: calls.count });
  /** @returns what `work` cost, its reading left out, for each of `times`; `lasting`: bytes of tables with more rows now that stay */
  async function measure(times, work) {
    await query("vacuum");
    const before = { sizes: await sizes(), rows: await rows(), counts: await counts(), outside: outside() };
    await work();
    const to = outside();
    const counted = minus(await counts(), before.counts);
    await query("vacuum");
    const tables = minus(await sizes(), before.sizes);
    const more = minus(await rows(), before.rows);
    const lasting = sumOf(Object.entries(tables).map(([name, bytes]) => (more[name] > 0 && !REMOVED.has(name) ? bytes : 0)));
    const all = { ...minus(to, before.outside), ...counted, disk: sumOf(Object.values(tables)), lasting };
    return { times, ...each(all, times), tables: each(nonZero(tables), times), rows: each(nonZero(more), times) };
  }

  /** WAL where each page is written for the first time after a checkpoint: so it is for almost every act among millions of accounts. */
  async function walAfterCheckpoint(times, work) {
    let sum = 0;
    for (let at = 0; at < times; at++) {
      await query("checkpoint");
      const before = (await query(WAL)).rows[0].wal;
      await work(at);
      sum += (await query(WAL)).rows[0].wal - before;
    }
    return sum / times;
  }

  return {
    query,
    measure,
    walAfterCheckpoint,
    cpu: () => cpuBelow(server.pid),

    end: () => client.end(),
  };
}
