/** What an operator may set, from the environment: one table with a line of help per variable. A wrong value stops the start with one message. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isLoopback } from "@coffer/core/loopback";

/** The message is all that the operator reads. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

interface Setting<T> {
  readonly help: string;
  /** Used when the variable is absent or empty. */
  readonly fallback: string | null;
  /** Returns the value, or the rest of the message "NAME must be …". */
  readonly read: (text: string) => { readonly value: T } | { readonly mustBe: string };
}

const setting = <T>(help: string, fallback: string | null, read: Setting<T>["read"]): Setting<T> => ({ help, fallback, read });

const address = (protocols: readonly string[], mustBe: string) => (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && protocols.includes(url.protocol) ? { value: text } : { mustBe };
};

/** An address, or a range of them: 10.0.0.2, 10.0.0.0/8, fd00::/8. */
function isRange(text: string): boolean {
  const [ip = "", bits, ...rest] = text.split("/");
  const most = isIP(ip) === 4 ? 32 : 128;
  return (
    isIP(ip) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most))
  );
}

/** Unless the operator wants more: each takes a hundred megabytes and its connections of the database. */
const MOST_WORKERS = 4;

export const SETTINGS = {
  PORT: setting("Port to listen on; 0 takes a free one.", "3000", (text) => {
    const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
    return isPort ? { value: Number(text) } : { mustBe: "a number from 0 to 65535" };
  }),
  HOST: setting("Address to listen on; 0.0.0.0 for all.", "127.0.0.1", (text) =>
    /^[\w.:-]+$/.test(text) ? { value: text } : { mustBe: "a host name or an IP address" },
  ),
  WORKERS: setting(`How many processes answer requests. Without it: one for each core, at most ${MOST_WORKERS}.`, null, (text) =>
    /^([1-9]|1[0-6])$/.test(text) ? { value: Number(text) } : { mustBe: "a number from 1 to 16" },
  ),
  PUBLIC_URL: setting("Where people reach the app; links are made from it. Without it: http://localhost and the port.", null, (text) => {
    const isOrigin = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === "/";
    return isOrigin
      ? { value: new URL(text).origin }
      : { mustBe: "an http or https address without a path, like https://vault.example.com" };
  }),
  TRUSTED_PROXY: setting("Addresses of the proxies whose X-Forwarded-For is believed, divided by commas.", null, (text) => {
    const ranges = text.split(",").map((part) => part.trim());
    return ranges.every(isRange) ? { value: ranges } : { mustBe: "addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8" };
  }),
  DATA_DIR: setting("Folder for the database, the server secret and the first-admin link.", "./data", (text) => ({ value: resolve(text) })),
  DATABASE_URL: setting(
    "PostgreSQL to use instead of the embedded one.",
    null,
    address(["postgres:", "postgresql:"], "a PostgreSQL address, like postgres://user:password@host/database"),
  ),
  DATABASE_OWNER_URL: setting(
    "The same database with the role that owns the tables, where DATABASE_URL has a role that does not.",
    null,
    address(["postgres:", "postgresql:"], "a PostgreSQL address, like postgres://owner:password@host/database"),
  ),
  SMTP_URL: setting(
    "Mail server. Without it, emails stay in an outbox in DATA_DIR. A password is sent over TLS only, unless the URL has requireTLS=false.",
    null,
    address(["smtp:", "smtps:"], "an SMTP address, like smtps://user:password@host"),
  ),
  MAIL_FROM: setting("Sender of the emails.", "Coffer <coffer@localhost>", (text) =>
    /^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$/.test(text)
      ? { value: text }
      : { mustBe: "an email address, like Coffer <coffer@example.com>" },
  ),
  BREACH_CHECK_URL: setting(
    "A list of leaked passwords that Health may ask, from people's browsers, once they agree: by the first 5 characters of a SHA-1, which are put at its end. Without it nothing is asked.",
    null,
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      const isPrivate = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
      return isPrivate && !url.username && !url.search && !url.hash && url.href.endsWith("/")
        ? { value: url.href }
        : { mustBe: "an https address that ends with a slash, like https://leaks.example.com/range/" };
    },
  ),
  BACKUP_DIR: setting(
    "Folder for a backup each night, restored and verified on the spot; off for none. Without it: backups in DATA_DIR, and none with DATABASE_URL.",
    null,
    (text) => ({ value: text === "off" ? "off" : resolve(text) }),
  ),
  OPERATOR_EMAIL: setting("Who is told when a backup fails.", null, (text) =>
    /^[^\s<>@,;]+@[^\s<>@,;]+$/.test(text) ? { value: text } : { mustBe: "one email address, like ann@example.com" },
  ),
  METRICS_TOKEN: setting("Who shows it as a bearer token reads /metrics from another machine.", null, (text) =>
    /^[\x21-\x7e]{16,200}$/.test(text) ? { value: text } : { mustBe: "16 to 200 letters, digits and signs without spaces" },
  ),
  MAINTENANCE: setting("A message for people; while it is set, every call is refused with it.", null, (text) =>
    text.length <= 500 ? { value: text } : { mustBe: "at most 500 characters long" },
  ),
  SERVER_SECRET: setting(
    "Root of the server's own keys, at least 32 characters. Without it, one is made in DATA_DIR/server-secret; with DATABASE_URL it must be set.",
    null,
    (text) => (text.length >= 32 ? { value: text } : { mustBe: "at least 32 characters long" }),
  ),
} as const satisfies Record<string, Setting<unknown>>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that answer requests. */
  readonly workers: number;
  /** Origin without a trailing slash; null until the port is known. */
  readonly publicUrl: string | null;
  /** Addresses and ranges of proxies. Only these are believed about where a request comes from. */
  readonly trustedProxy: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Of the role that owns the tables, where DATABASE_URL has another. */
  readonly databaseOwnerUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** A list of leaked passwords that clients may ask; null where there is none. */
  readonly breachCheckUrl: string | null;
  /** Where backups are made every night; null: none are. */
  readonly backupDir: string | null;
  readonly operatorEmail: string | null;
  /** Opens /metrics to other machines; null: only this one reads them. */
  readonly metricsToken: string | null;
  /** What people are told during maintenance; null otherwise. */
  readonly maintenance: string | null;
  readonly serverSecret: string;
}

