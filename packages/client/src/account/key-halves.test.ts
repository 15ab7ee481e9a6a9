import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keyHalves } from "./key-halves.ts";

const WHOM = { token: "token", sessionId: "session", accountId: "account" };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a server that says nothing is waited for as long as is specified for a kept session, and then the other pages are asked", async () => {
  const half = new Uint8Array(32).fill(7);
  const ask = vi.fn(async () => half);
  const silent = () => new Promise<never>(() => undefined);
  const { find } = keyHalves({ call: () => silent, tabs: { ask, answer: () => undefined }, restMinutes: async () => null });
  const found = find(WHOM);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toEqual({ half });
});
