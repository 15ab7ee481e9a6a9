/**
 * The session on this device and its keys; begins with a sign-in or a reload, ends with logout, expiry or a refusal of the server.
 *
 * Note: Lock. A locked session keeps its token and the wrapped vault key. The three keys are gone from memory and device, and the server
 * deletes its half of their wrapping key (key-slots.ts); deriving from the typed password brings them back without a network.
 */
import type { SessionData } from "@coffer/contract/account";
import { NoKeysError } from "../errors.ts";
import { wipeSlotKey } from "../key-slots.ts";
import { type Account, type Keyring, wipeKeyring } from "../keyring.ts";
import type { Session, SessionListener, SessionReason, Tabs } from "../types.ts";
import { KeyProof } from "./key-proof.ts";
import type { Rekeyed, SessionChange } from "./session-change.ts";
import {
  type Ahead,
  accountOf,
  type PasswordLock,
  SessionStore,
  type SessionStoreDeps,
  type StoredSession,
  sessionOf,
  sessionRefOf,
  type Unlocked,
} from "./session-store.ts";
import { readToken } from "./session-token.ts";

interface Live extends StoredSession {
  readonly unlocked: Unlocked | null;
}

export interface SessionsDeps extends SessionStoreDeps {
  readonly now: () => number;
  readonly tabs?: Tabs | undefined;
}

