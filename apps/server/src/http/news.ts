/**
 * Open apps hear within a moment what others have changed: one long reply for each, with the ids and numbers of scopes and no content (contract, `vault.watch`). An app that
 * heard something pulls, as it always does, so what is told here need not be believed, nor be complete.
 */
import { PassThrough } from "node:stream";
import type { News } from "@coffer/contract/news";
import type { FastifyReply } from "fastify";
import type { Viewer } from "../access.ts";
import type { Db } from "../db/connect.ts";
import { listenForNews, type NewsListener, type NewsMessage } from "../db/listen-for-news.ts";
import type { Log } from "../log.ts";

/** One long reply: JSON in lines, a row for each piece of news (contract, Note: Lists in lines). */
export class NewsStream extends PassThrough {
  #rows = 0;
  #begun = 0;
  #beats = 0;

  constructor() {
    super();
    // A reader may hang up at any time.
    this.on("error", () => undefined);
    this.write('{"success":true,"data":{"news":[\n');
  }

  tell(news: News): void {
    if (this.writableEnded || this.destroyed) return;
    this.#write(news);
    if (this.#rows - this.#begun >= ROWS) this.finish();
  }

  /** However many there are, the line stays open. */
  begin(all: readonly News[]): void {
    if (this.writableEnded || this.destroyed) return;
    for (const news of all) this.#write(news);
    this.#begun = this.#rows;
  }

  #write(news: News): void {
    // With its line's end: a reader takes whole lines.
    this.write(`${this.#rows === 0 ? "" : ",\n"}${JSON.stringify(news)}\n`);
    this.#rows += 1;
  }

  /** Shows the reader, and whatever is in between, that the line is open. */
  beat(): void {
    this.#beats += 1;
    if (this.#beats === BEATS) this.finish();
    else if (!this.writableEnded && !this.destroyed) this.write(" ");
  }

  /** The reader asks again. */
  finish(): void {
    if (this.writableEnded) return;
    this.end("]}}");
    this.emit(OVER);
  }
}

/** Nothing is told any more, whether or not its reader takes what was. */
const OVER = "over";

/** A reader keeps each row until the reply ends, and so does the server for one who takes nothing. */
export const ROWS = 1_000;
/** A client gives up after 30 s of silence, many proxies after 60. */
const BEAT_MS = 15_000;
/** An hour: then the caller's session is looked at again. */
export const BEATS = 240;
/** Windows of one session that are in sight at once; the oldest ends first. */
const STREAMS_OF_ONE = 6;

interface Reader {
  readonly accountId: string;
  readonly sessionId: string;
  readonly stream: NewsStream;
}

/** Those who listen in this process. */
export class Watching {
  readonly #readers = new Set<Reader>();
  readonly #db: Db;
  readonly #log: Log;
  #listener: NewsListener | null = null;
  #beating: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  get size(): number {
    return this.#readers.size;
  }

  /** @returns once whatever is committed from now on is told */
  async open({ accountId, sessionId }: Pick<Viewer, "accountId" | "sessionId">): Promise<NewsStream> {
    const stream = new NewsStream();
    const reader = { accountId, sessionId, stream };
    if (this.#isOver) stream.finish();
    else {
      this.#readers.add(reader);
      for (const end of [OVER, "close"]) stream.once(end, () => this.#readers.delete(reader));
      const [oldest, ...others] = [...this.#readers].filter((one) => one.sessionId === sessionId);
      if (others.length >= STREAMS_OF_ONE) oldest?.stream.finish();
      await this.#listen();
    }
    return stream;
  }

  async #listen(): Promise<void> {
    this.#listener ??= listenForNews(this.#db.$client, this.#log, { onNews: (told) => this.#tell(told), onGap: () => this.#finishAll() });
    this.#beating ??= setInterval(() => this.#each(({ stream }) => stream.beat()), BEAT_MS).unref();
    await this.#listener.listening;
  }

  #tell(told: NewsMessage): void {
    if (told.what === "session") this.#each(({ sessionId, stream }) => void (sessionId === told.id && stream.finish()));
    else {
      const { to, ...news } = told;
      const accounts = new Set(to);
      this.#each(({ accountId, stream }) => void (accounts.has(accountId) && stream.tell(news)));
    }
  }

  /** Those who may ask again pull everything then. A session may have ended unheard. */
  #finishAll(): void {
    this.#each(({ stream }) => stream.finish());
  }

  #each(act: (reader: Reader) => void): void {
    for (const reader of this.#readers) act(reader);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#beating);
    this.#finishAll();
    await this.#listener?.end();
  }
}

export function sendNews(reply: FastifyReply, stream: NewsStream): FastifyReply {
  // A caller that hung up while its line was opened.
  if (reply.raw.destroyed) stream.destroy();
  // One who asks for the headers only, or on a connection that owes other answers first.
  if (reply.request.method === "HEAD" || reply.raw.socket === null) stream.finish();
  // Nothing on the way may wait for more of it before it passes it on.
  return reply.type("application/json; charset=utf-8").header("x-accel-buffering", "no").send(stream);
}
