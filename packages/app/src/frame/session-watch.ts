/**
 * Who is signed in, for the components that draw it. Loads the client when it is first wanted, restores a session after a page load, and keeps the tabs of one
 * browser in step: signing out or in, locking or unlocking here does the same there.
 */
import type { Client, Session, SessionReason } from "@coffer/client";
import { MissingPart } from "./missing-part.ts";
import { unsaved } from "./unsaved.ts";

export interface SessionState {
  /** False until it is known whether this device has a live session. */
  readonly ready: boolean;
  readonly session: Session | null;
  /** There is a session but no key: nothing of the vault may be shown until it is unlocked. */
  readonly locked: boolean;
  /** Why it is as it is; null before anything happened. */
  readonly reason: SessionReason | null;
  /** The client that is to restore a session could not be loaded: whether there is one is not known until it can. */
  readonly missing?: MissingPart | null;
}

/** What one tab lets the others know. */
const PEER_MESSAGES = ["began", "ended", "expired", "locked", "unlocked"] as const;
export type PeerMessage = (typeof PEER_MESSAGES)[number];
export interface Peers {
  broadcast(message: PeerMessage): void;
  receive(listener: (message: PeerMessage) => void): void;
}

/** What the other tabs have to know of. */
const NEWS: Partial<Record<SessionReason, PeerMessage>> = {
  "signed-in": "began",
  // The keys that another tab holds open nothing any more: it starts again with those that this one has stored.
  rekeyed: "began",
  "logged-out": "ended",
  expired: "expired",
  locked: "locked",
  unlocked: "unlocked",
};

const CATCH_UP_TRIES = 20;
const CATCH_UP_MS = 100;
/** A draft that is being typed is kept within this. */
const DRAFTS_MS = 1_500;

/** The part of the client that this file uses. */
export type SessionSource = Pick<Client, "onSession" | "isLocked"> & {
  readonly account: Pick<Client["account"], "resume" | "endIfExpired" | "endElsewhere" | "lock">;
};

export interface SessionWatch<Source extends SessionSource = Client> {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** The client; always the same promise. */
  client(): Promise<Source>;
  /** The same for an action that draws nothing with it. */
  later(): Promise<Source>;
  /** Ends the session if it has run out. Call it when it may have: by the clock, on waking, on focus. */
  check(): Promise<void>;
}

interface WatchOptions<Source extends SessionSource> {
  /** Opens the client. */
  readonly load: () => Promise<Source>;
  /** Whether this device seems to hold a session; without one nothing is loaded until a page asks for the client. */
  readonly mayResume: boolean;
  readonly peers: Peers;
  /** What a restored session has to pass before anything of it is shown: it may lock or end it. */
  readonly onRestored?: (client: Source) => Promise<void>;
  /** Someone has given the master password here: called before anything of the vault is drawn, because the page may be reloaded before that. */
  readonly onEntered?: () => void;
  /** Reloads the page; called when another tab has signed in as someone else. */
  readonly reload?: () => void;
}

export function watchSession<Source extends SessionSource>(options: WatchOptions<Source>): SessionWatch<Source> {
  const watch = new Watch(options);
  options.peers.receive((message) => void watch.received(message));
  if (options.mayResume) void watch.restore();
  return {
    state: () => watch.state,
    subscribe: (listener) => watch.subscribe(listener),
    client: () => watch.client(),
    later: () => watch.later(),
    async check() {
      if (watch.state.session !== null) await (await watch.client()).account.endIfExpired();
    },
  };
}

class Watch<Source extends SessionSource> {
  state: SessionState;
  readonly #options: WatchOptions<Source>;
  /** What happened while a restored session was not shown yet. */
  #held: SessionState | null = null;
  #holding = false;
  #opened: Promise<Source> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(options: WatchOptions<Source>) {
    this.#options = options;
    this.state = { ready: !options.mayResume, session: null, locked: false, reason: null };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** One that could not be loaded stays so until it is asked for again: drawing alone would ask without end. */
  client(): Promise<Source> {
    this.#opened ??= this.#known();
    return this.#opened;
  }

  /** React reads of a promise whether it is over: what is there already would be waited for when it is first used, and seen a third of a second later. */
  #known(): Promise<Source> {
    const known: Promise<Source> = this.#open().then(
      (value) => {
        void Object.assign(known, { status: "fulfilled", value });
        return value;
      },
      (cause: unknown) => {
        throw new MissingPart(() => this.#again(), { cause });
      },
    );
    return known;
  }

  /** One that could not be loaded is forgotten at once: the next action asks again. */
  async later(): Promise<Source> {
    try {
      return await this.client();
    } catch (error) {
      if (error instanceof MissingPart) error.again();
      throw error;
    }
  }

  #again(): void {
    this.#opened = null;
    if (!this.state.missing) return;
    this.#set({ ...this.state, missing: null });
    void this.restore();
  }

  async #open(): Promise<Source> {
    const client = await this.#options.load();
    client.onSession((session, reason) => {
      const next = { ready: true, session, locked: client.isLocked, reason };
      // A tab that finds the vault locked has no news: only one that locks it has.
      const isNews = reason !== "locked" || (this.state.session !== null && !this.state.locked);
      const message = NEWS[reason];
      if (reason === "signed-in" || reason === "unlocked") this.#options.onEntered?.();
      if (this.#holding) this.#held = next;
      else this.#set(next);
      if (message !== undefined && isNews) this.#options.peers.broadcast(message);
    });
    return client;
  }

  #set(next: SessionState): void {
    this.state = next;
    for (const listener of this.#listeners) listener();
  }

  async #resume(): Promise<void> {
    await (await this.client()).account.resume();
  }

  /** Never fails: what cannot be restored is as good as no session, and the guard asks for a sign-in. Whether there is one, only the client can say. */
  async restore(): Promise<void> {
    this.#holding = true;
    let missing: MissingPart | null = null;
    try {
      const source = await this.client();
      if (await source.account.resume()) await this.#options.onRestored?.(source);
    } catch (error) {
      if (error instanceof MissingPart) missing = error;
    }
    this.#holding = false;
    this.#set(this.#held ?? { ...this.state, ready: missing === null, missing });
  }

  /** What another tab has stored may be seen here a moment after its message is received. */
  async #catchUp(): Promise<void> {
    for (let tries = 0; tries < CATCH_UP_TRIES && (this.state.session === null || this.state.locked); tries++) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS));
      await this.#resume();
    }
  }

  /** What is half typed here is kept sealed for the account it belongs to; its last letters get there first. */
  async #reload(): Promise<void> {
    if (unsaved.isAny()) await new Promise((resolve) => setTimeout(resolve, DRAFTS_MS));
    (this.#options.reload ?? (() => window.location.reload()))();
  }

  async received(message: PeerMessage): Promise<void> {
    const isHere = this.state.session !== null;
    if (message === "began" && isHere) return this.#reload();
    if (message === "began" || (message === "unlocked" && isHere)) return this.#catchUp();
    if (!isHere) return;
    const { account } = await this.client();
    await (message === "locked" ? account.lock() : account.endElsewhere({ isExpired: message === "expired" }));
  }
}

/** The other tabs of this browser. */
export function browserPeers(): Peers {
  const channel = new BroadcastChannel("coffer-session");
  return {
    broadcast: (message) => channel.postMessage(message),
    receive(listener) {
      channel.addEventListener("message", ({ data }) => {
        const message = PEER_MESSAGES.find((known) => known === data);
        if (message !== undefined) listener(message);
      });
    },
  };
}
