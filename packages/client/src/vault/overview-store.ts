/** Keeps the overviews on this device, a moment after they changed, and finds them again. Losing them costs time, never an item. */
import type { Keyring } from "../keyring.ts";
import type { RecordStore } from "../types.ts";
import type { ContentsCache } from "./contents.ts";
import type { KnownOverview } from "./overview.ts";
import { openOverviews, sealOverviews } from "./overview-cache.ts";

export interface OverviewStoreDeps {
  readonly keyring: () => Keyring;
  readonly records: RecordStore;
}

/** Many changes in a row are kept once. */
const DELAY_MS = 1_000;

/** One per client; `stop` before the keys go. */
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
      // A session that ended meanwhile, or a full disk: the next start opens the records themselves.
      timer = setTimeout(() => void keep(scopeId, cache).catch(() => undefined), DELAY_MS);
    },
  };
}
