/** What a scope depends on, the form of its writes, and which refusals can be retried. */
import { isRefusal } from "@coffer/contract/errors";
import type { Change, PutChange, SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import type { Call } from "../call.ts";
import { IntegrityError } from "../errors.ts";
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
  /** Waits for some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 up to, but not including, 1. */
  readonly randomFraction: () => number;
  /** Flags set in every head from now on. */
  readonly flags: () => Promise<number>;
  /** Of the personal scope: the trust store of this device and the one that the server's newest head names, in one, both wrapped. */
  readonly mergeTrusts?: () => Promise<(own: string, theirs: string) => Promise<string>>;
  /** Of an own shared scope: whether someone who lost access has its key, and the next one has to wait for people. */
  readonly keyWaits?: () => boolean;
  /** Of the credentials that opened the session. */
  readonly credEpoch: () => number;
  /** Gets records of a first pull before they are verified, so that they can be opened while the rest arrives; absent if no one needs that. */
  readonly openEarly?: ((keys: ScopeKeys, record: SealedRecord) => void) | undefined;
  /**
   * Seals what only this device has as new records, whose ids are the same each time.
   * @param hasVault - whether the target history has a vault with this id
   * @param attempt - for other ids
   */
  readonly copies: (
    keys: ScopeKeys,
    left: readonly DeviceOnlyRecord[],
    hasVault: (id: string) => boolean,
    attempt?: string,
  ) => Promise<SealedCopy[]>;
}

/** The part that every write has. */
export interface HeadWrite extends SealedHead {
  readonly baseSeq: number;
}

/** The whole write: head and changes. */
export interface Write extends HeadWrite {
  readonly scope: string;
  readonly changes: readonly Change[];
}

/** The part of a write that names neither its scope nor its changes. */
export const headOf = ({ baseSeq, head, signature, own, keyWaits }: HeadWrite): HeadWrite => ({
  ...{ baseSeq, head, signature },
  ...(own && { own }),
  ...(keyWaits && { keyWaits }),
});

/** Changes to the current records, and the call that sends them. `contents` replaces parts of the head's contents; the rest stays. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly contents?: Partial<HeadContents>;
  /** For the personal scope: the new trust store, which `send` must send too. */
  readonly trust?: string;
  readonly send: (write: Write) => Promise<unknown>;
}

/** A record sealed as a new one; it goes to the trash if the original was there. */
export interface SealedCopy {
  readonly change: PutChange;
  readonly trashedAt: number | null;
}

/** The state of one scope at the beginning of a write to two scopes. */
export interface WriteStart {
  readonly state: StoredScope;
  /** 16 bytes that name this device in heads. */
  readonly deviceId: Uint8Array;
  /** Live records and those in the trash. */
  readonly records: readonly KnownRecord[];
  /** The state with its new head after that change. */
  readonly headAfter: (changed: Changed) => Promise<NextState>;
}

/** Everything in a scope, verified. */
export interface WholeScope extends HeadContents {
  readonly head: HeadText;
  /** The trust store, wrapped. */
  readonly trustText: string | null;
  /** Live records and those in the trash. */
  readonly records: readonly KnownRecord[];
}

/** Fetching everything again may help: this device alone has lost a record. */
export const isAboutRecords = (error: unknown): boolean =>
  error instanceof IntegrityError && (error.code === "omitted" || error.code === "unlisted" || error.code === "stale");

const FIRST_PAUSE_MS = 50;
const PAUSE_MAX_MS = 2_000;

/**
 * How long to wait after another device was faster: longer each time, up to two seconds, with random jitter, so that two devices do not
 * collide again. At most nine seconds in total before a write is given up.
 * @param attempt - the failed attempt, from 1
 */
export const pauseAfter = (attempt: number, chance: () => number): number =>
  Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + chance() / 2);

/** Refusals that a write of another device explains: a newer head, or a record that is gone. */
export const isOutdated = (error: unknown): boolean =>
  (["stale_head", "bad_signature", "stale_revision", "not_found"] as const).some((code) => isRefusal(error, code));
