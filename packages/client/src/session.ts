/** Who is signed in on this device, with which keys; begun by sign-in or a reload, ended by logout, expiry or a refusal of the server. */
import type { SessionData } from "@coffer/contract/account";
import { ClientError } from "./errors.ts";
import { type Keyring, restoreKeyring, saveKeyring, wipeKeyring } from "./keyring.ts";
import type { KeyStore, Session, SessionListener, SessionReason } from "./types.ts";

/** Slot of the session itself; the specification's auth state (1 §3). */
const AUTH_SLOT = "auth";

interface StoredSession {
  readonly session: Session;
  readonly token: string;
  readonly keyEpoch: number;
}

interface Live extends StoredSession {
  readonly keyring: Keyring;
}

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

  /** @throws ClientError when nobody is signed in. */
  get keyring(): Keyring {
    if (!this.#live) throw new ClientError("Vault key not found. Please login again.");
    return this.#live.keyring;
  }

  onChange(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async begin(data: SessionData, keyring: Keyring): Promise<void> {
    const session = sessionOf(data);
    const stored: StoredSession = { session, token: data.token, keyEpoch: data.keyEpoch };
    await saveKeyring(keyring, this.#keys);
    await this.#keys.set(AUTH_SLOT, new TextEncoder().encode(JSON.stringify(stored)));
    this.#live = { ...stored, keyring };
    this.#emit("signed-in");
  }

  /** After a page load. @returns whether there is a live session; a session that has run out is ended and said to be. */
  async resume(): Promise<boolean> {
    const bytes = await this.#keys.get(AUTH_SLOT);
    if (!bytes) return false;
    const stored = JSON.parse(new TextDecoder().decode(bytes)) as StoredSession;
    const { session, keyEpoch } = stored;
    if (session.expiresAt <= this.#now()) {
      await this.end("expired");
      return false;
    }
    const account = { accountId: session.user.id, personalScopeId: session.personalVaultId, keyEpoch };
    this.#live = { ...stored, keyring: await restoreKeyring(account, this.#keys) };
    this.#emit("resumed");
    return true;
  }

  async end(reason: Exclude<SessionReason, "signed-in" | "resumed">): Promise<void> {
    const live = this.#live;
    this.#live = null;
    await this.#keys.clear();
    if (live) wipeKeyring(live.keyring);
    this.#emit(reason);
  }

  #emit(reason: SessionReason): void {
    for (const listener of this.#listeners) listener(this.session, reason);
  }
}

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
