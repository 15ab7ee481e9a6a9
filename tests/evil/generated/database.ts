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

/** How often rows that were put back leave room behind, in a PostgreSQL that does not clean up by itself. */
const TIDY_EVERY = 40;

export async function databaseOf(world: World) {
  const tables = await world.sql<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const names = tables.map(({ name }) => name);
  const seen = names.filter((name) => !UNSEEN.has(name) && !name.startsWith("__"));
  const minus = `- array[${VOLATILE.map((name) => `'${name}'`).join(", ")}]::text[]`;
  await world.sql("create schema kept");
  await world.sql(sumsFunction("sums", seen, minus));
  await world.sql(sumsFunction("whole_sums", names, ""));
  const rowsOf = async (table: string): Promise<Map<string, Row>> => {
    const rows = await world.sql<{ key: string; row: Row }>(
      `select md5((to_jsonb(t) ${minus})::text) as key, to_jsonb(t) ${minus} as row from "${table}" t`,
    );
    return new Map(rows.map(({ key, row }) => [key, row]));
  };
  const known = { sums: new Map<string, string | null>(), rows: new Map<string, Map<string, Row>>() };
  const sumsBy = async (asked: "sums" | "whole_sums") => {
    const rows = await world.sql<{ name: string; sum: string | null }>(`select * from kept.${asked}()`);
    return new Map(rows.map(({ name, sum }) => [name, sum]));
  };

  /** @returns what has changed since this was asked last */
  const changes = async (): Promise<Changed[]> => {
    const now = await sumsBy("sums");
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

  /** Also what is volatile: every row that a client may be shown. */
  const shownNow = async (): Promise<string> => {
    const sums = await sumsBy("whole_sums");
    return JSON.stringify(seen.map((name) => sums.get(name)));
  };
  let [first, times, shown] = [new Map<string, string | null>(), 0, ""];
  return {
    changes,
    /** From now on `isAsSeen` says whether every row is as it is now. */
    noteSeen: async () => {
      shown = await shownNow();
    },
    isAsSeen: async (): Promise<boolean> => (await shownNow()) === shown,
    save: async () => {
      for (const name of names) await world.sql(`create table kept."${name}" as table public."${name}"`);
      first = await sumsBy("whole_sums");
      await changes();
    },
    /** As it was when it was kept: what has changed since is written again, every column of it. */
    putBack: async () => {
      const now = await sumsBy("whole_sums");
      const other = names.filter((name) => now.get(name) !== first.get(name));
      const each = other.map(
        (name) => `delete from public."${name}"; insert into public."${name}" overriding system value select * from kept."${name}";`,
      );
      await untilNotRefused(() => world.sql(`do $$ begin set local session_replication_role = replica; ${each.join("\n")} end $$`));
      if (times++ % TIDY_EVERY === 0) await world.sql("vacuum");
      await changes();
    },
  };
}
export type Database = Awaited<ReturnType<typeof databaseOf>>;

/** The server's own work in the background may wait for these rows while they wait for its: PostgreSQL refuses one of the two. */
const untilNotRefused = async (write: () => Promise<unknown>): Promise<void> => {
  const DEADLOCK = "40P01";
  await write().catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === DEADLOCK)) throw error;
    return untilNotRefused(write);
  });
};

/** One sum of the rows of each table. PostgreSQL plans what is inside a function once for each connection: as a query it took longer to plan than to answer. */
const sumsFunction = (name: string, tables: readonly string[], minus: string): string => {
  const arms = tables.map(
    (one) => `select '${one}'::text, md5(string_agg(md5((to_jsonb(t) ${minus})::text), '' order by t.ctid)) from public."${one}" t`,
  );
  return `create function kept.${name}() returns table(name text, sum text) language plpgsql as $$ begin\n${arms
    .map((arm) => `return query ${arm};`)
    .join("\n")}\nend $$`;
};

/** What names a row of a table, where that is not `id`. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  identity: ["account_id"],
  head: ["scope_id", "seq"],
  team_log: ["team_id", "seq"],
  team_author: ["team_id", "fingerprint"],
  team_key: ["team_id", "member_id", "epoch"],
  refused_key: ["team_id", "member_id", "epoch", "sender_id"],
  departed: ["scope_id", "record_id"],
  superseded: ["record_id", "revision", "superseded_at"],
};

const isSame = (table: string, one: Row, other: Row): boolean =>
  (KEYS[table] ?? ["id"]).every((name) => name in one && one[name] === other[name]);
