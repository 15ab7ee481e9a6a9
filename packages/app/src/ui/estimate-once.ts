/** Asks a worker for the estimate of one password. The worker ends with its answer: its memory has held the password. */
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";
import workerAddress from "./strength-worker.ts?worker&url";
import { startWorker } from "./worker.ts";

/** Loading the lists takes most of it. */
const PATIENCE_MS = 15_000;

/** @returns null where workers cannot be started, or none answers. */
export function estimateOnce(question: EstimateQuestion): Promise<Estimate | null> {
  return new Promise((resolve) => {
    const worker = started();
    if (worker === null) return resolve(null);
    const end = (estimate: Estimate | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(estimate);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    worker.addEventListener("message", ({ data }: MessageEvent<Estimate>) => end(data));
    worker.addEventListener("error", () => end(null));
    worker.postMessage(question);
  });
}

function started(): Worker | null {
  try {
    return startWorker(workerAddress);
  } catch {
    return null; // as where the meter has no second line
  }
}
