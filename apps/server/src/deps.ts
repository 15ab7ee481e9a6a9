/** What every room's handlers are closed over. */
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { Attempts } from "./http/attempts.ts";
import type { Limits } from "./http/limits.ts";
import type { SignInQueue } from "./http/queue.ts";
import type { Turns } from "./http/turns.ts";
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
  readonly turns: {
    /** At reading everything; there is one line. */
    readonly read: Turns;
    /** At the same, by account. */
    readonly readOfOne: Turns;
    /** At sending us a large body, by account. */
    readonly body: Turns;
    /** At being answered, by session. */
    readonly reply: Turns;
  };
  readonly jobs: Jobs;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
