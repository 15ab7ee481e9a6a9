/** Lines that are lost, refused or given up: when the next is opened, and what is asked for then. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Call } from "../call.ts";
import { ConnectionError } from "../errors.ts";
import { type Changed, watch } from "./watch.ts";

type Line = (tell: (news: object) => void) => Promise<unknown>;

const stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** @param line - what the server does, the number of the line given */
function open(line: (number: number) => Line) {
  const pauses: number[] = [];
  const heard: Changed[] = [];
  let count = 0;
  const call = (async (spec: unknown, _input: unknown, _own: unknown, onRows: (list: string, rows: unknown[]) => void) => {
    expect(spec).toBe(api.vault.watch);
    count += 1;
    await line(count)((news) => onRows("news", [news]));
  }) as unknown as Call;
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await new Promise((resume) => setTimeout(resume, ms));
  };
  const personal = { keys: { scopeId: "own" }, seq: 3, shared: [{ id: "shared", seq: 5, stamp: 2 }] };
  const scopes = async () => [personal] as never;
  const stop = watch({ call, pause, scopes }, { onChange: (what) => heard.push(what) });
  stops.push(stop);
  return { pauses, heard, stop, lines: () => count };
}

const never = (): Promise<void> => new Promise(() => undefined);

it("leaves out what this device has, and puts together what comes within a moment", async () => {
  let tell = (_: object): void => undefined;
  const { heard } = open(() => (say) => {
    tell = say;
    return never();
  });
  await vi.advanceTimersByTimeAsync(0);
  const aMoment = () => vi.advanceTimersByTimeAsync(300);
  tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
  tell({ what: "scope", id: "shared", seq: 5, stamp: 2 });
  await aMoment();
  expect(heard).toEqual([]);
  for (const news of [
    { what: "scope", id: "own", seq: 4, stamp: 0 },
    { what: "scope", id: "shared", seq: 6, stamp: 2 },
    { what: "scope", id: "shared", seq: 5, stamp: 3 },
    { what: "scope", id: "unknown", seq: 1, stamp: 0 },
    { what: "shares" },
  ]) {
    tell(news);
    await aMoment();
    expect(heard.splice(0)).toEqual(["contents"]);
  }
  for (const what of ["shares", "team", "all"]) tell({ what });
  await aMoment();
  expect(heard).toEqual(["team"]);
});

it("asks for everything once the next line is open, and not before", async () => {
  const { heard, lines } = open((number) => async (tell) => {
    if (number < 3) throw new ConnectionError("ask");
    tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
    tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
    await never();
  });
  await vi.advanceTimersByTimeAsync(500);
  expect([heard, lines()]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([heard, lines()]).toEqual([["contents"], 3]);
});

it("waits longer each time a line ends soon, as when too many are open, and briefly after one that lasted", async () => {
  const lasting = async (): Promise<void> => new Promise((end) => setTimeout(end, 61_000));
  const { pauses } = open((number) => (number === 8 ? lasting : async () => undefined));
  await vi.advanceTimersByTimeAsync(400_000);
  expect(pauses.slice(0, 7).every((ms, at) => ms >= Math.min(1_000 * 2 ** at, 15_000))).toBe(true);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
  expect(pauses[7]).toBeLessThanOrEqual(1_000);
});

it.each(["not_found", "session_expired"] as const)("asks no more after the refusal %s", async (code) => {
  const { lines } = open(() => async () => {
    throw new AppError(code);
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(lines()).toBe(1);
});

it("tells nothing after it was ended, and opens no other line", async () => {
  const { heard, stop, lines } = open(() => async (tell) => {
    tell({ what: "team" });
  });
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([heard, lines()]).toEqual([[], 1]);
});
