/** What the handlers of every feature are given. */
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { Attempts } from "./http/attempts.ts";
import type { ConcurrencyLimiter, Gate } from "./http/concurrency.ts";
import type { Limits } from "./http/limits.ts";
import type { Watching } from "./http/news.ts";
import type { SignInQueue } from "./http/sign-in-queue.ts";
import type { SlowReaders } from "./http/slow-readers.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";

export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly limits: Limits;
  readonly attempts: Attempts;
  readonly signIns: SignInQueue;
  readonly concurrency: {
    /** For the hashes of auth keys: all who sign in. */
    readonly hash: Gate;
    /** For reading everything; one queue for all. */
    readonly read: ConcurrencyLimiter;
    /** The same, by account. */
    readonly readOfOne: ConcurrencyLimiter;
    /** Who holds either place. */
    readonly readers: SlowReaders;
    /** For large request bodies, by session. */
    readonly body: ConcurrencyLimiter;
    /** The same, by account. */
    readonly bodyOfOne: ConcurrencyLimiter;
    /** For replies, by session. */
    readonly reply: ConcurrencyLimiter;
  };
  readonly watching: Watching;
  readonly jobs: Jobs;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
