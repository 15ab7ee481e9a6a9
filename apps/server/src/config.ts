/** What the operator has set (SETTINGS), read from the environment. A wrong value stops the start with one message. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { MOST_WORKERS, SETTINGS, type Setting } from "./settings.ts";

/** The message is all that the operator reads. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export const NOT_WRITABLE = "DATA_DIR must be a folder that this program can write to.";

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that answer requests. */
  readonly workers: number;
  /** What calls in flight get when the server ends. */
  readonly stopSeconds: number;
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
  /** The public key that backups are sealed for, like age1…; null: they are not. */
  readonly backupRecipient: string | null;
  /** Whether everything that is stored is read once a night. */
  readonly isCheckingNightly: boolean;
  readonly operatorEmail: string | null;
  /** Opens /metrics to other machines; null: only this one reads them. */
  readonly metricsToken: string | null;
  /** A file for what happens, with ids only; null: none. */
  readonly eventLog: string | null;
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
    stopSeconds: getSetting("STOP_SECONDS", SETTINGS.STOP_SECONDS, env),
    publicUrl: readSetting("PUBLIC_URL", SETTINGS.PUBLIC_URL, env),
    trustedProxy: readSetting("TRUSTED_PROXY", SETTINGS.TRUSTED_PROXY, env) ?? [],
    dataDir,
    databaseUrl: readSetting("DATABASE_URL", SETTINGS.DATABASE_URL, env),
    databaseOwnerUrl: readSetting("DATABASE_OWNER_URL", SETTINGS.DATABASE_OWNER_URL, env),
    smtpUrl: readSetting("SMTP_URL", SETTINGS.SMTP_URL, env),
    mailFrom: getSetting("MAIL_FROM", SETTINGS.MAIL_FROM, env),
    breachCheckUrl: readSetting("BREACH_CHECK_URL", SETTINGS.BREACH_CHECK_URL, env),
    backupDir: backupDirOf(dataDir, env),
    backupRecipient: readSetting("BACKUP_RECIPIENT", SETTINGS.BACKUP_RECIPIENT, env),
    isCheckingNightly: getSetting("NIGHTLY_CHECK", SETTINGS.NIGHTLY_CHECK, env),
    operatorEmail: readSetting("OPERATOR_EMAIL", SETTINGS.OPERATOR_EMAIL, env),
    metricsToken: readSetting("METRICS_TOKEN", SETTINGS.METRICS_TOKEN, env),
    eventLog: readSetting("EVENT_LOG", SETTINGS.EVENT_LOG, env),
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
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOSPC") {
      // It was made and holds nothing: it would be in the way of the next start.
      rmSync(path);
      throw cause;
    }
    if (code !== "EEXIST") throw new ConfigError(NOT_WRITABLE, { cause });
  }
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32) throw new ConfigError("The file server-secret in DATA_DIR must hold at least 32 characters.");
  return secret;
}
