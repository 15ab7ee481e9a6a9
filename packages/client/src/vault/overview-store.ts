/** Stores the overviews on this device shortly after they change. Losing them costs time, never an item. */
import type { Keyring } from "../keyring.ts";
import { loadPart } from "../lazy-load.ts";
import type { Item, RecordStore } from "../types.ts";
import { firstOverviewsPlace } from "./first-overviews.ts";
import type { KnownOverview } from "./overview.ts";
import { type OpenedOverviews, openOverviews } from "./overview-cache.ts";

export interface OverviewStoreDeps {
  readonly keyring: () => Keyring;
  readonly records: RecordStore;
}

/** What is shown of a scope, and the state of the scope that it shows. */
export interface ShownOverviews {
  readonly scopeId: string;
  readonly head: string;
  /** In any order. */
  readonly overviews: readonly KnownOverview[];
  /** What is shown of all scopes. */
  readonly items: readonly Item[];
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

  async function keep(shown: () => Promise<ShownOverviews | null>): Promise<void> {
    const [{ inOrder, sealOverviews, sealFirst }, now] = await Promise.all([loadPart(() => import("./seal-overviews.ts")), shown()]);
    if (!now) return;
    const { scopeId, head } = now;
    const overviews = inOrder(now.overviews, now.items);
    await records.writeOverviews(scopeId, await sealOverviews(keyring(), scopeId, head, overviews));
    await records.writeOverviews(firstOverviewsPlace(scopeId), await sealFirst(keyring(), scopeId, head, overviews));
  }

  return {
    stop,
    /** @param pieces - as they were read, before the keys were here */
    open: (keys: Keyring, pieces: readonly string[], known: readonly KnownOverview[]): Promise<OpenedOverviews> =>
      openOverviews(keys, keys.personalScopeId, pieces, known),
    keepSoon: (shown: () => Promise<ShownOverviews | null>): void => {
      stop();
      // If the session has ended or the disk is full, the next start opens the records themselves.
      timer = setTimeout(() => void keep(shown).catch(() => undefined), DELAY_MS);
    },
  };
}
