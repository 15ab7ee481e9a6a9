/**
 * Several processes that answer requests on one port (WORKERS), and the one that started them: it holds the bundled database and starts a worker again that
 * has ended. Each worker is a whole server: whatever only one of them may do at a time is decided in the database, as between servers on several machines.
 *
 * Note: Start of several. The first worker opens the port before anything else and says that the server is starting, as a server of one process does; only then
 * is the database started. The others join when the first one answers, each when it is ready itself, so that no caller meets one that is not.
 */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Log } from "./log.ts";

/** The port that the others join. */
const PORT = "COFFER_WORKER_PORT";
/** In a worker that joins others: the port that they answer on; null in the first one. */
export const joinedPort = (): number | null => (process.env[PORT] === undefined ? null : Number(process.env[PORT]));

/** What the processes tell each other. */
const WorkerMessage = z.union([
  z.object({ listens: z.number() }),
  z.object({ ready: z.string() }),
  z.object({ open: z.literal(true) }),
  z.object({ end: z.literal(true) }),
]);
type WorkerMessage = z.infer<typeof WorkerMessage>;

/** Before another one is started, but for the first time: the reason may last. */
const APART_MS = 1_000;
/** So many ends within a minute are no accident. */
const MOST_ENDS = 10;
const MINUTE_MS = 60_000;
/** After the time of calls in flight. */
const END_WITHIN_MS = 3_500;
const TELL_EVERY_MS = 100;

interface Workers {
  /** Lets the first one serve, as soon as there is a database, and then starts the others. @returns what the first says to the person who started it */
  open(): Promise<string>;
  end(): Promise<void>;
}

interface Options {
  readonly count: number;
  readonly log: Log;
  /** What calls in flight get at the end. */
  readonly finishMs: number;
  /** Workers end again and again, or the first never came up. */
  readonly onFailed: () => void;
}

/** Resolves once the first worker has the port. Until then, and until it is ready, its end is the end of the start. */
export async function startWorkers({ count, log, finishMs, onFailed }: Options): Promise<Workers> {
  const ends: number[] = [];
  let isEnding = false;
  const first = fork();
  const { listens } = await toldBy(first, "listens", onFailed);
  const join = (): void => {
    const worker = fork({ [PORT]: String(listens) });
    worker.once("exit", () => void replace(worker));
  };
  const replace = async (worker: Worker): Promise<void> => {
    if (isEnding) return;
    log.error("worker.ended", { code: worker.process.exitCode, signal: worker.process.signalCode });
    ends.push(performance.now());
    if (ends.filter((at) => at > performance.now() - MINUTE_MS).length > MOST_ENDS) return onFailed();
    if (ends.length > 1) await sleep(APART_MS);
    if (!isEnding) join();
  };
  return {
    open: async () => {
      first.send({ open: true } satisfies WorkerMessage);
      const { ready } = await toldBy(first, "ready", onFailed);
      first.once("exit", () => void replace(first));
      for (let at = 1; at < count; at++) join();
      return ready;
    },
    end: async () => {
      isEnding = true;
      const late = await endAll(finishMs + END_WITHIN_MS);
      if (late > 0) log.warn("worker.ended-late", { count: late });
    },
  };
}

/** One that has just ended cannot be told anything, which Node would have end this process too: its end is heard apart. */
const fork = (env?: Readonly<Record<string, string>>): Worker => cluster.fork(env).on("error", () => undefined);

const isTold = (message: unknown, name: "open" | "end"): boolean => name in (WorkerMessage.safeParse(message).data ?? {});

type Reply<Name extends string> = Extract<WorkerMessage, { readonly [N in Name]: unknown }>;

/** Never resolves when the worker ends before it says so. */
function toldBy<Name extends "listens" | "ready">(worker: Worker, name: Name, onEnd: () => void): Promise<Reply<Name>> {
  return new Promise((resolve) => {
    const listen = (message: unknown): void => {
      const told = WorkerMessage.safeParse(message).data;
      if (told === undefined || !(name in told)) return;
      worker.off("message", listen).off("exit", onEnd);
      resolve(told as Reply<Name>);
    };
    worker.on("message", listen).once("exit", onEnd);
  });
}

/** @returns how many had to be killed */
async function endAll(withinMs: number): Promise<number> {
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
  const ended = workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
  // Again and again: a worker whose program is still being loaded does not hear it.
  const tell = (): void => {
    for (const worker of workers) if (worker.isConnected()) worker.send({ end: true } satisfies WorkerMessage);
  };
  tell();
  const reporting = setInterval(tell, TELL_EVERY_MS);
  await Promise.race([Promise.all(ended), sleep(withinMs, null, { ref: false })]);
  clearInterval(reporting);
  const late = workers.filter((worker) => !worker.isDead());
  for (const worker of late) worker.process.kill("SIGKILL");
  return late.length;
}

/** Of a worker. */
export const sendToPrimary = (told: WorkerMessage): void => void process.send?.(told);

/** Tells that the first worker has the port. Resolves when there is a database. */
export function untilOpened(port: number): Promise<void> {
  const opened = new Promise<void>((resolve) => process.on("message", (message) => isTold(message, "open") && resolve()));
  sendToPrimary({ listens: port });
  return opened;
}

/** A worker ends when it is told to, and at once when the process that started it is gone: the database is then too. */
export function endWithPrimary(end: (exitCode: number) => Promise<void>): void {
  process.on("message", (message) => {
    if (isTold(message, "end")) void end(0);
  });
  process.once("disconnect", () => process.exit(1));
  // What it still tells that process then has no one to reach.
  cluster.worker?.on("error", () => undefined);
}
