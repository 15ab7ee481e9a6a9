/** Asks about leaked passwords when the person says so, and only then. */
import type { BreachSource, Contents } from "@coffer/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { toast } from "../../ui/toast.ts";
import { breachCache } from "./breach-cache.ts";

type Progress = { readonly asked: number; readonly total: number };

/** @returns null where the operator offers no list, or it is not known yet. */
export function useBreachSource(): BreachSource | null {
  const { vault } = useClient();
  return useQuery({ queryKey: ["vault", "breach-source"], queryFn: () => vault.breachSource() }).data ?? null;
}

export function useBreachCheck({ items }: Contents, source: BreachSource | null) {
  const { vault } = useClient();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failed, setFailed] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { seen, unknown } = breachCache.of(items);
  const check = async () => {
    if (source === null || running.current !== null) return;
    const ending = new AbortController();
    running.current = ending;
    setFailed(0);
    setProgress({ asked: 0, total: 0 });
    try {
      const onProgress = (asked: number, total: number) => setProgress({ asked, total });
      const outcome = await vault.checkBreaches({ source, ids: unknown.map(({ id }) => id), onProgress, signal: ending.signal });
      breachCache.learn(unknown, outcome);
      setFailed(outcome.failed.length);
      await cache.invalidateQueries({ queryKey: ["vault", "health"] });
    } catch (error) {
      if (!ending.signal.aborted) toast.failed(error, "The check could not be made");
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  const stop = () => running.current?.abort();
  return {
    progress,
    failed,
    known: seen.length,
    leaked: seen.filter(([, times]) => times > 0).length,
    unknown: unknown.length,
    check,
    stop,
  };
}
