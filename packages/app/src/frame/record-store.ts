/** The sealed records that this browser keeps, in IndexedDB: of the web app, and of the extension in a database of its own. */
import type { KnownRecord, RecordStore } from "@coffer/client";
import { unwrap, wrap } from "idb";
import { database } from "./database.ts";

/** Every record of a scope has the key `[scopeId, id]`; an array sorts after every text, so this range holds them all. @param after - those after this id */
const recordsOf = (scopeId: string, after?: string): IDBKeyRange =>
  after === undefined ? IDBKeyRange.bound([scopeId], [scopeId, []]) : IDBKeyRange.bound([scopeId, after], [scopeId, []], true);

/** Requests of one transaction that are made in one go; the page is free in between. */
const IN_ONE_GO = 250;

interface Transaction {
  readonly done: Promise<void>;
  abort(): void;
}

/**
 * Makes the requests of one transaction: all of it is written, or nothing. What the browser cannot keep at all throws at once, and without this it would keep the rest.
 * @param requests - not wrapped: a promise for each of ten thousand takes longer than they do, and what fails ends the transaction, which says so.
 */
async function allOrNothing(transaction: Transaction, requests: Iterable<IDBRequest>): Promise<void> {
  const ended = transaction.done.catch(() => undefined);
  let made = 0;
  try {
    for (const request of requests) if (++made % IN_ONE_GO === 0) await wrap(request);
  } catch (error) {
    const isOver = error instanceof DOMException && error.name === "AbortError";
    if (!isOver) transaction.abort();
    await ended;
    throw error;
  }
  await transaction.done;
}

/** As it was read, but with the one text that names its scope: of ten thousand records each would have brought its own. */
const inScope = (record: KnownRecord, scopeId: string): KnownRecord =>
  record.scopeId === scopeId ? Object.assign(record, { scopeId }) : record;

export function browserRecordStore(): RecordStore {
  return {
    async read(scopeId) {
      const transaction = (await database()).transaction(["scope", "record"]);
      const state = await transaction.objectStore("scope").get(scopeId);
      if (state === undefined) return null;
      const records: KnownRecord[] = [];
      const next = () => transaction.objectStore("record").getAll(recordsOf(scopeId, records.at(-1)?.id), IN_ONE_GO);
      for (let some = await next(); some.length > 0; some = await next()) for (const one of some) records.push(inScope(one, scopeId));
      return { state, records };
    },
    async write(scopeId, state, put, remove) {
      const transaction = (await database()).transaction(["scope", "record"], "readwrite");
      const [scopes, records] = [unwrap(transaction.objectStore("scope")), unwrap(transaction.objectStore("record"))];
      const requests = function* (): Generator<IDBRequest> {
        for (const id of remove) yield records.delete([scopeId, id]);
        for (const record of put) yield records.put(record, [scopeId, record.id]);
        yield scopes.put(state, scopeId);
      };
      await allOrNothing(transaction, requests());
    },
    async readOverviews(scopeId) {
      return (await (await database()).get("overview", scopeId)) ?? [];
    },
    async writeOverviews(scopeId, pieces) {
      await (await database()).put("overview", [...pieces], scopeId);
    },
    forget: (scopeId) => removeFrom((name) => (name === "record" ? recordsOf(scopeId) : scopeId)),
    clear: () => removeFrom(() => null),
  };
}

const STORES = ["scope", "record", "overview"] as const;

/** Everything, or nothing. @param which - of a store; null for all */
async function removeFrom(which: (name: (typeof STORES)[number]) => IDBKeyRange | string | null): Promise<void> {
  const transaction = (await database()).transaction(STORES, "readwrite");
  const requests = function* (): Generator<IDBRequest> {
    for (const name of STORES) {
      const [store, range] = [unwrap(transaction.objectStore(name)), which(name)];
      yield range === null ? store.clear() : store.delete(range);
    }
  };
  await allOrNothing(transaction, requests());
}
