/** What lists show of all open scopes: updated after every pull and save, forgotten with the session. */
import type { SealedRecord } from "@coffer/contract/record";
import { byTitle } from "@coffer/core/items/names";
import type { Keyring, ScopeKeys } from "../keyring.ts";
import { headName, readPin } from "../sync/pins.ts";
import type { Scope } from "../sync/scope.ts";
import type { Contents, Item, KeyStore, Vault } from "../types.ts";
import { ContentsCache, contentsOf } from "./contents.ts";
import { firstOverviewsPlace, openFirst } from "./first-overviews.ts";
import { type KnownOverview, overviewOf, type Saved } from "./overview.ts";
import type { OpenedOverviews } from "./overview-cache.ts";
import { type OverviewStoreDeps, overviewStore, type ShownOverviews } from "./overview-store.ts";
import { orBefore } from "./same-contents.ts";
import type { WaitingEdit } from "./waiting/waiting-list.ts";

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

/** What this device shows over what the server has. */
interface Overlay {
  readonly edits: readonly WaitingEdit[];
  over(contents: Contents): Contents;
  forget(): void;
}

interface Beginning {
  readonly overviews: readonly KnownOverview[];
  readonly contents: Contents;
}

/** With the keys of one session. */
interface Foreseeing {
  readonly keyring: Keyring;
  /** Null where there is no beginning, or it is of another time. */
  readonly first: Promise<Beginning | null>;
  found: Promise<Foreseen> | null;
}

const NOTHING: Foreseen = { opened: { overviews: new Map(), head: null }, contents: null };

export class ShownContents {
  readonly #deps: ShownDeps;
  readonly #overviews: ReturnType<typeof overviewStore>;
  #cache = new ContentsCache();
  #contents: Contents | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Sealed, as they are in the store: the beginning, and all. */
  #first: Promise<readonly string[]> | null = null;
  #pieces: Promise<readonly string[]> | null = null;
  #foreseen: Foreseeing | null = null;
  /** Null until edits are kept (waiting/), and again after `forget`. */
  overlay: Overlay | null = null;
  /** The state of the personal scope that lists show, and the one that the store has. */
  #heads: { readonly shown: string | null; readonly stored: string | null } = { shown: null, stored: null };

  constructor(deps: ShownDeps) {
    this.#deps = deps;
    this.#overviews = overviewStore(deps);
  }

  /** Null until something was shown, and again after `forget`. */
  get contents(): Contents | null {
    return this.#contents && this.#withWaiting(this.#contents);
  }

  #withWaiting = (contents: Contents): Contents => this.overlay?.over(contents) ?? contents;

  /** Reads what is stored, sealed as it is, while the keys are on their way. @param isLong - there is time for all of it */
  readAhead(scopeId: string, isLong: boolean): void {
    const read = (place: string): Promise<readonly string[]> => {
      const reading = this.#deps.records.readOverviews(place);
      reading.catch(() => undefined); // as good as nothing: the records are opened
      return reading;
    };
    this.#first = read(firstOverviewsPlace(scopeId));
    this.#pieces = isLong ? read(scopeId) : null;
  }

