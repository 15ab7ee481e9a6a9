/**
 * The server's half of the keys as long as the server does not have it: in the browser's memory, so that a popup that opens, and a worker that wakes, need no master password
 * each time. A lock removes it, and without this device's half it opens nothing. A server that answers is asked first, so a session that was ended elsewhere ends.
 */
import type { Client, ServerReach, Tabs } from "@coffer/client";
import { sessionHalf } from "@coffer/contract/session-half";
import { UNSENT_HALF } from "./storage-keys.ts";

const memory = (): chrome.storage.StorageArea => chrome.storage.session;

/** Hex; null where the server has it. */
async function kept(): Promise<string | null> {
  const { [UNSENT_HALF]: half } = await memory().get(UNSENT_HALF);
  return typeof half === "string" ? half : null;
}

/** Whether there is one: then what this device holds may open without the server. */
export const isUnsent = async (): Promise<boolean> => (await kept()) !== null;

const forget = (): Promise<void> => memory().remove(UNSENT_HALF);

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** For one client: `fetch`, `tabs` and `found` are options of it; `follow` once it is open. */
export class UnsentHalf {
  #isHere = true;
  #client: Client | null = null;

  /** Keeps each half that is sent until the server has it, and has it in the place of an earlier one that the server still gives. */
  readonly fetch: typeof fetch = async (input, init) => {
    if (!String(input).endsWith(sessionHalf.findHalf.path)) return fetch(input, init);
    // Looked up first: it is no longer kept once the server has it, whose answer may be older.
    if (init?.method === sessionHalf.findHalf.method) return withKept(await kept(), await fetch(input, init));
    if (init?.method !== sessionHalf.keepHalf.method) return fetch(input, init);
    const { half } = JSON.parse(String(init.body)) as { readonly half: string };
    await memory().set({ [UNSENT_HALF]: half });
    const answer = await fetch(input, init);
    if (answer.ok && (await kept()) === half) await forget();
    return answer;
  };

  /** Where the server does not answer. Of another unlock, it opens nothing. */
  readonly tabs: Tabs = {
    ask: async () => {
      const half = await kept();
      return half === null ? null : bytesOf(half);
    },
    answer: () => undefined,
  };

  /** A server that is gone may be gone when the next page opens; one that is back is given what it lacks. */
  readonly found = (reach: ServerReach): void => {
    if (this.#isHere === (reach === "here")) return;
    this.#isHere = !this.#isHere;
    void this.#client?.account.keepAlive();
  };

  /** Of a client that another has replaced: its half would take the place of the newer one. */
  end(): void {
    this.#client = null;
  }

  follow(opened: Client): void {
    this.#client = opened;
    const leave = async (): Promise<void> => ((await isUnsent()) ? opened.account.keepAlive() : undefined);
    opened.onSession((session, reason) => {
      const isOver = session === null || opened.isLocked;
      if (isOver || reason === "resumed") void (isOver ? forget() : leave()).catch(() => undefined); // the browser is going
    });
  }
}

const withKept = (half: string | null, answer: Response): Response =>
  half === null || !answer.ok ? answer : Response.json({ success: true, half });
