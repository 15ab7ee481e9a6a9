/** What happened in one recovery, and when, so that a slow one can be explained. */
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findRunning } from "../db/find-running.ts";
import { processesOf } from "../db/orphans.ts";

export interface Story {
  /** Forgets what was told before. */
  begin(): void;
  tell(text: string): void;
  /** Tells when the database itself answers, so that its seconds and ours can be told apart, and when this whole process stood still. @returns what ends the watch */
  watch(dataDir: string): () => void;
  /** A line for each, with its seconds. */
  read(): string;
  /** Where the seconds went, as far as the last start has said. */
  shares(): string;
}

const WATCH_EVERY_MS = 50;
/** A timer that is so late tells that the machine had no time for us. */
const LATE_MS = 1_000;
const LONGEST_LINE = 300;

export function createStory(now: () => number = () => performance.now()): Story {
  let began = now();
  let told: { readonly at: number; readonly text: string }[] = [];
  const tell = (text: string): void => {
    for (const line of text.split("\n").filter(Boolean)) told.push({ at: now() - began, text: line.slice(0, LONGEST_LINE) });
  };
  return {
    begin: () => {
      began = now();
      told = [];
    },
    tell,
    watch: (dataDir) => {
      let isOver = false;
      void (async () => {
        let was: boolean | null = null;
        for (; !isOver; await sleep(WATCH_EVERY_MS)) {
          const is = await answers(dataDir);
          if (is !== was && !isOver) tell(is ? "the database answers" : "the database does not answer");
          was = is;
        }
      })();
      let beat = now();
      const beats = setInterval(() => {
        const late = now() - beat - WATCH_EVERY_MS;
        if (late > LATE_MS) tell(`this process stood still for ${seconds(late)}`);
        beat = now();
      }, WATCH_EVERY_MS);
      return () => {
        isOver = true;
        clearInterval(beats);
      };
    },
    read: () => told.map(({ at, text }) => `    ${(at / 1_000).toFixed(2).padStart(6)} s  ${text}`).join("\n"),
    shares: () => {
      const { waitedMs = null, tookMs = null } = lastStart(told.map(({ text }) => text)) ?? {};
      if (waitedMs === null || tookMs === null) return "no start has told where its time went";
      return `the last start waited ${seconds(waitedMs)} for the database before, PostgreSQL took ${seconds(tookMs)}; the rest is ours, or went before that start`;
    },
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function lastStart(lines: readonly string[]): { readonly waitedMs: number; readonly tookMs: number } | null {
  const line = lines.findLast((text) => text.includes('"event":"database.started"'));
  return line === undefined ? null : (JSON.parse(line) as { waitedMs: number; tookMs: number });
}

async function answers(dataDir: string): Promise<boolean> {
  const running = await Promise.race([findRunning(dataDir), sleep(1_000, null)]);
  return running !== null;
}

/** One connection of the database's owner. */
export async function ownConnection(dataDir: string): Promise<Client> {
  const running = await findRunning(dataDir);
  if (running === null) throw new Error("The database does not answer.");
  const client = new Client({ ...running, host: running.socketDir, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // It is about to die.
  await client.connect();
  return client;
}

/** The processes of the database, each with what it does or waits for: for a recovery that hangs. */
export function processesNow(dataDir: string): string {
  const pids = processesOf(realpathSync(join(dataDir, "postgres"))) ?? [];
  return pids
    .map((pid) => `    ${pid} ${read(pid, "wchan")} ${stateOf(pid)} ${read(pid, "cmdline").replaceAll("\0", " ").slice(0, 80)}`)
    .join("\n");
}

const stateOf = (pid: number): string => /^State:\s+(\S)/m.exec(read(pid, "status"))?.[1] ?? "?";

function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8").trim();
  } catch {
    return "?"; // It has just ended.
  }
}
