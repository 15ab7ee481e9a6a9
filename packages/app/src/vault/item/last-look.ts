/** What Health found when it last looked at the vault. In memory alone, until the lock; no secret is in it. */
import type { HealthReport } from "@coffer/core/health/health";
import { useSyncExternalStore } from "react";

export interface LastLook {
  readonly report: HealthReport;
  /** Of the items as they were then, by id. What was saved since may be mended. */
  readonly revisions: ReadonlyMap<string, number>;
}

let last: LastLook | null = null;
const listeners = new Set<() => void>();

/** @param look - null when the session is locked or over. */
export function rememberLook(look: LastLook | null): void {
  last = look;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Null while it has not looked. */
export const useLastLook = (): LastLook | null => useSyncExternalStore(subscribe, () => last);
