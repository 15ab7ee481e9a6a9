/** What this page tells the extension of its session, in order, and what a person who has switched to another profile reads of it. */
import { SWITCHED_SLOT } from "@coffer/app/account/profiles/profile-switch.ts";
import type { SessionState } from "@coffer/app/frame/session-watch.ts";
import { toast } from "@coffer/app/ui/toast.ts";
import { SESSION_SLOTS } from "@coffer/core/account/session-slots";
import { EXTENSION_MARK, EXTENSION_WAIT_MS, MESSAGES } from "@coffer/core/extension-messages";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { syncSessionWithExtension } from "./sync-session.ts";

/** What this browser keeps of a session: the real one has a database of a browser. */
vi.mock("../browser-store.ts", () => ({
  browserKeyStore: () => ({ get: async (slot: string) => (slot === SLOT ? new Uint8Array([1]) : null) }),
}));
const [SLOT] = SESSION_SLOTS;

const OUT: SessionState = { ready: true, session: null, locked: false, reason: null };
const SESSION = { user: { id: "1", email: "ann@example.com" } } as NonNullable<SessionState["session"]>;
const SLOTS = { [SLOT]: "AQ==" };
const never = () => Promise.reject(new Error("not asked"));
let now: SessionState;
let isHere: boolean;
/** What the extension answers; none where it is silent. */
let ok: boolean | null | undefined;
let told: unknown[];
let kept: Map<string, string>;
let tell: () => void;
const said = { done: vi.spyOn(toast, "done"), failed: vi.spyOn(toast, "failed") };

beforeEach(() => {
  [now, isHere, ok, told, kept] = [OUT, true, true, [], new Map()];
  said.done.mockReset();
  said.failed.mockReset();
  const page = new EventTarget();
  const window = {
    addEventListener: page.addEventListener.bind(page),
    postMessage({ tell: name, message }: { readonly tell: string; readonly message: unknown }) {
      told.push(message);
      const reply = (source: unknown, data: object) => page.dispatchEvent(Object.assign(new Event("message"), { source, data }));
      reply("another window", { told: name, ok: false });
      reply(window, { told: "another", ok: false });
      if (ok !== undefined) reply(window, { told: name, ok });
    },
  };
  vi.stubGlobal("window", window);
  vi.stubGlobal("location", { origin: "https://coffer.example" });
  vi.stubGlobal("document", { documentElement: { hasAttribute: (name: string) => isHere && name === EXTENSION_MARK } });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
  });
  const subscribe = (listener: () => void) => {
    tell = listener;
    return () => undefined;
  };
  syncSessionWithExtension({ state: () => now, subscribe, client: never, later: never, check: never });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function becomes(next: Partial<SessionState>): void {
  now = { ...now, ...next };
  tell();
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

it("tells a sign-in with the sealed session, a lock and a sign-out, one after the other and without a word to the person", async () => {
  becomes({ session: SESSION });
  becomes({ locked: true });
  becomes({ session: null });
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told).toEqual([
    { type: MESSAGES.saveAuthData, slots: SLOTS },
    { type: MESSAGES.clearMasterPassword },
    { type: MESSAGES.clearAuthData },
  ]);
  expect([said.done.mock.calls, said.failed.mock.calls]).toEqual([[], []]);
});

it("tells nothing where there is no extension, or nothing has happened", async () => {
  becomes({});
  isHere = false;
  becomes({ session: SESSION });
  await settled();
  expect(told).toEqual([]);
});

it.each([
  [true, [["Profile synced with extension"]], []],
  [false, [], ["Extension sync failed. Please try logging in directly in the extension."]],
  [null, [], ["Extension sync returned an error. Please try logging in directly in the extension."]],
] as const)("says after a switch of profiles what came of it: %s", async (answer, done, failed) => {
  [ok, kept] = [answer, new Map([[SWITCHED_SLOT, "1"]])];
  becomes({ session: SESSION });
  await vi.waitFor(() => expect([said.done.mock.calls, said.failed.mock.calls.map(([problem]) => problem)]).toEqual([done, failed]));
  expect(kept.size).toBe(0); // it is said once
});

it("says after a switch that the extension has not answered in five seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  [ok, kept] = [undefined, new Map([[SWITCHED_SLOT, "1"]])];
  becomes({ session: SESSION });
  await vi.advanceTimersByTimeAsync(EXTENSION_WAIT_MS - 1);
  expect(said.failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(said.failed.mock.calls[0]?.[0]).toMatch(/^Failed to sync with extension\./);
});
