/** The tags of the sidebar that most items carry. Each one sets the search of All Items: the names of tags are never part of an address. */

import type { Item } from "@coffer/core/items/item";
import { readTags, tagKey } from "@coffer/core/items/structured-fields";
import { tagColor } from "@coffer/core/items/vault-appearance";
import { LOCALE } from "@coffer/core/text";
import { useMemo } from "react";
import { Link } from "react-router";
import { useSetPageSearch } from "../frame/search-context.tsx";
import { useContentsAround } from "../vault/queries.ts";
import group from "./SidebarGroup.module.css";
import styles from "./SidebarVaults.module.css";

/** More are a list to search, not one to look over. */
const SHOWN = 6;
const ALL_ITEMS = "/all-items";

/** @param onFollow - called with every click that leads somewhere. */
export function SidebarTags({ onFollow }: { onFollow: () => void }) {
  const data = useContentsAround();
  const setText = useSetPageSearch();
  const tags = useMemo(() => mostUsed(data?.items ?? []), [data]);
  if (tags.length === 0) return null;
  return (
    <div className={group.group} data-own>
      <h2 className={group.heading}>Tags</h2>
      <ul>
        {tags.map((tag) => (
          <li key={tag}>
            <Link
              to={ALL_ITEMS}
              className={group.link}
              onClick={() => {
                setText(`tag:"${tag}"`, ALL_ITEMS);
                onFollow();
              }}
            >
              <span className={styles.dot} data-round style={{ backgroundColor: tagColor(tagKey(tag)) }} aria-hidden />
              <span className={styles.name}>{tag}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each once, whatever its case; the one that most items carry first. */
function mostUsed(items: readonly Pick<Item, "fields">[]): readonly string[] {
  const found = new Map<string, { readonly tag: string; count: number }>();
  for (const { fields } of items) {
    for (const tag of readTags(fields.tags ?? "")) {
      const known = found.get(tagKey(tag));
      if (known) known.count++;
      else found.set(tagKey(tag), { tag, count: 1 });
    }
  }
  const sorted = [...found.values()].toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, LOCALE));
  return sorted.slice(0, SHOWN).map(({ tag }) => tag);
}
