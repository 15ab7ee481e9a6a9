/** What lists show of all open scopes: updated after every pull and save, forgotten with the session. */
import type { SealedRecord } from "@coffer/contract/record";
import { byTitle } from "@coffer/core/items/names";
import type { Keyring, ScopeKeys } from "../keyring.ts";
import { headName, readPin } from "../sync/pins.ts";
import type { Scope } from "../sync/scope.ts";
import type { Contents, Item, KeyStore, Vault } from "../types.ts";
import { ContentsCache, contentsOf } from "./contents.ts";
import { type KnownOverview, overviewOf, type Saved } from "./overview.ts";
import type { OpenedOverviews } from "./overview-cache.ts";
import { type OverviewStoreDeps, overviewStore, type ShownOverviews } from "./overview-store.ts";
import { orBefore } from "./same-contents.ts";

export interface ShownDeps extends OverviewStoreDeps {
  readonly keys: KeyStore;
  /** Every scope that is open, the personal one first. */
  readonly scopes: () => Promise<readonly [Scope, ...Scope[]]>;
  /** When the first of the shared scopes ends, in milliseconds since 1970; null if none does. */
  readonly nextEnd: () => number | null;
}

/** What this device has stored of the lists, and what was made of it. */
interface Foreseen {
  readonly opened: OpenedOverviews;
  readonly contents: Contents | null;
}

const NOTHING: Foreseen = { opened: { overviews: new Map(), head: null }, contents: null };

export class ShownContents {
  readonly #deps: ShownDeps;
  readonly #overviews: ReturnType<typeof overviewStore>;
  #cache = new ContentsCache();
  #contents: Contents | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Sealed, as they are in the store. */
  #pieces: Promise<readonly string[]> | null = null;
  #foreseen: { readonly keyring: Keyring; readonly found: Promise<Foreseen> } | null = null;
  /** The state of the personal scope that lists show, and the one that the store has. */
  #heads: { readonly shown: string | null; readonly stored: string | null } = { shown: null, stored: null };

  constructor(deps: ShownDeps) {
    this.#deps = deps;
    this.#overviews = overviewStore(deps);
  }

  /** Null until something was shown, and again after `forget`. */
  get contents(): Contents | null {
    return this.#contents;
  }

  /** Reads what is stored, sealed as it is, while the keys are on their way. */
  readAhead(scopeId: string): void {
    this.#pieces = this.#deps.records.readOverviews(scopeId);
    this.#pieces.catch(() => undefined); // as good as nothing: the records are opened
  }

  /** Opens what was read, before a session is told to have begun; `atOnce` gives it. */
  foresee(keyring: Keyring): void {
    if (this.#foreseen?.keyring === keyring) return;
    this.#foreseen = { keyring, found: this.#foresee(keyring).catch(() => NOTHING) };
  }

  /** See `atOnce` (read.ts). */
  async atOnce(): Promise<Contents | null> {
    this.foresee(this.#deps.keyring());
    return (await this.#foreseen?.found)?.contents ?? null;
  }

  async #foresee(keyring: Keyring): Promise<Foreseen> {
    const { keys, records } = this.#deps;
    const { personalScopeId: scopeId, keyEpoch } = keyring;
    const [pieces, pin] = await Promise.all([this.#pieces ?? records.readOverviews(scopeId), readPin(keys, scopeId)]);
    this.#pieces = null;
    const opened = await this.#overviews.open(keyring, pieces);
    const isNewest = pin !== null && pin.epoch === keyEpoch && headName(pin) === opened.head;
    const contents = isNewest ? contentsOf(scopeId, opened.overviews.values()) : null;
    // A vault without items of its own may be full of what is shared with it: nothing says that it is empty before that was looked at.
    return { opened, contents: contents?.items.length ? contents : null };
  }

  /**
   * Opens what is new; one run after the other, so that nothing is opened twice and the lists never go back.
   * @param saved - what was just sealed and is in the scope now; it is not opened.
   */
  refresh(saved: readonly Saved[] = []): Promise<Contents> {
    return this.#inTurn(() => this.#refresh(saved));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    const done = (): void => undefined; // the caller gets the error or the result; neither is kept here
    this.#last = run.then(done, done);
    return run;
  }

  /** See `ContentsCache.openEarly`. */
  openEarly = (keys: ScopeKeys, record: SealedRecord): void => this.#cache.openEarly(keys, record);

  async #refresh(saved: readonly Saved[]): Promise<Contents> {
    const all = await this.#deps.scopes();
    const [own] = all;
    const cache = this.#cache;
    const { opened, contents: first } = cache.isEmpty ? await this.#stored() : NOTHING;
    const known = new Map([...opened.overviews, ...saved.map((one) => [one.id, overviewOf(one)] as const)]);
    const { head } = own;
    const { isChanged } = await cache.refresh(all, known, shownById(first));
    const nextEnd = this.#deps.nextEnd();
    const before = this.#contents ?? first;
    const contents = orBefore(before, { ...cache.contents(before?.items), ...(nextEnd !== null && { nextEnd }) });
    if (cache !== this.#cache) return contents; // forgotten in the meantime: the caller gets the contents, and they are not kept
    this.#contents = contents;
    this.#heads = { shown: head, stored: opened.head ?? this.#heads.stored };
    const isNews = contents !== first && isChanged;
    if (isNews || head !== this.#heads.stored) this.#overviews.keepSoon(() => this.#inTurn(() => this.#toKeep(cache, own.keys.scopeId)));
    return contents;
  }

  /** Once: what it takes of memory goes with the first look at the records. */
  async #stored(): Promise<Foreseen> {
    this.foresee(this.#deps.keyring());
    const foreseen = (await this.#foreseen?.found) ?? NOTHING;
    this.#foreseen = null;
    return foreseen;
  }

  async #toKeep(cache: ContentsCache, scopeId: string): Promise<ShownOverviews | null> {
    const { shown: head } = this.#heads;
    if (cache !== this.#cache || head === null) return null;
    this.#heads = { shown: head, stored: head };
    return { scopeId, head, overviews: this.#inOrder([...cache.overviews(scopeId)]) };
  }

  /** Of their titles: the next start then has almost nothing to sort. */
  #inOrder(overviews: readonly KnownOverview[]): readonly KnownOverview[] {
    const items = (this.#contents?.items ?? []).toSorted(byTitle);
    const places = new Map(items.map(({ id }, at) => [id, at]));
    const placeOf = ({ id }: KnownOverview): number => places.get(id) ?? -1;
    return overviews.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** Of a session that begins, what was foreseen with its keys stays. */
  forgetAllBut(keyring: Keyring): void {
    const foreseen = this.#foreseen;
    this.forget();
    if (foreseen?.keyring === keyring) this.#foreseen = foreseen;
  }

  forget(): void {
    this.#overviews.stop();
    this.#cache = new ContentsCache();
    this.#contents = null;
    this.#pieces = null;
    this.#foreseen = null;
    this.#heads = { shown: null, stored: null };
  }
}

const shownById = (contents: Contents | null): ReadonlyMap<string, Item | Vault> =>
  new Map([...(contents?.items ?? []), ...(contents?.vaults ?? [])].map((one) => [one.id, one]));
