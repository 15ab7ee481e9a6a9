/**
 * The way of one device to the server, as bad as real ones are: it is cut for a while, and on a bad day a call is lost, or its answer; it arrives late, twice, or after
 * its sender has given it up; something between answers that it is busy.
 */
import { setTimeout as passes } from "node:timers/promises";
import type { Dice } from "./dice.ts";

export interface Way {
  isCut: boolean;
  /** Of a hundred calls, how many go wrong. */
  rough: number;
}

interface Around {
  readonly way: Way;
  readonly dice: Dice;
  readonly send: typeof fetch;
  readonly tell: (what: string) => void;
  /** Calls that arrive though no one waits for them any more. */
  readonly underway: Set<Promise<unknown>>;
}

const FAULTS = [
  "the call is lost",
  "the answer is lost",
  "the call arrives late",
  "it arrives twice",
  "busy",
  "busy, but it was done",
  "slow",
] as const;
const SLOW_MS = 12;
const LATE_MS = 40;

const broken = (): never => {
  throw new TypeError("fetch failed");
};
const gateway = (): Response => new Response("<html>Bad gateway</html>", { status: 502 });
const busy = (): Response => new Response(JSON.stringify({ success: false, code: "unavailable", message: "busy" }), { status: 503 });

export function roughNetwork({ way, dice, send, tell, underway }: Around): typeof fetch {
  /** It goes on though its sender is gone. */
  const go = (input: Parameters<typeof fetch>[0], init: RequestInit | undefined, afterMs = 0): Promise<Response> => {
    const going = (afterMs > 0 ? passes(afterMs) : Promise.resolve()).then(() => send(input, init));
    const done = going.catch(() => undefined).finally(() => underway.delete(done));
    underway.add(done);
    return going;
  };
  return async (input, init) => {
    if (way.isCut) return broken();
    const fault = dice.below(100) < way.rough ? dice.one(FAULTS) : undefined;
    if (fault && fault !== "slow") tell(`${init?.method ?? "GET"} ${new URL(String(input)).pathname.replace("/api", "")}: ${fault}`);
    switch (fault) {
      case "the call is lost":
        return broken();
      case "the answer is lost":
        await go(input, init);
        return broken();
      case "the call arrives late":
        void go(input, init, 1 + dice.below(LATE_MS)).catch(() => undefined);
        return broken();
      case "it arrives twice": {
        const [first, second] = [go(input, init), go(input, init, dice.below(SLOW_MS))];
        const [heard, other] = dice.below(2) === 0 ? [first, second] : [second, first];
        other.catch(() => undefined);
        await other.catch(() => undefined);
        return heard;
      }
      case "busy":
        return dice.below(2) === 0 ? busy() : gateway();
      case "busy, but it was done":
        await go(input, init);
        return gateway();
      case "slow":
        await passes(dice.below(SLOW_MS));
        return go(input, init);
      case undefined:
        return go(input, init);
    }
  };
}
