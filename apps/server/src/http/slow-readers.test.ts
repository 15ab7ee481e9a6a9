/** Who is cut off for whom: readers with a clock of their own. */
import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSlowReaders } from "./slow-readers.ts";

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const MIB = 1_048_576;

/** A reply whose reader takes so much in a minute. */
function reader(speed: number) {
  const one = { speed, total: 0, error: undefined as unknown };
  const pieces = {
    taken: () => one.total,
    destroy: (error: Error) => {
      one.error = error;
    },
  };
  return Object.assign(one, { pieces });
}
type Reader = ReturnType<typeof reader>;

/** Second by second. */
function pass(ms: number, ...all: readonly Reader[]): void {
  for (let second = 0; second < ms / 1_000; second++) {
    now += 1_000;
    for (const one of all) one.total += one.speed / 60;
    vi.advanceTimersByTime(1_000);
  }
}

/** Someone waits for a place as long as `run` takes. */
async function whileWaiting(readers: ReturnType<typeof createSlowReaders>, who: string | null, run: () => void): Promise<void> {
  const place = new EventEmitter();
  const waiting = readers.wait(once(place, "free"), who);
  run();
  place.emit("free");
  await waiting;
}

const TOO_SLOW = expect.objectContaining({ code: "too_slow" });
const open = () => createSlowReaders(MINUTE, () => now);

describe("a reader for whom others wait", () => {
  it.each([
    ["who takes two mebibytes in a minute", 2.05 * MIB, undefined],
    ["who takes less", 1.95 * MIB, TOO_SLOW],
    ["who takes nothing", 0, TOO_SLOW],
  ])("%s", async (_, speed, error) => {
    const [readers, one] = [open(), reader(speed)];
    readers.hold(one.pieces, "eve");
    await whileWaiting(readers, null, () => pass(5 * MINUTE, one));
    expect(one.error).toEqual(error);
  });

  it("has a minute first, and all the time there is where no one waits", async () => {
    const [readers, one] = [open(), reader(0)];
    readers.hold(one.pieces, "eve");
    await whileWaiting(readers, null, () => pass(MINUTE - 1_000, one));
    expect(one.error).toBeUndefined();
    pass(60 * MINUTE, one);
    expect(one.error).toBeUndefined();
    await whileWaiting(readers, null, () => pass(1_000, one));
    expect(one.error).toEqual(TOO_SLOW);
  });

  it("is judged by the last minute: who was fast may have stopped, and who was slow may read now", async () => {
    const [readers, stopped, started] = [open(), reader(100 * MIB), reader(0)];
    for (const one of [stopped, started]) readers.hold(one.pieces, "eve");
    pass(10 * MINUTE, stopped, started);
    [stopped.speed, started.speed] = [0, 10 * MIB];
    pass(2 * MINUTE, stopped, started);
    await whileWaiting(readers, null, () => pass(2_000, stopped, started));
    expect([stopped.error, started.error]).toEqual([TOO_SLOW, undefined]);
  });

  it("is cut off before those who are faster", async () => {
    const readers = open();
    const all = [reader(1.5 * MIB), reader(MIB), reader(1.2 * MIB)];
    const letGo = all.map((one) => readers.hold(one.pieces, "eve"));
    pass(2 * MINUTE, ...all);
    await whileWaiting(readers, null, () => pass(1_000, ...all));
    expect(all.map(({ error }) => error)).toEqual([undefined, TOO_SLOW, undefined]);
    letGo[1]?.();
    await whileWaiting(readers, null, () => pass(1_000, ...all));
    expect(all.map(({ error }) => error)).toEqual([undefined, TOO_SLOW, TOO_SLOW]);
  });

  it("keeps the place where only another account's would help", async () => {
    const [readers, fay, eve] = [open(), reader(0), reader(MIB)];
    readers.hold(fay.pieces, "fay");
    readers.hold(eve.pieces, "eve");
    await whileWaiting(readers, "eve", () => pass(3 * MINUTE, fay, eve));
    expect([fay.error, eve.error]).toEqual([undefined, TOO_SLOW]);
  });

  it("is left alone once the reply is read, and once no one waits any more", async () => {
    const [readers, done, left] = [open(), reader(0), reader(0)];
    readers.hold(done.pieces, "eve")();
    readers.hold(left.pieces, "eve");
    await expect(readers.wait(Promise.reject(new Error("gone")), null)).rejects.toThrow("gone");
    pass(5 * MINUTE, done, left);
    expect(left.error).toBeUndefined();
    await whileWaiting(readers, null, () => pass(5 * MINUTE, done, left));
    expect([done.error, left.error]).toEqual([undefined, TOO_SLOW]);
  });
});
