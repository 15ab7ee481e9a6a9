/**
 * One scope on this device: its sealed records, its newest head, and the two ways they change, `pull` and `commit` (security design §4).
 *
 * Note: Pin. The highest verified head is pinned and outlives the session. A server that goes back behind it, or shows another history, is
 * refused: what this device has stays readable, nothing is written, and a repair (vault/repair.ts) is the way out. A pin under an earlier
 * key only says that the history must be longer: after a reset the earlier heads can no longer be opened (security design §5). */
import type { SharedScope } from "@coffer/contract/vault";
import { type IntegrityError, NoKeysError } from "../errors.ts";
import { isUnanswered } from "../failures.ts";
import type { ScopeKeys } from "../keyring.ts";
import { loadPart } from "../lazy-load.ts";
import type { KnownRecord, StoredScope } from "../types.ts";
import { EarlyPull } from "./early-pull.ts";
import { LocalCache } from "./local-cache.ts";
import { type HeadContents, type NextState, stateWith } from "./next-state.ts";
import { readPin } from "./pins.ts";
import { Puller } from "./puller.ts";
import type { RepairPlan } from "./repair.ts";
import { isOutdated, type Plan, pauseAfter, type ScopeDeps, type WholeScope, type WriteStart } from "./scope-deps.ts";
import { type Sent, Writer } from "./writer.ts";

/** Another device may be faster this often before the write fails. */
const MAX_ATTEMPTS = 10;

export class Scope {
  readonly keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  readonly #cache: LocalCache;
  readonly #puller: Puller;
  readonly #writer: Writer;
  #loaded: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #early = new EarlyPull();
  /** Trust stores that a pull has put a newer one in place of, until what they had is looked at (sharing/lost-keys.ts). Personal scope only. */
  readonly replaced = new Set<string>();

  constructor(keys: ScopeKeys, deps: ScopeDeps) {
    this.keys = keys;
    this.#deps = deps;
    this.#cache = new LocalCache(keys, deps);
    this.#puller = new Puller(keys, deps, this.#cache, this.replaced);
    this.#writer = new Writer(keys, deps, this.#cache, this.#puller);
  }

  /** Live records. */
  get records(): ReadonlyMap<string, KnownRecord> {
    return this.#cache.table.live;
  }

  get trashed(): ReadonlyMap<string, KnownRecord> {
    return this.#cache.table.trashed;
  }

  /** The wrapped trust store; null if there is none. Personal scope only. */
  get trust(): string | null {
    return this.#cache.state?.trust ?? null;
  }

  /** The shared scopes in the last pull. Personal scope only. */
  get shared(): readonly SharedScope[] {
    return this.#puller.scopes;
  }

  /** The seq of this device; 0 for nothing. */
  get seq(): number {
    return this.#cache.state?.seq ?? 0;
  }

  /** Names the state that this device holds, as `headName` does; null while it holds nothing. */
  get head(): string | null {
    return this.#cache.headName;
  }

  /** The newest state that this device has verified; null while it holds nothing. */
  get held(): StoredScope | null {
    return this.#cache.state;
  }

  /** See `LocalCache.rememberHeads`. */
  rememberHeads = (hashes: readonly string[]): void => this.#cache.rememberHeads(hashes);

  /** Why the server's last answer was refused; nothing is written until an answer verifies or the history is repaired. */
  get trouble(): IntegrityError | null {
    return this.#puller.trouble;
  }

  /** What this device has is kept as it is, until an answer verifies. */
  refuse = (why: IntegrityError): void => void Object.assign(this.#puller, { trouble: why });

  /** Loads what this device has cached, without the server. @returns whether there is anything; an empty vault that was pulled counts. */
  async load(): Promise<boolean> {
    this.#refuseClosed();
    await this.#loadOnce();
    return this.#cache.state !== null;
  }

  /** Brings this device up to date. While it has nothing, several callers share one pull. @throws IntegrityError; nothing is accepted then. */
  pull = async (): Promise<void> => this.#early.take(this.#deps.now()) ?? this.#bringUpToDate();

  /** Starts the pull that the next `pull` will use. Never fails itself; that `pull` does. */
  pullEarly = (): void => this.#early.begin(this.#bringUpToDate(), this.#deps.now());

  async #bringUpToDate(): Promise<void> {
    const hadNothing = !(await this.load());
    await this.#exclusive(async () => (hadNothing && this.#cache.state ? undefined : this.#pull()));
  }

  /** Writes what was pulled to this device's store; see `LocalCache.persist`. */
  persist = (): Promise<void> => this.#cache.persist();

