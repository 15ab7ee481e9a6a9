/** `doctor --deep`: reads everything that is stored. It takes as long as a backup, and a running server goes on meanwhile. */
import { type ClientBase, DatabaseError } from "pg";
import type { Finding } from "./doctor-environment.ts";
import { findIntegrityErrors } from "./integrity.ts";

const RESTORE =
  "Stop the server and keep a copy of its folder. Then restore the last good backup on a sound disk: npm run restore -- FILE --replace.";

export async function checkDeep(client: ClientBase): Promise<Finding[]> {
  return [await checkHistories(client), await checkRelations(client)];
}

/** What the rows say. */
export async function checkHistories(client: ClientBase): Promise<Finding> {
  const about = "Histories";
  const breaks = await rolledBack(client, () => findIntegrityErrors(client)).catch((error: unknown) => {
    // Which page it is, the look at the pages tells.
    if (error instanceof DatabaseError && isDamage(error.code ?? "")) return [`They could not be read to the end (${error.code}).`];
    throw error;
  });
  const [first, ...more] = breaks;
  if (first === undefined)
    return {
      about,
      state: "ok",
      text: "Every head, entry of a log and signature fits the one before, and no record is newer than its head.",
    };
  const text = more.length === 0 ? first : `${first} And ${more.length} more.`;
  return { about, state: "wrong", text, fix: RESTORE };
}

interface Relation {
  /** Its name would be looked up in a schema that the role may not use. */
  readonly oid: number;
  readonly name: string;
  readonly kind: "r" | "t" | "m" | "i";
}

/** Not those of other sessions, which are gone with them, nor an index that is being built. */
const RELATIONS = `select c.oid, c.oid::regclass::text as name, c.relkind as kind from pg_class c
  left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
  where c.relpersistence = 'p' and (c.relkind in ('r', 't', 'm') or (c.relkind = 'i' and a.amname = 'btree' and i.indisvalid and i.indisready))
  order by c.relkind, name`;

/** Both read every page; the first also looks for every row in the index, the second whether rows make sense. */
const CHECK_INDEX = "select bt_index_check($1::oid::regclass, true)";
const CHECK_TABLE = "select msg from verify_heapam($1::oid::regclass, on_error_stop => true, check_toast => true)";

export const PAGES = "Pages";

/** PostgreSQL's own check comes as an extension. It is there while this looks, and gone with the transaction. */
async function checkRelations(client: ClientBase): Promise<Finding> {
  const about = PAGES;
  return rolledBack(client, async () => {
    const isThere = await attempted(
      client,
      () => true,
      () => client.query("create extension if not exists amcheck"),
    );
    if (!isThere.isGood || !(await mayCheck(client)))
      return {
        about,
        state: "note",
        text: "They were not read: the extension amcheck is not installed, or the role that owns the tables may not use it.",
        fix: `As a superuser, once in this database: create extension amcheck; grant execute on function ${CHECKS.join(", ")} to that role. Or run pg_amcheck each night.`,
      };
    const { rows } = await client.query<Relation>(RELATIONS);
    const broken: string[] = [];
    for (const relation of rows) if (!(await isSound(client, relation))) broken.push(relation.name);
    if (broken.length === 0)
      return { about, state: "ok", text: `All pages of ${rows.length} tables and indexes are what was written, and agree.` };
    return { about, state: "wrong", text: `Damaged: ${broken.slice(0, NAMED_MAX).join(", ")}.`, fix: RESTORE };
  });
}

/** What a superuser may use, and others once it is granted. */
const CHECKS = ["bt_index_check(regclass, boolean)", "verify_heapam(regclass, boolean, boolean, text, bigint, bigint)"];

async function mayCheck(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select bool_and(has_function_privilege(name, 'execute')) as may from unnest($1::text[]) name",
    [CHECKS],
  );
  return rows[0]?.may ?? false;
}

const NAMED_MAX = 10;

async function isSound(client: ClientBase, { oid, kind }: Relation): Promise<boolean> {
  const checked = await attempted(client, isDamage, () => client.query(kind === "i" ? CHECK_INDEX : CHECK_TABLE, [oid]));
  return checked.isGood && (kind === "i" || checked.value.rows.length === 0);
}

/** In a transaction that goes on after a refusal. @param isExpected - of the refusal's SQLSTATE; any other is thrown */
async function attempted<T>(
  client: ClientBase,
  isExpected: (code: string) => boolean,
  run: () => Promise<T>,
): Promise<{ isGood: true; value: T } | { isGood: false }> {
  await client.query("savepoint attempt");
  try {
    const value = await run();
    await client.query("release savepoint attempt");
    return { isGood: true, value };
  } catch (error) {
    await client.query("rollback to savepoint attempt"); // a lost connection throws here
    if (!(error instanceof DatabaseError) || !isExpected(error.code ?? "")) throw error;
    return { isGood: false };
  }
}

/** Data or an index corrupted: what was cancelled, or had to wait too long, says nothing of the pages. */
const isDamage = (code: string): boolean => code === "XX001" || code === "XX002";

async function rolledBack<T>(client: ClientBase, run: () => Promise<T>): Promise<T> {
  await client.query("begin isolation level repeatable read");
  try {
    // Of calls: a large index is read for longer.
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    return await run();
  } finally {
    await client.query("rollback");
  }
}
