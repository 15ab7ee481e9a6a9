/// <reference types="chrome" />
/** The worker looks once a minute whether it is time to lock, as long as there are keys, and wakes for nothing else. */
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { slotName, USED_AT } from "../storage-keys.ts";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { watchAutoLock } from "./auto-lock.ts";

const HALF = slotName(LOCAL_HALF);
let alarms: Map<string, object>;
let made: number;
let ring: (alarm: { readonly name: string }) => void;
const lock = vi.fn(async () => undefined);
let session: ReturnType<typeof fakeChrome>["chrome"]["storage"]["session"];

beforeEach(() => {
  [alarms, made] = [new Map(), 0];
  lock.mockClear();
  const { chrome } = fakeChrome();
  ({ session } = chrome.storage);
  vi.stubGlobal("chrome", {
    ...chrome,
    alarms: {
      onAlarm: {
        addListener: (listener: typeof ring) => {
          ring = listener;
        },
      },
      get: async (name: string) => alarms.get(name),
      clear: async (name: string) => alarms.delete(name),
      create: async (name: string, how: object) => {
        made++;
        alarms.set(name, how);
      },
    },
  });
  watchAutoLock(lock);
});
afterEach(() => vi.unstubAllGlobals());

it("rings once a minute from when the keys come until they go, and is set once", async () => {
  await session.set({ [USED_AT]: 1 });
  await session.set({ another: 1 });
  expect(alarms.size).toBe(0);
  await session.set({ [HALF]: "AAAA" });
  await vi.waitFor(() => expect([...alarms.values()]).toEqual([{ periodInMinutes: 1 }]));
  await session.set({ [USED_AT]: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(made).toBe(1);
  await session.remove([HALF]);
  await vi.waitFor(() => expect(alarms.size).toBe(0));
});

it("asks for the lock at its own alarm alone", () => {
  ring({ name: "another" });
  expect(lock).not.toHaveBeenCalled();
  ring({ name: "rest" });
  expect(lock).toHaveBeenCalledOnce();
});