/** An address for an email. @param path - with its leading slash */
export const linkTo = ({ publicUrl, port }: Pick<Config, "publicUrl" | "port">, path: string): string =>
  `${publicUrl ?? `http://localhost:${port}`}${path}`;

type Environment = Readonly<Record<string, string | undefined>>;

function readSetting<T>(name: string, row: Setting<T>, env: Environment): T | null {
  const text = env[name]?.trim() || row.fallback;
  if (text === null) return null;
  const result = row.read(text);
  if ("mustBe" in result) throw new ConfigError(`${name} must be ${result.mustBe}.`);
  return result.value;
}

function getSetting<T>(name: string, row: Setting<T>, env: Environment): T {
  const value = readSetting(name, row, env);
  if (value === null) throw new ConfigError(`${name} must be set.`);
  return value;
}

/**
 * Reads the environment, makes DATA_DIR and, where none is given, the server secret.
 * @throws ConfigError with one message naming the variable, never its value.
 */
export function loadConfig(env: Environment): Config {
  const dataDir = getSetting("DATA_DIR", SETTINGS.DATA_DIR, env);
  const config = {
    port: getSetting("PORT", SETTINGS.PORT, env),
    host: getSetting("HOST", SETTINGS.HOST, env),
    workers: readSetting("WORKERS", SETTINGS.WORKERS, env) ?? Math.min(MOST_WORKERS, availableParallelism()),
    publicUrl: readSetting("PUBLIC_URL", SETTINGS.PUBLIC_URL, env),
    trustedProxy: readSetting("TRUSTED_PROXY", SETTINGS.TRUSTED_PROXY, env) ?? [],
    dataDir,
    databaseUrl: readSetting("DATABASE_URL", SETTINGS.DATABASE_URL, env),
    databaseOwnerUrl: readSetting("DATABASE_OWNER_URL", SETTINGS.DATABASE_OWNER_URL, env),
    smtpUrl: readSetting("SMTP_URL", SETTINGS.SMTP_URL, env),
    mailFrom: getSetting("MAIL_FROM", SETTINGS.MAIL_FROM, env),
    breachCheckUrl: readSetting("BREACH_CHECK_URL", SETTINGS.BREACH_CHECK_URL, env),
    backupDir: backupDirOf(dataDir, env),
    operatorEmail: readSetting("OPERATOR_EMAIL", SETTINGS.OPERATOR_EMAIL, env),
    metricsToken: readSetting("METRICS_TOKEN", SETTINGS.METRICS_TOKEN, env),
    maintenance: readSetting("MAINTENANCE", SETTINGS.MAINTENANCE, env),
  };
  const givenSecret = readSetting("SERVER_SECRET", SETTINGS.SERVER_SECRET, env);
  // Several processes would each make their own, and none could read what another has written.
  if (config.databaseUrl !== null && givenSecret === null)
    throw new ConfigError(
      "SERVER_SECRET must be set together with DATABASE_URL, to the same for every process. A server that ran without it has made one in the file server-secret of its DATA_DIR.",
    );
  makeDataDir(dataDir);
  return { ...config, serverSecret: givenSecret ?? readOrCreateSecret(dataDir) };
}

/** On the same disk by default: against a slip of the hand and a damaged file, not against the loss of the disk. */
function backupDirOf(dataDir: string, env: Environment): string | null {
  const given = readSetting("BACKUP_DIR", SETTINGS.BACKUP_DIR, env);
  if (given !== null) return given === "off" ? null : given;
  return readSetting("DATABASE_URL", SETTINGS.DATABASE_URL, env) === null ? join(dataDir, "backups") : null;
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (cause) {
    throw new ConfigError("DATA_DIR must be a folder that this program can create and write to.", { cause });
  }
}

/** Node's own option for a whole path never returns below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(path));
  try {
    // Others may pass through but not list it: the embedded database runs under an account of its own.
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    // Two first starts at once.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** The secret of an earlier start, or a new one: 32 random bytes in hex, readable by this account alone. */
function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, "server-secret");
  if (!existsSync(path) && existsSync(join(dataDir, "postgres")))
    throw new ConfigError(
      'SERVER_SECRET must be set: DATA_DIR holds a database, and the file server-secret that belongs to it is gone. Put it back. If it is lost for good: "A lost server secret" in docs/operations.md.',
    );
  try {
    // "wx" fails when the file exists, so that two first starts agree on one secret.
    writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST")
      throw new ConfigError("DATA_DIR must be a folder that this program can write to.", { cause });
  }
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32) throw new ConfigError("The file server-secret in DATA_DIR must hold at least 32 characters.");
  return secret;
}
