/**
 * Search over opened items, on this device only. Typed words are folded and matched anywhere, in any order; `in:`, `type:`, `tag:` and `is:` filter.
 * The searched fields are the column `search` of KINDS; none of them is secret.
 */
import { fold } from "../text.ts";
import { type Haystack, haystackOf, placesOf } from "./haystack.ts";
import { DECRYPTION_FAILED, type Item } from "./item.ts";
import { KIND_NAMES, type KindName, kindOf } from "./kinds.ts";
import { readTags } from "./structured-fields.ts";
import { findDespiteTypos } from "./typo-search.ts";

export type Trait = "favourite" | "weak" | "shared" | "trashed";
type Test = (item: Item) => boolean;

interface Entry {
  readonly item: Item;
  /** What is said of it where a field holds the first word: folded texts of the searched fields, the title first. */
  readonly texts: readonly (readonly [found: Found, text: string])[];
  /** All of them in one. */
  readonly whole: string;
  readonly vault: string;
  readonly tags: readonly string[];
}

export interface SearchIndex {
  readonly entries: readonly Entry[];
  readonly haystack: Haystack;
  readonly traits: Readonly<Record<Trait, Test>>;
}

export interface Found {
  readonly item: Item;
  /** The field that held the first word, for "found in …"; null when only operators were given. */
  readonly field: string | null;
  /** Matches only after correcting a typo. */
  readonly guessed?: true;
}

/** Items in no vault, as `in:` calls them. */
const UNASSIGNED = "unassigned";
const WEAK = new Set(["Very Weak", "Weak"]);

/** Default meanings of `is:`; callers can override them, because an item does not know whether it is in the trash or shared. */
const TRAITS: Readonly<Record<Trait, Test>> = {
  favourite: ({ favourite }) => favourite,
  weak: ({ fields }) => WEAK.has(fields.password_strength ?? ""),
  shared: ({ isOwner }) => !isOwner,
  trashed: () => false,
};
/** Synonyms of traits, including British and American spellings. */
const TRAIT_WORDS: Readonly<Record<string, Trait>> = {
  favourite: "favourite",
  favorite: "favourite",
  weak: "weak",
  shared: "shared",
  trashed: "trashed",
};

/**
 * Folds everything once, so that each keystroke costs only comparisons.
 * @param vaultNames - by vault id.
 * @param traits - overrides the meaning of `is:`.
 */
export function buildIndex(
  items: readonly Item[],
  vaultNames: ReadonlyMap<string, string>,
  traits: Partial<Record<Trait, Test>> = {},
): SearchIndex {
  const folded = items.map((item) => entryOf(item, vaultNames));
  return { entries: folded, haystack: haystackOf(folded.map(({ whole }) => whole)), traits: { ...TRAITS, ...traits } };
}

/** Items that are folded before the caller has its turn: less than a millisecond. */
const IN_ONE_GO = 50;

/** Folds what a search will compare, in pieces: ten thousand items hold up the first letter that is typed. @param vaultNames - by vault id */
export function* foldAhead(items: readonly Item[], vaultNames: ReadonlyMap<string, string>): Generator<void> {
  for (const [at, item] of items.entries()) {
    entryOf(item, vaultNames);
    if (at % IN_ONE_GO === 0) yield;
  }
}

/** Item objects are immutable and appear in several lists: each is folded once. */
const entries = new WeakMap<Item, { readonly vaultName: string; readonly entry: Entry }>();

function entryOf(item: Item, vaultNames: ReadonlyMap<string, string>): Entry {
  const vaultName = (item.categoryId && vaultNames.get(item.categoryId)) || "";
  const known = entries.get(item);
  if (known?.vaultName === vaultName) return known.entry;
  const entry = foldedEntry(item, vaultName);
  entries.set(item, { vaultName, entry });
  return entry;
}

function foldedEntry(item: Item, vaultName: string): Entry {
  const { title, search: fields } = kindOf(item.kind);
  const names = [title, ...fields.filter((name) => name !== title)];
  const texts = names.flatMap((name) => {
    const value = item.fields[name];
    return value && value !== DECRYPTION_FAILED ? [[{ item, field: name }, fold(value)] as const] : [];
  });
  const vault = item.categoryId ? fold(vaultName) : UNASSIGNED;
  const whole = texts.map(([, text]) => text).join("\n");
  return { item, texts, whole, vault, tags: readTags(item.fields.tags ?? "").map(fold) };
}

/** With fewer results, at most this many typo-corrected ones are added at the end. */
const FEW = 3;
const GUESSES_MAX = 20;

/** Items that contain all words and satisfy all operators; titles that begin with the first word come first, then other titles, then other fields. */
export function search(index: SearchIndex, query: string): readonly Found[] {
  const matches = matchesOf(index, query);
  matches.found ??= foundBy(index, matches);
  return matches.found;
}

/** How many a search finds, and whether any of them surely: for a number next to a list, which needs neither order nor places. */
export function countFound(index: SearchIndex, query: string): { readonly count: number; readonly sure: boolean } {
  const { count } = matchesOf(index, query);
  if (count >= FEW) return { count, sure: true };
  const found = search(index, query);
  return { count: found.length, sure: found.some(({ guessed }) => !guessed) };
}

