/** What a failed call says: whether it may have been done, and whether the same call is worth another try. The only place that says so. */
import { AppError, type ErrorCode, isRefusal } from "@coffer/contract/errors";
import { ClientError, ConnectionError } from "./errors.ts";

export const isOneOf = (error: unknown, codes: readonly ErrorCode[]): boolean => error instanceof AppError && codes.includes(error.code);

/** The server serves no one now. */
const AWAY: readonly ErrorCode[] = ["unavailable", "overloaded", "starting", "maintenance"];

/** Whether there was no answer, or none to this call: the same is sent later. */
export const isAway = (error: unknown): boolean => error instanceof ConnectionError || isOneOf(error, AWAY);

/** Whether the server said nothing about what was asked for: no answer, or one that it gives to every call, as when it is busy. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof AppError && error.code !== "not_found");

/** Whether it is unknown if the server did what was asked: no answer came, or the server lost its database half-way. */
export const isUnanswered = (error: unknown): boolean =>
  isRefusal(error, "unavailable") || !(error instanceof AppError || error instanceof ClientError);

/** A refusal that may be over a moment later. */
export const isPassing = (error: unknown): error is AppError => isOneOf(error, ["stale_head", "rate_limited", "too_slow"]);

/** Until it is tried again: each time twice as long. @param failed - how often in a row before */
export const pauseAfter = (failed: number, longestMs: number): number => Math.min(30_000 * 2 ** failed, longestMs);

/** Whether the same call may go through a little later, though nothing else has changed. */
export const mayPass = (error: unknown): boolean => isAway(error) || isPassing(error);
