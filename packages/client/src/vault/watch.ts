/**
 * Tells what others change while an app is open, within a moment. What the server tells is a hint: who hears it pulls, and what is pulled is verified as always. A server that
 * tells nothing, or lies, changes how soon something is seen and nothing else.
 */
import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { News } from "@coffer/contract/news";
import { ClientError } from "../errors.ts";
import { type Changed, collecting } from "./collect-news.ts";
import type { VaultContext } from "./context.ts";

/** The pages of one browser that show the same account. One of them listens for all: over HTTP/1.1 a browser has six connections to a server, and each line keeps one. */
export interface NewsPeers {
  /**
   * @param work - runs while it does in no other page; ends with `signal`, and so does the wait for it
   * @param onTaken - another page listens already
   */
  alone(work: () => Promise<void>, signal: AbortSignal, onTaken: () => void): Promise<void>;
  tell(news: readonly News[]): void;
  hear(listener: (news: readonly News[]) => void, signal: AbortSignal): void;
}

interface Watching {
  /** Called once for what comes within a moment; the next waits until it is done. */
  readonly onChange: (what: Changed) => unknown;
  /** None where there is one page only. */
  readonly peers?: NewsPeers;
}

type Watcher = Pick<VaultContext, "call" | "pause" | "scopes">;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** One that ends sooner has failed: of too many lines of one session, each new one would else end another at once, round and round. */
const SOON_MS = 60_000;
const ANYTHING: News = { what: "all" };

/** @returns a function that ends it. It ends by itself where the server is of an earlier version, or the session is over. */
export function watch(context: Watcher, { onChange, peers = NONE }: Watching): () => void {
  const end = new AbortController();
  const { signal } = end;
  const hear = collecting(context, onChange, signal);
  const hearAndTell = (news: readonly News[]): void => {
    if (signal.aborted) return;
    hear(news);
    peers.tell(news);
  };
  peers.hear(hear, signal);
  let isLate = false;
  // What was told before this page could hear it; and, once it listens itself, what no page has heard.
  const onTaken = (): void => {
    isLate = true;
    hear([ANYTHING]);
  };
  void peers.alone(() => listen(context, hearAndTell, signal, isLate), signal, onTaken);
  return () => end.abort();
}

const NONE: NewsPeers = { alone: (work) => work(), tell: () => undefined, hear: () => undefined };

async function listen(
  { call, pause }: Watcher,
  hear: (news: readonly News[]) => void,
  signal: AbortSignal,
  wasLate: boolean,
): Promise<void> {
  let failures = 0;
  // The next page that wants to listen waits for no pause.
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  for (let isLate = wasLate; !signal.aborted; ) {
    const began = performance.now();
    const onRows = (_: string, rows: readonly unknown[]): void => {
      // Once the line is open, so that nothing falls in between: what was told while no one listened.
      if (isLate) hear([ANYTHING]);
      isLate = false;
      hear(rows as readonly News[]);
    };
    try {
      await call(api.vault.watch, {}, undefined, onRows, signal);
    } catch (error) {
      if (error instanceof ClientError || isRefusal(error, "not_found") || isRefusal(error, "session_expired")) return;
    }
    failures = performance.now() - began < SOON_MS ? failures + 1 : 0;
    isLate = true;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
    if (!signal.aborted) await Promise.race([pause(waitMs), ended]);
  }
}
