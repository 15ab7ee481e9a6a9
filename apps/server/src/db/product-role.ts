/**
 * The role that serves people: neither superuser nor owner of anything, so that SQL smuggled into a statement can neither become more nor change a table. The owner
 * of the tables makes it where it may, and says what it may.
 */
import { Client, DatabaseError, type Pool } from "pg";
import { errorFields, type Log } from "../log.ts";
import { hmac } from "../secrets.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A statement that makes the role, or lets it log in where an earlier version made it without. Two servers may start at once. */
export function roleOf(name: string, password?: string): string {
  const login = `${quoted(name)} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication${password === undefined ? "" : ` password ${text(password)}`}`;
  const isFine = password === undefined ? "and rolcanlogin" : "and false";
  return `do $$ begin
    if not exists (select from pg_roles where rolname = ${text(name)}) then create role ${login};
    elsif not exists (select from pg_roles where rolname = ${text(name)} ${isFine}) then alter role ${login}; end if;
    exception when duplicate_object or unique_violation then null; end $$`;
}

/** What no one but the owner of the tables reads. */
const OWNERS_TABLES = "'migration', 'acting_key'";

/** A statement of the owner, with which that role may read and write rows, as the policies show them. */
export const grantsTo = (name: string): string => `do $$ declare one record; begin
  if not exists (select from pg_roles where rolname = ${text(name)}) or ${text(name)} = current_user then return; end if;
  grant usage on schema public, pgboss to ${quoted(name)};
  grant usage on all sequences in schema public, pgboss to ${quoted(name)};
  for one in select oid::regclass as name, relname in (${OWNERS_TABLES}) and relnamespace = 'public'::regnamespace as is_owners from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      and has_table_privilege(${text(name)}, oid, 'delete') = (relname in (${OWNERS_TABLES}) and relnamespace = 'public'::regnamespace) loop
    if one.is_owners then execute format('revoke all on %s from %I', one.name, ${text(name)});
    else execute format('grant select, insert, update, delete on %s to %I', one.name, ${text(name)}); end if;
  end loop; end $$`;

interface Rights {
  readonly database: string;
  readonly user: string;
  readonly mayMakeRoles: boolean;
  /** No policy binds it: of that the operator is told apart (connect.ts). */
  readonly isAbove: boolean;
}

/**
 * For a DATABASE_URL whose role owns the tables: the address with which that role's server logs in as one that does not.
 * @param owner - connects with that address
 * @param secret - of the server: the new role's password is derived from it
 * @returns null where the role may make no other, or PostgreSQL does not let that one in; the operator is told
 */
export async function findServingAddress(owner: Pool, databaseUrl: string, secret: string, log: Log): Promise<string | null> {
  const { rows } = await owner.query<Rights>(
    `select current_database() as database, current_user as user, rolsuper or rolcreaterole as "mayMakeRoles", rolbypassrls as "isAbove" from pg_roles where rolname = current_user`,
  );
  const rights = rows[0];
  if (!rights?.mayMakeRoles) {
    if (!rights?.isAbove) log.warn("database.role-owns-tables");
    return null;
  }
  const { database } = rights;
  const name = `${database}_server`;
  const password = hmac(Buffer.from(secret), `database role\n${name}`).toString("base64url");
  const url = addressAs(databaseUrl, name, password);
  try {
    if (!(await isLetIn(url))) {
      await owner.query(roleOf(name, password));
      await owner.query(`grant connect on database ${quoted(database)} to ${quoted(name)}`);
      await connectOnce(url);
    }
    return url;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    log.warn("database.role-not-made", errorFields(error));
    return null;
  }
}

function addressAs(databaseUrl: string, name: string, password: string): string {
  const url = new URL(databaseUrl);
  // The name and the password of an address need a host; the parameter of that name decides where a socket is.
  if (url.hostname === "") url.hostname = "localhost";
  for (const given of ["user", "password"]) url.searchParams.delete(given);
  return Object.assign(url, { username: encodeURIComponent(name), password }).href;
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  await client.end();
}

/** No such role, another password, or not allowed to connect to this database. */
const NOT_LET_IN: ReadonlySet<string | undefined> = new Set(["28000", "28P01", "42501"]);

const isLetIn = (url: string): Promise<boolean> =>
  connectOnce(url).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DatabaseError && NOT_LET_IN.has(error.code)) return false;
      throw error;
    },
  );

/**
 * For a login role that no policy binds and that stays: the role its connections switch to, made where it is missing.
 * @returns null where the policies bind the role that we log in as
 * @throws DatabaseError when that role is not bound by the policies and cannot switch to another
 */
export async function findRoleToSwitchTo(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ isAbove: boolean; isThere: boolean }>(
    `select rolsuper or rolbypassrls as "isAbove", exists (select from pg_roles where rolname = $1) as "isThere" from pg_roles where rolname = session_user`,
    [name],
  );
  if (!rows[0]?.isAbove) return null;
  if (!rows[0].isThere) await pool.query(roleOf(name));
  // Refused here, once, and not at every query.
  await pool.query("select set_config('role', $1, true)", [name]);
  return name;
}
