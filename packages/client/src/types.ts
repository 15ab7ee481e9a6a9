/** What the client shows to whoever draws it: the session, the contents of the vault, and the two stores a platform provides. */
import type { Permissions, User } from "@coffer/contract/account";
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import type { AccountSettings } from "@coffer/core/device/settings";
import type { Draft, Item, Vault } from "@coffer/core/items/item";

export type { Draft, Item, Vault };

export interface Session {
  readonly user: User;
  readonly roleId: number;
  readonly teamId: string | null;
  readonly permissions: Permissions;
  /** The scope that holds everything of one's own; `vault_id` on the wire. */
  readonly personalVaultId: string;
  /** Milliseconds since 1970; from the token's `exp`. */
  readonly expiresAt: number;
}

/**
 * Why a session began, changed or ended; the sign-in page says so. While it is locked there is a session and no key. `offline`: it is locked because a page load
 * needs the server to open it without the master password, and the server did not answer. `updated`: the person turned the second factor on or off, or changed the
 * email address. `rekeyed`: everything is under new keys.
 */
export type SessionReason =
  | "signed-in"
  | "resumed"
  | "locked"
  | "offline"
  | "unlocked"
  | "updated"
  | "rekeyed"
  | "logged-out"
  | "expired"
  | "elsewhere";
export type SessionListener = (session: Session | null, reason: SessionReason) => void;

/** Everything of a scope a list needs: items with their overview fields, and the vaults. */
export interface Contents {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  /** How many items only a newer version of the app can show; absent for none. */
  readonly later?: number;
  /** When something of it is no longer shared, in milliseconds since 1970; absent where that does not happen by itself. */
  readonly nextEnd?: number;
}

/** A deleted item with all its fields, as long as the server keeps it. */
export interface TrashedItem {
  readonly item: Item;
  /** Milliseconds since 1970, by the server's clock. */
  readonly deletedAt: number;
}

/** What saving an item led to. `conflict` is the copy kept when somebody else changed the same field meanwhile. */
export interface SaveOutcome {
  readonly item: Item;
  readonly conflict: Item | null;
}

export interface SignedIn {
  /** The account was to be deleted, and this sign-in has taken that back. */
  readonly isDeletionTakenBack: boolean;
}

export type LoginOutcome = ({ readonly step: "signed-in" } & SignedIn) | { readonly step: "code"; readonly tempToken: string };

/** `code`: the second factor is asked for; the same call with a code goes on. */
export type SwitchOutcome = { readonly step: "switched" } | { readonly step: "code" };
/** `mfa`: the second factor is asked for too; the same call with `mfaCode` goes on. */
export type RecoveryOutcome = { readonly step: "mfa" } | { readonly step: "reset" };

export type LinkedProfile = ReplyOf<typeof api.account.listProfiles>["profiles"][number];
/** A device that is signed in; times in milliseconds since 1970. */
export type SessionRow = ReplyOf<typeof api.account.listSessions>["sessions"][number];
export type AuditRow = ReplyOf<typeof api.account.listAudit>["events"][number];
/** What was refused on one day, counted. */
type RefusedCount = ReplyOf<typeof api.account.listAudit>["refused"][number];

export type { ActiveMember, Role, Team } from "@coffer/contract/team-schemas";

export interface AuditLog {
  readonly events: readonly AuditRow[];
  readonly refused: readonly RefusedCount[];
  /** False when a row was changed, left out or put in. */
  readonly isWhole: boolean;
}

/** What this device does for this account. */
export type LockSettings = AccountSettings;

/**
 * Secrets and small state of this device. The browser keeps each value under a key that scripts cannot read; a copy of its disk holds that key too, so what has to
 * withstand such a copy is sealed before it comes here (key-slots.ts, device/local-seal.ts).
 */
export interface KeyStore {
  get(slot: string): Promise<Uint8Array | null>;
  set(slot: string, value: Uint8Array): Promise<void>;
  remove(slot: string): Promise<void>;
  /** Every slot but those whose name begins with `device:`; those are pins and outlive a session. */
  clear(): Promise<void>;
  /** One such work after the other, in whichever page or worker of this device: what is looked at first is still so when it is written. Never one within another. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** What this device last saw of a scope, so that a start needs only what is new. */
export interface StoredScope {
  readonly seq: number;
  readonly epoch: number;
  readonly head: HeadText;
  /** Hex hashes of the newest heads it has seen, the last one last: tells a restored server from one that tells another history. */
  readonly hashes: readonly string[];
  /** The trust store, wrapped, which the head of the personal scope names; absent where there is none. */
  readonly trust?: string | null;
}

/** A sealed record as this device keeps it. */
export interface KnownRecord extends SealedRecord {
  /** The seq with which this device got this state of it; 0 for what an earlier version kept. */
  readonly learned: number;
}

/** Sealed records on this device. Holds ciphertext only. */
export interface RecordStore {
  read(scopeId: string): Promise<{ readonly state: StoredScope; readonly records: readonly KnownRecord[] } | null>;
  write(scopeId: string, state: StoredScope, put: readonly KnownRecord[], remove: readonly string[]): Promise<void>;
  /** Sealed pieces of what lists show (overview-cache.ts), in order; empty when there are none. */
  readOverviews(scopeId: string): Promise<readonly string[]>;
  writeOverviews(scopeId: string, pieces: readonly string[]): Promise<void>;
  /** Of one scope, everything. */
  forget(scopeId: string): Promise<void>;
  clear(): Promise<void>;
}

/** What the server says about itself. */
export interface ServerStatus {
  readonly maintenance: boolean;
  /** For people; "" when there is nothing to say. */
  readonly message: string;
}

export interface ClientOptions {
  /** Where the server is, without a trailing slash; calls go to `{origin}/api`. */
  readonly origin: string;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  /** Name of this device, sealed into every record it saves. */
  readonly device: string;
  readonly fetch?: typeof fetch;
  /** Called with the operator's message whenever the server refuses because it is under maintenance. */
  readonly onMaintenance?: (message: string) => void;
  /** Called with every call of the client: whether there was an answer. */
  readonly onConnection?: (isThere: boolean) => void;
  /**
   * Called when the server wants the master password again before it goes on, one question at a time: asks the person, and has it proven by `account.prove`.
   * @returns false when the person would rather not; the call that asked then fails as refused.
   */
  readonly onProofNeeded?: () => Promise<boolean>;
  readonly now?: () => number;
  readonly random?: (length: number) => Uint8Array;
  readonly tabs?: Tabs;
  /** For a page that shows the vault after a sign-in: the vault is asked for while the page still draws itself. */
  readonly pullsEarly?: boolean;
}

/** The other open pages of the same browser. What they tell each other is on no disk. */
export interface Tabs {
  /** The server's half of the keys of a session (key-slots.ts), of a page on which it is unlocked; null when none answers. */
  ask(sessionId: string): Promise<Uint8Array | null>;
  /** @param find - what this page answers; null when it is not unlocked, or another session's. */
  answer(find: (sessionId: string) => Uint8Array | null): void;
}
