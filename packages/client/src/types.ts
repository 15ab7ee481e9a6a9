/** What the client shows to the app: the session, the contents of the vault, and the two stores that a platform provides. */
import type { Permissions, User } from "@coffer/contract/account";
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { SealedRecord } from "@coffer/contract/record";
import type { HeadText } from "@coffer/contract/vault";
import type { AccountSettings } from "@coffer/core/device/settings";
import type { Draft, Item, Vault } from "@coffer/core/items/item";
import type { EstimateStrength } from "@coffer/core/passwords/guessable";
import type { RunArgon2 } from "@coffer/crypto";

export type { Draft, Item, Vault };

export interface Session {
  readonly user: User;
  readonly roleId: number;
  readonly teamId: string | null;
  readonly permissions: Permissions;
  /** The scope with everything the account owns; `vault_id` on the wire. */
  readonly personalVaultId: string;
  /** Milliseconds since 1970; from the token's `exp`. */
  readonly expiresAt: number;
}

/**
 * Why a session began, changed or ended; the sign-in page shows it. A locked session has no keys. `offline`: locked because a page load
 * needs the server to open it without the master password, and the server did not answer. `updated`: the second factor or the email
 * address has changed. `rekeyed`: everything is under new keys.
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

/** What lists need of the open scopes: items with their overview fields, and the vaults. */
export interface Contents {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  /** How many items only a newer version of the app can show; absent for none. */
  readonly later?: number;
  /** When the first share in it expires, in milliseconds since 1970; absent if none does. */
  readonly nextEnd?: number;
}

/** A deleted item with all its fields, as long as the server keeps it. */
export interface TrashedItem {
  readonly item: Item;
  /** Milliseconds since 1970, by the server's clock. */
  readonly deletedAt: number;
}

/** The result of saving an item. */
export interface SaveOutcome {
  readonly item: Item;
  /** What was typed, as an item of its own: the other one is gone, does not open any more, or has no room for both values. */
  readonly keptAs: Item | null;
  /** Fields that someone else changed in the meantime, whose two values are to be chosen from; absent for none. */
  readonly toChoose?: readonly string[];
  /** It was deleted in the meantime, and is back with this edit. */
  readonly isBack?: boolean;
}

/** A passkey that opens the vault. `ended`: it opens nothing any more; `unknown`: the server has it, and the vault does not know it. Times in milliseconds since 1970. */
export interface VaultPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** With a provider, not on one device alone. */
  readonly isBackedUp: boolean;
  /** `ended` by the vault's own word; `missing`: the server does not show it, which may be a lie; `unknown`: it is the server's alone. */
  readonly state: "opens" | "ended" | "missing" | "unknown";
  /** Ids of live sessions on its device, by the server's word. */
  readonly sessions: readonly string[];
}

export interface SignedIn {
  /** The account was to be deleted, and this sign-in has cancelled that. */
  readonly isDeletionTakenBack: boolean;
}

export type LoginOutcome = ({ readonly step: "signed-in" } & SignedIn) | { readonly step: "code"; readonly tempToken: string };

/** `code`: a second factor is needed; repeat the call with a code. */
export type SwitchOutcome = { readonly step: "switched" } | { readonly step: "code" };
/** `mfa`: a second factor is needed too; repeat the call with `mfaCode`. */
export type RecoveryOutcome = { readonly step: "mfa" } | { readonly step: "reset" };

export type LinkedProfile = ReplyOf<typeof api.account.listProfiles>["profiles"][number];
/** A signed-in device; times in milliseconds since 1970. */
export type SessionRow = ReplyOf<typeof api.account.listSessions>["sessions"][number];
export type AuditRow = ReplyOf<typeof api.account.listAudit>["events"][number];
/** Refusals of one day, counted. */
type RefusedCount = ReplyOf<typeof api.account.listAudit>["refused"][number];

export type { ActiveMember, Role, Team } from "@coffer/contract/team-schemas";

export interface AuditLog {
  readonly events: readonly AuditRow[];
  readonly refused: readonly RefusedCount[];
  /** False when a row was changed, removed or inserted. */
  readonly isWhole: boolean;
}

/** What this device does for this account. */
export type LockSettings = AccountSettings;

/**
 * Secrets and small state of this device. The browser keeps each value under a key that scripts cannot read; a copy of its disk has that
 * key too, so values that must withstand such a copy are sealed first (key-slots.ts, device/local-seal.ts).
 */
