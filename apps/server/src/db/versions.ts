/** Which version of the tables a database has, and which this program knows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase } from "pg";
import { ConfigError } from "../config.ts";

/** From src/db and from dist/db alike. */
export const OWN_FOLDER = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));

/** The way back is in docs/operations.md, "Another version". */
export class NewerDatabaseError extends ConfigError {
  constructor() {
    super(
      "The database was written by a newer version of Coffer, and this one must not touch it: start that version, or have it put back what was there before (npm run restore -- --before-upgrade), or put a backup of this one in its place (npm run restore -- FILE --replace).",
    );
  }
}

export interface Migration {
  readonly tag: string;
  /** When it was made, in milliseconds since 1970; earlier versions, which had Drizzle apply them, name it so in the database. */
  readonly when: number;
}

/** All that this program knows, in their order. @param folder - another one in tests */
export const readJournal = (folder = OWN_FOLDER): readonly Migration[] =>
  (JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: Migration[] }).entries;

export interface Versions {
  /** Null: there is no list of Coffer's; the database is empty, or of an earlier version. */
  readonly known: readonly string[] | null;
  readonly applied: readonly string[];
  readonly missing: readonly Migration[];
}

/** @throws NewerDatabaseError */
export async function readVersions(client: ClientBase, folder = OWN_FOLDER): Promise<Versions> {
  const all = readJournal(folder);
  const known = await readApplied(client);
  const applied = known ?? (await readDrizzle(client, all));
  if (applied.some((tag) => !all.some((migration) => migration.tag === tag))) throw new NewerDatabaseError();
  return { known, applied, missing: all.filter(({ tag }) => !applied.includes(tag)) };
}

/** @returns null for a database without our list: empty, or of an earlier version */
export async function readApplied(client: ClientBase): Promise<string[] | null> {
  if (!(await isThere(client, "migration"))) return null;
  const { rows } = await client.query<{ tag: string }>("select tag from migration");
  return rows.map(({ tag }) => tag);
}

async function readDrizzle(client: ClientBase, all: readonly Migration[]): Promise<string[]> {
  if (!(await isThere(client, DRIZZLE))) return [];
  const { rows } = await client.query<{ when: string }>(`select created_at as when from ${DRIZZLE}`);
  return rows.map(({ when }) => all.find((migration) => migration.when === Number(when))?.tag ?? when);
}

/** Where earlier versions kept their list. */
export const DRIZZLE = "drizzle.__drizzle_migrations";

export async function isThere(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [table]);
  return rows[0]?.is ?? false;
}
