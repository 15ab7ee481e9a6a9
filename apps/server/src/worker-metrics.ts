/**
 * The numbers of all workers, whichever of them a monitor happens to ask: it asks the primary process, and that asks every worker.
 *
 * Note: Numbers of workers that ended. A counter that gets less looks like a start of the whole server, and what it had counted is lost. So each worker tells the
 * primary process every second what it has counted until then, and that keeps the last word of each. One that is killed takes a second of its counts with it, and
 * nothing that a monitor was told before.
 */
import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { z } from "zod";
import { Counted, type Gather, Snapshot, sumOf } from "./http/counters.ts";

/** One that is stuck does not keep the numbers of the others back. */
const ONE_WITHIN_MS = 1_000;
const ALL_WITHIN_MS = 2 * ONE_WITHIN_MS;
const TELL_EVERY_MS = 1_000;

/** Worker to primary, and primary to each worker: an id to answer with. */
const Ask = z.object({ ask: z.uuid() });
const Answer = z.object({ id: z.uuid(), snapshot: Snapshot });
const All = z.object({ id: z.uuid(), counted: Counted, processes: z.array(Snapshot) });
/** Worker to primary, unasked. */
const Tell = z.object({ told: Counted });

/** Resolves with the parsed message that has this id; null when none came in time. */
function answerTo<T extends { readonly id: string }>(
  source: Pick<Worker | NodeJS.Process, "on" | "off">,
  schema: z.ZodType<T>,
  id: string,
  withinMs: number,
): Promise<T | null> {
  return new Promise((resolve) => {
    const done = (answer: T | null): void => {
      clearTimeout(timer);
      source.off("message", listen);
      resolve(answer);
    };
    const listen = (message: unknown): void => {
      const answer = schema.safeParse(message).data;
      if (answer?.id === id) done(answer);
    };
    const timer = setTimeout(() => done(null), withinMs);
    source.on("message", listen);
  });
}

/** In the primary process. */
export function answerMetrics(): void {
  let ofEnded: Counted = sumOf([]);
  const lastWords = new Map<number, Counted>();
  cluster.on("message", (worker: Worker, message: unknown) => {
    const told = Tell.safeParse(message).data?.told ?? Answer.safeParse(message).data?.snapshot;
    if (told !== undefined) lastWords.set(worker.id, told);
    const id = Ask.safeParse(message).data?.ask;
    if (id === undefined) return;
    void askWorkers().then((processes) => {
      const counted = sumOf([ofEnded, ...lastWords.values()]);
      if (worker.isConnected()) worker.send({ id, counted, processes } satisfies z.infer<typeof All>);
    });
  });
  // Not its exit: by now everything that it said was heard.
  cluster.on("disconnect", ({ id }: Worker) => {
    ofEnded = sumOf([ofEnded, lastWords.get(id) ?? sumOf([])]);
    lastWords.delete(id);
  });
}

async function askWorkers(): Promise<Snapshot[]> {
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
  const answers = await Promise.all(workers.map(askWorker));
  return answers.flatMap((answer) => answer ?? []);
}

async function askWorker(worker: Worker): Promise<Snapshot | null> {
  if (!worker.isConnected()) return null;
  const id = randomUUID();
  const answer = answerTo(worker, Answer, id, ONE_WITHIN_MS);
  worker.send({ ask: id });
  return (await answer)?.snapshot ?? null;
}

/** In a worker. */
export const gatherFromWorkers: Gather = (own) => {
  const tell = (): void => void process.send?.({ told: own() } satisfies z.infer<typeof Tell>);
  setInterval(tell, TELL_EVERY_MS).unref();
  process.on("message", (message) => {
    const id = Ask.safeParse(message).data?.ask;
    if (id !== undefined) process.send?.({ id, snapshot: own() });
  });
  return async () => {
    const id = randomUUID();
    const answer = answerTo(process, All, id, ALL_WITHIN_MS);
    process.send?.({ ask: id });
    const all = await answer;
    // Its own numbers alone would be less than what was told before.
    if (all === null) throw new AppError("unavailable");
    return all;
  };
};
