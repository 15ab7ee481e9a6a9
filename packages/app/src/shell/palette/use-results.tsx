/** What the palette lists for a text, in sections: items, vaults, pages, actions. Secrets are never searched (KINDS, column `search`). */
import type { Contents } from "@coffer/client";
import { summaryOf } from "@coffer/core/items/display";
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { type Found, searchedWords } from "@coffer/core/items/search";
import { plural } from "@coffer/core/text";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useNavigate } from "react-router";
import type { ListedPage } from "../../frame/sidebar-order.ts";
import { findItems } from "../../vault/item/find-items.ts";
import { matchLabel } from "../../vault/item/match-label.ts";
import { ownerLabel } from "../../vault/item/rights.ts";
import { SiteIcon } from "../../vault/item/SiteIcon.tsx";
import { VaultIcon } from "../../vault/item/VaultIcon.tsx";
import { useContents, useTrash } from "../../vault/queries.ts";
import { matching, named } from "./entries.ts";
import { useActionsOf } from "./item-actions.tsx";
import styles from "./Palette.module.css";
import { type Action, useActions, usePages } from "./use-actions.tsx";

export interface Result extends Action {
  readonly detail?: string;
  /** The field it was found in, where that is not its name. */
  readonly note?: string;
  /** What else can be done with it. */
  readonly actions?: readonly Action[];
}

export interface Section {
  readonly name: string;
  readonly results: readonly Result[];
  /** How many more there are than are listed. */
  readonly more: number;
}

/** What is listed, and the words to mark in it. */
export interface Results {
  /** For which text; it may be one behind what is typed. */
  readonly text: string;
  readonly sections: readonly Section[];
  readonly words: readonly string[];
}

/** More than this in one section helps no one; another word narrows it. */
const LISTED = 30;
const RECENT = 5;
const ASKS_TRASH = /\bis:trash/i;

const NOTHING: Contents = { items: [], vaults: [] };

export function useResults(typed: string, routes: readonly ListedPage[]): Results {
  // The field keeps up with the typing; results among ten thousand may follow a moment later.
  const text = useDeferredValue(typed);
  const { data: contents = NOTHING } = useContents();
  const pages = usePages(routes);
  const actions = useActions();
  const words = useMemo(() => searchedWords(text), [text]);
  const items = useFoundItems(contents, text, words);
  const vaults = useVaults(contents, text);
  const exact = named([...pages, ...actions], text);
  const others = <Entry extends Result>(entries: readonly Entry[]) => matching(entries, text).filter((entry) => !exact.includes(entry));
  const sections = [
    section("Best match", exact),
    items,
    section("Vaults", vaults),
    section("Pages", others(pages)),
    section("Actions", others(actions)),
  ].filter(({ results }) => results.length > 0);
  return { text, sections, words };
}

const section = (name: string, results: readonly Result[]): Section => ({
  name,
  results: results.slice(0, LISTED),
  more: Math.max(0, results.length - LISTED),
});

function useFoundItems(contents: Contents, text: string, words: readonly string[]): Section {
  const { items, vaults } = contents;
  const actionsOf = useActionsOf(contents);
  const navigate = useNavigate();
  const trash = useTrash(ASKS_TRASH.test(text)).data;
  const trashed = useMemo(() => trash?.map(({ item }) => item) ?? [], [trash]);
  const found = useMemo(() => findItems(items, vaults, text), [items, vaults, text]);
  const recent = useMemo(() => recentlyUsed(items), [items]);
  const inTrash = ASKS_TRASH.test(text) ? (findItems(trashed, vaults, text.replace(/\bis:trash\w*/gi, " ")) ?? trashed.map(whole)) : [];
  const live = found ?? recent.map(whole);
  // Only what is listed is drawn: a single letter finds thousands.
  const listed = [
    ...live.slice(0, LISTED).map((hit) => ({
      ...itemResult(hit, words, () => void navigate(addressOf(hit.item))),
      actions: actionsOf(hit.item),
    })),
    ...inTrash.slice(0, LISTED).map((hit) => ({ ...itemResult(hit, words, () => void navigate("/trash")), note: "In the trash" })),
  ];
  return { name: found ? "Items" : "Recently used", results: listed, more: live.length + inTrash.length - listed.length };
}

const whole = (item: Item): Found => ({ item, field: null });

function itemResult({ item, field }: Found, words: readonly string[], run: () => void): Result {
  const note = matchLabel(item, field, words);
  return {
    id: item.id,
    label: titleOf(item),
    detail: summaryOf(item),
    icon: <SiteIcon item={item} size={28} />,
    run,
    ...(note !== null && { note }),
  };
}

/** The list that has it, with its detail open. */
const addressOf = ({ id, kind }: Item): string => `/all-items?tab=${kindOf(kind).list}&item=${id}`;

const recentlyUsed = (items: readonly Item[]): readonly Item[] =>
  items
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0))
    .slice(0, RECENT);

function useVaults({ items, vaults }: Contents, text: string): readonly Result[] {
  const navigate = useNavigate();
  return useMemo(() => {
    if (!text.trim()) return [];
    const entries = vaults.map((vault) => ({ vault, id: vault.id, label: vault.name, otherWords: "vault" }));
    return matching(entries, text).map(({ vault, id, label }) => ({
      id,
      label,
      detail: [ownerLabel(vault), plural(items.filter(({ categoryId }) => categoryId === id).length, "item")].filter(Boolean).join(" · "),
      icon: <VaultDot {...vault} />,
      run: () => void navigate(`/vaults/${id}`),
    }));
  }, [items, vaults, text, navigate]);
}

const VaultDot = ({ color, icon }: Pick<Vault, "color" | "icon">): ReactNode => (
  <span className={styles.vault} style={{ background: color }}>
    <VaultIcon name={icon} size={18} />
  </span>
);