/** A locked device without a network tells the server as soon as it can. */
const TELL_AGAIN_MS = 15_000;

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #listeners = new Set<SessionListener>();
  /** The keys of a new session are here, and no one has been told yet that it has begun. */
  onKeys: () => void = () => undefined;
  #storing: Promise<void> = Promise.resolve();
  /** What can begin before a session is stored again and everyone is told. */
  ahead: Ahead | null = null;
  #live: Live | null = null;
  readonly #store: SessionStore;
  readonly keyProof = new KeyProof();

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#store = new SessionStore(deps);
    deps.tabs?.answer((sessionId) => {
      const isOurs = this.#live !== null && readToken(this.#live.token).sessionId === sessionId;
      return isOurs ? (this.#live?.unlocked?.slotKey.serverHalf ?? null) : null;
    });
  }

  get session(): Session | null {
    return this.#live?.session ?? null;
  }

  get token(): string | null {
    return this.#live?.token ?? null;
  }

  get isLocked(): boolean {
    return this.#live !== null && this.#live.unlocked === null;
  }

  /** @throws ClientError when no one is signed in, or the session is locked. */
  get keyring(): Keyring {
    if (!this.#live?.unlocked) throw new NoKeysError();
    return this.#live.unlocked.keyring;
  }

  /** Resolves when this device has stored the keys of an unlock. */
  stored = (): Promise<void> => this.#storing;

  /** The account of the session and what opens it. @throws ClientError when no one is signed in. */
  get owner(): Account & Pick<StoredSession, "lock" | "encryptedPrivateKey"> & { readonly email: string } {
    if (!this.#live) throw new NoKeysError();
    const { session, lock, encryptedPrivateKey } = this.#live;
    return { ...accountOf(this.#live), email: session.user.email, lock, encryptedPrivateKey };
  }

  onChange(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The keys of a locked session are on their way: someone has typed the master password. */
  expectKeys(): void {
    if (this.#live && !this.#live.unlocked) this.ahead?.expected(this.#live.session.personalVaultId, true);
  }

  async begin(data: SessionData, lock: PasswordLock, keyring: Keyring): Promise<void> {
    const { token, keyEpoch, encryptedPrivateKey } = data;
    const stored: StoredSession = { session: sessionOf(data, this.#deps.now()), token, keyEpoch, lock, encryptedPrivateKey };
    const { leaving } = await this.#enter(stored, keyring);
    this.onKeys();
    // Another tab that notices the session asks the server at once.
    await leaving;
    this.#emit("signed-in");
  }

  /** After a page load, or an unlock in another tab. @returns whether there is a live session, locked or not; an expired one is ended. */
  async resume(): Promise<boolean> {
    const stored = await this.#store.read();
    if (!stored) return false;
    // A session stored by an earlier version cannot sign: it requires a new sign-in.
    if (stored.session.expiresAt <= this.#deps.now() || !stored.encryptedPrivateKey) {
      await this.end("expired");
      return false;
    }
    const isStart = this.#live === null;
    this.ahead?.expected(stored.session.personalVaultId, false);
    const opened = await this.#store.reopen(stored);
    if (opened === "over") {
      this.#replace({ ...stored, unlocked: null });
      await this.end("expired");
      return false;
    }
    if (typeof opened === "object") this.ahead?.opened(opened.unlocked.keyring);
    this.#replace({ ...stored, ...(typeof opened === "object" ? opened : { unlocked: null }) });
    // While another tab unlocks, its slots may be here before its half is at the server: this tab must not empty them, nor those that have come since it has read.
    if (typeof opened === "string" && isStart) await this.#store.emptySlots(stored.token, stored.halfHash);
    this.#emit(typeof opened === "object" ? "resumed" : opened);
    if (typeof opened === "string" && isStart) await this.#tellLocked(stored);
    return true;
  }

  /** Removes the keys and keeps the session. Does nothing when no one is signed in or it is locked already. */
  async lock(): Promise<void> {
    if (!this.#live?.unlocked) return;
    const locked: Live = { ...this.#live, unlocked: null };
    this.#replace(locked);
    await this.#store.emptySlots(locked.token);
    this.#emit("locked");
    await this.#tellLocked(locked);
  }

  /** Has the server delete its half; retries later when it cannot be reached. */
  async #tellLocked(stored: StoredSession): Promise<void> {
    const { halfHash, token } = stored;
    if (!halfHash) return;
    if (!(await this.#deps.halves.forget(sessionRefOf(stored), halfHash))) {
      const again = (): void => void (this.isLocked && this.token === token && this.#tellLocked(stored));
      setTimeout(again, TELL_AGAIN_MS);
      return;
    }
    // An unlock in the meantime, in any tab, has stored another half.
    await this.#store.ofOwn(token, halfHash, async (now) => now && this.#store.write({ ...now, halfHash: null }));
  }

  async unlock(keyring: Keyring): Promise<void> {
    if (!this.#live) throw new NoKeysError();
    const { unlocked: _, ...stored } = this.#live;
    this.ahead?.opened(keyring);
    this.keyProof.follow(stored, keyring);
    const { kept, slotKey, storing, leaving } = await this.#store.enter(stored, keyring);
    // The first rows need no store: a page load in between asks for the master password.
    this.#replace({ ...kept, unlocked: { keyring, slotKey } });
    this.#storing = storing;
    this.#emit("unlocked");
    await storing.catch((error: unknown) => {
      this.#lockAgain(keyring);
      throw error;
    });
    await leaving;
  }

  /** A vault whose keys this device could not store is not left open: nothing could be saved in it. */
  #lockAgain(keyring: Keyring): void {
    if (this.#live?.unlocked?.keyring !== keyring) return; // signed out, or locked, meanwhile
    this.#replace({ ...this.#live, unlocked: null });
    this.#emit("locked");
  }

  /** Tells the server that this device is in use, and for how long it can stay idle. */
  async keepAlive(): Promise<void> {
    const told = this.#live;
    // An unlock in another tab has replaced its half: sent again, it would take that one's place.
    if (!told?.unlocked || (await this.#store.read())?.halfHash !== told.halfHash) return;
    const isOver = (await this.#deps.halves.leave(sessionRefOf(told), told.unlocked.slotKey.serverHalf)) === "over";
    if (isOver && this.token === told.token) await this.end("expired");
  }

  async change({ user, lock, encryptionKey, membership }: SessionChange): Promise<void> {
    if (!this.#live) throw new NoKeysError();
    const { unlocked, ...before } = this.#live;
    const session = { ...before.session, ...membership, user: { ...before.session.user, ...user } };
    const stored = { ...before, session, lock: lock ?? before.lock };
    const changed = unlocked && encryptionKey ? { ...unlocked, keyring: { ...unlocked.keyring, encryptionKey } } : unlocked;
    await this.#store.keep(stored, changed === unlocked ? null : changed);
    this.#live = { ...stored, unlocked: changed };
    this.#emit("updated");
  }

  /** The account has new keys. A session that was locked or ended in the meantime stays so. */
  async rekey({ lock, encryptedPrivateKey, keyring }: Rekeyed): Promise<void> {
    const before = this.#live;
    if (!before?.unlocked) wipeKeyring(keyring);
    if (!before) return;
    const { unlocked, ...kept } = before;
    const stored = { ...kept, lock, encryptedPrivateKey, keyEpoch: keyring.keyEpoch };
    if (unlocked) await (await this.#enter(stored, keyring)).leaving;
    else {
      await this.#store.keep(stored, null);
      this.#replace({ ...stored, unlocked: null });
    }
    this.#emit("rekeyed");
  }

  async end(reason: "logged-out" | "expired" | "elsewhere"): Promise<void> {
    const ended = this.#live;
    this.#replace(null);
    try {
      await this.#store.clear(ended?.token ?? null);
    } finally {
      this.#emit(reason); // it is over even if the device's stores fail
    }
  }

  /** Stores the session and its keys under two new halves. @returns when the server has its half, or could not be reached. */
  async #enter(stored: StoredSession, keyring: Keyring): Promise<{ leaving: Promise<unknown> }> {
    this.keyProof.follow(stored, keyring);
    const { kept, slotKey, storing, leaving } = await this.#store.enter(stored, keyring);
    await storing;
    this.#replace({ ...kept, unlocked: { keyring, slotKey } });
    return { leaving };
  }

  #replace(next: Live | null): void {
    const before = this.#live?.unlocked;
    this.#live = next;
    this.keyProof.follow(next, next?.unlocked?.keyring);
    if (!before) return;
    if (before.keyring !== next?.unlocked?.keyring) wipeKeyring(before.keyring);
    if (before.slotKey !== next?.unlocked?.slotKey) wipeSlotKey(before.slotKey);
  }

  #emit(reason: SessionReason): void {
    for (const listener of this.#listeners) listener(this.session, reason);
  }
}
