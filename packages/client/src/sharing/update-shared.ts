/**
 * Brings the open shared scopes up to date: own ones first, and then those of others, a few at a time. What others have put under a next key was asked for before (shared-scopes.ts),
 * out of the same number of calls: of half of them at most.
 *
 * Note: Calls for others. Anyone can share hundreds of items with this account, and change them as often as they like: each is a scope, which is pulled with a call of its own.
 * So what others share gets half of the calls that the server takes in a minute, each person's in turn, and where the server has no time for it, this account's own items
 * are up to date all the same. What is left comes with the next pull.
 */
import type { SharedScope } from "@coffer/contract/vault";
import { isNoAnswer } from "../failures.ts";
import type { Scope } from "../sync/scope.ts";
import type { ShareTrouble } from "./context.ts";

/** The server takes 300 calls of a session (apps/server http/limits.ts). */
const CALLS_A_MINUTE = 150;
const MINUTE_MS = 60_000;
/** As many as a browser has connections. */
const AT_ONCE = 6;

/** See Note: Calls for others. */
class CallsForOthers {
  #from = Number.NEGATIVE_INFINITY;
  #left = 0;
  #isOver = false;

  /** Of a pull. */
  begin(): void {
    this.#isOver = false;
  }

  /** Until the next pull. */
  stop(): void {
    this.#isOver = true;
  }

  /** @param kept - stay for others @returns whether there is one */
  take(now: number, kept: number): boolean {
    if (now < this.#from || now - this.#from >= MINUTE_MS) [this.#from, this.#left] = [now, CALLS_A_MINUTE];
    return !this.#isOver && this.#left > kept && this.#left-- > 0;
  }
}

interface Listed {
  readonly scope: Scope;
  /** As the server lists it. */
  readonly one: SharedScope;
}

const isOwn = ({ scope }: Pick<Listed, "scope">): boolean => scope.keys.rights.isOwner;

export class SharedUpdates {
  readonly #troubles: Map<string, ShareTrouble>;
  readonly #calls = new CallsForOthers();

  constructor(troubles: Map<string, ShareTrouble>) {
    this.#troubles = troubles;
  }

  begin(): void {
    this.#calls.begin();
  }

  /**
   * A call for what another person shares. @returns its result; null where no call is left, or the server did not answer: what is here stays, and where nothing is, the
   * Sharing Center says that it is not loaded
   * @param kept - calls that stay for what is updated afterwards
   * @throws what the server answers
   */
  async ask<T>({ scope, one }: Listed, now: number, call: () => Promise<T>, kept = CALLS_A_MINUTE / 2): Promise<T | null> {
    const mark = (): null => {
      if (scope.seq === 0 && !this.#troubles.has(one.id))
        this.#troubles.set(one.id, { code: "not-loaded", sharedBy: scope.keys.rights.sharedBy });
      return null;
    };
    if (!this.#calls.take(now, kept)) return mark();
    return call().catch((error: unknown) => {
      if (!isNoAnswer(error)) throw error;
      this.#calls.stop();
      return mark();
    });
  }

  /**
   * @returns those that are not trusted
   * @throws ConnectionError or AppError without an answer about an own one
   */
  async all(open: readonly Listed[], now: number): Promise<ReadonlySet<SharedScope>> {
    const doubtful = new Set<SharedScope>();
    const update = async (listed: Listed): Promise<void> => {
      if (!(await this.#update(listed, now))) doubtful.add(listed.one);
    };
    await Promise.all(open.filter(isOwn).map(update));
    const others = inTurns(
      open.filter((listed) => !isOwn(listed)),
      ({ scope }) => scope,
    );
    await Promise.all(Array.from({ length: AT_ONCE }, () => oneAfterTheOther(others, update)));
    return doubtful;
  }

  /** @returns whether it is trusted */
  async #update(listed: Listed, now: number): Promise<boolean> {
    const { scope, one } = listed;
    const isSame = scope.seq === one.seq && scope.keys.epoch === one.epoch && !scope.trouble;
    // Its owner has repaired it, or a save has brought it.
    if (isSame && (isOwn(listed) || this.#isWaiting(one))) this.#troubles.delete(one.id);
    if (isSame) return true;
    // Under the key of before, while what is under the next one could not be loaded.
    if (!isOwn(listed) && scope.keys.epoch < one.epoch) return true;
    const pull = async (): Promise<true> => {
      await scope.pull();
      void scope.persist();
      this.#troubles.delete(one.id);
      return true;
    };
    try {
      await (isOwn(listed) ? pull() : this.ask(listed, now, pull, 0));
      return true;
    } catch (error) {
      if (isNoAnswer(error)) throw error;
      this.#troubles.set(one.id, { code: "not-believed", sharedBy: scope.keys.rights.sharedBy });
      return false;
    }
  }

  #isWaiting({ id }: SharedScope): boolean {
    return this.#troubles.get(id)?.code === "not-loaded";
  }
}

async function oneAfterTheOther<T>(waiting: T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
}

/** One of each person's, and then the next of each; own ones, and what is not open, with the first. */
export function inTurns<T>(all: readonly T[], scopeOf: (one: T) => Pick<Scope, "keys"> | undefined): T[] {
  const turns = new Map<string | null | undefined, number>();
  const inTurn = all.map((one) => {
    const person = scopeOf(one)?.keys.rights.sharedBy;
    const turn = turns.get(person) ?? 0;
    turns.set(person, person ? turn + 1 : 0);
    return [turn, one] as const;
  });
  return inTurn.toSorted(([one], [other]) => one - other).map(([, one]) => one);
}
