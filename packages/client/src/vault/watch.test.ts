/** Lines that are lost, refused or given up: when the next is opened, and what is asked for then. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Call } from "../call.ts";
import { ConnectionError } from "../errors.ts";
import type { Changed } from "./collect-news.ts";
import { type NewsPeers, watch } from "./watch.ts";

type Line = (tell: (news: object) => void) => Promise<unknown>;

const stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

interface Given {
  readonly peers?: NewsPeers;
  readonly onChange?: (what: Changed) => unknown;
  /** Whether the device is locked. */
  readonly isShut?: () => boolean;
}

/** @param line - what the server does, the number of the line given */
function open(line: (number: number) => Line, { onChange, isShut = () => false, ...peers }: Given = {}) {
  const pauses: number[] = [];
  const heard: Changed[] = [];
  let count = 0;
  type OnRows = (list: string, rows: unknown[]) => void;
  const call = (async (spec: unknown, _input: unknown, _own: unknown, onRows: OnRows, signal: AbortSignal) => {
    expect(spec).toBe(api.vault.watch);
    count += 1;
    const givenUp = new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));
    await Promise.race([line(count)((news) => onRows("news", [news])), givenUp]);
  }) as unknown as Call;
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await new Promise((resume) => setTimeout(resume, ms));
  };
  const personal = { keys: { scopeId: "own" }, seq: 3, shared: [{ id: "shared", seq: 5, stamp: 2 }] };
  const scopes = async () => {
    if (isShut()) throw new Error("locked");
    return [personal] as never;
  };
  const hear = (what: Changed): unknown => {
    heard.push(what);
    return onChange?.(what);
  };
  const stop = watch({ call, pause, scopes }, { onChange: hear, ...peers });
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

/** A line on which the test tells. */
function fakeLine() {
  const line = { tell: (_: object): void => undefined };
  const open = (): Line => async (say) => {
    line.tell = say;
    await never();
  };
  return { line, open };
}

it("passes on a few changes at once, and of thousands no more than one in five seconds", async () => {
  const { line, open: onLine } = fakeLine();
  const { heard } = open(onLine);
  await vi.advanceTimersByTimeAsync(0);
  for (let seq = 4; seq < 14; seq++) {
    line.tell({ what: "scope", id: "own", seq, stamp: 0 });
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(heard.splice(0)).toHaveLength(10);
  for (let seq = 14; seq < 1_014; seq++) {
    line.tell({ what: "scope", id: "own", seq, stamp: 0 });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(heard.length).toBeGreaterThan(5);
  expect(heard.splice(0).length).toBeLessThan(13);
  // The last of them is not left out.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard.splice(0)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  line.tell({ what: "shares" });
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toHaveLength(1);
});

it("tells nothing more while what was told is asked for, and forgets nothing of it", async () => {
  const { line, open: onLine } = fakeLine();
  let finish = (): void => undefined;
  const { heard } = open(onLine, { onChange: () => new Promise<void>((resolve) => (finish = resolve)) });
  await vi.advanceTimersByTimeAsync(0);
  line.tell({ what: "shares" });
  await vi.advanceTimersByTimeAsync(300);
  line.tell({ what: "team" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(heard).toEqual(["contents"]);
  finish();
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(["contents", "team"]);
});

it("takes the newest number of each scope, in whatever order they come", async () => {
  const { line, open: onLine } = fakeLine();
  const { heard } = open(onLine);
  await vi.advanceTimersByTimeAsync(0);
  line.tell({ what: "scope", id: "own", seq: 4, stamp: 0 });
  line.tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
  line.tell({ what: "scope", id: "shared", seq: 5, stamp: 3 });
  line.tell({ what: "scope", id: "shared", seq: 5, stamp: 2 });
  await vi.advanceTimersByTimeAsync(300);
  expect(heard.splice(0)).toEqual(["contents"]);
  line.tell({ what: "scope", id: "shared", seq: 5, stamp: 3 });
  line.tell({ what: "scope", id: "shared", seq: 5, stamp: 2 });
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(["contents"]);
});

/** The pages of one browser, in one process. */
function browser() {
  const listeners = new Set<(news: readonly never[]) => void>();
  let holder: Promise<void> | null = null;
  const page = (): NewsPeers => {
    let own: ((news: readonly never[]) => void) | null = null;
    return {
      async alone(work, _signal, onTaken) {
        if (holder) onTaken();
        await holder;
        holder = work();
      },
      tell: (news) => {
        for (const listener of listeners) if (listener !== own) listener(news as readonly never[]);
      },
      hear: (listener) => {
        own = listener;
        listeners.add(listener);
      },
    };
  };
  return { page };
}

it("listens once for all pages of a browser; the next page goes on, and asks for what no one heard", async () => {
  const { page } = browser();
  const { line, open: onLine } = fakeLine();
  const first = open(onLine, { peers: page() });
  await vi.advanceTimersByTimeAsync(0);
  const second = open(onLine, { peers: page() });
  await vi.advanceTimersByTimeAsync(300);
  // What was told before it came.
  expect([first.heard.splice(0), second.heard.splice(0)]).toEqual([[], ["contents"]]);
  line.tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
  line.tell({ what: "shares" });
  await vi.advanceTimersByTimeAsync(300);
  expect([first.heard, second.heard.splice(0), second.lines()]).toEqual([["contents"], ["contents"], 0]);
  first.stop();
  await vi.advanceTimersByTimeAsync(0);
  line.tell({ what: "scope", id: "own", seq: 3, stamp: 0 });
  await vi.advanceTimersByTimeAsync(300);
  expect(second.heard).toEqual(["contents"]);
});

it("lets the next page listen at once when it is ended while it waits", async () => {
  const { page } = browser();
  const first = open(() => async () => Promise.reject(new ConnectionError("ask")), { peers: page() });
  await vi.advanceTimersByTimeAsync(60_000);
  const second = open(() => never, { peers: page() });
  first.stop();
  await vi.advanceTimersByTimeAsync(10);
  expect(second.lines()).toBe(1);
});

it("passes on nothing while the device is locked, and goes on afterwards", async () => {
  const { line, open: onLine } = fakeLine();
  let isShut = true;
  const { heard } = open(onLine, { isShut: () => isShut });
  await vi.advanceTimersByTimeAsync(0);
  line.tell({ what: "shares" });
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual([]);
  isShut = false;
  line.tell({ what: "shares" });
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(["contents"]);
});

it("lets the other pages hear nothing after it was ended", async () => {
  const { line, open: onLine } = fakeLine();
  const tell = vi.fn();
  const { stop } = open(onLine, { peers: { alone: (work) => work(), tell, hear: () => undefined } });
  await vi.advanceTimersByTimeAsync(0);
  stop();
  line.tell({ what: "shares" });
  expect(tell).not.toHaveBeenCalled();
});
