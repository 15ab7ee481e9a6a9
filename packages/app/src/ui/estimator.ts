/**
 * Asks a worker for estimates of passwords. There is one while any component uses it, and it ends with the last: its memory has held passwords. Starting it
 * takes a moment, for its lists are long; who is about to ask holds it early.
 */

import { startWorker } from "./start-worker.ts";
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";
import workerAddress from "./strength-worker.ts?worker&url";

/** A machine that does much else takes its time with the lists. */
const PATIENCE_MS = 15_000;

let worker: Worker | null = null;
let holders = 0;
let asked = 0;
const waiting = new Map<number, { readonly resolve: (estimate: Estimate | null) => void; readonly timer: ReturnType<typeof setTimeout> }>();

function answer(id: number, estimate: Estimate | null): void {
  const asker = waiting.get(id);
  if (!asker) return;
  waiting.delete(id);
  clearTimeout(asker.timer);
  asker.resolve(estimate);
}

function answerNobody(): void {
  for (const id of [...waiting.keys()]) answer(id, null);
}

function start(): Worker | null {
  try {
    const started = startWorker(workerAddress);
    started.addEventListener("message", ({ data }: MessageEvent<Estimate & { id: number }>) => answer(data.id, data));
    // One that could not be loaded, perhaps before any question: the next question starts another.
    started.addEventListener("error", () => {
      if (worker === started) worker = null;
      started.terminate();
      answerNobody();
    });
    return started;
  } catch {
    return null; // the estimate is an addition; the specified rules work without it
  }
}

/** @returns what lets go of it. */
export function holdEstimator(): () => void {
  holders++;
  worker ??= start();
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders--;
    if (holders > 0) return;
    worker?.terminate();
    worker = null;
    answerNobody();
  };
}

/** Waiting callers are answered with nothing, and the worker's memory goes: the session is locked or over, and the questions hold passwords. */
export function forgetEstimates(): void {
  worker?.terminate();
  worker = null;
  answerNobody();
}

/** @returns null where workers cannot be started, or none answers. */
export async function askEstimate(question: EstimateQuestion): Promise<Estimate | null> {
  const letGo = holdEstimator();
  const id = ++asked;
  try {
    return await new Promise((resolve) => {
      if (worker === null) return resolve(null);
      waiting.set(id, { resolve, timer: setTimeout(() => answer(id, null), PATIENCE_MS) });
      worker.postMessage({ ...question, id });
    });
  } finally {
    letGo();
  }
}
