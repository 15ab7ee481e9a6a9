/** Has the vault looked at by a worker. There is one at a time; the lock ends it, and what is known of passwords goes with it. */
import type { Client } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { startWorker } from "../../ui/start-worker.ts";
import { rememberHealthReport } from "../item/last-health-report.ts";
import { breachCache } from "./breach-cache.ts";
import type { HealthState, Verdicts } from "./check-vault.ts";
import type { HealthTask } from "./health-worker.ts";
import workerAddress from "./health-worker.ts?worker&url";

/** Whether the password of an item is weak, for as long as the item is not saved again: the estimate takes its time. No password is in it. */
const known = new Map<string, { readonly revision: number; readonly weak: boolean }>();
let end: (() => void) | null = null;

/** Nothing is looked at any more, and nothing stays of what was: the session is locked or over. */
export function forgetHealth(): void {
  end?.();
  end = null; // it holds the caller, and with it the items
  known.clear();
  rememberHealthReport(null);
  breachCache.forget();
}

/**
 * @param items - those that the vault holds now.
 * @param onMore - told each further state after the first.
 * @returns the first state. @throws where no worker can be started or loaded, or the vault does not open.
 */
export async function runHealth(
  client: Client,
  items: readonly Item[],
  onMore: (state: HealthState) => void,
  signal: AbortSignal,
): Promise<HealthState> {
  end?.();
  const worker = startWorker(workerAddress);
  const ending = new AbortController();
  end = () => {
    worker.terminate();
    ending.abort(new Error("The look at the vault was ended"));
  };
  signal.addEventListener("abort", end);
  try {
    const revisions = new Map(items.map(({ id, revision }) => [id, revision]));
    const first = firstState(worker, ending.signal, (state) => {
      keep(state, revisions);
      onMore(state);
    });
    first.catch(() => undefined); // said below, unless opening the vault fails first
    const send = (task: HealthTask): void => worker.postMessage(task);
    await client.vault.examine({ take: (batch) => send({ items: batch }), signal: ending.signal });
    send({ now: Date.now(), verdicts: verdictsOf(items), breached: breachCache.of(items).seen });
    const state = await first;
    keep(state, revisions);
    return state;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function firstState(worker: Worker, ended: AbortSignal, onMore: (state: HealthState) => void): Promise<HealthState> {
  return new Promise((resolve, reject) => {
    let isFirst = true;
    worker.addEventListener("message", ({ data }: MessageEvent<HealthState>) => {
      if (isFirst) resolve(data);
      else onMore(data);
      isFirst = false;
      if (data.isDone) worker.terminate();
    });
    worker.addEventListener("error", () => reject(new Error("The worker did not come")));
    ended.addEventListener("abort", () => reject(ended.reason));
  });
}

function keep({ report, verdicts }: HealthState, revisions: ReadonlyMap<string, number>): void {
  rememberHealthReport({ report, revisions });
  for (const [id, weak] of verdicts) {
    const revision = revisions.get(id);
    if (revision !== undefined) known.set(id, { revision, weak });
  }
}

const verdictsOf = (items: readonly Item[]): Verdicts =>
  items.flatMap(({ id, revision }) => {
    const verdict = known.get(id);
    return verdict?.revision === revision ? [[id, verdict.weak] as const] : [];
  });
