/** What a scope works with, what it writes and gives away whole, and which refusals it knows a way around. */
import { AppError, isRefusal } from "@coffer/contract/errors";
import type { Change, PutChange, SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import type { Call } from "../call.ts";
import { ClientError, IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord, StoredScope } from "../types.ts";
import type { SealedHead } from "./head.ts";
import type { LocalCacheDeps } from "./local-cache.ts";
import type { DeviceOnlyRecord } from "./merge-histories.ts";
import type { HeadContents, NextState } from "./next-state.ts";
import type { Changed } from "./record-table.ts";

export interface ScopeDeps extends LocalCacheDeps {
  readonly call: Call;
  readonly deviceId: Uint8Array;
  readonly now: () => number;
  /** Waits so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly randomFraction: () => number;
  /** Flags that every head written from now on has. */
  readonly flags: () => Promise<number>;
  /** Of the credentials that opened the session. */
  readonly credEpoch: () => number;
  /** Hears of records of a first pull before they are verified, so that opening them need not wait for the rest; absent where nobody does. */
  readonly openEarly?: ((keys: ScopeKeys, record: SealedRecord) => void) | undefined;
  /** Seals what only this device has as new records. @param hasVault - whether the history they go into has a vault of this id. */
  readonly copies: (keys: ScopeKeys, left: readonly DeviceOnlyRecord[], hasVault: (id: string) => boolean) => Promise<SealedCopy[]>;
}

/** What every write carries. */
export interface HeadWrite extends SealedHead {
  readonly baseSeq: number;
}

/** What a write tells the server beside the changes. */
export interface Write extends HeadWrite {
  readonly scope: string;
  readonly changes: readonly Change[];
}

/** Changes against the records as they are now, and the call that carries them. `says` takes the place of what the head says, which otherwise stays. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly contents?: Partial<HeadContents>;
  /** Of the personal scope: the trust store from now on, which `send` sends as well. */
  readonly trust?: string;
  readonly send: (write: Write) => Promise<unknown>;
}

/** A record sealed as a new one, and whether it goes into the trash, where what it is a copy of lay. */
export interface SealedCopy {
  readonly change: PutChange;
  readonly trashedAt: number | null;
}

/** What a write of two scopes begins from, in one of them. */
export interface WriteStart {
  readonly state: StoredScope;
  /** 16 bytes that name this device in heads. */
  readonly deviceId: Uint8Array;
  /** Live ones and those in the trash. */
  readonly records: readonly KnownRecord[];
  /** The head after that change, and what the scope is then. */
  readonly headAfter: (changed: Changed) => Promise<NextState>;
}

/** Everything that a scope holds, verified. */
export interface WholeScope extends HeadContents {
  readonly head: HeadText;
  /** The trust store, wrapped. */
  readonly trustText: string | null;
  /** Live ones and those in the trash. */
  readonly records: readonly KnownRecord[];
}

/** What fetching everything again may put right: a record was lost on this device alone. */
export const isAboutRecords = (error: unknown): boolean =>
  error instanceof IntegrityError && (error.code === "omitted" || error.code === "unlisted" || error.code === "stale");

const FIRST_PAUSE_MS = 50;
const PAUSE_MAX_MS = 2_000;

/**
 * How long to wait before the next attempt of a write that another device outran: longer each time, up to two seconds, and by chance, so that two devices that
 * are at it together do not meet again. Nine seconds in all, at most, before it is given up.
 * @param attempt - that failed, from 1
 */
export const pauseAfter = (attempt: number, chance: () => number): number =>
  Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + chance() / 2);

/** Refusals that another device's write explains: a newer head, or a record that is gone. */
export const isOutdated = (error: unknown): boolean =>
  (["stale_head", "bad_signature", "stale_revision", "not_found"] as const).some((code) => isRefusal(error, code));

/** After which nobody knows whether the server did what it was sent: no answer came, or one of a server that lost its database in the middle. */
export const isUnanswered = (error: unknown): boolean =>
  isRefusal(error, "unavailable") || !(error instanceof AppError || error instanceof ClientError);
