/** Stores the overviews on this device shortly after they change. Losing them costs time, never an item. */
import type { Keyring } from "../keyring.ts";
import type { RecordStore } from "../types.ts";
import type { ContentsCache } from "./contents.ts";
import type { KnownOverview } from "./overview.ts";
import { openOverviews, sealOverviews } from "./overview-cache.ts";

export interface OverviewStoreDeps {
  readonly keyring: () => Keyring;
  readonly records: RecordStore;
}

/** Several changes in a row are stored once. */
const DELAY_MS = 1_000;

/** One per client; call `stop` before the keys are removed. */
export function overviewStore({ keyring, records }: OverviewStoreDeps) {
  let timer: ReturnType<typeof setTimeout> | null = null;

  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  async function keep(scopeId: string, cache: ContentsCache): Promise<void> {
    await records.writeOverviews(scopeId, await sealOverviews(keyring(), scopeId, cache.overviews(scopeId)));
  }

  return {
    stop,
    find: async (scopeId: string): Promise<ReadonlyMap<string, KnownOverview>> =>
      openOverviews(keyring(), scopeId, await records.readOverviews(scopeId)),
    keepSoon: (scopeId: string, cache: ContentsCache): void => {
      stop();
      // If the session has ended or the disk is full, the next start opens the records themselves.
      timer = setTimeout(() => void keep(scopeId, cache).catch(() => undefined), DELAY_MS);
    },
  };
}