interface Matches extends Query {
  /** For each entry where its first word is, 0 without words; -1 where the entry does not match. */
  readonly places: Int32Array;
  readonly count: number;
  /** Once it was asked for. */
  found?: readonly Found[];
}

/** What an index was asked for last: a list and the numbers around it ask for the same. */
const latest = new WeakMap<SearchIndex, { readonly query: string; readonly matches: Matches }>();

function matchesOf(index: SearchIndex, query: string): Matches {
  const known = latest.get(index);
  if (known?.query === query) return known.matches;
  const matches = compare(index, parseQuery(query, index.traits));
  latest.set(index, { query, matches });
  return matches;
}

/** Those that satisfy all operators and have all words, whichever of their fields has them. */
function compare({ entries, haystack }: SearchIndex, { words, tests }: Query): Matches {
  const [first, ...others] = words;
  const places = first === undefined ? new Int32Array(entries.length) : placesOf(haystack, first);
  const rest = others.map((word) => placesOf(haystack, word));
  let count = 0;
  for (const [at, entry] of entries.entries()) {
    if (places[at] === -1) continue;
    if (rest.every((of) => of[at] !== -1) && tests.every((test) => test(entry))) count++;
    else places[at] = -1;
  }
  return { words, tests, places, count };
}

function foundBy({ entries }: SearchIndex, { words, tests, places, count }: Matches): readonly Found[] {
  const ranks: [Found[], Found[], Found[]] = [[], [], []];
  for (const [at, entry] of entries.entries()) {
    const place = places[at] ?? -1;
    if (place >= 0) putIn(ranks, entry, words.length === 0 ? null : place);
  }
  const found = ranks.flat();
  if (count >= FEW) return found;
  const missed = entries.filter((entry, at) => places[at] === -1 && tests.every((test) => test(entry)));
  return [...found, ...guess(missed, words)];
}

/** @param place - of the first word; null without one */
function putIn(ranks: readonly [Found[], Found[], Found[]], { item, texts }: Entry, place: number | null): void {
  if (place === null) return void ranks[0].push({ item, field: null });
  let end = 0;
  const hit = texts.find(([, text]) => {
    end += text.length + 1;
    return place < end;
  });
  if (hit === undefined) return;
  const [found] = hit;
  const isTitle = found.field === kindOf(item.kind).title;
  ranks[!isTitle ? 2 : place > 0 ? 1 : 0].push(found);
}

function guess(missed: readonly Entry[], words: readonly string[]): Found[] {
  const [first] = words;
  if (first === undefined) return [];
  const hits = findDespiteTypos(
    missed.map(({ whole }) => whole),
    words,
  );
  return hits.slice(0, GUESSES_MAX).flatMap((index) => {
    const { item, texts } = missed[index] ?? {};
    const [at] = findDespiteTypos(texts?.map(([, text]) => text) ?? [], [first]);
    return item ? { item, field: texts?.[at ?? 0]?.[0].field ?? null, guessed: true as const } : [];
  });
}

/** A word, "several words", or an operator with either: in:"My vault". */
const TOKEN = /(?:(in|type|tag|is):)?(?:"([^"]*)"?|(\S+))/gi;

/** The words of a query, folded and without operators: lists highlight them. */
export const searchedWords = (query: string): readonly string[] => parseQuery(query, TRAITS).words;

interface Query {
  readonly words: readonly string[];
  readonly tests: readonly ((entry: Entry) => boolean)[];
}

function parseQuery(query: string, traits: SearchIndex["traits"]): Query {
  const words: string[] = [];
  const tests: ((entry: Entry) => boolean)[] = [];
  for (const [, operator, quoted, bare] of query.matchAll(TOKEN)) {
    const text = fold((quoted ?? bare ?? "").trim());
    const makeTest = operator && OPERATORS[operator.toLowerCase()];
    if (!text) continue;
    if (makeTest) tests.push(makeTest(text, traits));
    else words.push(text);
  }
  return { words, tests };
}

const OPERATORS: Readonly<Record<string, (text: string, traits: SearchIndex["traits"]) => (entry: Entry) => boolean>> = {
  in: (text) => (entry) => entry.vault.includes(text),
  type: (text) => {
    const kinds = new Set(KIND_NAMES.filter((kind) => typeWords(kind).some((word) => word.startsWith(text))));
    return ({ item }) => kinds.has(item.kind);
  },
  tag: (text) => (entry) => entry.tags.some((tag) => tag.startsWith(text)),
  is: (text, traits) => {
    const trait = TRAIT_WORDS[text];
    return trait ? ({ item }) => traits[trait](item) : () => false;
  },
};

/** Every name of a kind: its own, and those in lists and tiles. */
function typeWords(kind: KindName): string[] {
  const { list, csvType, words } = kindOf(kind);
  return [kind, list, csvType, words.one, words.tab, words.tile].map(fold);
}
