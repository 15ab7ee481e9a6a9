/** Which words of an error a person may read. Errors of our own carry sentences; those of the platform do not. */
import { AppError, ERRORS } from "@coffer/contract/errors";

/** Errors whose message was written for people. By name, because the classes live on floors this file does not need. */
const SPOKEN = new Set(["ClientError", "IntegrityError"]);

/**
 * @param fallback - what to say when the error has no words of its own: it came from the platform, or is the general refusal.
 */
export function messageOf(error: unknown, fallback: string = ERRORS.unexpected[1]): string {
  if (typeof error === "string") return error;
  if (error instanceof AppError) return error.code === "unexpected" ? fallback : error.message;
  if (error instanceof Error && SPOKEN.has(error.name) && error.message !== "") return error.message;
  return fallback;
}

/**
 * The same where the specification tells two fallbacks apart.
 * @param refused - the server answered without words of its own.
 * @param threw - there was no answer.
 */
export const messageFor = (error: unknown, { refused, threw }: { refused: string; threw: string }): string =>
  messageOf(error, error instanceof AppError ? refused : threw);
