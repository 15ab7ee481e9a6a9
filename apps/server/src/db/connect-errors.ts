/** Why a database of DATABASE_URL cannot be used, in a sentence for the operator: the cause, and the code to look up. Values of the address stay out of it. */
import { ConfigError } from "../config.ts";
import { databaseError, databaseErrorCode } from "./database-errors.ts";

/** By the code of the system, of TLS or of PostgreSQL. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at that host and port",
  ENOTFOUND: "its host is not known",
  EAI_AGAIN: "the name server does not answer for its host",
  ENOENT: "there is no such socket",
  EACCES: "this account is not allowed to use its socket",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ETIMEDOUT: "it does not answer in time",
  ECONNRESET: "the connection was cut off",
  "08P01": "a pooler in front of it refuses the connection",
  "28P01": "it does not take the password",
  "28000": "it does not let this role in from here, or not without TLS",
  "3D000": "it has no database of that name",
  "42501": "the role is not allowed to connect to that database",
  "53300": "it has no connection left for us",
  "57P03": "it is starting or stopping",
};

const TLS =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;

/** What the driver says without a code. */
const WORDS: readonly (readonly [RegExp, string, string])[] = [
  [/does not support SSL/, "it offers no TLS, which the address asks for", "no-tls"],
  [/password must be a/, "it asks for a password, and the address has none", "no-password"],
  [/is a standby/, "it is a standby, which takes no writes", "standby"],
  [/time-?out/i, "it does not answer in time", "time-out"],
  [/terminated unexpectedly/, "the connection was cut off", "cut-off"],
];

const CANNOT = "it cannot be used";

function causeOf(error: unknown): readonly [cause: string, code: string] {
  // Several addresses of one host fail together.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message = "" } = (databaseError(first) ?? first) as { code?: string; message?: string };
  if (code !== undefined) return [CAUSES[code] ?? (TLS.test(code) ? "its TLS certificate is not trusted" : CANNOT), code];
  const [, cause = CANNOT, word = "unknown"] = WORDS.find(([words]) => words.test(message)) ?? [];
  return [cause, word];
}

/** What no other address would help either. */
const TROUBLE: Readonly<Record<string, string>> = {
  storage_full: "has a full disk. Free some space there and start again; nothing is lost.",
  damaged:
    "has damaged files. Ask those who run it to look at its disk; a backup can be put in its place: npm run restore -- FILE --replace.",
};

/** @param error - what the driver threw */
export function connectionProblem(error: unknown): ConfigError {
  const [cause, code] = causeOf(error);
  const trouble = TROUBLE[databaseErrorCode(error) ?? ""];
  if (trouble !== undefined) return new ConfigError(`The database of DATABASE_URL ${trouble} (${code})`, { cause: error });
  return new ConfigError(
    `DATABASE_URL must be the address of a PostgreSQL server that answers and accepts the login: ${cause} (${code}).`,
    {
      cause: error,
    },
  );
}

/** @returns null when the error is another than a right that our role lacks */
export const deniedIn = (error: unknown): ConfigError | null =>
  (error as { code?: unknown } | null)?.code === "42501"
    ? new ConfigError(
        "The role of DATABASE_URL must be the one that made the tables, and for a new version be allowed to make more: grant it create on the database and on its schema public, start once, and revoke it. (42501)",
        { cause: error },
      )
    : null;
