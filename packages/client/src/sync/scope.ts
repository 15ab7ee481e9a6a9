/**
 * One scope as this device knows it: its sealed records, its newest head, and the two ways they change, `pull` and `commit` (security design §4).
 *
 * Note: Pin. The highest head this device has verified is pinned and outlives the session. A server that goes back behind it, or tells another history, is refused.
 * A pin under an earlier key says only that the history must be longer: after a reset nobody can open the heads before it (security design §5).
 */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import type { Change, SealedRecord } from "@coffer/contract/record";
import { toHex } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { ClientError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KeyStore, RecordStore, StoredScope } from "../types.ts";
import { type Head, hashHead, openHead, verifyRoot } from "./head.ts";
import { nextState } from "./next-state.ts";
import { readPin, writePin } from "./pins.ts";
import { recordsOf, verifyHeads } from "./snapshot.ts";

export interface ScopeDeps {
  readonly call: Call;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  readonly deviceId: Uint8Array;
  readonly now: () => number;
  /** Flags that every head written from now on has. */
  readonly flags: () => Promise<number>;
}

/** What a write tells the server beside the changes. */
interface Write {
  readonly scope: string;
  readonly baseSeq: number;
  readonly head: string;
  readonly changes: readonly Change[];
}

/** Changes against the records as they are now, and the call that carries them. `flags` take the place of the head's, which otherwise stay. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly flags?: number;
  readonly send: (write: Write) => Promise<unknown>;
}

/** Another device may win the race this often before we give up and say so. */
const MAX_ATTEMPTS = 10;
const NO_KEYS = "Vault key not found. Please login again.";

