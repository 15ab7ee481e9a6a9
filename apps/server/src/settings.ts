/** SETTINGS: the environment variables that an operator may set. `npm run docs` writes them into docs/operations.md. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { isLoopback } from "@coffer/core/loopback";
import { bech32 } from "@scure/base";

export interface Setting<T> {
  /** For docs/operations.md, in Markdown. */
  readonly help: string;
  /** Used when the variable is absent or empty. */
  readonly fallback: string | null;
  /** Where there is no such value: what holds without the variable, in Markdown. */
  readonly without: string;
  /** Returns the value, or the rest of the message "NAME must be …". */
  readonly read: (text: string) => { readonly value: T } | { readonly mustBe: string };
}

type Read<T> = Setting<T>["read"];
const setting = <T>(help: string, fallback: string, read: Read<T>): Setting<T> => ({ help, fallback, without: "", read });
const optional = <T>(help: string, without: string, read: Read<T>): Setting<T> => ({ help, fallback: null, without, read });

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

/** The public key of an X25519 pair in the form of age. */
function isRecipient(text: string): boolean {
  const read = bech32.decodeUnsafe(text, 200);
  return read?.prefix === "age" && bech32.fromWordsUnsafe(read.words)?.length === 32;
}

/** Unless the operator wants more: each takes a hundred megabytes and its connections of the database. */
export const MOST_WORKERS = 4;
const MOST_STOP_SECONDS = 300;

