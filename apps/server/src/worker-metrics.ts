/** The numbers of all workers, whichever of them a monitor happens to ask: it asks the primary process, and that asks every worker. */
import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Gather, Snapshot } from "./http/counters.ts";

/** One that is stuck does not keep the numbers of the others back. */
const ONE_WITHIN_MS = 1_000;
const ALL_WITHIN_MS = 2 * ONE_WITHIN_MS;

/** Worker to primary, and primary to each worker: an id to answer with. */
const Ask = z.object({ ask: z.uuid() });
const Answer = z.object({ id: z.uuid(), snapshot: Snapshot });
const All = z.object({ id: z.uuid(), all: z.array(Snapshot) });

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
  cluster.on("message", (asker: Worker, message: unknown) => {
    const id = Ask.safeParse(message).data?.ask;
    if (id === undefined) return;
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
    const answers = workers.map((worker) => askWorker(worker));
    void Promise.all(answers).then((all) => asker.isConnected() && asker.send({ id, all: all.flatMap((one) => one ?? []) }));
  });
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
  process.on("message", (message) => {
    const id = Ask.safeParse(message).data?.ask;
    if (id !== undefined) process.send?.({ id, snapshot: own() });
  });
  return async () => {
    const id = randomUUID();
    const answer = answerTo(process, All, id, ALL_WITHIN_MS);
    process.send?.({ ask: id });
    return (await answer)?.all ?? [own()];
  };
};
