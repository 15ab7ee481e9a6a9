/**
 * The server's half of the keys as long as the server does not have it: in the browser's memory, so that a popup that opens, and a worker that wakes, need no master password
 * each time. A lock removes it, and without this device's half it opens nothing. A server that answers is asked first, so a session that was ended elsewhere ends.
 *
 * Note: Whose half. Pages and the worker are clients of one session, and any of them may be late: open since before the keys came under new halves, locked, about to be stopped.
 * So the stored session names the half that opens what is stored (`halfHash`), and no other counts: only that one is kept and sent, looked at in one turn with every unlock and lock
 * (`Areas.alone`); of answers and of what is kept only that one is taken. An unlock keeps its half before it stores what it helps to open, and anyone who empties the slots removes it in the
 * same turn (pages/key-store.ts). It is no longer kept only once the server has it: so who finds it neither there nor here asks the server once more, whatever answer was lost or late.
 */
import type { Client, ServerReach, Tabs } from "@coffer/client";
import { sessionHalf } from "@coffer/contract/session-half";
import { AUTH_SLOT, LOCAL_HALF } from "@coffer/core/account/session-slots";
import { browserAreas } from "./lasting-session.ts";
import { slotName, UNSENT_HALF } from "./storage-keys.ts";

const memory = (): chrome.storage.StorageArea => chrome.storage.session;

/** Hex; null where the server has it. */
async function kept(): Promise<string | null> {
  const { [UNSENT_HALF]: half } = await memory().get(UNSENT_HALF);
  return typeof half === "string" ? half : null;
}

const keep = (half: string): Promise<void> => memory().set({ [UNSENT_HALF]: half });

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether this half opens what is stored now. */
async function isNamed(half: string | null): Promise<boolean> {
  const { [slotName(AUTH_SLOT)]: auth, [slotName(LOCAL_HALF)]: own } = await memory().get([slotName(AUTH_SLOT), slotName(LOCAL_HALF)]);
  if (half === null || typeof auth !== "string" || own === undefined) return false;
  const { halfHash }: { halfHash?: unknown } = JSON.parse(atob(auth));
  return halfHash === hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(half))));
}

/** Nothing happens to the session meanwhile. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => browserAreas().alone(work);

/** For one client: `fetch`, `tabs` and `found` are options of it; `follow` once it is open. */
export class UnsentHalf {
  readonly #leavesShut: boolean;
  #isHere = true;
  #hasAnswered = false;
  #client: Client | null = null;

  /** @param options - `leavesShut`: a start without an answer, and without a kept half, fails; otherwise it locks what it cannot open. */
  constructor({ leavesShut = false } = {}) {
    this.#leavesShut = leavesShut;
  }

  readonly fetch: typeof fetch = (input, init) => {
    if (!String(input).endsWith(sessionHalf.findHalf.path)) return fetch(input, init);
    if (init?.method === sessionHalf.findHalf.method) return this.#find(input, init);
    return init?.method === sessionHalf.keepHalf.method ? send(input, init) : fetch(input, init);
  };

  async #find(...asked: Parameters<typeof fetch>): Promise<Response> {
    const answer = await this.#ask(...asked);
    if (!answer.ok || (await isNamed(await halfIn(answer)))) return answer;
    const half = await kept();
    return (await isNamed(half)) ? Response.json({ success: true, half }) : this.#ask(...asked);
  }

  async #ask(...asked: Parameters<typeof fetch>): Promise<Response> {
    this.#hasAnswered = false;
    const answer = await fetch(...asked);
    this.#hasAnswered = answer.ok;
    return answer;
  }

  readonly tabs: Tabs = {
    ask: async () => {
      const half = await kept();
      if (half !== null && (await isNamed(half))) return bytesOf(half);
      if (this.#leavesShut && !this.#hasAnswered) throw new Error("There is no answer, and no half is kept");
      return null;
    },
    answer: () => undefined,
    keep: (half) => keep(hexOf(half)),
  };

  /** A server that is gone may be gone when the next page opens; one that is back is given what it lacks. */
  readonly found = (reach: ServerReach): void => {
    if (this.#isHere === (reach === "here")) return;
    this.#isHere = !this.#isHere;
    void this.#client?.account.keepAlive();
  };

  follow(opened: Client): void {
    this.#client = opened;
    const leave = async (): Promise<void> => ((await kept()) === null ? undefined : opened.account.keepAlive());
    opened.onSession((_, reason) => {
      if (reason === "resumed") void leave().catch(() => undefined); // the browser is going
    });
  }
}

async function halfIn(answer: Response): Promise<string | null> {
  const { half }: { half: string | null } = await answer.clone().json();
  return half;
}

/** Kept until the server has it. */
async function send(...asked: Parameters<typeof fetch>): Promise<Response> {
  const { half }: { half: string } = JSON.parse(String(asked[1]?.body));
  const isCurrent = await inTurn(async () => {
    const names = await isNamed(half);
    if (names) await keep(half);
    return names;
  });
  // Of an earlier unlock, or of one that a lock has ended: it would take the place of the right one, and opens nothing.
  if (!isCurrent) return Response.json({ success: true });
  const answer = await fetch(...asked);
  if (answer.ok) await inTurn(async () => ((await kept()) === half ? memory().remove(UNSENT_HALF) : undefined));
  return answer;
}