  /**
   * The only way to change records and the contents of the head. If another device was faster, pulls and asks for the plan again.
   * @param plan - runs once per attempt, against the current `records` and `trashed`, and gets the contents of the newest head.
   * @returns the plan that was written, or that had nothing to write.
   * @throws AppError stale_head or stale_revision only after ten lost races; IntegrityError while there is `trouble`; ClientError when the
   * session is locked or over.
   */
  async commit<P extends Plan>(plan: (contents: HeadContents) => Promise<P>): Promise<P> {
    return this.#upToDate(async () => {
      if (this.trouble) throw this.trouble;
      for (let attempt = 1; ; attempt++) {
        const contents = await this.#writer.headContents();
        let sent: Sent<P> | null = null;
        try {
          const planned = await plan(contents);
          if (planned.changes.length === 0 && !planned.contents && planned.trust === undefined) return planned;
          sent = { planned, next: await this.#writer.next(planned, contents) };
          await this.#writer.send(planned, sent.next);
          return planned;
        } catch (error) {
          const isOld = isOutdated(error) && attempt < MAX_ATTEMPTS;
          if (isOld) await this.#deps.pause(pauseAfter(attempt, this.#deps.randomFraction));
          const isNew = isOld ? await this.#catchUp() : sent && isUnanswered(error) && (await this.#catchUp().catch(() => false));
          // Its answer was lost, or this is the answer to a second copy of it: planned again it would be another save.
          if (isNew && sent && this.#writer.hasLanded(sent)) return sent.planned;
          if (!isOld || !isNew) throw error;
        }
      }
    });
  }

  /**
   * A write that concerns another scope too. This scope is locked for its duration.
   * @param work - sends the write and returns the resulting state, which is then accepted; null if this scope is replaced.
   * @throws IntegrityError while there is `trouble`.
   */
  async commitTogether(work: (now: WriteStart) => Promise<NextState | null>): Promise<void> {
    await this.#upToDate(async () => {
      if (this.trouble) throw this.trouble;
      const [now, contents] = [this.#writer.writeStart(), await this.#writer.headContents()];
      const next = await work({
        state: now.state,
        deviceId: now.deviceId,
        records: [...now.table.all()],
        headAfter: (changed) => stateWith({ ...now, ...contents }, changed),
      });
      if (!next) return;
      await this.#cache.accept(next);
      await this.#cache.persist();
    });
  }

  /** Runs with everything in the scope, up to date and locked: for work that replaces it. */
  async withWholeScope<T>(work: (whole: WholeScope) => Promise<T>): Promise<T> {
    return this.#exclusive(async () => {
      await this.#pull();
      const { state, table } = this.#cache;
      if (!state) throw new NoKeysError();
      return work({ head: state.head, trustText: state.trust ?? null, records: [...table.all()], ...(await this.#writer.headContents()) });
    });
  }

  /** What a repair would do; asks the server for everything. */
  planRepair = (): Promise<RepairPlan> =>
    this.#exclusive(async () => (await loadPart(() => import("./repair.ts"))).planRepair(await this.#repairing()));

  /** Restarts the history; see repair.ts. On the user's request, and only while there is `trouble`. @param kept - sealed for it; then without trouble too */
  async repair(kept?: readonly KnownRecord[]): Promise<void> {
    await this.#exclusive(async () => {
      if (!this.trouble && !kept) return;
      const { repair } = await loadPart(() => import("./repair.ts"));
      await repair(await this.#repairing(), this.trouble?.code === "overstepped", kept);
      this.#puller.trouble = null;
    });
  }

  async #repairing() {
    return { keys: this.keys, deps: this.#deps, cache: this.#cache, pin: await readPin(this.#deps.keys, this.keys.scopeId) };
  }

  /** Notes when a record was used; heads do not cover that. Does nothing if it is gone. @param at - milliseconds since 1970, by the server's clock. */
  noteUse = (id: string, at: number): Promise<void> => this.#upToDate(() => this.#cache.noteUse(id, at));

  /** The flags of the head on this device, even during a write; 0 while there is no head. */
  knownFlags = async (): Promise<number> => (this.#cache.state ? (await this.#cache.head()).flags : 0);

  /** The flags of the newest head; see HEAD_FLAGS. */
  flags = (): Promise<number> => this.#upToDate(async () => (await this.#cache.head()).flags);

  /** How often the account's credentials and its recovery key were replaced, according to the newest head. */
  epochs = (): Promise<HeadContents["epochs"]> => this.#upToDate(async () => (await this.#writer.headContents()).epochs);

  /** After a lock or sign-out: work in progress finishes, then key and records are forgotten; nothing new starts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.keys.headKey.fill(0);
    this.#cache.forget();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new NoKeysError();
  }

  /** One after the other, on the cached state; if there is none, after a pull. */
  readonly #upToDate = <T>(work: () => Promise<T>): Promise<T> =>
    this.#exclusive(async () => {
      if (this.#cache.needsAll) await this.#pull();
      return work();
    });

  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseClosed();
    const run = this.#last.then(() => this.#loadOnce()).then(work);
    this.#last = run.catch(() => undefined); // the caller gets the error; the queue goes on
    return run;
  }

  async #loadOnce(): Promise<void> {
    this.#loaded ??= this.#cache.load();
    try {
      await this.#loaded;
    } catch (error) {
      this.#loaded = null; // the next call loads again: the connection or the server may have recovered
      throw error;
    }
  }

  async #pull(): Promise<void> {
    const head = await this.#puller.pull();
    if (head.version === 1) await this.#writer.signUnsignedHistory();
  }

  /** @returns whether there was something new. */
  readonly #catchUp = (before = this.#cache.state?.seq): Promise<boolean> => this.#pull().then(() => this.#cache.state?.seq !== before);
}
