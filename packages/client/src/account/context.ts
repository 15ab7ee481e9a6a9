/** What every function of the account feature works with, and what one step of a sign-in or recovery keeps for the next. */
import type { Leaving } from "@coffer/contract/team-log";
import type { EstimateStrength } from "@coffer/core/passwords/guessable";
import type { Credentials, Random } from "@coffer/crypto";
import type { Call } from "../call.ts";
import type { AccountPin } from "../sync/pins.ts";
import type { KeyStore, RecordStore } from "../types.ts";
import type { VaultContext } from "../vault/context.ts";
import type { Before, Reset } from "./build-reset.ts";
import type { NewKeys } from "./new-keys.ts";
import type { Sessions } from "./session.ts";

export interface AccountContext {
  /** Of the server, without a trailing slash; part of the names of pins. */
  readonly origin: string;
  readonly call: Call;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  readonly sessions: Sessions;
  readonly random: Random;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Name of this device, sealed into every record it saves. */
  readonly device: string;
  /** The vault of the signed-in user. */
  readonly vault: VaultContext;
  readonly steps: Steps;
  readonly estimateStrength: EstimateStrength;
  /** The entry by which this account leaves its team; null when it is in none whose log has it. */
  readonly signLeaving: () => Promise<Leaving | null>;
}

/** In memory only: a page load starts over. */
export interface Steps {
  /** A sign-in that waits for the second factor. */
  signIn: FirstStep | null;
  /** A recovery whose mailbox is proven. */
  proven: Proven | null;
  /** The last reset that was sent: its answer may have been lost. */
  sent: Reset | null;
  /** The last renewal of all keys that was sent: the same. */
  renewal: NewKeys | null;
  /** For whom, and of which trust store, it is noted whether there is a passkey (passkey-mark.ts). */
  marked?: { readonly accountId: string; readonly trust: string | null };
  /** Slots of recovery keys that were not saved yet (recovery-kit.ts), by normalised email address. */
  readonly kits: Map<string, string>;
}

export const noSteps = (): Steps => ({ signIn: null, proven: null, sent: null, renewal: null, kits: new Map() });

interface FirstStep {
  readonly tempToken: string;
  readonly derived: Derived;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface Derived extends Credentials {
  /** The normalised email address that went into the keys. */
  readonly address: string;
  /** Hex. */
  readonly salt: string;
  readonly pin: AccountPin | null;
}

/** What a proven mailbox yields: with the recovery key it is enough to open the vault. */
export interface Proven {
  readonly address: string;
  readonly tempToken: string;
  readonly before: Before;
}
