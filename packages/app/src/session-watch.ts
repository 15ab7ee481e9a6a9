/**
 * Who is signed in, for whoever draws it. Loads the client when it is first wanted, restores a session after a page load, and keeps the tabs of one
 * browser in step: signing out or in here does the same there.
 */
import type { Client, Session, SessionReason } from "@coffer/client";

export interface SessionState {
  /** False until it is known whether this device has a live session. */
  readonly ready: boolean;
  readonly session: Session | null;
  /** Why it is as it is; null before anything happened. */
  readonly reason: SessionReason | null;
}

/** What one tab tells the others. */
export type PeerWord = "began" | "ended";
export interface Peers {
  tell(word: PeerWord): void;
  listen(listener: (word: PeerWord) => void): void;
}

const TOLD: Partial<Record<SessionReason, PeerWord>> = { "signed-in": "began", "logged-out": "ended", expired: "ended" };

/** The part of the client that this file uses. */
export type SessionSource = Pick<Client, "onSession"> & {
  readonly account: Pick<Client["account"], "resume" | "endIfExpired" | "endElsewhere">;
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
 */
export function watchSession<Source extends SessionSource>(options: {
  load: () => Promise<Source>;
  mayResume: boolean;
  peers: Peers;
}): SessionWatch<Source> {
  const { load, mayResume, peers } = options;
  let state: SessionState = { ready: !mayResume, session: null, reason: null };
  let opened: Promise<Source> | null = null;
  const listeners = new Set<() => void>();

  const set = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const open = async (): Promise<Source> => {
    const client = await load();
    client.onSession((session, reason) => {
      set({ ready: true, session, reason });
      const word = TOLD[reason];
      if (word !== undefined) peers.tell(word);
    });
    return client;
  };
  const client = (): Promise<Source> => {
    opened ??= open();
    return opened;
  };
  const resume = async (): Promise<void> => {
    try {
      await (await client()).account.resume();
    } finally {
      if (!state.ready) set({ ...state, ready: true });
    }
  };
  const hear = async (word: PeerWord): Promise<void> => {
    if (word === "began" && state.session === null) await resume();
    if (word === "ended" && state.session !== null) await (await client()).account.endElsewhere();
  };

  peers.listen((word) => void hear(word));
  // What cannot be restored is as good as no session: the guard asks for a sign-in.
  if (mayResume) void resume().catch(() => undefined);
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
        if (data === "began" || data === "ended") listener(data);
      });
    },
  };
}
