import type { Session, SessionListener, SessionReason } from "@coffer/client";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { expect, test, vi } from "vitest";
import { type PeerMessage, type Peers, type SessionSource, watchSession } from "./session-watch.ts";
import { unsaved } from "./unsaved.ts";

const SESSION: Session = {
  user: { id: "u1", email: "ada@example.com", name: "ada", two_factor_enabled: false },
  roleId: 1,
  teamId: null,
  permissions: permissionsWhere(() => false),
  personalVaultId: "v1",
  expiresAt: 1_000,
};

/** Two tabs that receive each other's messages, over one store of sessions. */
function browser(stored: Session | null) {
  const tabs: ((message: PeerMessage) => void)[] = [];
  let kept = stored;
  let lockedHere = false;
  /** How many looks at the store still show what was there before. */
  let lag = 0;
  const openTab = (mayResume: boolean, onRestored?: (source: SessionSource) => Promise<void>) => {
    let loads = 0;
    let reloads = 0;
    let entered = 0;
    let live: Session | null = null;
    let locked = false;
    let listener: SessionListener = () => undefined;
    const mine = tabs.length;
    const peers: Peers = {
      broadcast: (message) => {
        for (const [index, receive] of tabs.entries()) if (index !== mine) receive(message);
      },
      receive: (listener) => void tabs.push(listener),
    };
    const show = (session: Session | null, reason: SessionReason) => {
      live = session;
      listener(session, reason);
    };
    const end = async (reason: SessionReason) => {
      kept = null;
      show(null, reason);
    };
    const source: SessionSource = {
      get isLocked() {
        return live !== null && locked;
      },
      onSession: (next) => {
        listener = next;
        return () => undefined;
      },
      account: {
        resume: async () => {
          locked = lag > 0 || lockedHere;
          lag = Math.max(0, lag - 1);
          if (kept) show(kept, locked ? "locked" : "resumed");
          return kept !== null;
        },
        lock: async () => {
          if (live === null || locked) return;
          locked = lockedHere = true;
          show(live, "locked");
        },
        endIfExpired: async () => {
          await end("expired");
          return true;
        },
        endElsewhere: ({ isExpired }) => end(isExpired ? "expired" : "elsewhere"),
      },
    };
    const watch = watchSession({
      load: async () => {
        loads += 1;
        return source;
      },
      mayResume,
      peers,
      reload: () => {
        reloads += 1;
      },
      onEntered: () => {
        entered += 1;
      },
      ...(onRestored === undefined ? {} : { onRestored }),
    });
    const signIn = async (session = SESSION) => {
      await watch.client();
      kept = session;
      show(session, "signed-in");
    };
    const unlock = () => {
      locked = lockedHere = false;
      show(live, "unlocked");
    };
    return {
      watch,
      signIn,
      unlock,
      rekey: () => show(live, "rekeyed"),
      lock: source.account.lock,
      logout: () => end("logged-out"),
      expire: () => end("expired"),
      loads: () => loads,
      reloads: () => reloads,
      entered: () => entered,
    };
  };
  return {
    openTab,
    lagBehind: (looks: number) => {
      lag = looks;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("without a stored session it is ready at once and loads nothing", async () => {
  const tab = browser(null).openTab(false);
  await settled();
  expect(tab.watch.state()).toEqual({ ready: true, session: null, locked: false, reason: null });
  expect(tab.loads()).toBe(0);
});

test("a stored session is restored before it is ready", async () => {
  const tab = browser(SESSION).openTab(true);
  expect(tab.watch.state().ready).toBe(false);
  await settled();
  expect(tab.watch.state()).toMatchObject({ ready: true, session: SESSION, locked: false, reason: "resumed" });
});

test("who gives the master password has come in at once, in that tab alone; a session that goes on has not", async () => {
  const { openTab } = browser(null);
  const [tab, other] = [openTab(false), openTab(false)];
  await tab.signIn();
  expect(tab.entered()).toBe(1);
  await tab.lock();
  expect(tab.entered()).toBe(1);
  tab.unlock();
  await settled();
  expect([tab.entered(), other.entered()]).toEqual([2, 0]);
  const later = openTab(true);
  await settled();
  expect(later.watch.state()).toMatchObject({ session: SESSION, reason: "resumed" });
  expect(later.entered()).toBe(0);
});

const ALONE: Peers = { broadcast: () => undefined, receive: () => undefined };

/** What a client needs to restore a session, where that fails. */
const unreadable: SessionSource = {
  isLocked: false,
  onSession: () => () => undefined,
  account: {
    resume: () => Promise.reject(new Error("no storage")),
    lock: async () => undefined,
    endIfExpired: async () => false,
    endElsewhere: async () => undefined,
  },
};

test("a stored session that cannot be restored leaves no one signed in", async () => {
  const watch = watchSession({ load: async () => unreadable, mayResume: true, peers: ALONE });
  await settled();
  expect(watch.state()).toEqual({ ready: true, session: null, locked: false, reason: null, missing: null });
});

test("while the client cannot be loaded no session is known: it is asked for once, and again on request (A-1)", async () => {
  const load = vi
    .fn<() => Promise<SessionSource>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValueOnce(unreadable);
  const watch = watchSession({ load, mayResume: true, peers: ALONE });
  await settled();
  expect(watch.state()).toMatchObject({ ready: false, session: null });
  const { missing } = watch.state();
  await expect(watch.client()).rejects.toBe(missing);
  await expect(watch.client()).rejects.toBe(missing);
  expect(load).toHaveBeenCalledTimes(1);
  missing?.again();
  await settled();
  expect(watch.state()).toMatchObject({ ready: true, missing: null });
  expect(load).toHaveBeenCalledTimes(2);
});

test("the client is loaded once however often it is asked for", async () => {
  const tab = browser(null).openTab(false);
  await Promise.all([tab.watch.client(), tab.watch.client()]);
  expect(tab.loads()).toBe(1);
});

test("signing in and out in one tab does the same in the other", async () => {
  const { openTab } = browser(null);
  const [one, two] = [openTab(false), openTab(false)];
  await one.signIn();
  await settled();
  expect(two.watch.state()).toEqual({ ready: true, session: SESSION, locked: false, reason: "resumed" });
  await one.logout();
  await settled();
  expect(two.watch.state()).toEqual({ ready: true, session: null, locked: false, reason: "elsewhere" });
});

test("a session that was ended elsewhere is said to be so in every tab (A-7)", async () => {
  const { openTab } = browser(SESSION);
  const [one, two] = [openTab(true), openTab(true)];
  await settled();
  await one.expire();
  await settled();
  expect(two.watch.state()).toMatchObject({ session: null, reason: "expired" });
});

test("another tab's sign-in reloads this one, but not before what is half typed here is kept (A-13)", async () => {
  vi.useFakeTimers();
  const asAny = vi.spyOn(unsaved, "isAny").mockReturnValue(true);
  try {
    const { openTab } = browser(SESSION);
    const [one, two] = [openTab(true), openTab(true)];
    await vi.advanceTimersByTimeAsync(0);
    await one.signIn();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(two.reloads()).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(two.reloads()).toBe(1);
  } finally {
    asAny.mockRestore();
    vi.useRealTimers();
  }
});

test("a check ends a session that has run out, and says so", async () => {
  const tab = browser(SESSION).openTab(true);
  await settled();
  await tab.watch.check();
  expect(tab.watch.state()).toEqual({ ready: true, session: null, locked: false, reason: "expired" });
});

test("locking and unlocking in one tab does the same in the other", async () => {
  const { openTab } = browser(null);
  const [one, two] = [openTab(false), openTab(false)];
  await one.signIn();
  await settled();
  await one.lock();
  await settled();
  for (const tab of [one, two]) expect(tab.watch.state()).toMatchObject({ session: SESSION, locked: true });
  one.unlock();
  await settled();
  for (const tab of [one, two]) expect(tab.watch.state()).toMatchObject({ session: SESSION, locked: false });
});

test("an unlock that is seen late in the other tab neither locks the first again nor is missed", async () => {
  const { openTab, lagBehind } = browser(null);
  const [one, two] = [openTab(false), openTab(false)];
  await one.signIn();
  await settled();
  await one.lock();
  await settled();
  lagBehind(2);
  one.unlock();
  await settled();
  expect([one.watch.state().locked, two.watch.state().locked]).toEqual([false, true]);
  await expect.poll(() => two.watch.state().locked).toBe(false);
  expect(one.watch.state().locked).toBe(false);
});

test("a page that finds the vault due shows nothing of it before it is locked", async () => {
  const seen: unknown[] = [];
  const tab = browser(SESSION).openTab(true, async (source) => {
    await settled();
    await source.account.lock();
  });
  tab.watch.subscribe(() => seen.push(tab.watch.state()));
  await settled();
  expect(tab.watch.state().ready).toBe(false);
  await settled();
  await settled();
  expect(seen).toEqual([{ ready: true, session: SESSION, locked: true, reason: "locked" }]);
});

test("a tab reloads when another one switches to another profile", async () => {
  const { openTab } = browser(SESSION);
  const [one, two] = [openTab(true), openTab(true)];
  await settled();
  await one.signIn({ ...SESSION, user: { ...SESSION.user, id: "u2" } });
  await settled();
  expect([one.reloads(), two.reloads()]).toEqual([0, 1]);
});

test("a tab reloads when another one has put everything under new keys", async () => {
  const { openTab } = browser(SESSION);
  const [one, two] = [openTab(true), openTab(true)];
  await settled();
  one.rekey();
  await settled();
  expect([one.reloads(), two.reloads()]).toEqual([0, 1]);
  expect(one.watch.state()).toMatchObject({ session: SESSION, locked: false });
});

test("a client that did not load is loaded again whenever an action asks for it", async () => {
  let loads = 0;
  const load = async (): Promise<SessionSource> => {
    loads++;
    throw new TypeError("Failed to fetch dynamically imported module");
  };
  const watch = watchSession({ load, mayResume: false, peers: { broadcast: () => undefined, receive: () => undefined } });
  for (const expected of [1, 2]) {
    await expect(watch.later()).rejects.toThrow("A part of this page could not be loaded.");
    expect(loads).toBe(expected);
  }
});