  /** Opens the beginning of what was read, before a session is told to have begun; all of it where there is none. `beginning` and `atOnce` give it. */
  foresee(keyring: Keyring): void {
    if (this.#foreseen?.keyring === keyring) return;
    const first = this.#foreseeFirst(keyring).catch(() => null);
    const foreseen: Foreseeing = { keyring, first, found: null };
    this.#foreseen = foreseen;
    void first.then((there) => {
      if (!there) void this.#find(foreseen);
    });
  }

  /** See `beginning` (read.ts). */
  async beginning(): Promise<Contents | null> {
    this.foresee(this.#deps.keyring());
    return (await this.#foreseen?.first)?.contents ?? null;
  }

  /** See `atOnce` (read.ts). */
  async atOnce(): Promise<Contents | null> {
    return (await this.#all()).contents;
  }

  async #all(): Promise<Foreseen> {
    this.foresee(this.#deps.keyring());
    return this.#foreseen ? this.#find(this.#foreseen) : NOTHING;
  }

  #find(foreseen: Foreseeing): Promise<Foreseen> {
    foreseen.found ??= this.#foresee(foreseen).catch(() => NOTHING);
    return foreseen.found;
  }

  async #foreseeFirst(keyring: Keyring): Promise<Beginning | null> {
    const { personalScopeId: scopeId } = keyring;
    const pieces = await (this.#first ?? this.#deps.records.readOverviews(firstOverviewsPlace(scopeId)));
    this.#first = null;
    if (pieces.length === 0) return null;
    const [{ head, overviews }, newest] = await Promise.all([openFirst(keyring, scopeId, pieces), this.#newest(keyring)]);
    return head !== null && head === newest ? { overviews, contents: contentsOf(scopeId, overviews) } : null;
  }

  async #foresee({ keyring, first }: Foreseeing): Promise<Foreseen> {
    const { personalScopeId: scopeId } = keyring;
    const [pieces, newest, there] = await Promise.all([
      this.#pieces ?? this.#deps.records.readOverviews(scopeId),
      this.#newest(keyring),
      first,
    ]);
    this.#pieces = null;
    const opened = await this.#overviews.open(keyring, pieces, there?.overviews ?? []);
    const isNewest = newest !== null && newest === opened.head;
    const contents = isNewest ? contentsOf(scopeId, opened.overviews.values(), shownById(there?.contents ?? null)) : null;
    // A vault without items of its own may be full of what is shared with it: nothing says that it is empty before that was looked at.
    return { opened, contents: contents?.items.length ? contents : null };
  }

  /** The newest state that this device has verified under these keys. */
  async #newest({ personalScopeId, keyEpoch }: Keyring): Promise<string | null> {
    const pin = await readPin(this.#deps.keys, personalScopeId);
    return pin?.epoch === keyEpoch ? headName(pin) : null;
  }

  /**
   * Opens what is new; one run after the other, so that nothing is opened twice and the lists never go back.
   * @param saved - what was just sealed and is in the scope now; it is not opened.
   */
  refresh(saved: readonly Saved[] = []): Promise<Contents> {
    return this.#inTurn(async () => this.#withWaiting(await this.#refresh(saved)));
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
    // What is shown keeps its order: by name from the first time on, a list has hardly anything to compare after a change.
    const made = cache.contents(before?.items ?? cache.contents().items.toSorted(byTitle));
    const contents = orBefore(before, { ...made, ...(nextEnd !== null && { nextEnd }) });
    if (cache !== this.#cache) return contents; // forgotten in the meantime: the caller gets the contents, and they are not kept
    this.#contents = contents;
    this.#heads = { shown: head, stored: opened.head ?? this.#heads.stored };
    const isNews = contents !== first && isChanged;
    if (isNews || head !== this.#heads.stored) this.#overviews.keepSoon(() => this.#inTurn(() => this.#toKeep(cache, own.keys.scopeId)));
    return contents;
  }

  /** Once: what it takes of memory goes with the first look at the records. */
  async #stored(): Promise<Foreseen> {
    const stored = await this.#all();
    this.#foreseen = null;
    return stored;
  }

  async #toKeep(cache: ContentsCache, scopeId: string): Promise<ShownOverviews | null> {
    const { shown: head } = this.#heads;
    if (cache !== this.#cache || head === null) return null;
    this.#heads = { shown: head, stored: head };
    return { scopeId, head, overviews: [...cache.overviews(scopeId)], items: this.#contents?.items ?? [] };
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
    this.#first = null;
    this.#pieces = null;
    this.#foreseen = null;
    this.overlay?.forget();
    this.overlay = null;
    this.#heads = { shown: null, stored: null };
  }
}

const shownById = (contents: Contents | null): ReadonlyMap<string, Item | Vault> =>
  new Map([...(contents?.items ?? []), ...(contents?.vaults ?? [])].map((one) => [one.id, one]));
