/** Which words of an error a person may read. Errors of our own carry sentences; those of the platform do not. */
import { ERRORS } from "@coffer/contract/errors";

/** Errors whose message was written for people. By name, because the classes are in layers this file does not need. */
const SPOKEN = new Set(["AppError", "ClientError", "IntegrityError", "AnswerError"]);
/** Errors of calls that were answered. */
const ANSWERED = new Set(["AppError", "AnswerError"]);
/** What an error says that knows nothing better; the place where it happened does. */
const GENERAL: string = ERRORS.unexpected[1];

/** Errors that name the cause and nothing else: there was no answer, also where a part of the app was loaded. */
const CAUSES = new Set(["ConnectionError", "MissingPart"]);

export const isUnreachable = (error: unknown): error is Error => error instanceof Error && CAUSES.has(error.name);

/** The client itself refused, before any call; its words say what the user can do about it. */
export const isOfThisDevice = (error: unknown): error is Error => error instanceof Error && error.name === "ClientError";

/**
 * @param fallback - what to say when the error has no words of its own: it came from the platform, or is the general refusal. Where there was no answer, the cause
 *   is said after it.
 */
export function messageOf(error: unknown, fallback: string = GENERAL): string {
  if (typeof error === "string") return error;
  if (isUnreachable(error))
    return fallback === GENERAL ? error.message : `${fallback}${/[.!?]$/.test(fallback) ? "" : "."} ${error.message}`;
  if (error instanceof Error && SPOKEN.has(error.name) && error.message !== "" && error.message !== GENERAL) return error.message;
  return fallback;
}

/** Why something failed, in one complete sentence. */
export function causeOf(error: unknown): string {
  if (isUnreachable(error)) return error.message;
  const isAnswer = error instanceof Error && ANSWERED.has(error.name);
  return messageOf(error, isAnswer ? "The server answered with an error." : "Something went wrong on this device.");
}

/**
 * The same where the specification tells two fallbacks apart.
 * @param refused - the server answered without words of its own.
 * @param threw - there was no answer.
 */
export const messageFor = (error: unknown, { refused, threw }: { refused: string; threw: string }): string =>
  messageOf(error, error instanceof Error && ANSWERED.has(error.name) ? refused : threw);
