/**
 * The browser's database of this product: `scope`, `record` and `overview` hold ciphertext, `device` a key that scripts cannot
 * read and this device's half of the keys of a session, which opens nothing without the server's.
 */
import type { RecordStore } from "@coffer/client";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const NAME = "coffer";
const VERSION = 1;

type StoredRecords = NonNullable<Awaited<ReturnType<RecordStore["read"]>>>;

interface Layout extends DBSchema {
  scope: { key: string; value: StoredRecords["state"] };
  /** By scope and id. */
  record: { key: [string, string]; value: StoredRecords["records"][number] };
  overview: { key: string; value: string[] };
  device: { key: string; value: CryptoKey | Uint8Array };
}

const STORES = ["scope", "record", "overview", "device"] as const;

let opening: Promise<IDBPDatabase<Layout>> | null = null;

/** The open database. It is opened when it is first used, and again after another tab or the browser has closed it. */
export function database(): Promise<IDBPDatabase<Layout>> {
  opening ??= open();
  return opening;
}

async function open(): Promise<IDBPDatabase<Layout>> {
  const forget = (): void => {
    opening = null;
  };
  try {
    const opened = await openDB<Layout>(NAME, VERSION, {
      upgrade(created) {
        for (const store of STORES) created.createObjectStore(store);
      },
      // Another tab wants a newer layout: step aside.
      blocking() {
        forget();
        opened.close();
      },
      terminated: forget,
    });
    return opened;
  } catch (error) {
    forget();
    throw error;
  }
}
