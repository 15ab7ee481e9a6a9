import type { Client } from "@coffer/client";
import { afterEach, expect, it, vi } from "vitest";
import { VERIFIED_AT } from "../storage-keys.ts";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { isRecent, isUserVerified, withRecordedProofs } from "./user-verification.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

it("a typed master password counts for ten minutes and no longer", () => {
  for (const ago of [0, 1, 9 * MINUTE, 10 * MINUTE]) expect(isRecent(NOW - ago, NOW)).toBe(true);
  for (const ago of [10 * MINUTE + 1, 60 * MINUTE, NOW]) expect(isRecent(NOW - ago, NOW)).toBe(false);
});

it("a time that is to come, and what is no time, count for nothing", () => {
  for (const at of [NOW + 1, NOW + MINUTE, undefined, null, "", String(NOW), Number.NaN]) expect(isRecent(at, NOW)).toBe(false);
});

afterEach(() => vi.unstubAllGlobals());

/** A client whose vault opens as the password was right, and which then waits for the server. @param server - what its half of the keys comes to */
function unlocking(server: Promise<void>) {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", browser.chrome);
  const listeners = new Set<(session: unknown, reason: string) => void>();
  const tell = (reason: string): void => {
    for (const listener of listeners) listener(null, reason);
  };
  const client = {
    session: { user: { id: "ann" } },
    isLocked: true,
    onSession: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    account: {
      async unlock() {
        client.isLocked = false;
        tell("unlocked");
        await server;
      },
    },
  };
  const noted = withRecordedProofs(client as unknown as Client);
  const lock = (): void => {
    client.isLocked = true;
    browser.session.delete(VERIFIED_AT);
    tell("locked");
  };
  return { client: noted, lock, listeners };
}

it("a password counts from when it was right, though the server has not answered and the popup is closed by then", async () => {
  const { client } = unlocking(new Promise(() => undefined));
  void client.account.unlock({ password: "right" });
  await vi.waitFor(async () => expect(await isUserVerified(client, Date.now())).toBe(true));
});

it("a vault that is locked again before the server has answered leaves nothing that counts", async () => {
  let answer = (): void => undefined;
  const { client, lock, listeners } = unlocking(new Promise((resolve) => (answer = resolve)));
  const unlocked = client.account.unlock({ password: "right" });
  await vi.waitFor(async () => expect(await isUserVerified(client, Date.now())).toBe(true));
  lock();
  answer();
  await unlocked;
  expect(await isUserVerified(client, Date.now())).toBe(false);
  expect(listeners.size).toBe(0);
});
