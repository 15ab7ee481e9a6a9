/**
 * The operator's event log (EVENT_LOG): a JSON line for each sign-in, refused attempt and change of an account, a share or a team, with ids only, for a program that
 * watches many servers. The process that starts the others writes it, from what PostgreSQL passes on (account/events.ts). It holds what happened while that process
 * was connected; what happened for certain is in the activity logs of the accounts.
 */
import { appendFileSync } from "node:fs";
import { Client, type Notification, type PoolConfig } from "pg";
import { EVENT_CHANNEL, Told } from "./account/events.ts";
import { errorFields, type Log } from "./log.ts";

const AGAIN_AFTER_MS = 1_000;

interface Logging {
  readonly file: string;
  /** How to connect to the database; any role may listen. */
  readonly place: PoolConfig;
  readonly log: Log;
}

/** @returns what ends it, after the last event is written */
export async function startEventLog({ file, place, log }: Logging): Promise<() => Promise<void>> {
  let isEnding = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** A lost connection is told more than once. */
  const again = (lost: Client, error?: unknown): void => {
    if (isEnding || client !== lost) return;
    client = null;
    lost.end().catch(() => undefined);
    log.warn("events.interrupted", error === undefined ? {} : errorFields(error));
    timer = setTimeout(() => void listen(), AGAIN_AFTER_MS);
  };
  const listen = async (): Promise<void> => {
    const opened = new Client({ ...place, keepAlive: true });
    client = opened;
    opened.on("error", (error) => again(opened, error)).once("end", () => again(opened));
    opened.on("notification", (said) => write(file, said, log));
    try {
      await opened.connect();
      await opened.query(`listen ${EVENT_CHANNEL}`);
    } catch (error) {
      again(opened, error);
    }
  };
  await listen();
  return async () => {
    isEnding = true;
    clearTimeout(timer);
    // What was told before comes before the answer.
    await client?.query("select").catch(() => undefined);
    await client?.end().catch(() => undefined);
  };
}

/** Opened each time, so that it can be moved away; anyone who may speak to the database could say anything on the channel. */
function write(file: string, { payload = "" }: Notification, log: Log): void {
  const told = parse(payload);
  if (told === null) return;
  try {
    const { at, event, accountId } = told;
    appendFileSync(file, `${JSON.stringify({ time: new Date(at).toISOString(), event, accountId })}\n`, { mode: 0o600 });
  } catch (error) {
    log.error("events.not-written", errorFields(error));
  }
}

function parse(text: string) {
  try {
    return Told.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