export interface KeyStore {
  get(slot: string): Promise<Uint8Array | null>;
  set(slot: string, value: Uint8Array): Promise<void>;
  remove(slot: string): Promise<void>;
  /** Every slot except those that begin with `device:`, which outlive a session. */
  clear(): Promise<void>;
  /** Runs one such work at a time across all pages and workers of this device, so that what it checks is still true when it writes. Never nested. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** What this device last saw of a scope, so that a start only needs what is new. */
export interface StoredScope {
  readonly seq: number;
  readonly epoch: number;
  readonly head: HeadText;
  /** Hex hashes of the newest heads seen, newest last: tells a restored server from a fork. */
  readonly hashes: readonly string[];
  /** The text that the head names: in the personal scope the wrapped trust store, in a shared one its owner's statement; absent if there is none. */
  readonly trust?: string | null;
}

/** A sealed record on this device. */
export interface KnownRecord extends SealedRecord {
  /** The seq with which this device got this state of the record; 0 if stored by an earlier version. */
  readonly learned: number;
  /**
   * The account that has proven that it made this record, whose id is bound to it (sync/maker-proof.ts), or that the scope's owner names in a statement. Null:
   * the owner has not named one, and another person's row and seal are not believed for that.
   */
  readonly provenMaker?: string | null;
}

/** Sealed records on this device: only ciphertext. */
export interface RecordStore {
  read(scopeId: string): Promise<{ readonly state: StoredScope; readonly records: readonly KnownRecord[] } | null>;
  write(scopeId: string, state: StoredScope, put: readonly KnownRecord[], remove: readonly string[]): Promise<void>;
  /** Sealed pieces of overviews (overview-cache.ts), in order; empty when there are none. */
  readOverviews(scopeId: string): Promise<readonly string[]>;
  writeOverviews(scopeId: string, pieces: readonly string[]): Promise<void>;
  /** Everything of one scope. */
  forget(scopeId: string): Promise<void>;
  clear(): Promise<void>;
}

/** The server's status. */
export interface ServerStatus {
  readonly maintenance: boolean;
  /** For the user; "" when there is nothing to say. */
  readonly message: string;
}

/**
 * What a call found out about the server: it answers, there was no answer, a proxy does not reach it, it is not ready yet, or it cannot serve at the moment
 * (no database, too much to do).
 */
export type ServerReach = "here" | "silent" | "unreached" | "starting" | "busy";

export interface ClientOptions {
  /** Where the server is, without a trailing slash; calls go to `{origin}/api`. */
  readonly origin: string;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  /** Name of this device, sealed into every record it saves. */
  readonly device: string;
  /** How strong a new master password is by its patterns; answers null on a platform that sets none. */
  readonly estimateStrength: EstimateStrength;
  readonly fetch?: typeof fetch;
  /** Called with the operator's message whenever the server refuses because of maintenance. */
  readonly onMaintenance?: (message: string) => void;
  /** Called for every call of the client. */
  readonly onConnection?: (found: ServerReach) => void;
  /**
   * Called when the server needs the master password again, one question at a time: asks the user, and proves it with `account.prove`.
   * @returns false when the user declines; the call then fails as refused.
   */
  readonly onProofNeeded?: () => Promise<boolean>;
  readonly now?: () => number;
  readonly random?: (length: number) => Uint8Array;
  readonly tabs?: Tabs;
  /** Computes the slow part of a key derivation elsewhere than on this thread; absent: on this one. Of all clients in a process. */
  readonly argon2?: RunArgon2;
  /** For a page that shows the vault after a sign-in: starts the pull while the page is still loading, and notes for its lock screen what pulls show of passkeys. */
  readonly pullsEarly?: boolean;
}

/** The other open pages of the same browser. What they exchange is never on disk. */
export interface Tabs {
  /** The server's half of the session's keys (key-slots.ts), from a page where it is unlocked; null when none answers. */
  ask(sessionId: string): Promise<Uint8Array | null>;
  /** @param find - this page's answer; null when it is locked, or has another session. */
  answer(find: (sessionId: string) => Uint8Array | null): void;
  /** An unlock has made it, and is about to store what it helps to open, in one turn with this (`KeyStore.alone`). */
  readonly keep?: (half: Uint8Array) => Promise<void>;
}
