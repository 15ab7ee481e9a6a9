/** Which shared scopes are pulled, in which order, and what an unanswered call means. */
import { AppError } from "@coffer/contract/errors";
import type { SharedScope } from "@coffer/contract/vault";
import { describe, expect, it } from "vitest";
import { IntegrityError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import type { ShareTrouble } from "./context.ts";
import { inTurns, SharedUpdates } from "./update-shared.ts";

interface Made {
  readonly scope: Scope;
  readonly one: SharedScope;
}
interface Told {
  readonly epoch?: number;
  /** Of what this device has; 0 for nothing. */
  readonly seq?: number;
  readonly answer?: (id: string) => Promise<void>;
}

const pulled: string[] = [];
const underway = { now: 0, most: 0 };

/** A scope that has a newer head at the server. @param sharedBy - null for an own one */
function aScope(id: string, sharedBy: string | null, { epoch = 1, seq = 0, answer = async () => undefined }: Told = {}): Made {
  const rights = { isOwner: sharedBy === null, sharedBy };
  const scope = {
    ...{ keys: { epoch: 1, rights }, seq, trouble: null, persist: async () => undefined },
    pull: async () => {
      pulled.push(id);
      underway.most = Math.max(underway.most, ++underway.now);
      await new Promise((resume) => setTimeout(resume));
      underway.now--;
      await answer(id);
      Object.assign(scope, { seq: 2 });
    },
  };
  return { scope: scope as unknown as Scope, one: { id, seq: 2, epoch } as SharedScope };
}

const some = (count: number, by: string, told?: Told): Made[] => Array.from({ length: count }, (_, at) => aScope(`${by} ${at}`, by, told));

function openUpdates() {
  pulled.length = 0;
  Object.assign(underway, { now: 0, most: 0 });
  const troubles = new Map<string, ShareTrouble>();
  const updates = new SharedUpdates(troubles);
  const pull = (open: readonly Made[], now: number) => {
    updates.begin();
    return updates.all(open, now);
  };
  return { updates, troubles, pull };
}
const limited = async (): Promise<never> => {
  throw new AppError("rate_limited");
};

describe("what others share", () => {
  it("is pulled after the own scopes, a few at a time, one of each person's in turn", async () => {
    const { pull } = openUpdates();
    await pull([...some(30, "eve"), aScope("own", null), ...some(2, "ann")], 0);
    expect(pulled[0]).toBe("own");
    expect(pulled.slice(1, 6)).toEqual(["eve 0", "ann 0", "eve 1", "ann 1", "eve 2"]);
    expect(underway.most).toBe(6);
  });

  it("gets half of a minute's calls, and the rest in the next minute", async () => {
    const { pull, troubles } = openUpdates();
    const all = [...some(400, "eve"), ...some(1, "ann")];
    await pull(all, 0);
    expect(pulled).toHaveLength(150);
    expect(pulled).toContain("ann 0");
    expect([troubles.size, troubles.get("eve 399")]).toEqual([251, { code: "not-loaded", sharedBy: "eve" }]);
    await pull(all, 59_999);
    expect(pulled).toHaveLength(150);
    await pull(all, 60_000);
    await pull(all, 120_000);
    expect([pulled.length, new Set(pulled).size, troubles.size]).toEqual([401, 401, 0]);
  });

  it("under next keys is asked for in turn as well, and leaves half of the calls for what else has changed", async () => {
    const { updates, troubles } = openUpdates();
    const asked: string[] = [];
    updates.begin();
    for (const listed of inTurns([...some(150, "eve"), aScope("own", null), ...some(50, "dan")], ({ scope }) => scope))
      await updates.ask(listed, 0, async () => asked.push(listed.one.id));
    expect(asked.slice(0, 6)).toEqual(["eve 0", "own", "dan 0", "eve 1", "dan 1", "eve 2"]);
    expect([asked.length, troubles.size]).toEqual([75, 126]);
    await updates.all([...some(150, "eve"), ...some(1, "ann")], 0);
    expect([pulled.length, pulled.slice(0, 2)]).toEqual([75, ["eve 0", "ann 0"]]);
  });

  it("fails no pull where the server does not answer, and is asked for no more in that one", async () => {
    const { pull, troubles } = openUpdates();
    const all = [aScope("own", null), ...some(150, "eve", { answer: limited })];
    expect(await pull(all, 0)).toEqual(new Set());
    expect(pulled.length).toBeLessThanOrEqual(1 + 6);
    expect(troubles.size).toBe(150);
    // What is here stays as it is, and is only older.
    const { pull: pullMore, troubles: more } = openUpdates();
    expect(await pullMore(some(1, "eve", { seq: 1, answer: limited }), 0)).toEqual(new Set());
    expect(more.size).toBe(0);
    await expect(pull([aScope("other own", null, { answer: limited })], 0)).rejects.toThrow("Too many attempts");
  });

  it("stays under the key of before while what is under the next one is not here", async () => {
    const { pull } = openUpdates();
    expect(await pull(some(1, "eve", { epoch: 2 }), 0)).toEqual(new Set());
    expect(pulled).toEqual([]);
  });

  it("is not believed where the answer contradicts what is here", async () => {
    const { pull, troubles } = openUpdates();
    const contradicts = async (): Promise<never> => {
      throw new IntegrityError("omitted");
    };
    const [one] = some(1, "eve", { answer: contradicts });
    expect(await pull(one ? [one] : [], 0)).toEqual(new Set([one?.one]));
    expect(troubles.get("eve 0")).toEqual({ code: "not-believed", sharedBy: "eve" });
  });
});
