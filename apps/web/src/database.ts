/** The browser's database of this product: `scope`, `record` and `overview` hold ciphertext, `device` a key that the browser gives nobody. */

const NAME = "coffer";
const VERSION = 1;

export type StoreName = "scope" | "record" | "overview" | "device";
const STORES: readonly StoreName[] = ["scope", "record", "overview", "device"];

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab wants a newer layout: step aside, the next use opens anew.
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      resolve(database);
    };
  });
}

/** The result of one request. */
export const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Runs one transaction and resolves when it is complete. `work` may only await requests of its own stores; anything else lets the transaction end.
 */
export async function transact<T>(
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (store: (name: StoreName) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  opening ??= open();
  const transaction = (await opening).transaction(stores, mode);
  const complete = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("Transaction aborted", "AbortError"));
  });
  const [value] = await Promise.all([work((name) => transaction.objectStore(name)), complete]);
  return value;
}
