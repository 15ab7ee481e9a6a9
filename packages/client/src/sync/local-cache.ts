/** This device's cache of one scope, in memory and in its store: records, newest head, pin. It only accepts what was verified. */
import { toHex } from "@coffer/crypto";
import { NoKeysError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KeyStore, KnownRecord, RecordStore, StoredScope } from "../types.ts";
import { type Head, hashHead, openHead } from "./head.ts";
import type { Digests } from "./head-entries.ts";
import { loadSharedRules } from "./load-shared-rules.ts";
import { headName, writePin } from "./pins.ts";
import { type Changed, RecordTable } from "./record-table.ts";
import { KEPT_HASHES } from "./snapshot.ts";
import { readStored } from "./stored-scope.ts";

export interface LocalCacheDeps {
  readonly keys: KeyStore;
  readonly records: RecordStore;
}

/** A verified state, and how it differs from the cached one. */
interface Next {
  readonly state: StoredScope;
  readonly changed: Changed;
  readonly digests: Digests;
}

/** Stored by a version that did not know who made what. */
const lacksMakers = ({ rights }: ScopeKeys, records: readonly KnownRecord[]): boolean =>
  rights.kind !== "personal" && records.some(({ makerId }) => makerId === undefined);

export class LocalCache {
  readonly #keys: ScopeKeys;
  readonly #deps: LocalCacheDeps;
  #table = new RecordTable();
  #state: StoredScope | null = null;
  #head: Head | null = null;
  #isPartial = false;
  /** What the store does not have yet; null if it has everything. */
  #unwritten: Changed | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** Whether the store has the scope under an earlier key. */
  #isStoredBefore = false;

  constructor(keys: ScopeKeys, deps: LocalCacheDeps) {
    this.#keys = keys;
    this.#deps = deps;
  }

  get table(): RecordTable {
    return this.#table;
  }

  /** Null while nothing is cached. */
  get state(): StoredScope | null {
    return this.#state;
  }

  /** Names that state, as `headName` does; null while nothing is cached. */
  get headName(): string | null {
    const hash = this.#state?.hashes.at(-1);
    return this.#state && hash !== undefined ? headName({ ...this.#state.head, hash }) : null;
  }

  /** Whether this device can only be updated by a pull of everything. */
  get needsAll(): boolean {
    return this.#state === null || this.#isPartial;
  }

  async load(): Promise<void> {
    const stored = await readStored(this.#deps.records, this.#keys.scopeId);
    if (!stored) return;
    // Under a key that was replaced: it stays until something that this device has verified takes its place.
    this.#isStoredBefore = stored.state.epoch < this.#keys.epoch;
    if (this.#isStoredBefore) return;
    // Another page of this browser has learned the next key: this one asks the server.
    if (stored.state.epoch > this.#keys.epoch) return;
    this.#state = stored.state;
    this.#table = new RecordTable(stored.records);
    this.#isPartial = stored.isPartial || lacksMakers(this.#keys, stored.records);
  }

  /** The newest head, opened. @throws ClientError when nothing is cached. */
  async head(): Promise<Head> {
    if (!this.#state) throw new NoKeysError();
    this.#head ??= await openHead(this.#keys, this.#state.head);
    return this.#head;
  }

  /** Accepts a state in memory; `persist` writes it. The pin is written first, so that a rollback behind anything shown is noticed. */
  async accept(next: Next): Promise<void> {
    const { seq, generation, head } = next.state.head;
    const own = this.#keys.rights.kind === "personal" ? null : (await loadSharedRules()).readOwn(next.state.trust);
    const place = { seq, generation, hash: toHex(await hashHead(head)), epoch: this.#keys.epoch };
    const { ownerId: owner } = this.#keys.signer;
    await writePin(this.#deps.keys, this.#keys.scopeId, {
      ...place,
      ...(own && { own: own.ownSeq }),
      ...(owner !== undefined && { owner }),
    });
    this.#hold(next);
    this.#head = null;
    this.#isPartial = false;
  }

  /** See `Scope.noteUse`. */
  async noteUse(id: string, at: number): Promise<void> {
    const record = this.#table.live.get(id);
    if (!record || !this.#state) return;
    const changed = new Map([[id, { ...record, lastUsedAt: at }]]);
    this.#hold({ state: this.#state, changed, digests: await this.#table.digests() });
    await this.persist();
  }

  /**
   * Writes what the store does not have yet, in the background: ten thousand records take a browser a second. Never fails: on a full disk
   * the store keeps its earlier, complete state, the next start asks for the rest, and unwritten changes go with the next write.
   */
  persist(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Heads from before the newest, under earlier keys too, by their hashes: so that it shows where another history parted from this one. */
  rememberHeads(hashes: readonly string[]): void {
    if (!this.#state) return;
    const known = new Set(this.#state.hashes);
    const all = [...hashes.filter((hash) => !known.has(hash)), ...this.#state.hashes];
    this.#state = { ...this.#state, hashes: all.slice(-KEPT_HASHES) };
    this.#unwritten ??= new Map();
  }

  /** Drops unwritten changes too: after a sign-out nothing is left here. */
  forget(): void {
    this.#table = new RecordTable();
    this.#state = null;
    this.#head = null;
    this.#unwritten = null;
  }

  #hold({ state, changed, digests }: Next): void {
    this.#unwritten = new Map([...(this.#unwritten ?? []), ...changed]);
    this.#table.accept(changed, digests);
    this.#state = state;
  }

  async #write(): Promise<void> {
    const [state, unwritten] = [this.#state, this.#unwritten];
    if (!state || !unwritten) return;
    this.#unwritten = null;
    const put: KnownRecord[] = [];
    const removed: string[] = [];
    for (const [id, record] of unwritten) {
      if (record) put.push(record);
      else removed.push(id);
    }
    try {
      if (this.#isStoredBefore) await this.#deps.records.forget(this.#keys.scopeId);
      this.#isStoredBefore = false;
      await this.#deps.records.write(this.#keys.scopeId, state, put, removed);
    } catch {
      this.#unwritten = new Map([...unwritten, ...(this.#unwritten ?? [])]);
    }
  }
}
