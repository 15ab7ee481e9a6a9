/** Whether the bundled PostgreSQL of a folder answers, and where. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "../config.ts";

/** Its superuser, and the database of the product. */
export const NAME = "coffer";
/** Recovery after a power cut reads the whole log since the last checkpoint. */
export const READY_WITHIN_MS = 120_000;
/** One whose processes are stopped takes a connection, and says nothing. */
const ANSWERS_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 100;

interface Found {
  readonly socketDir: string;
  readonly user: string;
  readonly database: string;
  /** The cluster's folder. */
  readonly dataDir: string;
}

/**
 * Where a running server's PostgreSQL can be reached, for a command that runs next to it.
 * @returns null when none is running on this folder, or not for this account to reach
 */
export async function findRunning(dataDir: string): Promise<Found | null> {
  try {
    const data = join(dataDir, "postgres");
    const socketDir = linesOfPidFile(data)[4] ?? "";
    return socketDir !== "" && (await answers(socketDir)) ? { socketDir, user: NAME, database: NAME, dataDir: data } : null;
  } catch {
    return null; // There is no such file, or it belongs to another account.
  }
}

/** For a process of a server that has one: it may be recovering. @throws ConfigError when it does not answer in time */
export async function waitForRunning(dataDir: string, withinMs = READY_WITHIN_MS): Promise<Found> {
  for (const giveUpAt = performance.now() + withinMs; performance.now() < giveUpAt; await sleep(AGAIN_AFTER_MS)) {
    const running = await findRunning(dataDir);
    if (running !== null) return running;
  }
  throw new ConfigError("The database of the server does not answer.");
}

const linesOfPidFile = (data: string): readonly string[] => readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");

/** The eighth line of its pid file. Being asked, it would start a process for each answer, in the middle of its recovery. */
export const saysReady = (data: string): boolean => linesOfPidFile(data)[7]?.trim() === "ready";

export async function answers(socketDir: string): Promise<boolean> {
  const client = new Client({ host: socketDir, user: NAME, database: "postgres", connectionTimeoutMillis: ANSWERS_WITHIN_MS });
  // A refused connection may also be told as an event, after the promise was rejected.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false; // It is starting or recovering.
  }
}
