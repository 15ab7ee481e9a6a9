/** How a list is sorted and narrowed by its chips; pure. What the words mean (weak, shared) is the search's own definition. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { compareNames } from "@coffer/core/items/names";
import { buildIndex, type Trait } from "@coffer/core/items/search";
import { readTags, tagKey } from "@coffer/core/items/structured-fields";

interface Sort {
  readonly label: string;
  readonly compare: (a: Item, b: Item) => number;
}

const byName = (a: Item, b: Item): number => compareNames(titleOf(a), titleOf(b));

export const SORTS = {
  name: { label: "Name", compare: byName },
  updated: { label: "Last updated", compare: (a, b) => b.updatedAt - a.updatedAt },
  created: { label: "Created", compare: (a, b) => b.createdAt - a.createdAt },
  used: { label: "Last used", compare: (a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) },
} as const satisfies Record<string, Sort>;

export type SortName = keyof typeof SORTS;
export const SORT_NAMES = ["name", "updated", "created", "used"] as const satisfies readonly SortName[];

/** Chips that are on or off. */
export const CHIPS = { weak: "Weak", favourite: "Favorites", shared: "Shared with you" } as const satisfies Partial<Record<Trait, string>>;
export type ChipName = keyof typeof CHIPS;
export const CHIP_NAMES = ["weak", "favourite", "shared"] as const satisfies readonly ChipName[];

/** In place of a vault's id: items in no vault. */
export const NO_VAULT = "none";

export interface ListView {
  readonly sort: SortName;
  /** A vault's id or `NO_VAULT`; null for all. */
  readonly vault: string | null;
  /** As `tagKey` gives it; null for all. */
  readonly tag: string | null;
  readonly chips: readonly ChipName[];
}

export const PLAIN_VIEW: ListView = { sort: "name", vault: null, tag: null, chips: [] };

export const isNarrowed = ({ vault, tag, chips }: ListView): boolean => vault !== null || tag !== null || chips.length > 0;

const { traits } = buildIndex([], new Map());

const tagsOf = ({ fields }: Item): string[] => readTags(fields.tags ?? "");
const vaultOf = ({ categoryId }: Item): string => categoryId ?? NO_VAULT;

/** The items a view shows, in its order; equal ones by name, and what could not be opened last. The same list where nothing changes. */
export function arrange(items: readonly Item[], { sort, vault, tag, chips }: ListView): readonly Item[] {
  const shown = items.filter(
    (item) =>
      (vault === null || vaultOf(item) === vault) &&
      (tag === null || tagsOf(item).some((name) => tagKey(name) === tag)) &&
      chips.every((chip) => traits[chip](item)),
  );
  const { compare } = SORTS[sort];
  shown.sort((a, b) => Number(a.state === "tampered") - Number(b.state === "tampered") || compare(a, b) || byName(a, b));
  return shown.length === items.length && shown.every((item, at) => item === items[at]) ? items : shown;
}

/** What a list could be narrowed by, with how many items each would leave. */
export interface Facets {
  readonly vaults: ReadonlyMap<string, number>;
  /** By key, with the spelling met first. */
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly count: number }>;
  readonly chips: Readonly<Record<ChipName, number>>;
}

export function facetsOf(items: readonly Item[]): Facets {
  const vaults = new Map<string, number>();
  const tags = new Map<string, { name: string; count: number }>();
  const chips = { weak: 0, favourite: 0, shared: 0 };
  for (const item of items) {
    vaults.set(vaultOf(item), (vaults.get(vaultOf(item)) ?? 0) + 1);
    for (const name of tagsOf(item)) {
      const known = tags.get(tagKey(name));
      tags.set(tagKey(name), { name: known?.name ?? name, count: (known?.count ?? 0) + 1 });
    }
    for (const chip of CHIP_NAMES) if (traits[chip](item)) chips[chip]++;
  }
  return { vaults, tags: new Map([...tags].toSorted(([, a], [, b]) => compareNames(a.name, b.name))), chips };
}

/** A view as it was kept on this device, or the plain one. A tag is not kept: it is sealed everywhere else. */
export function readView(text: string | null): ListView {
  const kept = parse(text);
  return {
    sort: SORT_NAMES.find((name) => name === kept.sort) ?? PLAIN_VIEW.sort,
    vault: typeof kept.vault === "string" ? kept.vault : null,
    tag: null,
    chips: Array.isArray(kept.chips) ? CHIP_NAMES.filter((name) => (kept.chips as unknown[]).includes(name)) : [],
  };
}

export const writeView = ({ sort, vault, chips }: ListView): string => JSON.stringify({ sort, vault, chips });

function parse(text: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {}; // not ours: the plain view
  }
}
