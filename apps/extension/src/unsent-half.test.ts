/** The server's half of the keys, which it could not be given: it counts until the server has it, and only as long as it opens what is stored. */
import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import type { SessionListener } from "@coffer/client";
import { sessionHalf } from "@coffer/contract/session-half";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { extensionKeyStore } from "./pages/key-store.ts";
import { slotName, UNSENT_HALF } from "./storage-keys.ts";
import { someValues } from "./testing/area.ts";
import { fakeChrome } from "./testing/fake-chrome.ts";
import { slots } from "./testing/slots.ts";
import { UnsentHalf } from "./unsent-half.ts";

const HALF = `/api${sessionHalf.findHalf.path}`;
const [OLD, NEW] = ["0a".repeat(32), "0b".repeat(32)];
const { findHalf, keepHalf } = sessionHalf;

let session: Map<string, unknown>;
let answers: ((answer?: Response) => void)[];
/** What the server was asked, and what it has; it is slow. */
let asked: string[];
let stored: string | null;
beforeEach(() => {
  [answers, asked, stored] = [[], [], OLD];
  const browser = fakeChrome();
  ({ session } = browser);
  vi.stubGlobal("chrome", browser.chrome);
  vi.stubGlobal("navigator", browser.navigator);
  vi.stubGlobal("fetch", (_: string, { method, body }: { method: string; body?: string }) => {
    asked.push(method);
    if (method === keepHalf.method) stored = JSON.parse(body ?? "").half;
    const found = Response.json({ success: true, half: stored });
    return new Promise((resolve) => answers.push((answer = found) => resolve(answer)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** What is stored opens with this half. */
async function opensWith(half: string): Promise<void> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(half)));
  const { auth, localHalf } = slots();
  const halfHash = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  session.set(slotName("auth"), btoa(JSON.stringify({ ...JSON.parse(atob(auth)), halfHash })));
  session.set(slotName(LOCAL_HALF), localHalf);
}
const ask = async (unsent: UnsentHalf): Promise<string> => (await (await unsent.fetch(HALF, { method: findHalf.method })).json()).half;
const send = (unsent: UnsentHalf, half = NEW) =>
  unsent.fetch(HALF, { method: keepHalf.method, body: JSON.stringify({ half, restMinutes: 15 }) });
const answer = async (number: number): Promise<void> => {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(number));
  answers[number - 1]?.();
};
const kept = (): unknown => session.get(UNSENT_HALF);

it("an earlier half that the server gives does not count, nor that it has none, as long as the right one is kept", async () => {
  await opensWith(NEW);
  session.set(UNSENT_HALF, NEW);
  const first = ask(new UnsentHalf());
  await answer(1);
  expect(await first).toBe(NEW);
  stored = null;
  const second = ask(new UnsentHalf());
  await answer(2);
  expect(await second).toBe(NEW);
});

it("the server is asked once more where its answer is older than what it was given meanwhile", async () => {
  const unsent = new UnsentHalf();
  await opensWith(NEW);
  session.set(UNSENT_HALF, NEW);
  const found = ask(unsent);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  const sent = send(unsent);
  await answer(2);
  await sent;
  expect(kept()).toBeUndefined();
  await answer(1);
  await answer(3);
  expect(await found).toBe(NEW);
});

it("a kept half of another unlock is no answer", async () => {
  await opensWith(NEW);
  session.set(UNSENT_HALF, OLD);
  stored = NEW;
  const found = ask(new UnsentHalf());
  await answer(1);
  expect(await found).toBe(NEW);
  expect(await new UnsentHalf().tabs.ask("")).toBeNull();
  session.set(UNSENT_HALF, NEW);
  expect(await new UnsentHalf().tabs.ask("")).toEqual(bytesOf(NEW));
});

it("is kept until the server has taken it, also where its answer is lost", async () => {
  const unsent = new UnsentHalf();
  await opensWith(NEW);
  const lost = send(unsent);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  expect(kept()).toBe(NEW);
  answers[0]?.(new Response(null, { status: 502 }));
  await lost;
  expect(kept()).toBe(NEW);
  const sent = send(unsent);
  await answer(2);
  await sent;
  expect(kept()).toBeUndefined();
});

it("a half of an earlier unlock, or of one that a lock has ended, is neither kept nor sent, and takes no other's place", async () => {
  await opensWith(NEW);
  session.set(UNSENT_HALF, NEW);
  expect((await send(new UnsentHalf(), OLD)).ok).toBe(true);
  expect(kept()).toBe(NEW);
  await extensionKeyStore(someValues()).remove(LOCAL_HALF);
  expect(kept()).toBeUndefined();
  await send(new UnsentHalf(), NEW);
  expect([kept(), asked]).toEqual([undefined, []]);
});

it("one that came while another was sent stays", async () => {
  await opensWith(OLD);
  const sent = send(new UnsentHalf(), OLD);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  await new UnsentHalf().tabs.keep?.(bytesOf(NEW));
  await answer(1);
  await sent;
  expect(kept()).toBe(NEW);
});

it("a start that leaves things as they are fails where there is neither an answer nor a half", async () => {
  await opensWith(NEW);
  const unsent = new UnsentHalf({ leavesShut: true });
  await expect(unsent.tabs.ask("")).rejects.toThrow();
  expect(await new UnsentHalf().tabs.ask("")).toBeNull();
  const found = ask(unsent);
  await answer(1);
  await answer(2);
  await found;
  expect(await unsent.tabs.ask("")).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(ask(unsent)).rejects.toThrow();
  await expect(unsent.tabs.ask("")).rejects.toThrow();
});

it("a client sends it when the server is gone or back, and when it was opened by one that is kept", async () => {
  const keepAlive = vi.fn(async () => undefined);
  const unsent = new UnsentHalf();
  let tell: SessionListener = () => undefined;
  unsent.follow(
    fakeClient({
      onSession(listener) {
        tell = listener;
        return () => undefined;
      },
      account: { keepAlive },
    }),
  );
  unsent.found("unreached");
  unsent.found("unreached");
  unsent.found("here");
  expect(keepAlive).toHaveBeenCalledTimes(2);
  tell(null, "resumed");
  await new Promise((resolve) => setTimeout(resolve));
  expect(keepAlive).toHaveBeenCalledTimes(2);
  session.set(UNSENT_HALF, NEW);
  tell(null, "resumed");
  await vi.waitFor(() => expect(keepAlive).toHaveBeenCalledTimes(3));
});
