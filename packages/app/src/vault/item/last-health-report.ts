/** What Health found when it last looked at the vault. In memory alone, until the lock; no secret is in it. */
import type { HealthReport } from "@coffer/core/health/health";
import type { Version } from "@coffer/core/items/item";
import { useSyncExternalStore } from "react";

export interface LastHealthReport {
  readonly report: HealthReport;
  /** Which saves it has looked at, by id. What was saved since may be mended. */
  readonly saves: ReadonlyMap<string, Version>;
}

let last: LastHealthReport | null = null;
const listeners = new Set<() => void>();

/** @param look - null when the session is locked or over. */
export function rememberHealthReport(look: LastHealthReport | null): void {
  last = look;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Null while it has not looked. */
export const useLastHealthReport = (): LastHealthReport | null => useSyncExternalStore(subscribe, () => last);
