/** What an error of the database means to the code that asked, and to people. */
import type { ErrorCode } from "@coffer/contract/errors";
import { DatabaseError } from "pg";

/** A standby reads and takes no writes: just after a failover, a proxy may still lead to what was the primary. */
export class StandbyError extends Error {
  override readonly name = "StandbyError";

  constructor() {
    super("This database is a standby");
  }
}

/** The name of the unique constraint or index that a write met, or null when the error is another. */
export function violatedConstraint(error: unknown): string | null {
  const cause = databaseError(error);
  return cause?.code === "23505" ? (cause.constraint ?? "") : null;
}

/** Drizzle gives what PostgreSQL says as the cause of an error of its own. */
export function databaseError(error: unknown): DatabaseError | null {
  const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
}

/** PostgreSQL's codes when it cannot answer now: connection, too many of them, end of the server, a lock or statement that took too long, no writes, deadlock. */
const BUSY_CODES = /^(?:08...|53[0-4]00|57P0[1-5]|57014|55P03|25P03|25006|40001|40P01)$/;
const NO_SPACE = "53100";
/** A page or an index whose bytes are not what was written. */
const DAMAGED_CODES = /^XX00[12]$/;
/** The driver's own words, which have no code. */
const LOST_WORDS =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end)/;
/** What the operating system was asked to do when a connection failed. */
const ON_CONNECTIONS: ReadonlySet<unknown> = new Set(["connect", "read", "write", "getaddrinfo"]);

/** The refusal for a database that cannot answer now, cannot write, or is damaged. Null: a bug, or no error of a database. */
export function databaseErrorCode(error: unknown): Extract<ErrorCode, "unavailable" | "storage_full" | "damaged"> | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseError) {
    if (error.code === NO_SPACE) return "storage_full";
    if (DAMAGED_CODES.test(error.code ?? "")) return "damaged";
    return BUSY_CODES.test(error.code ?? "") ? "unavailable" : null;
  }
  const isLost =
    error instanceof StandbyError || LOST_WORDS.test(error.message) || ON_CONNECTIONS.has((error as NodeJS.ErrnoException).syscall);
  // One host may have several addresses; each has its own error.
  return isLost ? "unavailable" : databaseErrorCode(error instanceof AggregateError ? error.errors[0] : error.cause);
}
