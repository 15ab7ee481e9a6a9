/** What this device holds of one scope, in memory and in its store: the records, the newest head, the pin. Whatever it is given was verified before. */
import { toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KeyStore, KnownRecord, RecordStore, StoredScope } from "../types.ts";
import type { Digests } from "./entries.ts";
import { type Head, hashHead, openHead } from "./head.ts";
import { writePin } from "./pins.ts";
import { readStored } from "./stored.ts";
import { type Changed, Table } from "./table.ts";

export interface KeptDeps {
  readonly keys: KeyStore;
  readonly records: RecordStore;
}

/** A verified state, and how it differs from what is held. */
interface Next {
  readonly state: StoredScope;
  readonly changed: Changed;
  readonly digests: Digests;
}

export const NO_KEYS = "Vault key not found. Please login again.";

export class Kept {
  readonly #keys: ScopeKeys;
  readonly #deps: KeptDeps;
  #table = new Table();
  #state: StoredScope | null = null;
  #head: Head | null = null;
  #isPartial = false;

  constructor(keys: ScopeKeys, deps: KeptDeps) {
    this.#keys = keys;
    this.#deps = deps;
  }

  get table(): Table {
    return this.#table;
  }

  /** Null while nothing is held. */
  get state(): StoredScope | null {
    return this.#state;
  }

  /** Whether only a pull of everything brings this device up to date. */
  get needsAll(): boolean {
    return this.#state === null || this.#isPartial;
  }

  async load(): Promise<void> {
    const stored = await readStored(this.#deps.records, this.#keys.scopeId);
    if (!stored) return;
    if (stored.state.epoch < this.#keys.epoch) return this.#deps.records.clear(); // sealed under a key that was replaced
    this.#state = stored.state;
    this.#table = new Table(stored.records);
    this.#isPartial = stored.isPartial;
  }

  /** The newest head, opened. @throws ClientError when nothing is held. */
  async head(): Promise<Head> {
    if (!this.#state) throw new ClientError(NO_KEYS);
    this.#head ??= await openHead(this.#keys, this.#state.head);
    return this.#head;
  }

  async accept(next: Next): Promise<void> {
    const { seq, generation, head } = next.state.head;
    await writePin(this.#deps.keys, this.#keys.scopeId, { seq, generation, hash: toHex(await hashHead(head)), epoch: this.#keys.epoch });
    await this.#keep(next);
    this.#head = null;
    this.#isPartial = false;
  }

  /** See `Scope.noteUse`. */
  async noteUse(id: string, at: number): Promise<void> {
    const record = this.#table.live.get(id);
    if (!record || !this.#state) return;
    const changed = new Map([[id, { ...record, lastUsedAt: at }]]);
    await this.#keep({ state: this.#state, changed, digests: await this.#table.digests() });
  }

  forget(): void {
    this.#table = new Table();
    this.#state = null;
    this.#head = null;
  }

  async #keep({ state, changed, digests }: Next): Promise<void> {
    const put: KnownRecord[] = [];
    const removed: string[] = [];
    for (const [id, record] of changed) {
      if (record) put.push(record);
      else removed.push(id);
    }
    await this.#deps.records.write(this.#keys.scopeId, state, put, removed);
    this.#table.accept(changed, digests);
    this.#state = state;
  }
}
