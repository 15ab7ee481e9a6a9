import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keyHalves } from "./key-halves.ts";

const WHOM = { token: "token", sessionId: "session", accountId: "account" };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("waits for a silent server as long as the specification says for a stored session, then asks the other pages", async () => {
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
