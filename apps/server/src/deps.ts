/** What every room's handlers are closed over. */
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { Guesses } from "./http/guesses.ts";
import type { Limits } from "./http/limits.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/postman.ts";
import type { Secrets } from "./secrets.ts";

export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly limits: Limits;
  readonly guesses: Guesses;
  readonly mail: Mail;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
