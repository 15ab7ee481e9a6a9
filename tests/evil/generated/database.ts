/** The server's rows: kept and put back between sequences of calls, and compared before and after each call. */
import type { World } from "../../flows/world.ts";

export type Row = Readonly<Record<string, unknown>>;
/** A row that a call added, changed or took away. */
export interface Changed {
  readonly table: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What is no one's content and no one's right: budgets, queues, mails, what the server counts, the account's own activity log. */
const UNSEEN = new Set([
  ...["rate_limit", "guess", "sign_in_queue", "sign_in_place", "outbox", "audit", "refused_count", "device", "code", "left_access"],
]);
/** Columns that say when something was used, or count. */
const VOLATILE = ["last_used_at", "used_at", "proven_at", "half", "half_rest_minutes", "stored_bytes", "stamp", "mfa_pending"];

export async function databaseOf(world: World) {
  const tables = await world.sql<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const names = tables.map(({ name }) => name);
  const seen = names.filter((name) => !UNSEEN.has(name) && !name.startsWith("__"));
  const minus = `- array[${VOLATILE.map((name) => `'${name}'`).join(", ")}]::text[]`;
  const sums = seen
    .map(
      (name) => `select '${name}' as name, md5(string_agg(md5((to_jsonb(t) ${minus})::text), '' order by t.ctid)) as sum from "${name}" t`,
    )
    .join(" union all ");
  const rowsOf = async (table: string): Promise<Map<string, Row>> => {
    const rows = await world.sql<{ key: string; row: Row }>(
      `select md5((to_jsonb(t) ${minus})::text) as key, to_jsonb(t) ${minus} as row from "${table}" t`,
    );
    return new Map(rows.map(({ key, row }) => [key, row]));
  };
  const known = { sums: new Map<string, string | null>(), rows: new Map<string, Map<string, Row>>() };
  const sumsNow = async () => new Map((await world.sql<{ name: string; sum: string | null }>(sums)).map(({ name, sum }) => [name, sum]));

  /** @returns what has changed since this was asked last */
  const changes = async (): Promise<Changed[]> => {
    const now = await sumsNow();
    const found: Changed[] = [];
    for (const table of seen) {
      if (known.sums.get(table) === now.get(table)) continue;
      const [before, after] = [known.rows.get(table) ?? new Map<string, Row>(), await rowsOf(table)];
      const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => row);
      const come = [...after].filter(([key]) => !before.has(key)).map(([, row]) => row);
      for (const row of gone) found.push({ table, before: row, after: come.find((other) => isSame(table, row, other)) ?? null });
      for (const row of come) if (!gone.some((other) => isSame(table, row, other))) found.push({ table, before: null, after: row });
      known.rows.set(table, after);
    }
    known.sums = now;
    return found;
  };

  return {
    changes,
    save: async () => {
      await world.sql("create schema kept");
      for (const name of names) await world.sql(`create table kept."${name}" as table public."${name}"`);
      await changes();
    },
    /** As it was when it was kept. */
    putBack: async () => {
      const each = names.map((name) => `insert into public."${name}" overriding system value select * from kept."${name}";`).join("\n");
      await world.sql(
        `begin; set local session_replication_role = replica; truncate ${names.map((name) => `public."${name}"`).join(", ")};\n${each}\ncommit;`,
      );
      await changes();
    },
  };
}
export type Database = Awaited<ReturnType<typeof databaseOf>>;

/** What names a row of a table, where that is not `id`. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  identity: ["account_id"],
  head: ["scope_id", "seq"],
  team_log: ["team_id", "seq"],
  team_author: ["team_id", "fingerprint"],
  team_key: ["team_id", "member_id", "epoch"],
  departed: ["scope_id", "record_id"],
};

const isSame = (table: string, one: Row, other: Row): boolean =>
  (KEYS[table] ?? ["id"]).every((name) => name in one && one[name] === other[name]);
