/**
 * Who is signed in, for whoever draws it. Loads the client when it is first wanted, restores a session after a page load, and keeps the tabs of one
 * browser in step: signing out or in, locking or unlocking here does the same there.
 */
import type { Client, Session, SessionReason } from "@coffer/client";

export interface SessionState {
  /** False until it is known whether this device has a live session. */
  readonly ready: boolean;
  readonly session: Session | null;
  /** There is a session but no key: nothing of the vault may be shown until it is unlocked. */
  readonly locked: boolean;
  /** Why it is as it is; null before anything happened. */
  readonly reason: SessionReason | null;
}

/** What one tab tells the others. */
const PEER_WORDS = ["began", "ended", "locked", "unlocked"] as const;
export type PeerWord = (typeof PEER_WORDS)[number];
export interface Peers {
  tell(word: PeerWord): void;
  listen(listener: (word: PeerWord) => void): void;
}

const TOLD: Partial<Record<SessionReason, PeerWord>> = {
  "signed-in": "began",
  "logged-out": "ended",
  expired: "ended",
  locked: "locked",
  unlocked: "unlocked",
};

const CATCH_UP_TRIES = 20;
const CATCH_UP_MS = 100;

/** The part of the client that this file uses. */
export type SessionSource = Pick<Client, "onSession" | "isLocked"> & {
  readonly account: Pick<Client["account"], "resume" | "endIfExpired" | "endElsewhere" | "lock">;
};

export interface SessionWatch<Source extends SessionSource = Client> {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** The client; always the same promise. */
  client(): Promise<Source>;
  /** Ends the session if it has run out. Call it when it may have: by the clock, on waking, on focus. */
  check(): Promise<void>;
}

/**
 * @param load - opens the client.
 * @param mayResume - whether this device seems to hold a session; without one nothing is loaded until a page asks for the client.
 * @param onRestored - what a restored session has to pass before anything of it is shown: it may lock or end it.
 * @param reload - loads the page anew; called when another tab has signed in as somebody else.
 */
export function watchSession<Source extends SessionSource>(options: {
  load: () => Promise<Source>;
  mayResume: boolean;
  peers: Peers;
  onRestored?: (client: Source) => Promise<void>;
  reload?: () => void;
}): SessionWatch<Source> {
  const { load, mayResume, peers, onRestored, reload = () => window.location.reload() } = options;
  let state: SessionState = { ready: !mayResume, session: null, locked: false, reason: null };
  /** What happened while a restored session was not shown yet. */
  let held: SessionState | null = null;
  let holding = false;
  let opened: Promise<Source> | null = null;
  const listeners = new Set<() => void>();

  const set = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const open = async (): Promise<Source> => {
    const client = await load();
    client.onSession((session, reason) => {
      const next = { ready: true, session, locked: client.isLocked, reason };
      // A tab that finds the vault locked has nothing to tell: only one that locks it has.
      const isNews = reason !== "locked" || (state.session !== null && !state.locked);
      const word = TOLD[reason];
      if (holding) held = next;
      else set(next);
      if (word !== undefined && isNews) peers.tell(word);
    });
    return client;
  };
  const client = (): Promise<Source> => {
    opened ??= open();
    return opened;
  };
  const resume = async (): Promise<void> => {
    await (await client()).account.resume();
  };
  const restore = async (): Promise<void> => {
    holding = true;
    try {
      const source = await client();
      if (await source.account.resume()) await onRestored?.(source);
    } finally {
      holding = false;
      set(held ?? { ...state, ready: true });
    }
  };
  /** What another tab has stored may be seen here a moment after its word is heard. */
  const catchUp = async (): Promise<void> => {
    for (let tries = 0; tries < CATCH_UP_TRIES && (state.session === null || state.locked); tries++) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS));
      await resume();
    }
  };
  const hear = async (word: PeerWord): Promise<void> => {
    const isHere = state.session !== null;
    if (word === "began" && isHere) return reload();
    if (word === "began" || (word === "unlocked" && isHere)) return catchUp();
    if (!isHere) return;
    const { account } = await client();
    await (word === "locked" ? account.lock() : account.endElsewhere());
  };

  peers.listen((word) => void hear(word));
  // What cannot be restored is as good as no session: the guard asks for a sign-in.
  if (mayResume) void restore().catch(() => undefined);
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    client,
    async check() {
      if (state.session !== null) await (await client()).account.endIfExpired();
    },
  };
}

/** The other tabs of this browser. */
export function browserPeers(): Peers {
  const channel = new BroadcastChannel("coffer-session");
  return {
    tell: (word) => channel.postMessage(word),
    listen(listener) {
      channel.addEventListener("message", ({ data }) => {
        const word = PEER_WORDS.find((known) => known === data);
        if (word !== undefined) listener(word);
      });
    },
  };
}
