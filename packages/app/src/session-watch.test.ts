import type { Session, SessionListener, SessionReason } from "@coffer/client";
import { expect, test } from "vitest";
import { type Peers, type PeerWord, type SessionSource, watchSession } from "./session-watch.ts";

const SESSION: Session = {
  user: { id: "u1", email: "ada@example.com", name: "ada", two_factor_enabled: false },
  roleId: 1,
  teamId: null,
  permissions: { manage_team: false, manage_teams: false, manage_roles: false, invite_members: false, remove_members: false },
  personalVaultId: "v1",
  expiresAt: 1_000,
};

/** Two tabs that hear each other, over one store of sessions. */
function browser(stored: Session | null) {
  const tabs: ((word: PeerWord) => void)[] = [];
  let kept = stored;
  const openTab = (mayResume: boolean) => {
    let loads = 0;
    let listener: SessionListener = () => undefined;
    const mine = tabs.length;
    const peers: Peers = {
      tell: (word) => {
        for (const [index, hear] of tabs.entries()) if (index !== mine) hear(word);
      },
      listen: (hear) => void tabs.push(hear),
    };
    const end = async (reason: SessionReason) => {
      kept = null;
      listener(null, reason);
    };
    const source: SessionSource = {
      onSession: (next) => {
        listener = next;
        return () => undefined;
      },
      account: {
        resume: async () => {
          if (kept) listener(kept, "resumed");
          return kept !== null;
        },
        endIfExpired: async () => {
          await end("expired");
          return true;
        },
        endElsewhere: () => end("elsewhere"),
      },
    };
    const watch = watchSession({
      load: async () => {
        loads += 1;
        return source;
      },
      mayResume,
      peers,
    });
    const signIn = async () => {
      await watch.client();
      kept = SESSION;
      listener(SESSION, "signed-in");
    };
    return { watch, signIn, logout: () => end("logged-out"), loads: () => loads };
  };
  return { openTab };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("without a stored session it is ready at once and loads nothing", async () => {
  const tab = browser(null).openTab(false);
  await settled();
  expect(tab.watch.state()).toEqual({ ready: true, session: null, reason: null });
  expect(tab.loads()).toBe(0);
});

test("a stored session is restored before it is ready", async () => {
  const tab = browser(SESSION).openTab(true);
  expect(tab.watch.state().ready).toBe(false);
  await settled();
  expect(tab.watch.state()).toEqual({ ready: true, session: SESSION, reason: "resumed" });
});

test("a stored session that cannot be restored leaves nobody signed in", async () => {
  const peers: Peers = { tell: () => undefined, listen: () => undefined };
  const watch = watchSession({ load: () => Promise.reject(new Error("no storage")), mayResume: true, peers });
  await settled();
  expect(watch.state()).toEqual({ ready: true, session: null, reason: null });
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
  expect(two.watch.state()).toEqual({ ready: true, session: SESSION, reason: "resumed" });
  await one.logout();
  await settled();
  expect(two.watch.state()).toEqual({ ready: true, session: null, reason: "elsewhere" });
});

test("a check ends a session that has run out, and says so", async () => {
  const tab = browser(SESSION).openTab(true);
  await settled();
  await tab.watch.check();
  expect(tab.watch.state()).toEqual({ ready: true, session: null, reason: "expired" });
});
