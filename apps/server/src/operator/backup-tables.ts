/** Which tables a backup holds, in the order in which their rows can be written, and which version of them a database has. */
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { ClientBase } from "pg";
import * as accessTables from "../db/access-tables.ts";
import * as retentionTables from "../db/retention-tables.ts";
import * as sharingTables from "../db/sharing-tables.ts";
import * as tables from "../db/tables.ts";
import * as teamKeyTables from "../db/team-key-tables.ts";
import * as teamTables from "../db/team-tables.ts";
import { DRIZZLE, isThere, readApplied, readJournal } from "../db/versions.ts";

/**
 * Empty after a restore. What was ended since the backup would live again: sessions, mailed codes. The rest counts from one minute to the next. The tables of
 * pg-boss are left out too: what there is to do is in our rows.
 */
const EXCLUDED_TABLES: ReadonlySet<string> = new Set(["session", "code", "rate_limit", "sign_in_queue", "sign_in_place"]);

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const configs = Object.values({ ...tables, ...teamTables, ...teamKeyTables, ...accessTables, ...retentionTables, ...sharingTables })
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table as PgTable));

/** Every table of the product by name. */
export const ALL_TABLES: readonly string[] = configs.map(({ name }) => name);

/** A row is written after the rows that it refers to. */
function inOrder(rest: readonly (typeof configs)[number][], done: ReadonlySet<string> = new Set()): Table[] {
  const ready = rest.filter(({ name, foreignKeys }) =>
    foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name).every((other) => other === name || done.has(other)),
  );
  if (ready.length === 0) return [];
  const later = rest.filter((table) => !ready.includes(table));
  return [
    ...ready.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    ...inOrder(later, new Set([...done, ...ready.map(({ name }) => name)])),
  ];
}

export const BACKED_UP_TABLES: readonly Table[] = inOrder(configs).filter(({ name }) => !EXCLUDED_TABLES.has(name));

const quoted = (name: string): string => `"${name}"`;
export const copyOf = ({ name, columns }: Table): string => `COPY "public".${quoted(name)} (${columns.map(quoted).join(", ")})`;

/** The version of the tables that this program knows: when its newest migration was made. */
export const ownSchema = (): number => Math.max(...readJournal().map(({ when }) => when));

/** The version of the tables in a database; 0 where there are none, Infinity where this program does not know them. */
export async function schemaOf(client: ClientBase): Promise<number> {
  const tags = await readApplied(client);
  if (tags !== null) {
    const known = readJournal();
    return Math.max(0, ...tags.map((tag) => known.find((migration) => migration.tag === tag)?.when ?? Number.POSITIVE_INFINITY));
  }
  if (!(await isThere(client, DRIZZLE))) return 0;
  const { rows } = await client.query<{ at: string }>(`select coalesce(max(created_at), 0) as at from ${DRIZZLE}`);
  return Number(rows[0]?.at);
}