export class Scope {
  readonly keys: ScopeKeys;
  readonly #deps: ScopeDeps;
  #state: StoredScope | null = null;
  #records = new Map<string, SealedRecord>();
  #loaded: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(keys: ScopeKeys, deps: ScopeDeps) {
    this.keys = keys;
    this.#deps = deps;
  }

  get records(): ReadonlyMap<string, SealedRecord> {
    return this.#records;
  }

  /** Reads what this device holds and asks nobody. @returns whether it holds anything; an empty vault that was pulled is something. */
  async load(): Promise<boolean> {
    this.#refuseClosed();
    await this.#loadOnce();
    return this.#state !== null;
  }

  /**
   * Brings this device up to date. What is asked for while there is nothing yet is answered by whichever pull comes first: a sign-in needs only one.
   * @throws IntegrityError when the answer contradicts what this device has seen; nothing is taken over then.
   */
  async pull(): Promise<void> {
    const hadNothing = !(await this.load());
    await this.#exclusive(async () => {
      if (!hadNothing || !this.#state) await this.#pull();
    });
  }

  /**
   * The one way to change records. When another device was faster, pulls and asks for the plan again.
   * @param plan - runs once per attempt, against `records` as they are then.
   * @returns the plan that was written, or that had nothing to write.
   * @throws AppError stale_head or stale_revision only when others were faster ten times; ClientError when the session is locked or over.
   */
  async commit<P extends Plan>(plan: () => Promise<P>): Promise<P> {
    return this.#upToDate(async () => {
      for (let attempt = 1; ; attempt++) {
        const planned = await plan();
        try {
          await this.#write(planned);
          return planned;
        } catch (error) {
          if (await this.#hasLanded(planned.changes, error)) return planned;
          const isOutrun = isOutdated(error) && attempt < MAX_ATTEMPTS && (await this.#catchUp());
          if (!isOutrun) throw error;
        }
      }
    });
  }

  async #write({ changes, flags, send }: Plan): Promise<void> {
    if (changes.length === 0 && flags === undefined) return;
    if (!this.#state) throw new ClientError(NO_KEYS);
    const { deviceId, now } = this.#deps;
    const { state, put, removed } = await nextState({
      keys: this.keys,
      state: this.#state,
      records: this.#records,
      changes,
      flags: flags ?? (await this.#openHead()).flags | (await this.#deps.flags()),
      deviceId,
      now: now(),
    });
    await send({ scope: this.keys.scopeId, baseSeq: state.seq - 1, head: state.head.head, changes });
    await this.#accept(state, put, removed);
  }

  /**
   * Takes over a change of what is not in the head: favourite, place, last use (decision N-42). Does nothing when the record is gone.
   * @param meta - the scope's counter of such changes, as the server answered it.
   */
  async patch(id: string, patch: Partial<SealedRecord>, meta: number): Promise<void> {
    await this.#upToDate(async () => {
      const record = this.#records.get(id);
      if (!record || !this.#state) return;
      // A gap means that another device changed something too: the next pull brings both.
      const state = meta === this.#state.meta + 1 ? { ...this.#state, meta } : this.#state;
      await this.#accept(state, [{ ...record, ...patch }], []);
    });
  }

  /** The session is locked or over: what is under way comes to its end, then key and records are forgotten; nothing new begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.keys.headKey.fill(0);
    this.keys.searchKey.fill(0);
    this.#records = new Map();
    this.#state = null;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new ClientError(NO_KEYS);
  }

  /** One after the other, on what this device holds; where that is nothing, on what a pull brings. */
  async #upToDate<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusive(async () => {
      if (!this.#state) await this.#pull();
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
    this.#loaded ??= this.#load();
    try {
      await this.#loaded;
    } catch (error) {
      this.#loaded = null; // what comes next begins anew: the connection, or the server, may have come to its senses
      throw error;
    }
  }

  async #load(): Promise<void> {
    const stored = await this.#deps.records.read(this.keys.scopeId);
    if (!stored) return;
    if (stored.state.epoch < this.keys.epoch) return this.#deps.records.clear(); // sealed under a key that was replaced
    this.#state = stored.state;
    this.#records = new Map(stored.records.map((record) => [record.id, record]));
  }

  async #pull(): Promise<void> {
    const pin = await readPin(this.#deps.keys, this.keys.scopeId);
    const isRekeyed = pin !== null && pin.epoch < this.keys.epoch;
    const state = this.#state;
    const known = state ? { since: state.seq, meta: state.meta } : {};
    const heads = state?.seq ?? (pin && !isRekeyed ? pin.seq - 1 : undefined);
    const reply = await this.#deps.call(api.vault.pull, { scope: this.keys.scopeId, ...known, ...(heads !== undefined && { heads }) });
    const head = await verifyHeads(this.keys, reply, { pin, state });
    const put = recordsOf(reply);
    const records = new Map(this.#records);
    for (const id of reply.tombstones) records.delete(id);
    for (const record of put) records.set(record.id, record);
    await verifyRoot(await openHead(this.keys, head.seq, head.head), records.values());
    const next = { seq: reply.scope.seq, meta: reply.scope.meta, epoch: reply.scope.epoch, head };
    await this.#accept(next, put, reply.tombstones);
  }

  /** @returns whether there was something new. */
  async #catchUp(): Promise<boolean> {
    const before = this.#state?.seq;
    await this.#pull();
    return this.#state?.seq !== before;
  }

  /** What the newest head says; see HEAD_FLAGS. */
  async flags(): Promise<number> {
    return this.#upToDate(async () => (await this.#openHead()).flags);
  }

  /** The same of the head that this device has, also in the middle of a write; none while there is no head. */
  async knownFlags(): Promise<number> {
    return this.#state ? (await this.#openHead()).flags : 0;
  }

  async #openHead(): Promise<Head> {
    if (!this.#state) throw new ClientError(NO_KEYS);
    return openHead(this.keys, this.#state.head.seq, this.#state.head.head);
  }

  async #accept(state: StoredScope, put: readonly SealedRecord[], removed: readonly string[]): Promise<void> {
    const hash = toHex(await hashHead(state.head.head));
    await writePin(this.#deps.keys, this.keys.scopeId, { seq: state.seq, hash, epoch: this.keys.epoch });
    await this.#deps.records.write(this.keys.scopeId, state, put, removed);
    const records = new Map(this.#records);
    for (const id of removed) records.delete(id);
    for (const record of put) records.set(record.id, record);
    this.#records = records;
    this.#state = state;
  }

  /** When the answer was lost on its way, the write may have happened all the same: asks the server before saying it failed. */
  async #hasLanded(changes: readonly Change[], error: unknown): Promise<boolean> {
    if (error instanceof AppError || error instanceof ClientError) return false;
    try {
      await this.#pull();
    } catch {
      return false; // still no connection: the caller throws the first error, which says more
    }
    return (
      changes.length > 0 &&
      changes.every((change) =>
        change.op === "put" ? this.#records.get(change.id)?.saveId === change.saveId : !this.#records.has(change.id),
      )
    );
  }
}

/** Refusals that another device's write explains: a newer head, or a record that is gone. */
const isOutdated = (error: unknown): boolean =>
  (["stale_head", "stale_revision", "not_found"] as const).some((code) => isRefusal(error, code));
