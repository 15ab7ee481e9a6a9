/**
 * Which SERVER_SECRET a database belongs to. With another one no password fits and nothing that the server encrypted opens, and it would look to people as if
 * they had forgotten theirs; so a server does not start then.
 */
import { eq, isNotNull, or } from "drizzle-orm";
import type { ClientBase } from "pg";
import { ConfigError } from "../config.ts";
import { decryptForServer, hmac, type Secrets } from "../secrets.ts";
import { actAs, SYSTEM } from "./acting.ts";
import type { Db } from "./connect.ts";
import { account, setting } from "./tables.ts";

const NAME = "secret-fingerprint";
const fingerprintOf = (secrets: Secrets): string => hmac(secrets.fingerprint, NAME).toString("hex");

/**
 * A database without a fingerprint gets that of the first secret that fits what is in it.
 * @throws ConfigError when it is another secret's
 */
export async function checkSecret(db: Db, secrets: Secrets): Promise<void> {
  const own = fingerprintOf(secrets);
  const kept = (await find(db)) ?? ((await opensWhatIsThere(db, secrets)) ? await keep(db, own) : null);
  if (kept !== own)
    throw new ConfigError(
      'SERVER_SECRET must be the one that this database was made with; with another, nobody could sign in. Put it back, or the file server-secret in DATA_DIR. If it is lost for good: "A lost server secret" in docs/operations.md.',
    );
}

/** @returns whether the database belongs to this secret; null where an earlier version has kept no fingerprint */
export async function isOwnSecret(client: ClientBase, secrets: Secrets): Promise<boolean | null> {
  const { rows } = await client.query<{ value: unknown }>("select value from setting where name = $1", [NAME]);
  return rows[0] ? rows[0].value === fingerprintOf(secrets) : null;
}

/** From now on the database belongs to this secret; what the old one encrypted and nobody can read any more goes. */
export async function acceptSecret(db: Db, secrets: Secrets): Promise<void> {
  const value = fingerprintOf(secrets);
  await db.insert(setting).values({ name: NAME, value }).onConflictDoUpdate({ target: setting.name, set: { value } });
  await db.update(account).set({ hint: null, mfa_pending: null });
}

async function find(db: Db): Promise<unknown> {
  const [row] = await db.select().from(setting).where(eq(setting.name, NAME));
  return row?.value ?? null;
}

/** @returns what is kept: of two servers that begin at once, the first one's */
async function keep(db: Db, value: string): Promise<unknown> {
  await db.insert(setting).values({ name: NAME, value }).onConflictDoNothing();
  return find(db);
}

/** Of a database of an earlier version, which kept no fingerprint. */
async function opensWhatIsThere(db: Db, secrets: Secrets): Promise<boolean> {
  const isSealed = or(isNotNull(account.hint), isNotNull(account.mfa_secret));
  const [row] = await actAs(SYSTEM, () => db.select().from(account).where(isSealed).limit(1));
  try {
    if (row?.hint) decryptForServer(secrets.hint, row.id, row.hint);
    else if (row?.mfa_secret) decryptForServer(secrets.totp, row.id, row.mfa_secret);
    return true;
  } catch {
    return false;
  }
}
