/** Asks a worker for the estimate of a password while it is typed. The worker lives as long as the field: its memory has held the password. */
import { useEffect, useRef, useState } from "react";
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";
import workerAddress from "./strength-worker.ts?worker&url";
import { startWorker } from "./worker.ts";

/** Typing rests this long before it is asked. */
const REST_MS = 250;

/** @returns the latest answer, which may be about an earlier password; null until there is one, and where workers cannot be started. */
export function useEstimate({ password, known }: EstimateQuestion): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const worker = useRef<Worker | null>(null);
  useEffect(() => {
    return () => {
      worker.current?.terminate();
      worker.current = null;
    };
  }, []);
  const words = known.join("\n");
  useEffect(() => {
    if (password === "") return;
    const timer = setTimeout(() => {
      worker.current ??= listen(setEstimate);
      worker.current?.postMessage({ password, known: words === "" ? [] : words.split("\n") } satisfies EstimateQuestion);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [password, words]);
  return estimate;
}

function listen(onEstimate: (estimate: Estimate) => void): Worker | null {
  try {
    const worker = startWorker(workerAddress);
    worker.addEventListener("message", ({ data }: MessageEvent<Estimate>) => onEstimate(data));
    return worker;
  } catch {
    return null; // the estimate is an addition; the specified score stands without it
  }
}
