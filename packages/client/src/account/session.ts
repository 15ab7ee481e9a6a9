/**
 * Who is signed in on this device, with which keys; begun by sign-in or a reload, ended by logout, expiry or a refusal of the server.
 *
 * Note: Lock. A locked session keeps its token and what the master password unlocks: the vault key as wrapped by it. The three keys themselves are gone, from
 * memory and from the device; deriving from the typed password brings them back without a network.
 */
import type { SessionData, User } from "@coffer/contract/account";
import type { SecretKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type Account, forgetKeyring, type Keyring, restoreKeyring, saveKeyring, wipeKeyring } from "../keyring.ts";
import type { KeyStore, Session, SessionListener, SessionReason } from "../types.ts";

/** Slot of the session itself; the specification's auth state (1 §3). */
const AUTH_SLOT = "auth";

/** What the master password opens; see Note: Lock. `salt` is hex. */
export interface PasswordLock {
  readonly salt: string;
  readonly credEpoch: number;
  readonly encryptedVaultKey: string;
}

interface StoredSession {
  readonly session: Session;
  readonly token: string;
  readonly keyEpoch: number;
  readonly lock: PasswordLock;
  /** The identity that signs heads, wrapped under the symmetric key. */
  readonly encryptedPrivateKey: string;
}

interface Live extends StoredSession {
  /** Null while it is locked. */
  readonly keyring: Keyring | null;
}

/** What a person changes about the account while signed in. */
export interface SessionChange {
  readonly user?: Partial<User>;
  readonly lock?: PasswordLock;
  readonly encryptionKey?: SecretKey;
}

interface Rekeyed {
  readonly lock: PasswordLock;
  readonly encryptedPrivateKey: string;
  readonly keyring: Keyring;
}

const NOBODY = "Vault key not found. Please login again.";

export class Sessions {
  readonly #keys: KeyStore;
  readonly #now: () => number;
  readonly #listeners = new Set<SessionListener>();
  #live: Live | null = null;

  constructor(keys: KeyStore, now: () => number) {
    this.#keys = keys;
    this.#now = now;
  }

  get session(): Session | null {
    return this.#live?.session ?? null;
  }

  get token(): string | null {
    return this.#live?.token ?? null;
  }

  get isLocked(): boolean {
    return this.#live !== null && this.#live.keyring === null;
  }

  /** @throws ClientError when nobody is signed in, or the session is locked. */
  get keyring(): Keyring {
    if (!this.#live?.keyring) throw new ClientError(NOBODY);
    return this.#live.keyring;
  }

  /** Whose session it is and what opens it. @throws ClientError when nobody is signed in. */
  get owner(): Account & Pick<StoredSession, "lock" | "encryptedPrivateKey"> & { readonly email: string } {
    if (!this.#live) throw new ClientError(NOBODY);
    const { session, lock, encryptedPrivateKey } = this.#live;
    return { ...accountOf(this.#live), email: session.user.email, lock, encryptedPrivateKey };
  }

  onChange(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async begin(data: SessionData, lock: PasswordLock, keyring: Keyring): Promise<void> {
    const { token, keyEpoch, encryptedPrivateKey } = data;
    const stored: StoredSession = { session: sessionOf(data), token, keyEpoch, lock, encryptedPrivateKey };
    await forgetKeyring(this.#keys);
    await saveKeyring(keyring, this.#keys);
    await this.#store(stored);
    this.#replace({ ...stored, keyring });
    this.#emit("signed-in");
  }

  /** After a page load. @returns whether there is a live session, locked or not; one that has run out is ended and said to be. */
  async resume(): Promise<boolean> {
    const stored = await this.#read();
    if (!stored) return false;
    // A session that an earlier version kept cannot sign: it has to begin anew.
    if (stored.session.expiresAt <= this.#now() || !stored.encryptedPrivateKey) {
      await this.end("expired");
      return false;
    }
    this.#replace({ ...stored, keyring: await restoreKeyring(accountOf(stored), this.#keys) });
    this.#emit(this.isLocked ? "locked" : "resumed");
    return true;
  }

  /** Takes the keys away and keeps the session. Does nothing when nobody is signed in or it is locked already. */
  async lock(): Promise<void> {
    if (!this.#live?.keyring) return;
    this.#replace({ ...this.#live, keyring: null });
    await forgetKeyring(this.#keys);
    this.#emit("locked");
  }

  async unlock(keyring: Keyring): Promise<void> {
    if (!this.#live) throw new ClientError(NOBODY);
    await saveKeyring(keyring, this.#keys);
    this.#replace({ ...this.#live, keyring });
    this.#emit("unlocked");
  }

  async change({ user, lock, encryptionKey }: SessionChange): Promise<void> {
    if (!this.#live) throw new ClientError(NOBODY);
    const { keyring, ...before } = this.#live;
    const session = { ...before.session, user: { ...before.session.user, ...user } };
    const stored = { ...before, session, lock: lock ?? before.lock };
    const changed = keyring && encryptionKey ? { ...keyring, encryptionKey } : keyring;
    if (changed && encryptionKey) await saveKeyring(changed, this.#keys);
    await this.#store(stored);
    this.#live = { ...stored, keyring: changed };
    this.#emit("updated");
  }

  /** Everything of the account is under other keys now. A session that was locked or ended meanwhile stays so. */
  async rekey({ lock, encryptedPrivateKey, keyring }: Rekeyed): Promise<void> {
    if (!this.#live?.keyring) wipeKeyring(keyring);
    if (!this.#live) return;
    const isUnlocked = this.#live.keyring !== null;
    const { keyring: _, ...stored } = { ...this.#live, lock, encryptedPrivateKey, keyEpoch: keyring.keyEpoch };
    await forgetKeyring(this.#keys);
    await this.#store(stored);
    if (isUnlocked) await saveKeyring(keyring, this.#keys);
    this.#replace({ ...stored, keyring: isUnlocked ? keyring : null });
    this.#emit("rekeyed");
  }

  async end(reason: "logged-out" | "expired" | "elsewhere"): Promise<void> {
    const ended = this.#live;
    this.#replace(null);
    // Another tab may have begun another session meanwhile; that one stays.
    const stored = ended && (await this.#read());
    if (!ended || !stored || stored.token === ended.token) await this.#keys.clear();
    this.#emit(reason);
  }

  #replace(next: Live | null): void {
    const before = this.#live?.keyring;
    this.#live = next;
    if (before && before !== next?.keyring) wipeKeyring(before);
  }

  async #read(): Promise<StoredSession | null> {
    const bytes = await this.#keys.get(AUTH_SLOT);
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as StoredSession) : null;
  }

  async #store(stored: StoredSession): Promise<void> {
    await this.#keys.set(AUTH_SLOT, new TextEncoder().encode(JSON.stringify(stored)));
  }

  #emit(reason: SessionReason): void {
    for (const listener of this.#listeners) listener(this.session, reason);
  }
}

const accountOf = ({ session, keyEpoch }: StoredSession): Account => ({
  accountId: session.user.id,
  personalScopeId: session.personalVaultId,
  keyEpoch,
});

function sessionOf(data: SessionData): Session {
  return {
    user: data.user,
    roleId: data.role_id,
    teamId: data.team_id,
    permissions: data.permissions,
    personalVaultId: data.personal_vault_id,
    expiresAt: expiryOf(data.token),
  };
}

/** The `exp` of a token in milliseconds. A token without one is taken to have run out. */
function expiryOf(token: string): number {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : 0;
  } catch {
    return 0; // not a token of ours: treated as run out, so that the guard asks for a sign-in
  }
}
