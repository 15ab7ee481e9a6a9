/** What an answer means for an edit that waits: whether it goes on waiting, or there is something to decide. */
import { AppError, type ErrorCode } from "@coffer/contract/errors";
import { ClientError, ConnectionError, IntegrityError, NoKeysError } from "../../errors.ts";

/** The server serves no one now. */
const AWAY: readonly ErrorCode[] = ["unavailable", "starting", "maintenance"];
/** Said of this caller or this call: it takes the same edit a little later, or once its owner is signed in again. */
const LATER: readonly ErrorCode[] = ["rate_limited", "too_slow", "authentication_required", "session_expired"];
/** Others were quicker, again and again. */
const OVERTAKEN: readonly ErrorCode[] = ["stale_head", "stale_revision", "key_held"];

const isOneOf = (error: unknown, codes: readonly ErrorCode[]): boolean => error instanceof AppError && codes.includes(error.code);

/** Whether a save was not answered, so that it is kept and sent later. */
export const isToWait = (error: unknown): boolean => error instanceof ConnectionError || isOneOf(error, AWAY);

/** @returns `isOver`: nothing more is sent now. `reason`: what is in the way, for its owner to decide; null where it is tried again by itself */
export function classifyFailure(error: unknown): { readonly isOver: boolean; readonly reason: string | null } {
  if (isToWait(error) || error instanceof NoKeysError || isOneOf(error, LATER)) return { isOver: true, reason: null };
  // What is no refusal is tried again, and holds up no other.
  const isSpoken = error instanceof AppError || error instanceof ClientError || error instanceof IntegrityError;
  return { isOver: false, reason: isSpoken && !isOneOf(error, OVERTAKEN) ? error.message : null };
}
