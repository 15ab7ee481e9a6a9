/** What an answer means for an edit that waits: whether it goes on waiting, or there is something to decide. */
import { AppError, type ErrorCode } from "@coffer/contract/errors";
import { ClientError, IntegrityError, NoKeysError } from "../../errors.ts";
import { isAway, isOneOf } from "../../failures.ts";

/** Said of this caller or this call: it takes the same edit a little later, or once its owner is signed in again. */
const LATER: readonly ErrorCode[] = ["rate_limited", "too_slow", "authentication_required", "session_expired"];
/** Others were quicker, again and again. */
const OVERTAKEN: readonly ErrorCode[] = ["stale_head", "stale_revision", "key_held"];

/** Of the server itself, and may be over with the next call. */
const FAULTS: readonly ErrorCode[] = ["unexpected", "storage_full"];
/** So often in a row it is no passing one. */
const MOST_FAULTS = 5;

interface Failure {
  /** Nothing more is sent now. */
  readonly isOver: boolean;
  /** What is in the way, for its owner to decide; null where it is tried again by itself. */
  readonly reason: string | null;
}

/** @param faults - how often the server has failed at this before */
export function classifyFailure(error: unknown, faults = 0): Failure {
  if (isAway(error) || error instanceof NoKeysError || isOneOf(error, LATER)) return { isOver: true, reason: null };
  if (isOneOf(error, FAULTS) && faults < MOST_FAULTS) return { isOver: false, reason: null };
  // What is no refusal is tried again, and holds up no other.
  const isSpoken = error instanceof AppError || error instanceof ClientError || error instanceof IntegrityError;
  return { isOver: false, reason: isSpoken && !isOneOf(error, OVERTAKEN) ? error.message : null };
}

/** What failures mean for presses that are sent again and again. */
export class Attempts {
  /** By the press, so that another one of the same item begins from none. */
  readonly #faults = new Map<string, number>();

  classify(press: string, error: unknown): Failure {
    const faults = this.#faults.get(press) ?? 0;
    if (isOneOf(error, FAULTS)) this.#faults.set(press, faults + 1);
    else this.#faults.delete(press);
    return classifyFailure(error, faults);
  }
}
