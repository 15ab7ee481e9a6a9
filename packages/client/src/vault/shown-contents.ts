/** What lists show of all open scopes: updated after every pull and save, forgotten with the session. */
import type { SealedRecord } from "@coffer/contract/record";
import type { ScopeKeys } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { Contents } from "../types.ts";
import { ContentsCache } from "./contents.ts";
import { type KnownOverview, overviewOf, type Saved } from "./overview.ts";
import { type OverviewStoreDeps, overviewStore } from "./overview-store.ts";

export interface ShownDeps extends OverviewStoreDeps {
  /** Every scope that is open, the personal one first. */
  readonly scopes: () => Promise<readonly [Scope, ...Scope[]]>;
  /** When the first of the shared scopes ends, in milliseconds since 1970; null if none does. */
  readonly nextEnd: () => number | null;
}

export class ShownContents {
  readonly #deps: ShownDeps;
  readonly #overviews: ReturnType<typeof overviewStore>;
  #cache = new ContentsCache();
  #contents: Contents | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: ShownDeps) {
    this.#deps = deps;
    this.#overviews = overviewStore(deps);
  }

  /** Null until something was shown, and again after `forget`. */
  get contents(): Contents | null {
    return this.#contents;
  }

  /**
   * Opens what is new; one run after the other, so that nothing is opened twice and the lists never go back.
   * @param saved - what was just sealed and is in the scope now; it is not opened.
   */
  refresh(saved: readonly Saved[] = []): Promise<Contents> {
    const run = this.#last.then(() => this.#refresh(saved));
    const done = (): void => undefined; // the caller gets the error or the contents; neither is kept here
    this.#last = run.then(done, done);
    return run;
  }

  /** See `ContentsCache.openEarly`. */
  openEarly = (keys: ScopeKeys, record: SealedRecord): void => this.#cache.openEarly(keys, record);

  async #refresh(saved: readonly Saved[]): Promise<Contents> {
    const all = await this.#deps.scopes();
    const [{ keys }] = all;
    const cache = this.#cache;
    const kept: ReadonlyMap<string, KnownOverview> = cache.isEmpty ? await this.#overviews.find(keys.scopeId) : new Map();
    const known = new Map([...kept, ...saved.map((one) => [one.id, overviewOf(one)] as const)]);
    const openedCount = await cache.refresh(all, known);
    const nextEnd = this.#deps.nextEnd();
    const contents = { ...cache.contents(), ...(nextEnd !== null && { nextEnd }) };
    if (cache !== this.#cache) return contents; // forgotten in the meantime: the caller gets the contents, and they are not kept
    this.#contents = contents;
    if (openedCount + saved.length > 0) this.#overviews.keepSoon(keys.scopeId, cache);
    return contents;
  }

  forget(): void {
    this.#overviews.stop();
    this.#cache = new ContentsCache();
    this.#contents = null;
  }
}
