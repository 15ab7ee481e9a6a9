/** The review of an import: duplicates in the file, items the vault already has, and the selection. Compared only on this device (decision I-05). */
import { withDerived } from "../items/derived-fields.ts";
import type { FieldValues, Item } from "../items/item.ts";
import { type KindName, kindOf } from "../items/kinds.ts";
import { caseless } from "../text.ts";
import type { Candidate } from "./import.ts";
import { addLogins, type ChangedChoice, findChangedPasswords, type Logins, loginKey } from "./password-updates.ts";

/** An item of the vault, with every field opened. */
export interface ExistingItem {
  readonly id: string;
  readonly kind: KindName;
  readonly fields: FieldValues;
  /** Name of its vault; empty when unassigned. */
  readonly folder: string;
  /** Another person reads it: no password of a file goes into it. */
  readonly isOthers?: boolean;
}

export interface DuplicateGroup {
  /** Ids of candidates, in the order of the file; at least two. */
  readonly duplicates: readonly string[];
}

export interface Review {
  readonly candidates: readonly Candidate[];
  readonly duplicateGroups: readonly DuplicateGroup[];
  /** Ids of candidates that are in the vault already. */
  readonly existing: ReadonlySet<string>;
  /** Ids of candidates whose login is in the vault with other contents, for sources that compare whole items. */
  readonly differing: ReadonlySet<string>;
  /** Candidates with the site and user of an item in the vault, but another password: candidate id to item id. */
  readonly changed: ReadonlyMap<string, string>;
  readonly counts: Readonly<Record<ReviewFilter, number>>;
}

/** The tabs of the review, in order. */
export const REVIEW_FILTERS = {
  all: "All",
  complete: "Complete",
  incomplete: "Incomplete",
  duplicate: "Duplicate",
  existing: "Existing",
} as const;
export type ReviewFilter = keyof typeof REVIEW_FILTERS;

/** Finds equal candidates, ignoring case: by name, user name, password and URL for a login (specification 3 §5), by all fields for other kinds. */
export function duplicateFinder() {
  const idsByContent = new Map<string, string[]>();
  return {
    add: (candidates: readonly Candidate[]): void => {
      for (const candidate of candidates) {
        const key = contentKey(candidate);
        const ids = idsByContent.get(key);
        if (ids) ids.push(candidate.id);
        else idsByContent.set(key, [candidate.id]);
      }
    },
    groups: (): DuplicateGroup[] => [...idsByContent.values()].filter((ids) => ids.length > 1).map((duplicates) => ({ duplicates })),
  };
}

/** All at once. */
export function duplicateGroups(candidates: readonly Candidate[]): DuplicateGroup[] {
  const finder = duplicateFinder();
  finder.add(candidates);
  return finder.groups();
}

/** What the vault knows about candidates, by id. */
export type Known = Pick<Review, "existing" | "differing"> & Partial<Pick<Review, "changed">>;

/**
 * Finds the candidates the vault has already (specification 3 §4).
 * @param isWhole - compare whole items: which exist with all fields equal, and which exist with differences that would be lost if they were skipped.
 */
export function existingFinder(isWhole: boolean) {
  const known = new Set<string>();
  const whole = new Set<string>();
  const logins: Logins = new Map();
  const idsOf = (candidates: readonly Candidate[]): ReadonlySet<string> => new Set(candidates.map(({ id }) => id));
  /** Adds the vault's items; all of them before the first query. */
  const add = (existing: readonly ExistingItem[]): void => {
    for (const item of existing) {
      known.add(existingKey(item));
      if (isWhole) whole.add(wholeKey(item));
    }
    if (!isWhole)
      addLogins(
        logins,
        existing.filter(({ isOthers }) => !isOthers),
      );
  };
  const among = (candidates: readonly Candidate[]): Known => {
    const changed = isWhole ? new Map<string, string>() : findChangedPasswords(candidates, logins, (one) => known.has(existingKey(one)));
    const alike = known.size === 0 ? [] : candidates.filter((candidate) => known.has(existingKey(candidate)));
    if (!isWhole) return { existing: idsOf(alike), differing: new Set(), changed };
    // Equal items are also equal in the fields that are compared first.
    const identical = idsOf(alike.filter((candidate) => whole.has(wholeKey(candidate))));
    return { existing: identical, differing: idsOf(alike.filter(({ id }) => !identical.has(id))), changed };
  };
  return { add, among };
}

/**
 * Finds the items that may match candidates, by their overview fields: only these have to be opened for `existingFinder`.
 * @param vaultNames - by vault id.
 */
export function suspectFinder(vaultNames: ReadonlyMap<string, string>) {
  const wanted = new Set<string>();
  const sites = new Set<string>();
  const folderOf = ({ categoryId }: Item): string => (categoryId && vaultNames.get(categoryId)) || "";
  return {
    add: (candidates: readonly Candidate[]): void => {
      for (const candidate of candidates) {
        wanted.add(labelKey(candidate));
        const site = loginKey(candidate);
        if (site !== null) sites.add(site);
      }
    },
    /** @returns ids */
    among: (items: readonly Item[]): string[] =>
      items
        .filter((item) => sites.has(loginKey(item) ?? "") || wanted.has(labelKey({ ...item, folder: folderOf(item) })))
        .map(({ id }) => id),
  };
}

