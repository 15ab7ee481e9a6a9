/**
 * The bundled PostgreSQL's own messages, passed on to our log: that it starts, stops, recovers, or meets a full disk or a broken file. What it says of a
 * statement (ERROR, DETAIL, STATEMENT) may quote values and is left out, except for a full disk.
 */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Log } from "../log.ts";

/** For each line: no time, since our log has one; and nothing about statements except the first line. */
export const LOG_SETTINGS = [
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "log_checkpoints=off",
  "log_line_prefix=",
] as const;

const LEVELS: Readonly<Record<string, keyof Log>> = { LOG: "info", WARNING: "warn", FATAL: "error", PANIC: "error" };
export const NO_SPACE = /No space left on device|Disk quota exceeded|Check free disk space/;
/** What it says of a page that is not what it wrote; at level LOG or ERROR, and quotes nothing but the file. */
const DAMAGED = /page verification failed|invalid page in block|unexpected data beyond EOF|could not read blocks? /;
/** What each connection is told that had not closed yet when we stopped it. */
const BY_US = /^terminating connection due to administrator command/;
/** What each connection is told that asks for one too early or too late, and each call has a line of its own. */
const NOT_NOW = /^the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;
const MAX_CHARS = 300;

/** @param isEnding - whether we have asked it to stop: then its messages about that are no news, and would follow the sentence that the operator is to read */
export function reportPostgres(said: Readable | null, log: Log, isEnding: () => boolean = () => false): void {
  if (said === null) return;
  createInterface({ input: said }).on("line", (line) => {
    const [, level = "", text = ""] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
    if (NO_SPACE.test(text)) log.error("database.disk-full");
    if (DAMAGED.test(text)) return log.error("database.damaged", { text: text.slice(0, MAX_CHARS) });
    const known = NOT_NOW.test(text) ? undefined : LEVELS[level];
    if (known && !(isEnding() && (known === "info" || BY_US.test(text)))) log[known]("database.said", { text: text.slice(0, MAX_CHARS) });
  });
}
