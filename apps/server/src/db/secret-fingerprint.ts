/**
 * Which SERVER_SECRET a database belongs to. With another one no password fits and nothing that the server encrypted can be decrypted, and it would look as if
 * every user had forgotten their password; so a server does not start then.
 */
import { eq } from "drizzle-orm";
import type { Pool } from "pg";
import { ConfigError } from "../config.ts";
import { decryptForServer, hmac, type Secrets } from "../secrets.ts";
import { bypassRls } from "./bypass-row-level-security.ts";
import type { Db } from "./connect.ts";
import { account, setting } from "./tables.ts";

type Queries = Pick<Pool, "query">;

const NAME = "secret-fingerprint";
const fingerprintOf = (secrets: Secrets): string => hmac(secrets.fingerprint, NAME).toString("hex");

/**
 * A database without a fingerprint gets that of the first secret that fits what is in it.
 * @throws ConfigError when it is another secret's
 */
export async function checkSecret(db: Db, secrets: Secrets): Promise<void> {
  const own = fingerprintOf(secrets);
  const isOwn = await bypassRls("server", async () => (await secretFits(db.$client, secrets)) !== false && (await keep(db, own)) === own);
  if (!isOwn)
    throw new ConfigError(
      'SERVER_SECRET must be the one that this database was made with; with another, no one could sign in. Put it back, or the file server-secret in DATA_DIR. If it is lost for good: "A lost server secret" in docs/operations.md.',
    );
}

/** @returns whether the database belongs to this secret; null where an earlier version has stored no fingerprint, and nothing is encrypted yet */
export async function secretFits(client: Queries, secrets: Secrets): Promise<boolean | null> {
  const { rows } = await client.query<{ value: unknown }>("select value from setting where name = $1", [NAME]);
  return rows[0] ? rows[0].value === fingerprintOf(secrets) : opensAll(client, secrets);
}

/** From now on the database belongs to this secret; what only the old one could decrypt is deleted. */
export async function acceptSecret(db: Db, secrets: Secrets): Promise<void> {
  const value = fingerprintOf(secrets);
  await db.insert(setting).values({ name: NAME, value }).onConflictDoUpdate({ target: setting.name, set: { value } });
  await db.update(account).set({ hint: null, mfa_pending: null });
}

/** @returns the stored one: of two servers that start at once, the first one's */
async function keep(db: Db, value: string): Promise<unknown> {
  await db.insert(setting).values({ name: NAME, value }).onConflictDoNothing();
  const [row] = await db.select().from(setting).where(eq(setting.name, NAME));
  return row?.value;
}

/** One of everything that the server has encrypted for itself. */
const ENCRYPTED = `
  (select 'hint' as name, id::text as owner, hint as stored from account where hint is not null limit 1)
  union all (select 'totp', id::text, mfa_secret from account where mfa_secret is not null limit 1)
  union all (select 'half', id::text, half from session where half is not null limit 1)
  union all (select 'mail', id::text, content from outbox where content <> '' order by created_at desc limit 1)`;

/** For a database of an earlier version, which stored no fingerprint. */
async function opensAll(client: Queries, secrets: Secrets): Promise<boolean | null> {
  const { rows } = await client.query<{ name: "hint" | "totp" | "half" | "mail"; owner: string; stored: string }>(ENCRYPTED);
  if (rows.length === 0) return null;
  return rows.every(({ name, owner, stored }) => {
    try {
      decryptForServer(secrets[name], owner, stored);
      return true;
    } catch {
      return false;
    }
  });
}
