/**
 * One scope as this device knows it: its sealed records, its newest head, and the two ways they change, `pull` and `commit` (security design §4).
 *
 * Note: Pin. The highest head this device has verified is pinned and outlives the session. A server that goes back behind it, or tells another history, is refused:
 * what this device holds stays readable, nothing is written, and a repair (vault/repair.ts) leads on.
 * A pin under an earlier key says only that the history must be longer: after a reset nobody can open the heads before it (security design §5).
 */
import type { SharedScope } from "@coffer/contract/vault";
import { type IntegrityError, NoKeysError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { EarlyPull } from "./early-pull.ts";
import { LocalCache } from "./local-cache.ts";
import { type HeadContents, type NextState, stateWith } from "./next-state.ts";
import { readPin } from "./pins.ts";
import { Puller } from "./puller.ts";
import type { Renewal } from "./renewed-history.ts";
import { planRepair, type RepairPlan, repair } from "./repair.ts";
import { isOutdated, type Plan, pauseAfter, type ScopeDeps, type WholeScope, type WriteStart } from "./scope-deps.ts";
import { Writer } from "./writer.ts";

/** Another device may win the race this often before we give up and say so. */
const MAX_ATTEMPTS = 10;

export class Scope {
  readonly keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #kept: LocalCache;
  readonly #puller: Puller;
  readonly #writer: Writer;
  #loaded: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #early = new EarlyPull();

  constructor(keys: ScopeKeys, deps: ScopeDeps) {
    this.keys = keys;
    this.#deps = deps;
    this.#kept = new LocalCache(keys, deps);
    this.#puller = new Puller(keys, deps, this.#kept);
    this.#writer = new Writer(keys, deps, this.#kept, this.#puller);
  }

  /** Live ones. */
  get records(): ReadonlyMap<string, KnownRecord> {
    return this.#kept.table.live;
  }

  get trashed(): ReadonlyMap<string, KnownRecord> {
    return this.#kept.table.trashed;
  }

  /** What the account knows of others, wrapped; null where there is nothing. Of the personal scope. */
  get trust(): string | null {
    return this.#kept.state?.trust ?? null;
  }

  /** The shared scopes that the last pull told of. Of the personal scope. */
  get shared(): readonly SharedScope[] {
    return this.#puller.scopes;
  }

  /** The seq this device has; 0 for nothing. */
  get seq(): number {
    return this.#kept.state?.seq ?? 0;
  }

  /** Why the server's last answer was refused; nothing is written until one is believed again, or the history is repaired. */
  get trouble(): IntegrityError | null {
    return this.#puller.trouble;
  }

  /** Reads what this device holds and asks nobody. @returns whether it holds anything; an empty vault that was pulled is something. */
  async load(): Promise<boolean> {
    this.#refuseClosed();
    await this.#loadOnce();
    return this.#kept.state !== null;
  }

  /**
   * Brings this device up to date. What is asked for while there is nothing yet is answered by whichever pull comes first: a sign-in needs only one.
   * @throws IntegrityError when the answer contradicts what this device has seen; nothing is taken over then.
   */
  async pull(): Promise<void> {
    return this.#early.take(this.#deps.now()) ?? this.#bringUpToDate();
  }

  /** Begins what the next `pull` will ask for in any case, and which then takes its answer. Never fails: that one does. */
  pullEarly = (): void => this.#early.begin(this.#bringUpToDate(), this.#deps.now());

  async #bringUpToDate(): Promise<void> {
    const hadNothing = !(await this.load());
    await this.#exclusive(async () => (hadNothing && this.#kept.state ? undefined : this.#pull()));
  }

  /** Writes what was pulled to this device's store; see `Kept.keep`. */
  persist = (): Promise<void> => this.#kept.persist();

  /**
   * The one way to change records and what the head says. When another device was faster, pulls and asks for the plan again.
   * @param plan - runs once per attempt, against `records` and `trashed` as they are then, and gets what the newest head says.
   * @returns the plan that was written, or that had nothing to write.
   * @throws AppError stale_head or stale_revision only when others were faster ten times; IntegrityError while there is `trouble`; ClientError when the session
   *   is locked or over.
   */
  async commit<P extends Plan>(plan: (says: HeadContents) => Promise<P>): Promise<P> {
    return this.#upToDate(async () => {
      if (this.trouble) throw this.trouble;
      for (let attempt = 1; ; attempt++) {
        const says = await this.#writer.headContents();
        let sent: { readonly planned: P; readonly next: NextState } | null = null;
        try {
          const planned = await plan(says);
          if (planned.changes.length === 0 && !planned.contents && planned.trust === undefined) return planned;
          sent = { planned, next: await this.#writer.next(planned, says) };
          await this.#writer.send(planned, sent.next);
          return planned;
        } catch (error) {
          if (sent && (await this.#writer.hasLanded(sent.planned.changes, sent.next, error, () => this.#pull()))) return sent.planned;
          if (!isOutdated(error) || attempt === MAX_ATTEMPTS) throw error;
          await this.#deps.pause(pauseAfter(attempt, this.#deps.randomFraction));
          if (!(await this.#catchUp())) throw error;
        }
      }
    });
  }

  /**
   * A write that concerns another scope too. Nothing else happens here meanwhile.
   * @param work - sends it, and says what it sent, which is taken over then; null where this scope is another one afterwards.
   * @throws IntegrityError while there is `trouble`.
   */
  async commitTogether(work: (now: WriteStart) => Promise<NextState | null>): Promise<void> {
    await this.#upToDate(async () => {
      if (this.trouble) throw this.trouble;
      const [now, says] = [this.#writer.writeStart(), await this.#writer.headContents()];
      const next = await work({
        state: now.state,
        deviceId: now.deviceId,
        records: [...now.table.all()],
        headAfter: (changed) => stateWith({ ...now, ...says }, changed),
      });
      if (!next) return;
      await this.#kept.accept(next);
      await this.#kept.persist();
    });
  }

  /** With everything there is, up to date, and nothing else happening here meanwhile: for what puts something else in its place. */
  async withWholeScope<T>(work: (whole: WholeScope) => Promise<T>): Promise<T> {
    return this.#exclusive(async () => {
      await this.#pull();
      const { state, table } = this.#kept;
      if (!state) throw new NoKeysError();
      return work({ head: state.head, trustText: state.trust ?? null, records: [...table.all()], ...(await this.#writer.headContents()) });
    });
  }

  /** What a repair would do; asks the server for everything. */
  async planRepair(): Promise<RepairPlan> {
    return this.#exclusive(async () => planRepair(await this.#repairing()));
  }

  /** Begins the history anew; see repair.ts. Only while there is `trouble`, and after the person has said so. */
  async repair(): Promise<void> {
    await this.#exclusive(async () => {
      if (!this.trouble) return;
      await repair(await this.#repairing());
      this.#puller.trouble = null;
    });
  }

  /** That another device has begun the history anew; said once. */
  takeRenewal(): Renewal | null {
    return this.#puller.takeRenewal();
  }

  async #repairing() {
    return { keys: this.keys, deps: this.#deps, kept: this.#kept, pin: await readPin(this.#deps.keys, this.keys.scopeId) };
  }

  /** Notes when a record was used; no head vouches for that. Does nothing when it is gone. @param at - milliseconds since 1970, by the server's clock. */
  async noteUse(id: string, at: number): Promise<void> {
    await this.#upToDate(() => this.#kept.noteUse(id, at));
  }

  /** What the head that this device has says, also in the middle of a write; none while there is no head. */
  async knownFlags(): Promise<number> {
    return this.#kept.state ? (await this.#kept.head()).flags : 0;
  }

  /** What the newest head says; see HEAD_FLAGS. */
  async flags(): Promise<number> {
    return this.#upToDate(async () => (await this.#kept.head()).flags);
  }

  /** How often the account's credentials and its recovery key were replaced, by the newest head. */
  async epochs(): Promise<HeadContents["epochs"]> {
    return this.#upToDate(async () => (await this.#writer.headContents()).epochs);
  }

  /** The session is locked or over: what is under way comes to its end, then key and records are forgotten; nothing new begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.keys.headKey.fill(0);
    this.#kept.forget();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new NoKeysError();
  }

  /** One after the other, on what this device holds; where that is nothing, on what a pull brings. */
  async #upToDate<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusive(async () => {
      if (this.#kept.needsAll) await this.#pull();
      return work();
    });
  }

  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseClosed();
    const run = this.#last.then(() => this.#loadOnce()).then(work);
    this.#last = run.catch(() => undefined); // the caller gets the error; the queue goes on
    return run;
  }

  async #loadOnce(): Promise<void> {
    this.#loaded ??= this.#kept.load();
    try {
      await this.#loaded;
    } catch (error) {
      this.#loaded = null; // what comes next begins anew: the connection, or the server, may have come to its senses
      throw error;
    }
  }

  async #pull(): Promise<void> {
    const head = await this.#puller.pull();
    if (head.version === 1) await this.#writer.signUnsignedHistory();
  }

  /** @returns whether there was something new. */
  async #catchUp(): Promise<boolean> {
    const before = this.#kept.state?.seq;
    return this.#pull().then(() => this.#kept.state?.seq !== before);
  }
}