export const SETTINGS = {
  PORT: setting("Port to listen on; 0 takes a free one.", "3000", (text) => {
    const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
    return isPort ? { value: Number(text) } : { mustBe: "a number from 0 to 65535" };
  }),
  HOST: setting("Address to listen on; 0.0.0.0 for all.", "127.0.0.1", (text) =>
    /^[\w.:-]+$/.test(text) ? { value: text } : { mustBe: "a host name or an IP address" },
  ),
  WORKERS: optional(
    "How many processes answer requests, 1 to 16: see [Processes](#processes).",
    `one for each core, ${MOST_WORKERS} at most`,
    (text) => (/^([1-9]|1[0-6])$/.test(text) ? { value: Number(text) } : { mustBe: "a number from 1 to 16" }),
  ),
  STOP_SECONDS: setting(
    "How long calls in flight may take when the server is stopped. What takes longer is cut off: see [Stopping](#stopping).",
    "10",
    (text) =>
      /^\d{1,3}$/.test(text) && Number(text) <= MOST_STOP_SECONDS
        ? { value: Number(text) }
        : { mustBe: `a number of seconds from 0 to ${MOST_STOP_SECONDS}` },
  ),
  PUBLIC_URL: optional(
    "Where people reach the app; all links, also in emails, begin with it. Browsers give pages WebCrypto only over https or on localhost.",
    "`http://localhost:PORT`",
    (text) => {
      const isOrigin = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === "/";
      return isOrigin
        ? { value: new URL(text).origin }
        : { mustBe: "an http or https address without a path, like https://vault.example.com" };
    },
  ),
  TRUSTED_PROXY: optional(
    "Addresses of the proxies whose `X-Forwarded-For` is trusted, separated by commas: `127.0.0.1, 10.0.0.0/8`.",
    "none",
    (text) => {
      const ranges = text.split(",").map((part) => part.trim());
      return ranges.every(isRange) ? { value: ranges } : { mustBe: "addresses or ranges divided by commas, like 127.0.0.1, 10.0.0.0/8" };
    },
  ),
  DATA_DIR: setting("Folder for the database, the server secret and the first-admin link.", "./data", (text) => ({ value: resolve(text) })),
  DATABASE_URL: optional(
    "PostgreSQL (15 or newer) to use instead; then any number of processes may share it.",
    "the embedded one",
    address(["postgres:", "postgresql:"], "a PostgreSQL address, like postgres://user:password@host/database"),
  ),
  DATABASE_OWNER_URL: optional(
    "The same database with the role that owns the tables, where `DATABASE_URL` has a role that does not: see [Roles of the database](#roles-of-the-database).",
    "none",
    address(["postgres:", "postgresql:"], "a PostgreSQL address, like postgres://owner:password@host/database"),
  ),
  SMTP_URL: optional(
    "Mail server, like `smtps://user:password@host`. With `smtp://` a password is sent over TLS only (STARTTLS), unless the URL ends in `?requireTLS=false`. Without it, emails stay in an outbox in `DATA_DIR`.",
    "none",
    address(["smtp:", "smtps:"], "an SMTP address, like smtps://user:password@host"),
  ),
  MAIL_FROM: setting("Sender of the emails.", "Coffer <coffer@localhost>", (text) =>
    /^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$/.test(text)
      ? { value: text }
      : { mustBe: "an email address, like Coffer <coffer@example.com>" },
  ),
  SERVER_SECRET: optional(
    "Root of the server's own keys, at least 32 characters: session tokens, the pepper of auth keys, encryption at rest. Keep a copy apart from the database; without it no one can sign in. Required with `DATABASE_URL`.",
    "made in `DATA_DIR/server-secret`",
    (text) => (text.length >= 32 ? { value: text } : { mustBe: "at least 32 characters long" }),
  ),
  BREACH_CHECK_URL: optional(
    "A list of leaked passwords in the form of the Pwned Passwords range service (k-anonymity), like `https://leaks.example.com/range/`. Health then offers to ask it, from the browser and only after the person agrees: five hex characters of a SHA-1 per password leave the device, with the padding header. The content policy allows this origin and no other. Without it, nothing is asked.",
    "none",
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      const isPrivate = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
      return isPrivate && !url.username && !url.search && !url.hash && url.href.endsWith("/")
        ? { value: url.href }
        : { mustBe: "an https address that ends with a slash, like https://leaks.example.com/range/" };
    },
  ),
  BACKUP_DIR: optional(
    "Folder for a backup each night, restored and verified on the spot: see [Backup and restore](#backup-and-restore). `off` for none.",
    "`DATA_DIR/backups`; none with `DATABASE_URL`",
    (text) => ({ value: text === "off" ? "off" : resolve(text) }),
  ),
  BACKUP_RECIPIENT: optional(
    "A public key of the operator's, like `age1…` from `age-keygen`: backups are sealed for it, and this server cannot open them again. See [Sealed backups](#sealed-backups).",
    "none: they are not sealed",
    (text) =>
      isRecipient(text)
        ? { value: text }
        : { mustBe: "a public key that begins with age1, as age-keygen prints it, and never the secret one" },
  ),
  NIGHTLY_CHECK: setting(
    "Whether everything that is stored is read once a night, to find damage: see [When something is wrong](#when-something-is-wrong). `off` for never.",
    "on",
    (text) => (text === "on" || text === "off" ? { value: text === "on" } : { mustBe: "on or off" }),
  ),
  METRICS_TOKEN: optional(
    "Who shows it as a bearer token reads `/metrics` from another machine: see [Watching](#watching).",
    "none",
    (text) => (/^[\x21-\x7e]{16,200}$/.test(text) ? { value: text } : { mustBe: "16 to 200 letters, digits and signs without spaces" }),
  ),
  EVENT_LOG: optional(
    "File to which a JSON line is added for each sign-in, refused attempt and change of an account or team: see [Watching](#watching).",
    "none",
    (text) => ({ value: resolve(text) }),
  ),
  OPERATOR_EMAIL: optional("Who is told when a backup fails, or damage is found.", "none", (text) =>
    /^[^\s<>@,;]+@[^\s<>@,;]+$/.test(text) ? { value: text } : { mustBe: "one email address, like ann@example.com" },
  ),
  MAINTENANCE: optional(
    "A message for people; while it is set, every call is refused with it. A file `DATA_DIR/maintenance` does the same without a restart.",
    "none",
    (text) => (text.length <= 500 ? { value: text } : { mustBe: "at most 500 characters long" }),
  ),
} as const satisfies Record<string, Setting<unknown>>;
