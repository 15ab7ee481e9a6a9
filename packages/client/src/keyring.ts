/**
 * Which key opens what.
 *
 * Note: Keys of a session. The encryption key (derived from the master password) unwraps the vault key; the vault key is the key of the
 * personal scope, and the symmetric key derived from it wraps what belongs to the account. Shared scopes have their own keys, wrapped for
 * this account.
 */
import type { OwnStatement } from "@coffer/contract/own-message";
import type { HeadText } from "@coffer/contract/vault";
import { KEY_NAMES } from "@coffer/core/account/session-slots";
import type { Named } from "@coffer/core/items/item";
import {
  deriveFieldKey,
  deriveHeadKey,
  deriveSymmetricKey,
  type FieldKey,
  type LogPoint,
  type SecretKey,
  type Signer,
} from "@coffer/crypto";
import { lastOpenedTrust } from "./last-opened-trust.ts";

export interface Keyring {
  readonly accountId: string;
  readonly personalScopeId: string;
  readonly keyEpoch: number;
  /** Null after a switch from a linked profile, which brings the vault key without the master password. */
  readonly encryptionKey: SecretKey | null;
  readonly symmetricKey: SecretKey;
  readonly vaultKey: SecretKey;
}

/** A user's rights in a scope: they follow from its owner and verified grants, never from a row (security design §4). */
export interface ScopeRights {
  readonly kind: "personal" | "vault" | "item";
  readonly isOwner: boolean;
  readonly permission: "read" | "write";
  /** Email of the owner; null in an own scope. */
  readonly sharedBy: string | null;
  /** The current user, as other members see them; null if no one else reads the scope. */
  readonly self: Named | null;
}

/** Of an account in what it owns and no one else reads. */
export const PERSONAL: ScopeRights = { kind: "personal", isOwner: true, permission: "write", sharedBy: null, self: null };

/** Everything needed to open and write one scope. */
export interface ScopeKeys {
  readonly scopeId: string;
  readonly epoch: number;
  readonly fieldKey: FieldKey;
  readonly headKey: SecretKey;
  /** Signs for the current user, and knows whose signatures heads can have. */
  readonly signer: HeadSigner;
  readonly rights: ScopeRights;
}

/** Of the owner's statement. */
export interface StatedPeople extends Partial<Pick<OwnStatement, "grants" | "writers">> {
  /** Whether there is one already, by this account's own record. */
  readonly isStated?: boolean;
}

export interface HeadSigner extends Signer {
  /** In shared scopes: the account that signed; null when it is no one who may write there. */
  readonly signerOf?: (message: Uint8Array, signature: Uint8Array) => Promise<string | null>;
  /** In shared scopes: the account of the owner. */
  readonly ownerId?: string;
  /** In shared scopes: the public key of the owner, or of a person whom the owner lets write. */
  readonly keyOf?: (accountId: string) => string | undefined;
  /** In shared scopes: the current user's public key. */
  readonly ownKey?: string;
  /** In an own shared scope: what its owner states next, by this account's own record; without what that does not say. */
  readonly ownStated?: () => Promise<StatedPeople>;
  /** How far this client knows the log of the team that the scope is shared with; null for none. */
  readonly log?: () => LogPoint | null;
  /** Takes note of a head that says how far its writer knows the log of a team. */
  readonly learnHead?: (head: HeadWithPoint) => void;
}

/** A verified head with a point of a team's log. */
export interface HeadWithPoint {
  readonly text: HeadText;
  /** Hex hash of the previous head. */
  readonly previous: string;
  readonly log: LogPoint;
  /** The account that signed it. */
  readonly signedBy: string;
}

export type Account = Pick<Keyring, "accountId" | "personalScopeId" | "keyEpoch">;

/** @param encryptionKey - null if unknown. Derives the symmetric key; stores nothing. */
export async function openKeyring(
  { accountId, personalScopeId, keyEpoch }: Account,
  encryptionKey: SecretKey | null,
  vaultKey: SecretKey,
): Promise<Keyring> {
  const account = { accountId, personalScopeId, keyEpoch };
  const symmetricKey = await deriveSymmetricKey(vaultKey, account.accountId, account.keyEpoch);
  return { ...account, encryptionKey, symmetricKey, vaultKey };
}

export async function personalScopeKeys({ vaultKey, personalScopeId, keyEpoch }: Keyring, signer: Signer): Promise<ScopeKeys> {
  return scopeKeys({ key: vaultKey, scopeId: personalScopeId, epoch: keyEpoch, signer });
}

interface ScopeSecret {
  /** Of the scope; for the personal one the vault key. */
  readonly key: SecretKey;
  readonly scopeId: string;
  /** How often the key was replaced, from 1. */
  readonly epoch: number;
  readonly signer: HeadSigner;
  /** Of the personal scope when absent. */
  readonly rights?: ScopeRights;
}

export async function scopeKeys({ key, scopeId, epoch, signer, rights = PERSONAL }: ScopeSecret): Promise<ScopeKeys> {
  const [fieldKey, headKey] = await Promise.all([deriveFieldKey(key, scopeId, epoch), deriveHeadKey(key, scopeId, epoch)]);
  return { scopeId, epoch, fieldKey, headKey, signer, rights };
}

/** Overwrites our copies of the keys, and forgets what was opened with them; copies made by the browser are out of reach. */
export function wipeKeyring(keyring: Keyring): void {
  lastOpenedTrust.delete(keyring.symmetricKey);
  for (const name of KEY_NAMES) keyring[name]?.fill(0);
}
