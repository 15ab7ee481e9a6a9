/** Has the vault looked at by a worker. There is one at a time; the lock ends it, and what is known of passwords goes with it. */
import type { Client } from "@coffer/client";
import { type Item, isSameVersion, type Version } from "@coffer/core/items/item";
import { startWorker } from "../../ui/start-worker.ts";
import { rememberHealthReport } from "../item/last-health-report.ts";
import { breachCache } from "./breach-cache.ts";
import type { HealthState, Verdicts } from "./check-vault.ts";
import type { HealthTask } from "./health-worker.ts";
import workerAddress from "./health-worker.ts?worker&url";
import { ownIds } from "./own-ids.ts";

/** Whether the password of an item is weak, for as long as the item is not saved again: the estimate takes its time. No password is in it. */
const known = new Map<string, Version & { readonly weak: boolean }>();
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
    const saves = new Map(items.map(({ id, revision, saveId }) => [id, { revision, saveId }]));
    const withOwnIds = ownIds(items);
    const first = firstState(worker, ending.signal, (sent) => {
      const state = withOwnIds(sent);
      keep(state, saves);
      onMore(state);
    });
    first.catch(() => undefined); // said below, unless opening the vault fails first
    const send = (task: HealthTask): void => worker.postMessage(task);
    await client.vault.examine({ take: (batch) => send({ items: batch }), signal: ending.signal });
    send({ now: Date.now(), verdicts: verdictsOf(items), breached: breachCache.of(items).seen });
    const state = withOwnIds(await first);
    keep(state, saves);
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

function keep({ report, verdicts }: HealthState, saves: ReadonlyMap<string, Version>): void {
  rememberHealthReport({ report, saves });
  for (const [id, weak] of verdicts) {
    const save = saves.get(id);
    if (save) known.set(id, { ...save, weak });
  }
}

const verdictsOf = (items: readonly Item[]): Verdicts =>
  items.flatMap((item) => {
    const verdict = known.get(item.id);
    return verdict && isSameVersion(item, verdict) ? [[item.id, verdict.weak] as const] : [];
  });
