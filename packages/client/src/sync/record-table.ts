/** The records of a scope on this device, live and in the trash, with the digests for its heads. */
import type { KnownRecord } from "../types.ts";
import { BUCKETS, bucketOf, type Digests, digestsAfter, digestsOf, type Places } from "./head-entries.ts";

/** The record under an id after a change; null for none. */
export type Changed = ReadonlyMap<string, KnownRecord | null>;

const NOTHING: ReadonlyMap<string, KnownRecord> = new Map();

export class RecordTable {
  readonly #live = new Map<string, KnownRecord>();
  readonly #trashed = new Map<string, KnownRecord>();
  /** The same records by the first byte of their ids: a save looks at one bucket, not at ten thousand records. */
  readonly #buckets = Array.from({ length: BUCKETS }, () => new Map<string, KnownRecord>());
  readonly #places: Places = new Map();
  #digests: Digests | null = null;

  constructor(records: Iterable<KnownRecord> = []) {
    for (const record of records) this.#put(record);
  }

  get live(): ReadonlyMap<string, KnownRecord> {
    return this.#live;
  }

  get trashed(): ReadonlyMap<string, KnownRecord> {
    return this.#trashed;
  }

  get count(): number {
    return this.#live.size + this.#trashed.size;
  }

  *all(): Generator<KnownRecord> {
    yield* this.#live.values();
    yield* this.#trashed.values();
  }

  /** The newest known use of a record, in milliseconds since 1970; 0 for none. */
  lastUse(): number {
    let newest = 0;
    for (const { lastUsedAt } of this.#live.values()) newest = Math.max(newest, lastUsedAt ?? 0);
    return newest;
  }

  async digests(): Promise<Digests> {
    this.#digests ??= await digestsOf(this.all(), this.#places);
    return this.#digests;
  }

  /** The digests after a change, without making it. */
  async digestsWith(changed: Changed): Promise<Digests> {
    return digestsAfter(await this.digests(), changed, (index) => this.#buckets[index] ?? NOTHING, this.#places);
  }

  countWith(changed: Changed): number {
    let count = this.count;
    for (const [id, record] of changed) count += Number(record !== null) - Number(this.#live.has(id) || this.#trashed.has(id));
    return count;
  }

  /** Makes the change. @param digests - after the change. */
  accept(changed: Changed, digests: Digests): void {
    for (const [id, record] of changed) {
      if (record) this.#put(record);
      else for (const map of [this.#live, this.#trashed, this.#buckets[bucketOf(id)]]) map?.delete(id);
    }
    this.#digests = digests;
  }

  #put(record: KnownRecord): void {
    const [into, outOf] = record.trashedAt === null ? [this.#live, this.#trashed] : [this.#trashed, this.#live];
    outOf.delete(record.id);
    into.set(record.id, record);
    this.#buckets[bucketOf(record.id)]?.set(record.id, record);
  }
}