/** @param groups - from `duplicateFinder`, if already computed. */
export const reviewOf = (candidates: readonly Candidate[], known: Known, groups = duplicateGroups(candidates)): Review =>
  withCounts({ candidates, duplicateGroups: groups, changed: new Map(), ...known });

/** The review without some candidates. A group with only one left is dissolved. */
export function removeCandidates(review: Review, ids: Iterable<string>): Review {
  const removed = new Set(ids);
  const groups = review.duplicateGroups.map(({ duplicates }) => ({ duplicates: duplicates.filter((id) => !removed.has(id)) }));
  return withCounts({
    candidates: review.candidates.filter(({ id }) => !removed.has(id)),
    duplicateGroups: groups.filter(({ duplicates }) => duplicates.length > 1),
    existing: without(review.existing, removed),
    differing: without(review.differing, removed),
    changed: new Map([...review.changed].filter(([id]) => !removed.has(id))),
  });
}

const without = (ids: ReadonlySet<string>, removed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !removed.has(id)));

/** The candidates of a tab whose name or user name contains the typed text. */
export function filterCandidates(review: Review, { filter, search = "" }: { filter: ReviewFilter; search?: string }): readonly Candidate[] {
  const wanted = caseless(search.trim());
  const isListed = FILTERS[filter](review);
  if (wanted === "") return filter === "all" ? review.candidates : review.candidates.filter(isListed);
  return review.candidates.filter(
    (one) => isListed(one) && (caseless(one.name).includes(wanted) || caseless(one.username).includes(wanted)),
  );
}

/** The selected candidates that will be written: existing ones are skipped (specification 3 §5). */
export const newCandidates = (
  { candidates, existing, changed }: Review,
  selected: ReadonlySet<string>,
  choice: ChangedChoice = "both",
): Candidate[] => candidates.filter(({ id }) => selected.has(id) && !existing.has(id) && (choice === "both" || !changed.has(id)));

const FILTERS: Record<ReviewFilter, (review: Omit<Review, "counts">) => (candidate: Candidate) => boolean> = {
  all: () => () => true,
  complete: () => (candidate) => candidate.status === "complete",
  incomplete: () => (candidate) => candidate.status === "incomplete",
  duplicate: ({ duplicateGroups: groups }) => {
    const ids = new Set(groups.flatMap(({ duplicates }) => duplicates));
    return ({ id }) => ids.has(id);
  },
  existing:
    ({ existing }) =>
    ({ id }) =>
      existing.has(id),
};

/** In one pass: a review may have a hundred thousand rows. */
function withCounts(review: Omit<Review, "counts">): Review {
  const { candidates, duplicateGroups: groups, existing } = review;
  const complete = candidates.reduce((sum, { status }) => sum + (status === "complete" ? 1 : 0), 0);
  const duplicate = groups.reduce((sum, { duplicates }) => sum + duplicates.length, 0);
  const counts = { all: candidates.length, complete, incomplete: candidates.length - complete, duplicate, existing: existing.size };
  return { ...review, counts };
}

type Comparable = Pick<Item, "kind" | "fields"> & { readonly folder: string };

/** If KINDS names none, every field a file can contain, so that two cards with the same name stay two. */
function comparedFields(kind: KindName): readonly string[] {
  const { fields, comparedBy } = kindOf(kind);
  return comparedBy ?? Object.keys(fields).filter((name) => fields[name]?.column !== undefined);
}

/** The fields that identify an item; their case is ignored, unlike that of all others. */
const labelFields = (kind: KindName): string[] => [...new Set([kindOf(kind).title, "website_url", "username"])];

const contentKey = ({ kind, fields }: Candidate): string =>
  JSON.stringify([kind, ...comparedFields(kind).map((name) => caseless(fields[name] ?? ""))]);

function labelKey({ kind, fields, folder }: Comparable): string {
  // Only overview fields: a hidden user name of another kind would not be available to compare.
  const names = labelFields(kind).filter((name) => kindOf(kind).overview.includes(name));
  return JSON.stringify([kind, caseless(folder.trim()), ...names.map((name) => caseless(fields[name] ?? ""))]);
}

function existingKey(item: Comparable): string {
  const labels = labelFields(item.kind);
  const exact = comparedFields(item.kind).filter((name) => !labels.includes(name));
  const caselessValues = labels.map((name) => caseless(item.fields[name] ?? ""));
  return JSON.stringify([item.kind, caseless(item.folder.trim()), caselessValues, exact.map((name) => item.fields[name] ?? "")]);
}

/** All fields of an item, as it would be saved. */
function wholeKey({ kind, fields, folder }: Comparable): string {
  const saved = withDerived(kind, { fields, before: null, now: 0 });
  return JSON.stringify([kind, caseless(folder.trim()), Object.keys(kindOf(kind).fields).map((name) => saved[name] ?? "")]);
}
