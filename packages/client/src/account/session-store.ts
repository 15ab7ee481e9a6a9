/**
 * What this device stores of a session: what it needs after a page load, and its keys under two halves, one here and one at the server
 * (key-slots.ts). Changes run one after the other.
 */
import type { SessionData } from "@coffer/contract/account";
import { AUTH_SLOT } from "@coffer/core/account/session-slots";
import type { Random } from "@coffer/crypto";
import { emptySlots, fillSlots, generateSlotKey, isFilled, openSlots, readSlots, type SlotKey, type SlotOwner } from "../key-slots.ts";
import type { Account, Keyring } from "../keyring.ts";
import type { KeyStore, Session, Tabs } from "../types.ts";
import type { KeyHalves, SessionRef } from "./key-halves.ts";
import { readToken } from "./session-token.ts";

/** What the master password opens (session.ts, Note: Lock). `salt` is hex. */
export interface PasswordLock {
  readonly salt: string;
  readonly credEpoch: number;
  readonly encryptedVaultKey: string;
}

export interface StoredSession {
  readonly session: Session;
  readonly token: string;
  readonly keyEpoch: number;
  readonly lock: PasswordLock;
  /** Hash of the server's half, as long as it may have one. Earlier versions stored none. */
  readonly halfHash?: string | null | undefined;
  /** The identity that signs heads, wrapped under the symmetric key. */
  readonly encryptedPrivateKey: string;
}

/** The keys of an unlocked session, and the key that wraps them on this device. */
export interface Unlocked {
  readonly keyring: Keyring;
  readonly slotKey: SlotKey;
}

export interface SessionStoreDeps {
  readonly keys: KeyStore;
  readonly random: Random;
  readonly halves: KeyHalves;
  readonly tabs?: Tabs | undefined;
}

export class SessionStore {
  readonly #deps: SessionStoreDeps;

  constructor(deps: SessionStoreDeps) {
    this.#deps = deps;
  }

  /** Opens what this device has stored with the server's half. */
  async reopen(stored: StoredSession): Promise<Reopened | "locked" | "offline" | "over"> {
    const account = accountOf(stored);
    const found = await readSlots(this.#deps.keys);
    if (!isFilled(found)) return "locked";
    const half = await this.#deps.halves.find(sessionRefOf(stored));
    if (typeof half === "string") return half;
    const unlocked = await openSlots(account, found, half.half, slotOwnerOf(stored));
    return unlocked ? { unlocked, halfHash: unlocked.slotKey.halfHash } : "locked";
  }

  /**
   * Stores the session and its keys under two new halves. `storing` resolves when this device has them, `leaving` when the server has its half, or could not be
   * reached.
   */
  async enter(stored: StoredSession, keyring: Keyring): Promise<Entered> {
    const { keys, random, halves, tabs } = this.#deps;
    const slotKey = await generateSlotKey(random, slotOwnerOf(stored));
    const leaving = halves.leave(sessionRefOf(stored), slotKey.serverHalf);
    const kept = { ...stored, halfHash: slotKey.halfHash };
    const storing = keys.alone(async () => {
      await emptySlots(keys);
      await tabs?.keep?.(slotKey.serverHalf);
      await fillSlots(keys, slotKey, slotOwnerOf(stored), keyring);
      await this.write(kept);
    });
    storing.catch(() => undefined); // the caller gets the error
    return { kept, slotKey, storing, leaving };
  }

  /**
   * Empties the slots; the session stays. @param token - of the locked session: another session that is stored now keeps its keys. @param halfHash - where given, so do those
   * of another unlock
   */
  emptySlots(token: string, halfHash?: string | null): Promise<void> {
    return this.ofOwn(token, halfHash, () => emptySlots(this.#deps.keys));
  }

  /** Everything that does not outlive a session. @param token - of the session that ended; another one stays. */
  clear(token: string | null): Promise<void> {
    return this.ofOwn(token, undefined, async () => {
      await emptySlots(this.#deps.keys);
      await this.#deps.keys.clear();
    });
  }

  /** Stores a changed session, and its keys if they changed; does nothing if another session is stored now. The half that is named stays that of the slots. */
  keep(stored: StoredSession, unlocked: Unlocked | null): Promise<void> {
    return this.ofOwn(stored.token, undefined, async (now) => {
      if (unlocked) await fillSlots(this.#deps.keys, unlocked.slotKey, slotOwnerOf(stored), unlocked.keyring);
      await this.write(unlocked ? stored : { ...stored, halfHash: now?.halfHash });
    });
  }

  /**
   * One after the other across all tabs: a lock finds everything that an unlock was writing, and a sign-out never hits a session that has just begun. Does nothing where
   * another session is stored by then, which another tab, or the web app inside the extension, may have started; nor, where `halfHash` is given, for the keys of another unlock.
   */
  ofOwn(token: string | null, halfHash: string | null | undefined, work: (now: StoredSession | null) => unknown): Promise<void> {
    return this.#deps.keys.alone(async () => {
      const now = await this.read();
      const isAnother = now && token && (now.token !== token || (halfHash !== undefined && now.halfHash !== halfHash));
      if (!isAnother) await work(now);
    });
  }

  async read(): Promise<StoredSession | null> {
    const bytes = await this.#deps.keys.get(AUTH_SLOT);
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as StoredSession) : null;
  }

  async write(stored: StoredSession): Promise<void> {
    await this.#deps.keys.set(AUTH_SLOT, new TextEncoder().encode(JSON.stringify(stored)));
  }
}

/** `expected`: of this scope the keys will be here soon, or in a while (`isLong`). `opened`: they are. */
export interface Ahead {
  readonly expected: (scopeId: string, isLong: boolean) => void;
  readonly opened: (keyring: Keyring) => void;
}

interface Reopened {
  readonly unlocked: Unlocked;
  readonly halfHash: string;
}

interface Entered {
  /** The session with the hash of its new half. */
  readonly kept: StoredSession;
  readonly slotKey: SlotKey;
  readonly storing: Promise<void>;
  readonly leaving: Promise<unknown>;
}

export const accountOf = ({ session, keyEpoch }: StoredSession): Account => ({
  accountId: session.user.id,
  personalScopeId: session.personalVaultId,
  keyEpoch,
});

const slotOwnerOf = ({ session, token }: StoredSession): SlotOwner => ({
  accountId: session.user.id,
  sessionId: readToken(token).sessionId,
});
export const sessionRefOf = (stored: StoredSession): SessionRef => ({ ...slotOwnerOf(stored), token: stored.token });

/** @param now - its start by this device's clock, which may differ from the server's by hours: the session lasts equally long by this clock. */
export function sessionOf(data: SessionData, now: number): Session {
  const { expiresAt, issuedAt } = readToken(data.token);
  return {
    user: data.user,
    roleId: data.role_id,
    teamId: data.team_id,
    permissions: data.permissions,
    personalVaultId: data.personal_vault_id,
    expiresAt: issuedAt === null ? expiresAt : now + (expiresAt - issuedAt),
  };
}
