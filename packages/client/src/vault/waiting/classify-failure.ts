/** What an answer means for an edit that waits: whether it goes on waiting, or there is something to decide. */
import { AppError, type ErrorCode } from "@coffer/contract/errors";
import { ClientError, IntegrityError, NoKeysError } from "../../errors.ts";
import { isAway, isOneOf, pauseAfter } from "../../failures.ts";
import type { WaitingEdit } from "./waiting-list.ts";

/** Said of this caller or this call: it takes the same edit a little later, or once its owner is signed in again. */
const LATER: readonly ErrorCode[] = ["rate_limited", "too_slow", "authentication_required", "session_expired"];
/** Others were quicker, again and again. */
const OVERTAKEN: readonly ErrorCode[] = ["stale_head", "stale_revision", "key_held"];

/** Of the server itself, and may be over with the next call. */
const FAULTS: readonly ErrorCode[] = ["unexpected", "storage_full"];
/** So often in a row it is said. It is tried again all the same, after pauses that grow to an hour. */
const MOST_FAULTS = 5;
const HOUR_MS = 3_600_000;

interface Failure {
  /** Nothing more is sent now. */
  readonly isOver: boolean;
  /** What is in the way, for its owner to decide; null where there is nothing to say yet. */
  readonly reason: string | null;
  /** Of the server itself: it is tried again. */
  readonly isFault: boolean;
}

/** @param faults - how often the server has failed at this before */
export function classifyFailure(error: unknown, faults = 0): Failure {
  if (isAway(error) || error instanceof NoKeysError || isOneOf(error, LATER)) return { isOver: true, reason: null, isFault: false };
  const isFault = isOneOf(error, FAULTS);
  // What is no refusal is tried again, and holds up no other.
  const isSpoken = error instanceof AppError || error instanceof ClientError || error instanceof IntegrityError;
  const isSaid = isSpoken && !isOneOf(error, OVERTAKEN) && !(isFault && faults < MOST_FAULTS);
  return { isOver: false, reason: isSaid ? error.message : null, isFault };
}

/** What failures mean for presses that are sent again and again. */
export class Attempts {
  /** By the press, so that another one of the same item begins from none. */
  readonly #faults = new Map<string, { readonly count: number; readonly at: number }>();

  classify(edit: Pressed, error: unknown, at: number): Failure {
    const press = pressIn(edit);
    const faults = this.#faults.get(press)?.count ?? 0;
    const failure = classifyFailure(error, faults);
    if (failure.isFault) this.#faults.set(press, { count: faults + 1, at });
    else this.#faults.delete(press);
    return failure;
  }

  /** Whether it is tried now, by itself. */
  isDue({ refused, isFault, ...edit }: Pressed & Pick<WaitingEdit, "refused" | "isFault">, now: number): boolean {
    const { count, at } = this.#faults.get(pressIn(edit)) ?? { count: 0, at: 0 };
    return refused === null || (isFault === true && now >= at + pauseAfter(count - MOST_FAULTS - 1, HOUR_MS));
  }
}

type Pressed = Pick<WaitingEdit, "id" | "saves">;
const pressIn = ({ id, saves }: Pressed): string => saves.at(-1)?.saveId ?? id;
